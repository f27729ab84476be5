"""What the coach found, in words: the title's own sentences for options and figures, the house's for what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marchland.kernel.actions import Action, Seat
from marchland.kernel.gauges import SCORE, Gauges, word_of
from marchland.render.options import signed
from marchland.web.tables.selectors import Sight
from marchland.web.words import say

MOST_FIGURES = 4
"""More are not read."""
LEAST = 0.5
"""Half a point on average is none."""


@dataclass(frozen=True)
class Told:
    """One idea as it is shown."""

    index: int
    """Its number among the options; -1 where they are not offered any more."""
    text: str
    touches: tuple[str, ...]
    chances: tuple[str, ...]
    leads_to: str
    why: str
    then: str
    rivals: str


def ideas(sight: Sight, answer: Mapping[str, Any], options: Sequence[Action]) -> list[Told]:
    """All ideas of an advice, the best first."""
    actions = [sight.title.vocabulary.action(idea["action"]) for idea in answer["ideas"]]
    return [_told(sight, answer, place, action, options) for place, action in enumerate(actions)]


def _told(sight: Sight, answer: Mapping[str, Any], place: int, action: Action, options: Sequence[Action]) -> Told:
    idea, seat = answer["ideas"][place], sight.viewer.seat or 0
    return Told(
        index=options.index(action) if action in options else -1,
        text=sight.title.phrases.action(action, sight.language, sight.players, idea["facts"]),
        touches=action.touches(),
        chances=tuple(_chances(sight, action)),
        leads_to=leads_to(sight, answer["now"][seat], idea["standing"][seat], answer),
        why=_why(sight, answer, place, seat),
        then=_then(sight, idea["then"]),
        rivals="" if answer["is_further"] else _rivals(sight, answer["now"], idea["standing"], seat),
    )


def _chances(sight: Sight, action: Action) -> Iterable[str]:
    """How likely it is to succeed, where the rules can tell."""
    asked = sight.question
    for line in asked.decision.preview(asked.state, asked.seat, action) if asked is not None else ():
        if line.is_chance:
            yield sight.title.phrases.measure(line.unit, line.amount, sight.language, line.facts)


def leads_to(sight: Sight, now: Gauges, then: Gauges, judged: Mapping[str, Any]) -> str:
    """What will have changed, and by when; on average, where dice, cards or others have a say."""
    figures = ", ".join(differences(sight, now, then))
    if not figures:
        return ""
    if judged["tables"] > 1:
        figures = say("coach_on_average", figures=figures)
    is_further = judged["is_further"]
    return say("coach_next_turn" if is_further else "coach_this_turn", figures=figures)


def _why(sight: Sight, answer: Mapping[str, Any], place: int, seat: Seat) -> str:
    """How it compares: the first with the second, the others with the first."""
    found = answer["ideas"]
    if len(found) == 1:
        return say("coach_only") if answer["options"] > 1 else ""
    other = found[1] if place == 0 else found[0]
    if place and found[place]["is_equal"]:
        return say("coach_equal")
    return compared(sight, found[place]["standing"][seat], other["standing"][seat], is_better=place == 0)


def compared(sight: Sight, own: Gauges, other: Gauges, is_better: bool) -> str:
    figures = ", ".join(differences(sight, other, own))
    if not figures:
        return say("coach_better_placed" if is_better else "coach_worse_placed")
    return say("coach_than_second" if is_better else "coach_than_first", figures=figures)


def _then(sight: Sight, steps: Sequence[Mapping[str, Any]]) -> str:
    phrases, title = sight.title.phrases, sight.title
    told = [phrases.action(title.vocabulary.action(step["action"]), sight.language, sight.players, step["facts"]) for step in steps]
    return say("coach_then", steps="; ".join(dict.fromkeys(told))) if told else ""


def _rivals(sight: Sight, now: Sequence[Gauges], then: Sequence[Gauges], seat: Seat) -> str:
    """Who loses something by it."""
    told = []
    for other, (before, after) in enumerate(zip(now, then, strict=True)):
        lost = {gauge: min(after[gauge], amount) for gauge, amount in before.items()}
        figures = differences(sight, before, lost)[:2] if other != seat else []
        name = sight.title.phrases.seat(other, sight.language, sight.players)
        told += [say("coach_rival", name=name, figures=", ".join(figures))] if figures else []
    return "; ".join(told)


def differences(sight: Sight, before: Gauges, after: Gauges) -> list[str]:
    """`+3 points`, `−2 tokens`: what decides the game first, as the title lists it."""
    changes = {gauge: after[gauge] - amount for gauge, amount in before.items() if abs(after[gauge] - amount) >= LEAST}
    return [_amount(sight, gauge, round(change)) for gauge, change in changes.items() if round(change)][:MOST_FIGURES]


def _amount(sight: Sight, gauge: str, amount: int) -> str:
    if gauge == SCORE and sight.title.parts.gauges is None:
        return signed(say("coach_points", count=amount), amount)
    return signed(sight.title.phrases.measure(word_of(gauge), amount, sight.language), amount)
