"""Who is whose enemy: wars, truces and the rights that pacts grant, as the other chapters ask for them."""

from __future__ import annotations

from marchland.kernel.actions import Seat

from ..state import BARBARIANS, Medioevo, Pact, War


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


def is_aiding(game: Medioevo, pact: Pact, helped: Seat, ally: Seat, enemy: Seat) -> bool:
    """MU-DIP-06 Does the ally support this player under a pact, in a war that is still on?"""
    return (helped, ally, enemy) in pact.aiding and are_at_war(game, helped, enemy) and are_at_war(game, ally, enemy)


def is_supporter(game: Medioevo, ally: Seat, helped: Seat) -> bool:
    """MU-DIP-06 Does one player support the other in any war of his?"""
    return any(is_aiding(game, pact, *aid) for pact in game.pacts.values() for aid in pact.aiding if aid[:2] == (helped, ally))


def may_pass(game: Medioevo, guest: Seat, host: Seat) -> bool:
    """MU-DIP-05 May the guest move his troops through the host's land: by a right, or because he comes to help?"""
    if not game.pacts:
        return False
    return has_right(game, guest, host, "passage") or has_right(game, guest, host, "military") or is_supporter(game, guest, host)


def is_guest(game: Medioevo, guest: Seat, host: Seat) -> bool:
    """MU-DIP-05 Does any pact let the guest's troops into the host's land, whatever it costs each time?"""
    if not game.pacts or BARBARIANS in (guest, host):
        return False
    if is_supporter(game, guest, host):
        return True
    rights = {"passage", "military"}
    return any(rights & set(pact.kinds) and guest in (pact.guests or pact.parties) for pact in pacts_between(game, guest, host))


def is_hostile(game: Medioevo, one: Seat, other: Seat) -> bool:
    """Are these two enemies who fight when they meet: barbarians, or players at war without a truce?"""
    return are_at_war(game, one, other) and not has_truce(game, one, other)
