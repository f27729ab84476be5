"""The accounts of stability and reputation."""

from __future__ import annotations

from ...state import Cendre, NationId
from ...tables import TABLES
from ..common.inquiry import seats_of
from ..common.ledger import Entry, change


class StabilityChanged(Entry, frozen=True):
    amount: int
    now: int


class ReputationChanged(Entry, frozen=True):
    """TC-INFO-04 Everybody knows a nation's reputation; why it changed is told to the nation alone."""

    amount: int
    now: int


class CounterChanged(Entry, frozen=True):
    """The reputation counter moved by so many tenths."""

    tenths: int


def change_stability(game: Cendre, nation: NationId, amount: int, reason: str, rule: str) -> None:
    """TC-STAB-01 Stability never rises above its ceiling; below the floor a revolution waits for the final phase."""
    record = game.nations[nation]
    now = min(record.stability + amount, TABLES.standing.stability.highest)
    if now == record.stability:
        return
    change(game, nation, stability=now)
    audience = seats_of(game, nation)
    game.emit(StabilityChanged(nation=nation, amount=now - record.stability, now=now, reason=reason, rule=rule, audience=audience))


def change_reputation(game: Cendre, nation: NationId, amount: int, reason: str, rule: str) -> None:
    """TC-REP-01 Reputation stays between its limits; each point beyond them is a point of stability."""
    table = TABLES.standing.reputation
    step = 1 if amount > 0 else -1
    for _ in range(abs(amount)):
        record = game.nations[nation]
        now = record.reputation + step
        if not table.lowest <= now <= table.highest:
            change_stability(game, nation, step * TABLES.standing.stability.beyond_reputation, "beyond_reputation", "TC-STAB-02")
            continue
        change(game, nation, reputation=now)
        audience = seats_of(game, nation)
        game.emit(ReputationChanged(nation=nation, amount=step, now=now, reason=reason, rule=rule, audience=audience))


def change_counter(game: Cendre, nation: NationId, tenths: int, reason: str, rule: str) -> None:
    """TC-REP-03 Tenths add up; each whole point moves the reputation."""
    if not tenths:
        return
    total = game.nations[nation].tenths + tenths
    points = int(total / 10)
    change(game, nation, tenths=total - 10 * points)
    game.emit(CounterChanged(nation=nation, tenths=tenths, reason=reason, rule=rule, audience=seats_of(game, nation)))
    change_reputation(game, nation, points, reason, rule)
