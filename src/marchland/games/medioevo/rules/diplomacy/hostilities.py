"""Beginning hostilities: wars, attacks without declaration, broken pacts (rulebook: C. Diplomacy)."""

from __future__ import annotations

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event

from ...state import BARBARIANS, Medioevo, War
from ..components.table import record
from ..victory.honour import honour, worth
from .relations import forbids_attack, may_attack


class WarBegan(Event, frozen=True):
    """War began between two players; `declared` says whether it was announced."""

    seat: Seat
    other: Seat
    declared: bool
    rule: str


class PactBroken(Event, frozen=True):
    RULE = "MU-DIP-08"
    REVEALS = True
    seat: Seat
    pact: int
    parties: tuple[Seat, ...]


def provoke(game: Medioevo, seat: Seat, victim: Seat) -> None:
    """MU-DIP-02 MU-PH-07 An attack on a player without war declared in an earlier turn costs 3 honour and begins the war."""
    if BARBARIANS in (seat, victim):
        return
    if may_attack(game, seat, victim):
        break_word(game, seat, victim)
        return
    begin_war(game, seat, victim, since=game.turn - 1, declared=False)
    record(game, seat, undeclared_attacks=1)
    honour(game, seat, worth("undeclared"), "MU-DIP-02")
    break_pacts(game, seat, victim)


def begin_war(game: Medioevo, seat: Seat, other: Seat, since: int, declared: bool) -> None:
    """War is on; attacks are allowed in turns after `since`."""
    pair = (min(seat, other), max(seat, other))
    game.wars = sorted([war for war in game.wars if war.sides != pair] + [War(pair, since, by=seat)], key=lambda war: war.sides)
    game.emit(WarBegan(seat=seat, other=other, declared=declared, rule="MU-DIP-01" if declared else "MU-DIP-02"))


def break_pacts(game: Medioevo, seat: Seat, other: Seat) -> None:
    """MU-DIP-08 Every pact between the two ends; the breaker loses 2 honour for each."""
    for id in sorted(game.pacts):
        if seat in game.pacts[id].parties and other in game.pacts[id].parties:
            break_pact(game, seat, id)


def break_word(game: Medioevo, seat: Seat, victim: Seat) -> None:
    """MU-DIP-08 In a war that is on, an attack breaks what the two have agreed since against it: non-belligerence, alliances."""
    for id in sorted(game.pacts):
        if {seat, victim} <= set(game.pacts[id].parties) and forbids_attack(game.pacts[id]):
            break_pact(game, seat, id)


def break_pact(game: Medioevo, seat: Seat, id: int) -> None:
    """MU-PH-07 One pact is broken: it ends and costs 2 honour."""
    pact = game.pacts.pop(id)
    record(game, seat, pacts_broken=1)
    game.emit(PactBroken(seat=seat, pact=id, parties=pact.parties))
    honour(game, seat, worth("broken_pact"), "MU-PH-07")
