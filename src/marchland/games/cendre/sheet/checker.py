"""The check of a sheet: each line is tried on a copy of the game that holds nothing the nation does not know.

Rules judge orders in one place only, when they are carried out. So the sheet is carried out, on a table dealt anew
from what the nation knows, with nobody else giving orders, once with all dice as high and once with all dice as low as
they fall: what both refuse is wrong by the nation's own knowledge; what only one refuses is doubtful. As no die depends
on how many were thrown before it, an unrelated line never changes a verdict.
"""

from __future__ import annotations

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.chance import key_from_seed, leaning
from marchland.kernel.errors import Refusal

from ..rules.common.inquiry import nation_of
from ..rules.common.ledger import OrderRefused
from ..rules.turn.sheets import Submit
from ..state import Cendre
from ..view import redeal
from .lexicon import vocabulary
from .reader import DOUBTFUL, REFUSED, Verdict


def checked(game: Cendre, seat: Seat, verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """TC-SHEET-06 The verdicts after the lines have been tried."""
    standing = [verdict for verdict in verdicts if verdict.counts and verdict.order is not None]
    if not standing:
        return verdicts
    trials = [refusals(game, seat, standing, high=high) for high in (True, False)]
    judged = {verdict.line: _judged(verdict, [trial.get(place) for trial in trials]) for place, verdict in enumerate(standing)}
    return tuple(judged.get(verdict.line, verdict) for verdict in verdicts)


def refusals(game: Cendre, seat: Seat, standing: list[Verdict], *, high: bool) -> dict[int, Refusal]:
    """What the rules refuse, by place on the sheet, when only this nation gives orders and all dice fall alike."""
    table = redeal(game, seat, key_from_seed(f"check {high}"))
    table.chance = leaning(high=high)
    nation = nation_of(game, seat)
    orders = tuple(verdict.order for verdict in standing if verdict.order is not None)
    happened = []
    for other in table.deciders:
        happened += table.play(other, Submit(orders if other == seat else ()))
    found: dict[int, Refusal] = {}
    for event in happened:
        if isinstance(event, OrderRefused) and event.nation == nation:
            found.setdefault(event.line, Refusal(event.rule, dict(event.facts)))
    return found


def _judged(verdict: Verdict, found: list[Refusal | None]) -> Verdict:
    refusal = next((entry for entry in found if entry is not None), None)
    if refusal is None or why(refusal) in vocabulary().others:
        return verdict
    sure = None not in found and why(refusal) not in vocabulary().depends
    return msgspec.structs.replace(verdict, status=REFUSED if sure else DOUBTFUL, rule=refusal.rule, facts=refusal.facts)


def why(refusal: Refusal) -> str:
    return str(refusal.facts.get("why", ""))
