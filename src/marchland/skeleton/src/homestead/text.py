"""A position in words: for the terminal, for mails and for screen readers."""

from collections.abc import Iterator, Sequence
from functools import partial

from marchland.kernel.views import Section

from .phrases import PHRASEBOOK, field_name, ground_name
from .tables import GROUND, WORTH
from .view import GameView

Rows = tuple[tuple[str, ...], ...]


def sections(view: GameView, language: str, players: Sequence[str] = ()) -> Iterator[Section]:
    yield _section(language, "fields", ("field", "ground", "worth", "holder"), _fields(view, language, players))
    yield _section(language, "players", ("player", "points", "goal"), _players(view, language, players))


def _section(language: str, heading: str, columns: tuple[str, ...], rows: Rows) -> Section:
    word = partial(PHRASEBOOK.word, language=language)
    return Section(word(f"heading_{heading}"), tuple(word(f"heading_{column}") for column in columns), rows)


def _fields(view: GameView, language: str, players: Sequence[str]) -> Rows:
    return tuple(
        (
            field_name(field, language),
            ground_name(GROUND[field], language),
            str(WORTH[field]),
            "" if seat is None else PHRASEBOOK.seat(seat, language, players),
        )
        for field, seat in view.fields.items()
    )


def _players(view: GameView, language: str, players: Sequence[str]) -> Rows:
    return tuple(
        (PHRASEBOOK.seat(seat, language, players), str(score), ground_name(view.goal_of(seat), language) or "?")
        for seat, score in enumerate(view.scores)
    )
