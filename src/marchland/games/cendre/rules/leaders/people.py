"""Leaders come and go: who serves whom, who is hurt, who is a prisoner."""

from __future__ import annotations

import msgspec

from marchland.kernel.events import Event

from ...state import Cendre, Code, Leader, LeaderId, NationId
from ...world import SITES, distances
from ..common.inquiry import controlled, seats_of
from ..common.ledger import garrison, merged, set_garrison, units_at
from ..magic.lasting import spell_forbids


class LeaderJoined(Event, frozen=True):
    nation: NationId
    leader: LeaderId
    name: str
    reason: str
    rule: str


class LeaderLeft(Event, frozen=True):
    """Dead, retired, dismissed, fled: no longer in the nation's service."""

    nation: NationId
    leader: LeaderId
    name: str
    reason: str
    rule: str


class LeaderHurt(Event, frozen=True):
    nation: NationId
    leader: LeaderId
    name: str
    reason: str
    rule: str


class LeaderHealed(Event, frozen=True):
    nation: NationId
    leader: LeaderId
    name: str
    reason: str
    rule: str


class LeaderCaptured(Event, frozen=True):
    nation: NationId
    leader: LeaderId
    name: str
    captor: NationId
    rule: str


class LeaderFreed(Event, frozen=True):
    nation: NationId
    leader: LeaderId
    name: str
    captor: NationId
    reason: str
    rule: str


def write_leader(game: Cendre, leader: LeaderId, **fields: object) -> Leader:
    record: Leader = msgspec.structs.replace(game.leaders[leader], **fields)
    game.leaders[leader] = record
    return record


def refuge(game: Cendre, nation: NationId, code: Code) -> Code:
    """TC-LEAD-04 Where somebody without an army goes: the capital, or the nearest territory his nation controls.

    Leaders of an outside threat without any land stay where they are.
    """
    capital = game.nations[nation].capital
    mine = controlled(game, nation)
    if not mine or capital in mine:
        return capital or code
    steps = distances(code or capital)
    return min(mine, key=lambda there: (steps.get(there, len(SITES)), there))


def flee(game: Cendre, code: Code, nation: NationId) -> None:
    """TC-LEAD-04 Leaders of a nation that lost a territory without a battle escape unhurt."""
    if nation not in game.nations:
        return
    for leader in sorted(game.leaders):
        record = game.leaders[leader]
        if record.nation == nation and record.at == code and not record.captor and not units_at(game, code, nation):
            write_leader(game, leader, at=refuge(game, nation, code))


def join(game: Cendre, leader: LeaderId, nation: NationId, reason: str, rule: str) -> None:
    """A leader enters a nation's service; the market, if he was on it, loses him."""
    game.market.pop(leader, None)
    record = write_leader(
        game, leader, nation=nation, captor="", ruler=False, at=refuge(game, nation, game.nations[nation].capital), acted=True
    )
    audience = seats_of(game, nation)
    game.emit(LeaderJoined(nation=nation, leader=leader, name=record.name, reason=reason, rule=rule, audience=audience))


def leave(game: Cendre, leader: LeaderId, reason: str, rule: str, *, public: bool = False) -> None:
    """A leader's service ends; his army, if he led one, is a garrison again."""
    record = game.leaders[leader]
    disband_army(game, leader)
    audience = None if public or record.ruler else seats_of(game, record.nation, record.captor)
    game.emit(LeaderLeft(nation=record.nation, leader=leader, name=record.name, reason=reason, rule=rule, audience=audience))
    write_leader(game, leader, nation="", captor="", ruler=False, at="", idle="", acted=False)


def die(game: Cendre, leader: LeaderId, reason: str, rule: str, *, public: bool = False) -> None:
    """A leader is gone for good; an immortal one never is."""
    leave(game, leader, reason, rule, public=public)
    game.market.pop(leader, None)
    del game.leaders[leader]


def is_immortal(leader: Leader) -> bool:
    return "immortal" in leader.specials


def escapes_death(game: Cendre, leader: Leader) -> bool:
    """TC-LEAD-04 Immortal, or kept by a spell from every death but that of old age."""
    return is_immortal(leader) or spell_forbids(game, "leader_death", leader=leader.id)


def wound(game: Cendre, leader: LeaderId, reason: str, rule: str) -> None:
    """TC-LEAD-04 A wounded leader can only be healed; immortals and those under such a spell are never wounded."""
    record = game.leaders[leader]
    if is_immortal(record) or record.wounded or spell_forbids(game, "leader_wound", leader=leader):
        return
    write_leader(game, leader, wounded=True)
    audience = seats_of(game, record.nation)
    game.emit(LeaderHurt(nation=record.nation, leader=leader, name=record.name, reason=reason, rule=rule, audience=audience))


def heal(game: Cendre, leader: LeaderId, reason: str, rule: str) -> None:
    record = write_leader(game, leader, wounded=False)
    audience = seats_of(game, record.nation)
    game.emit(LeaderHealed(nation=record.nation, leader=leader, name=record.name, reason=reason, rule=rule, audience=audience))


def capture(game: Cendre, leader: LeaderId, captor: NationId, rule: str) -> None:
    """A leader is taken prisoner: he still counts in his nation's total, costs nothing and cannot act."""
    record = game.leaders[leader]
    disband_army(game, leader)
    write_leader(game, leader, captor=captor, at="")
    audience = seats_of(game, record.nation, captor)
    game.emit(LeaderCaptured(nation=record.nation, leader=leader, name=record.name, captor=captor, rule=rule, audience=audience))


def free(game: Cendre, leader: LeaderId, reason: str, rule: str) -> None:
    record = game.leaders[leader]
    home = refuge(game, record.nation, game.nations[record.nation].capital)
    write_leader(game, leader, captor="", at=home)
    audience = seats_of(game, record.nation, record.captor)
    game.emit(
        LeaderFreed(
            nation=record.nation, leader=leader, name=record.name, captor=record.captor, reason=reason, rule=rule, audience=audience
        )
    )


def disband_army(game: Cendre, leader: LeaderId) -> None:
    """The units of an army go back into the garrison where they stand."""
    army = game.armies.pop(leader, None)
    if army is not None and army.troops:
        set_garrison(game, army.at, army.nation, merged(garrison(game, army.at, army.nation), army.troops))
