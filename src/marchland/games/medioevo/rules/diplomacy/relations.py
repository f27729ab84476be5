"""Who is whose enemy: wars, truces and the rights that pacts grant, as the other chapters ask for them."""

from __future__ import annotations

from marchland.kernel.actions import Seat

from ...state import BARBARIANS, Medioevo, Pact, War


def war_between(game: Medioevo, one: Seat, other: Seat) -> War | None:
    pair = (one, other) if one <= other else (other, one)
    for war in game.wars:
        if war.sides == pair:
            return war
    return None


def wars_of(game: Medioevo, seat: Seat) -> dict[Seat, War]:
    """The wars of a player, by his enemies."""
    own = [war for war in game.wars if seat in war.sides]
    return {war.sides[0] if war.sides[1] == seat else war.sides[1]: war for war in own}


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
    team = game.players[one].team if one != BARBARIANS else 0
    return team > 0 and other != BARBARIANS and team == game.players[other].team


def pacts_between(game: Medioevo, one: Seat, other: Seat) -> list[Pact]:
    return [game.pacts[id] for id in sorted(game.pacts) if one in game.pacts[id].parties and other in game.pacts[id].parties]


def pacts_granting(game: Medioevo, guest: Seat, host: Seat, kind: str) -> list[Pact]:
    """MU-DIP-05 Pacts by which the host allows the guest this (trade, passage, military, civil), whatever it costs."""
    if guest == host or BARBARIANS in (guest, host) or not game.pacts:
        return []
    return [pact for pact in pacts_between(game, guest, host) if kind in pact.kinds and guest in (pact.guests or pact.parties)]


def fee_for(game: Medioevo, guest: Seat, host: Seat, kind: str) -> int:
    """MU-DIP-05 What one use of a right costs the guest: the cheapest pact that grants it; nothing among team mates."""
    if are_teammates(game, guest, host):
        return 0
    return min((pact.per_use for pact in pacts_granting(game, guest, host, kind)), default=0)


def has_right(game: Medioevo, guest: Seat, host: Seat, kind: str) -> bool:
    """MU-DIP-05 Does a pact allow the guest this in the host's land, and can he pay what it costs?"""
    if guest == host:
        return True
    granted = pacts_granting(game, guest, host, kind)
    return bool(granted) and fee_for(game, guest, host, kind) <= game.players[guest].florins


def is_aiding(game: Medioevo, pact: Pact, helped: Seat, ally: Seat, enemy: Seat) -> bool:
    """MU-DIP-06 Does the ally support this player under a pact, in a war that is still on?"""
    return (helped, ally, enemy) in pact.aiding and are_at_war(game, helped, enemy) and are_at_war(game, ally, enemy)


def is_supporter(game: Medioevo, ally: Seat, helped: Seat) -> bool:
    """MU-DIP-06 Does one player support the other in any war of his?"""
    return any(is_aiding(game, pact, *aid) for pact in game.pacts.values() for aid in pact.aiding if aid[:2] == (helped, ally))


def is_welcome(game: Medioevo, guest: Seat, host: Seat) -> bool:
    """MU-DIP-05 May the guest's troops come into the host's land, whatever it costs: by passage, to help him, as a team mate?"""
    if are_teammates(game, guest, host) or is_supporter(game, guest, host):
        return True
    return bool(pacts_granting(game, guest, host, "passage"))


def passage_fee(game: Medioevo, guest: Seat, host: Seat) -> int:
    """MU-DIP-05 What it costs the guest to bring troops into the host's land; whoever comes to help pays nothing."""
    return 0 if is_supporter(game, guest, host) else fee_for(game, guest, host, "passage")


def may_pass(game: Medioevo, guest: Seat, host: Seat) -> bool:
    """MU-DIP-05 May the guest move his troops through the host's land now: is he welcome, and can he pay?"""
    return is_welcome(game, guest, host) and passage_fee(game, guest, host) <= game.players[guest].florins


def is_shut_by_truce(game: Medioevo, seat: Seat, holder: Seat) -> bool:
    """MU-DIP-03 Is this the land of an armistice partner, who would be invaded? A guest by pact invades nobody."""
    return has_truce(game, seat, holder) and not is_welcome(game, seat, holder)


def is_guest(game: Medioevo, guest: Seat, host: Seat) -> bool:
    """MU-DIP-05 May the guest's troops stand in the host's land: as those who came by right, or were placed there by right?"""
    return is_welcome(game, guest, host) or bool(pacts_granting(game, guest, host, "military"))


def are_bound_to_peace(game: Medioevo, one: Seat, other: Seat) -> bool:
    """MU-DIP-05 MU-DIP-06 Does a pact of non-belligerence or an alliance forbid these two to attack each other?"""
    return any(forbids_attack(pact) for pact in pacts_between(game, one, other))


def forbids_attack(pact: Pact) -> bool:
    return not {"peace", "defence", "offence"}.isdisjoint(pact.kinds)


def is_hostile(game: Medioevo, one: Seat, other: Seat) -> bool:
    """Are these two enemies who fight when they meet: barbarians, or players at war whom no truce and no pact holds back?"""
    return are_at_war(game, one, other) and not has_truce(game, one, other) and not are_bound_to_peace(game, one, other)


def is_prey(game: Medioevo, seat: Seat, holder: Seat) -> bool:
    """MU-DIP-01 May land of this holder be taken by an army that already stands in it: wild land, or an enemy's in open war?"""
    if holder == BARBARIANS:
        return True
    return may_attack(game, seat, holder) and is_hostile(game, seat, holder) and not is_guest(game, seat, holder)
