"""The check of a sheet: each line is tried on a copy of the game that holds nothing the nation does not know.

Rules judge orders in one place only, when they are carried out. So the sheet is carried out, on a table dealt anew
from what the nation knows, with nobody else giving orders, once with all dice as high and once with all dice as low as
they fall: what both refuse is wrong by the nation's own knowledge; what only one refuses is doubtful, and so is what is carried
out and cannot succeed (`hopes`). As no die depends on how many were thrown before it, an unrelated line never changes a verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.chance import key_from_seed, leaning
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Procedure, Together

from ..orders import Order
from ..rules.common.inquiry import nation_of
from ..rules.common.ledger import OrderRefused
from ..rules.turn.sheets import Submit
from ..state import WINTER, Cendre, Code, LeaderId, NationId
from ..view import redeal
from .hopes import Trial, hopeless
from .lexicon import vocabulary
from .reader import DOUBTFUL, REFUSED, Verdict

MARCHED = "turn_back"
"""The step after the last march."""


def checked(game: Cendre, seat: Seat, verdicts: tuple[Verdict, ...], table: Cendre | None = None) -> tuple[Verdict, ...]:
    """TC-SHEET-06 The verdicts after the lines have been tried."""
    standing = [verdict for verdict in verdicts if verdict.counts and verdict.order is not None]
    if not standing:
        return verdicts
    table, orders = table or dealt(game, seat), tuple(verdict.order for verdict in standing if verdict.order is not None)
    nation = nation_of(table, seat)
    high, low = (tried(table, seat, orders, high=high) for high in (True, False))
    refused = [refusals(trial.events, nation) for trial in (high, low)]
    lost = hopeless(table, nation, orders, high, low)
    judged = {
        verdict.line: _judged(verdict, [trial.get(place) for trial in refused], lost.get(place))
        for place, verdict in enumerate(standing)
    }
    return tuple(judged.get(verdict.line, verdict) for verdict in verdicts)


def dealt(game: Cendre, seat: Seat) -> Cendre:
    """A table dealt anew from what the seat knows, at which it has not written yet."""
    table = redeal(game, seat, key_from_seed("check"))
    question = table.decision
    if isinstance(question, Together) and seat not in question.deciders():
        question.reopen(table, seat)
    return table


def leant(table: Cendre, *, high: bool) -> Cendre:
    """A copy of the table on which all dice fall alike."""
    twin = table.clone()
    twin.chance, twin.outbox = leaning(high=high), []
    return twin


def tried(table: Cendre, seat: Seat, orders: tuple[Order, ...], *, high: bool) -> Trial:
    """What comes of a sheet when only this nation gives orders and all dice fall alike."""
    table = leant(table, high=high)
    hand_in(table, seat, orders)
    places: dict[LeaderId, Code] = {}
    has_winter = any(getattr(order, "winter", False) for order in orders)
    for _, step in season_of(table):
        if table.season == WINTER and not has_winter:
            break
        if step == MARCHED:
            places = {leader: army.at for leader, army in table.armies.items()}
    return Trial(table.outbox, places)


def refusals(events: Sequence[Event], nation: NationId) -> dict[int, Refusal]:
    """What the rules refuse, by place on the sheet."""
    found: dict[int, Refusal] = {}
    for event in events:
        if isinstance(event, OrderRefused) and event.nation == nation:
            found.setdefault(event.line, Refusal(event.rule, dict(event.facts)))
    return found


def hand_in(table: Cendre, seat: Seat, orders: tuple[Order, ...]) -> None:
    """This sheet, and an empty one for everybody else; nothing is carried out yet."""
    for other in table.deciders:
        question = table.decision
        assert question is not None
        question.take(table, other, Submit(orders if other == seat else ()))


def season_of(table: Cendre) -> Iterator[tuple[Procedure[Cendre], str]]:
    """The season step by step, and winter after autumn, until the sheets are put away: nothing is refused after that."""
    for frame, step in table.walk():
        if not table.sheets:
            return
        yield frame, step


def _judged(verdict: Verdict, found: list[Refusal | None], lost: Refusal | None) -> Verdict:
    refusal = next((entry for entry in found if entry is not None), None)
    if refusal is not None and why(refusal) not in vocabulary().others:
        sure = None not in found and why(refusal) not in vocabulary().depends
        return msgspec.structs.replace(verdict, status=REFUSED if sure else DOUBTFUL, rule=refusal.rule, facts=refusal.facts)
    if lost is not None:
        return msgspec.structs.replace(verdict, status=DOUBTFUL, rule=lost.rule, facts=lost.facts)
    return verdict


def why(refusal: Refusal) -> str:
    return str(refusal.facts.get("why", ""))
