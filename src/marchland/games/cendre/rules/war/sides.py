"""Who fights whom: attacker and defender, joined armies, onlookers and those who turn back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from marchland.kernel.chance import pick

from ...state import Cendre, Code, LeaderId, NationId
from ..common.inquiry import allied, at_war
from .bodies import Body, head_count, officer
from .forces import Side


class LineUp(msgspec.Struct, frozen=True):
    """The bodies in one territory, sorted by what they do there."""

    attack: tuple[Body, ...] = ()
    defence: tuple[Body, ...] = ()
    returning: tuple[Body, ...] = ()
    watching: tuple[Body, ...] = ()

    @property
    def is_battle(self) -> bool:
        return bool(self.attack)


def line_up(game: Cendre, code: Code, present: Iterable[Body]) -> LineUp:
    """TC-WAR-22 The first who has an enemy here defends, his first enemy attacks, allies at war with the other side join them."""
    group = in_order(game, code, present)
    nations = tuple(dict.fromkeys(body.nation for body in group))
    defender = next((one for one in nations if any(at_war(game, one, other) for other in nations)), "")
    if not defender:
        return _at_peace(game, code, group)
    attacker = next(other for other in nations if at_war(game, defender, other))
    defence, attack = _camps(game, nations, defender, attacker)
    others = [body for body in group if body.nation not in defence and body.nation not in attack]
    watching = [body for body in others if body.rank == 0 or _is_guest(game, body.nation, (*defence, game.lands[code].controller))]
    return LineUp(
        attack=tuple(body for body in group if body.nation in attack),
        defence=tuple(body for body in group if body.nation in defence),
        returning=tuple(body for body in others if body not in watching),
        watching=tuple(watching),
    )


def in_order(game: Cendre, code: Code, present: Iterable[Body]) -> list[Body]:
    """TC-WAR-22 Those who were there before those who came, in order of arrival; the master of the land first."""
    controller = game.lands[code].controller
    return sorted(present, key=lambda body: (body.rank, body.nation != controller, body.army is not None, body.key))


def _camps(
    game: Cendre, nations: Sequence[NationId], defender: NationId, attacker: NationId
) -> tuple[tuple[NationId, ...], tuple[NationId, ...]]:
    """TC-WAR-22 A nation joins a side if it is allied there, at war with somebody opposite and with nobody on its own side."""
    defence, attack = [defender], [attacker]
    joined = True
    while joined:
        joined = False
        for nation in nations:
            if nation in defence or nation in attack:
                continue
            for side, other in ((defence, attack), (attack, defence)):
                if _joins(game, nation, side, other):
                    side.append(nation)
                    joined = True
                    break
    return tuple(defence), tuple(attack)


def _joins(game: Cendre, nation: NationId, side: Sequence[NationId], other: Sequence[NationId]) -> bool:
    if not any(allied(game, nation, friend) for friend in side) or any(at_war(game, nation, friend) for friend in side):
        return False
    return any(at_war(game, nation, foe) for foe in other)


def _is_guest(game: Cendre, nation: NationId, hosts: Iterable[NationId]) -> bool:
    """An ally of those who hold the place may stay and watch, unless it is at war with one of them."""
    hosts = [host for host in hosts if host]
    if any(at_war(game, nation, host) for host in hosts):
        return False
    return any(nation == host or allied(game, nation, host) for host in hosts)


def _at_peace(game: Cendre, code: Code, group: list[Body]) -> LineUp:
    """TC-WAR-22 Without enemies: first come, first served; whoever is neither his friend nor the master's turns back.

    Guests of the master do not keep his enemies out: the first of these has come to take the land.
    """
    if not group:
        return LineUp()
    master = game.lands[code].controller
    first = next((body.nation for body in group if at_war(game, body.nation, master)), group[0].nation)
    friends = {body.nation for body in group if body.nation == first or allied(game, body.nation, first)}
    friends |= {body.nation for body in group if body.nation == master or allied(game, body.nation, master)}
    staying = tuple(body for body in group if body.rank == 0 or body.nation in friends)
    return LineUp(watching=staying, returning=tuple(body for body in group if body not in staying))


# -- command ----------------------------------------------------------------------------------------------------


def make_side(game: Cendre, code: Code, role: str, group: Sequence[Body], foes: Iterable[NationId]) -> Side:
    """TC-WAR-22 A side with its leaders and its commander; leaders without an army take their nation's garrison."""
    leaders = side_leaders(game, code, group)
    nation, commander = choose_commander(game, group, leaders, tuple(foes))
    led = tuple(body if body.army else msgspec.structs.replace(body, chief=_best_of(game, leaders, body.nation)) for body in group)
    return Side(role=role, bodies=led, leaders=leaders, commander=commander, nation=nation)


def side_leaders(game: Cendre, code: Code, group: Sequence[Body]) -> tuple[LeaderId, ...]:
    """TC-WAR-17 Every able military leader of these nations who is here and leads no other army."""
    nations, led = {body.nation for body in group}, {body.key for body in group}
    return tuple(
        leader
        for leader in sorted(game.leaders)
        if game.leaders[leader].at == code
        and game.leaders[leader].nation in nations
        and (leader in led or leader not in game.armies or not game.armies[leader].troops)
        and officer(game, leader) is not None
    )


def _best_of(game: Cendre, leaders: Sequence[LeaderId], nation: NationId) -> LeaderId:
    own = [leader for leader in leaders if game.leaders[leader].nation == nation]
    return min(own, key=lambda leader: (*_merit(game, leader), leader), default="")


def _merit(game: Cendre, leader: LeaderId) -> tuple[int, int]:
    military = game.leaders[leader].military
    return (-military.command, -military.strategy) if military else (0, 0)


def choose_commander(
    game: Cendre, group: Sequence[Body], leaders: Sequence[LeaderId], foes: tuple[NationId, ...]
) -> tuple[NationId, LeaderId]:
    """TC-WAR-22 The best commander, then strategist, then largest force, of a nation that may command this side."""
    nations = tuple(dict.fromkeys(body.nation for body in group))
    entitled = [nation for nation in nations if _may_command(game, nation, nations, foes)] or list(nations)
    able = [leader for leader in leaders if game.leaders[leader].nation in entitled]
    if not able:
        return max(entitled, key=lambda nation: _strength(group, nation)), ""
    ranked = {leader: (*_merit(game, leader), -_led_by(game, group, leader)) for leader in able}
    best = min(ranked.values())
    commander = pick(game, [leader for leader in able if ranked[leader] == best])
    return game.leaders[commander].nation, commander


def _may_command(game: Cendre, nation: NationId, friends: Iterable[NationId], foes: Iterable[NationId]) -> bool:
    """TC-WAR-22 Only a nation at war with every foe and allied to every friend commands."""
    if not all(at_war(game, nation, foe) for foe in foes):
        return False
    return all(nation == friend or allied(game, nation, friend) for friend in friends)


def _led_by(game: Cendre, group: Sequence[Body], leader: LeaderId) -> int:
    """The troops of his own army, or the garrison he stands with if he has none."""
    army = [body for body in group if body.key == leader]
    nation = game.leaders[leader].nation
    return head_count(army or [body for body in group if body.army is None and body.nation == nation])


def _strength(group: Iterable[Body], nation: NationId) -> int:
    return head_count(body for body in group if body.nation == nation)
