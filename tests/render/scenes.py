"""Scenes for tests: any title at any moment of a game that is played by chance."""

from __future__ import annotations

import random

from marchland.kernel.state import State
from marchland.kernel.title import Title, find_title
from marchland.render import Choice, Scene, SeatCard


def scene(
    title_id: str, answers: int = 0, seats: int = 3, language: str = "en", viewer: int | None = -1, **options: object
) -> Scene:
    """The view of whoever is asked (or of `viewer`, None for a spectator) after some answers by chance."""
    title = find_title(title_id)
    seats = seats or min(title.seats, key=lambda count: abs(count - 3))
    state = title.new(seats, b"a key for scenes", options)
    chance = random.Random(7)
    for _ in range(answers):
        if state.is_over:
            break
        seat = state.deciders[0]
        state.apply(seat, chance.choice(list(state.options(seat))))
    seat = (state.deciders[0] if state.deciders else 0) if viewer == -1 else viewer
    return _scene_of(title, state, seats, seat, language)


def _scene_of(title: Title, state: State, seats: int, seat: int | None, language: str) -> Scene:
    asked = seat is not None and seat in state.deciders
    actions = list(state.options(seat)) if asked else []
    return Scene(
        title=title,
        view=title.view(state, seat),
        language=language,
        seats=tuple(SeatCard(seat=number, name=f"Player {number}", you=number == seat) for number in range(seats)),
        prompt=title.phrases.prompt(state.decision, language) if state.decision else "",
        choices=tuple(
            Choice(
                index,
                title.phrases.action(action, language),
                action.touches(),
                preview=tuple(state.decision.preview(state, seat, action)),
                verb=type(action).__name__,
            )
            for index, action in enumerate(actions)
        ),
        outcome=title.outcome(state) if state.is_over else None,
    )
