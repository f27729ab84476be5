"""Raids: who defends, what is carried off, and the way home."""

from __future__ import annotations

from marchland.kernel.events import Event

from ...goods import NOTHING, Goods
from ...state import MINOR, Cendre, Code, NationId
from ...tables import TABLES
from ...world import SITES
from ..common.inquiry import allied, at_war, has_treaty, kind_of, seats_of, structures_of
from ..common.ledger import count, gain, tally
from ..common.modifiers import factor
from ..diplomacy.terms import fresh_wrong
from ..events.threats.deeds import note_fight, note_raid
from ..glory.account import limited_glory
from ..land.production import yield_of
from .aftermath import Fates, apply_fates, follow, roll_fates, withdraw
from .battle import fight_out
from .bodies import Body, army_body, bodies, bodies_at, has_enemy
from .control import has_passive_defence, people_in_arms
from .forces import ATTACK, DEFENCE, Fight, Side, is_raider
from .movement import relocate
from .sides import in_order, make_side

CAPTAINS = "halle-des-capitaines"


class RaidResolved(Event, frozen=True):
    """A raid is over; `loot` is what the raiders carried off."""

    RULE = "TC-WAR-12"
    nation: NationId
    victim: NationId
    territory: Code
    success: bool
    fought: bool
    loot: Goods


def raid_all(game: Cendre) -> None:
    """TC-WAR-12 Raids come before battles, one by one in order of arrival; the land limits what all together carry off."""
    taken: dict[Code, Goods] = {}
    raiders = [body for group in bodies(game).values() for body in group if is_raider(body)]
    for raider in sorted(raiders, key=lambda body: (body.rank, body.key)):
        taken[raider.at] = taken.get(raider.at, NOTHING) + _raid(game, raider, taken.get(raider.at, NOTHING))


def _raid(game: Cendre, raider: Body, taken: Goods) -> Goods:
    code, victim = raider.at, game.lands[raider.at].controller
    present = bodies(game).get(code, [])
    defenders = raid_defenders(game, raider, present) or roused_people(game, raider, present)
    won, fates = _fight(game, raider, defenders) if defenders else (True, [])
    left = game.armies[raider.key].troops
    loot = carry_off(game, raider.nation, victim, code, count(left), taken) if won and left else NOTHING
    game.emit(
        RaidResolved(
            nation=raider.nation, victim=victim, territory=code, success=won, fought=bool(defenders), loot=loot,
            audience=seats_of(game, raider.nation, victim),
        )
    )  # fmt: skip
    _remember(game, raider.nation, victim, won)
    note_raid(game, raider.nation, won)
    go_home(game, raider)
    apply_fates(game, fates)
    return loot


def raid_defenders(game: Cendre, raider: Body, present: list[Body]) -> list[Body]:
    """TC-WAR-12 Those who hold the land or are at war with the raider defend it, unless his own side holds the field."""
    code = raider.at
    standing = [body for body in in_order(game, code, present) if not is_raider(body)]
    parties = [body for body in standing if _is_friend(game, raider, body) or _resists(game, raider, body)]
    if not parties or _is_friend(game, raider, parties[0]):
        return []
    return [body for body in parties if not _is_friend(game, raider, body)]


def roused_people(game: Cendre, raider: Body, present: list[Body]) -> list[Body]:
    """TC-WAR-21 The people of a minor nation resist raiders where it has no troops of its own left."""
    if kind_of(game, game.lands[raider.at].controller) != MINOR or not has_passive_defence(game, raider.at, present):
        return []
    return [people_in_arms(game, raider.at, raider.nation)]


def _is_friend(game: Cendre, raider: Body, body: Body) -> bool:
    if body.nation == game.lands[raider.at].controller:
        return body.nation == raider.nation
    return body.nation == raider.nation or allied(game, body.nation, raider.nation)


def _resists(game: Cendre, raider: Body, body: Body) -> bool:
    return body.nation == game.lands[raider.at].controller or at_war(game, body.nation, raider.nation)


def _fight(game: Cendre, raider: Body, defenders: list[Body]) -> tuple[bool, Fates]:
    """TC-WAR-12 A raid is fought like a battle, but nobody leaves the land and no glory is won.

    It succeeds if the defenders are beaten or destroyed: also if the last of them falls in a fight he wins.
    """
    code = raider.at
    attack = make_side(game, code, ATTACK, (raider,), ())
    wild = not defenders[0].nation
    defence = Side(role=DEFENCE, bodies=tuple(defenders)) if wild else make_side(game, code, DEFENCE, defenders, ())
    fight = Fight(at=code, attack=attack, defence=defence, raid=True)
    verdict = fight_out(game, fight, "TC-WAR-12")
    note_fight(game, fight, verdict, {})
    driven_off = verdict.winner.role == ATTACK or verdict.lost[DEFENCE] >= fight.defence.size
    return driven_off, roll_fates(game, fight, verdict)


def carry_off(game: Cendre, raider: NationId, victim: NationId, code: Code, units: int, taken: Goods) -> Goods:
    """TC-WAR-12 So much per surviving unit, no more than the land yields in a season nor than its master has."""
    if victim == raider or victim not in game.nations:
        return NOTHING
    wanted = loot_of(game, raider, code, units)
    left = (yield_of(game, code) - taken).at_least_nothing()
    loot = wanted.least(left).least(game.nations[victim].goods).at_least_nothing()
    gain(game, victim, loot * -1, "raided", "TC-WAR-12", territory=code, other=raider)
    gain(game, raider, loot, "raid", "TC-WAR-12", territory=code, other=victim)
    return loot


def loot_of(game: Cendre, raider: NationId, code: Code, units: int) -> Goods:
    table, times = TABLES.war.raid_loot, factor(game, raider, "raid.loot") * units
    loot = {"gold": int(table.gold * times), "provisions": int(table.provisions * times)}
    return Goods.of({**loot, SITES[code].resource: int(table.resources * times)})


def _remember(game: Cendre, raider: NationId, victim: NationId, won: bool) -> None:
    """TC-WAR-12 A raid under a pact or an alliance gives the victim a casus belli; raiders are remembered until winter."""
    for span in ("season", "year"):
        spent = getattr(game.nations[raider], span)
        tally(game, raider, span, raids=spent.raids + 1, raids_won=spent.raids_won + won)
    if any(has_treaty(game, kind, raider, victim) for kind in ("pact", "alliance")):
        fresh_wrong(game, victim, raider, "raid")
    if won and structures_of(game, raider, CAPTAINS):
        effect = TABLES.national_structures[CAPTAINS]
        limited_glory(game, raider, effect.amount, effect.most, CAPTAINS, "TC-STRUCT-08")


def go_home(game: Cendre, raider: Body) -> None:
    """TC-WAR-12 Raiders go back to where they came from, whatever happened; if an enemy is there now, elsewhere."""
    army = game.armies[raider.key]
    if not army.troops:
        follow(game, raider.key, army.at)
    elif has_enemy(game, army.nation, bodies_at(game, army.origin)):
        withdraw(game, army_body(raider.key, army), reason="raid_over", rule="TC-WAR-12")
    else:
        relocate(game, raider.key, army.origin, path=(), entered="", way="", rank=0, done=True, mode="defend")
