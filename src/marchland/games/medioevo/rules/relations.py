"""Who is whose enemy: wars, truces and the rights that pacts grant, as the other chapters ask for them."""

from __future__ import annotations

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event

from ..state import BARBARIANS, Medioevo, Pact, War
from .honour import honour, worth
from .table import record


def war_between(game: Medioevo, one: Seat, other: Seat) -> War | None:
    pair = (min(one, other), max(one, other))
    return next((war for war in game.wars if war.sides == pair), None)


def are_at_war(game: Medioevo, one: Seat, other: Seat) -> bool:
    """MU-BAR-01 Barbarians are hostile to everyone, always; players when war is on between them."""
    if BARBARIANS in (one, other):
        return one != other
    return war_between(game, one, other) is not None


def may_attack(game: Medioevo, one: Seat, other: Seat) -> bool:
    """MU-DIP-01 War declared in an earlier turn allows an attack; this turn's declaration does not yet."""
    if BARBARIANS in (one, other):
        return True
    war = war_between(game, one, other)
    return war is not None and war.since < game.turn


def has_truce(game: Medioevo, one: Seat, other: Seat) -> bool:
    """MU-DIP-03 Is there an armistice between the two this turn?"""
    if BARBARIANS in (one, other):
        return False
    war = war_between(game, one, other)
    return war is not None and war.truce == game.turn


def are_teammates(game: Medioevo, one: Seat, other: Seat) -> bool:
    """MU-VAR-05 Do two players belong to one team?"""
    if BARBARIANS in (one, other):
        return False
    team = game.players[one].team
    return team > 0 and team == game.players[other].team


def pacts_between(game: Medioevo, one: Seat, other: Seat) -> list[Pact]:
    return [game.pacts[id] for id in sorted(game.pacts) if one in game.pacts[id].parties and other in game.pacts[id].parties]


def has_right(game: Medioevo, guest: Seat, host: Seat, kind: str) -> bool:
    """MU-DIP-05 Does a pact allow the guest this (trade, passage, military, civil) in the host's land?"""
    if guest == host:
        return True
    if BARBARIANS in (guest, host) or not game.pacts:
        return False
    purse = game.players[guest].florins
    return any(
        kind in pact.kinds and guest in (pact.guests or pact.parties) and pact.per_use <= purse
        for pact in pacts_between(game, guest, host)
    )


def may_pass(game: Medioevo, guest: Seat, host: Seat) -> bool:
    """MU-DIP-05 May the guest move his troops through the host's land?"""
    return has_right(game, guest, host, "passage") or has_right(game, guest, host, "military")


def is_hostile(game: Medioevo, one: Seat, other: Seat) -> bool:
    """Are these two enemies who fight when they meet: barbarians, or players at war without a truce?"""
    return are_at_war(game, one, other) and not has_truce(game, one, other)


# -- attacks -----------------------------------------------------------------------------------------------


class WarBegan(Event, frozen=True):
    """War began between two players; `declared` says whether it was announced."""

    seat: Seat
    other: Seat
    declared: bool
    rule: str


class PactBroken(Event, frozen=True):
    RULE = "MU-DIP-08"
    seat: Seat
    pact: int
    parties: tuple[Seat, ...]


def provoke(game: Medioevo, seat: Seat, victim: Seat) -> None:
    """MU-DIP-02 MU-PH-07 An attack on a player without war declared in an earlier turn costs 3 honour and begins the war."""
    if BARBARIANS in (seat, victim) or may_attack(game, seat, victim):
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


def break_pact(game: Medioevo, seat: Seat, id: int) -> None:
    """MU-PH-07 One pact is broken: it ends and costs 2 honour."""
    pact = game.pacts.pop(id)
    record(game, seat, pacts_broken=1)
    game.emit(PactBroken(seat=seat, pact=id, parties=pact.parties))
    honour(game, seat, worth("broken_pact"), "MU-PH-07")
