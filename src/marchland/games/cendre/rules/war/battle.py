"""One fight: ambush, forces, bonuses, dice, losses and the fate of leaders."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from marchland.kernel.chance import pick
from marchland.kernel.events import Event

from ...state import Cendre, Code, NationId
from ...tables import TABLES, Terrain, TerrainPair
from ..common.dice import d10, dice
from ..common.inquiry import has_structure, is_held, knows, seats_of, structures_of
from ..common.ledger import remove_from_army, remove_units
from ..common.marks import mark_total
from ..common.modifiers import added, added_here, here
from ..magic.lasting import Subject, is_forbidden, modified, rolls_twice
from .bodies import SKIRMISHER, TACTICS, Body, has_tactic, kind_of_unit, number_with, officer, strategy, tactics
from .forces import ATTACK, DEFENCE, Field, Fight, Side, is_clumsy_landing, side_force
from .ways import RIVER, TUNNELS, took_hidden_paths

LAVA, CAPTAINS, NEST = "canaux-de-lave", "halle-des-capitaines", "nid-de-vautours"
KEPT: dict[int, Callable[..., tuple[int, ...]]] = {1: max, -1: min}
"""Of two throws, by what spells say."""


class Bonus(msgspec.Struct, frozen=True):
    """One line of a test: what it is for and how much."""

    name: str
    amount: int


Lines = list[Bonus]
Present = tuple[NationId, str, int]
"""Units that stand on the field: whose, of which kind, how many."""


class BattleFought(Event, frozen=True):
    """A battle or raid as the world hears of it."""

    rule: str
    territory: Code
    attackers: tuple[NationId, ...]
    defenders: tuple[NationId, ...]
    """Empty: the passive defence of a territory nobody holds."""
    attack_commander: NationId
    defence_commander: NationId
    winner: str
    """attaque or défense."""
    attack_units: int
    defence_units: int
    attack_losses: int
    defence_losses: int
    raid: bool = False


class BattleReport(Event, frozen=True):
    """The same fight as those who fought know it: forces, bonuses and dice."""

    RULE = "TC-WAR-15"
    territory: Code
    ambush: int
    """The ambush roll with its modifiers, 0 if none was tried."""
    ambushed: bool
    attack_force: int
    defence_force: int
    attack_bonuses: tuple[Bonus, ...]
    defence_bonuses: tuple[Bonus, ...]
    attack_dice: tuple[int, ...]
    defence_dice: tuple[int, ...]
    attack_total: int
    defence_total: int
    attack_troops: tuple[Present, ...] = ()
    defence_troops: tuple[Present, ...] = ()


class TunnelDug(Event, frozen=True):
    """How a tunnel came out."""

    RULE = "TC-WAR-13"
    nation: NationId
    territory: Code
    die: int
    bonus: int
    lost: int


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """How a fight ended: who won and what each side lost."""

    winner: Side
    loser: Side
    lost: dict[str, int]
    """By role."""


def fight_out(game: Cendre, fight: Fight, rule: str) -> Verdict:
    """TC-WAR-15 Ambush, forces and bonuses, three dice each; the higher total wins and a tie goes to the defender."""
    audience = seats_of(game, *fight.attack.nations, *fight.defence.nations)
    tunnel, fight = dig(game, fight)
    if not fight.attack.size:
        return _buried(game, fight, rule)
    field = Field(game, fight)
    roll, ambushed = lay_ambush(field)
    forces = {side.role: side_force(field, side) for side in (fight.attack, fight.defence)}
    bonuses = {
        ATTACK: attack_bonuses(field, forces, tunnel),
        DEFENCE: defence_bonuses(field, forces, ambushed),
    }
    thrown = {side.role: throw(field, side) for side in (fight.attack, fight.defence)}
    totals = {role: sum(thrown[role]) + sum(line.amount for line in bonuses[role]) for role in (ATTACK, DEFENCE)}
    game.emit(
        BattleReport(
            territory=fight.at, ambush=roll, ambushed=ambushed, attack_force=forces[ATTACK], defence_force=forces[DEFENCE],
            attack_bonuses=tuple(bonuses[ATTACK]), defence_bonuses=tuple(bonuses[DEFENCE]), attack_dice=thrown[ATTACK],
            defence_dice=thrown[DEFENCE], attack_total=totals[ATTACK], defence_total=totals[DEFENCE],
            attack_troops=present(fight.attack), defence_troops=present(fight.defence), audience=audience,
        )
    )  # fmt: skip
    winner = fight.attack if totals[ATTACK] > totals[DEFENCE] else fight.defence
    lost = take_losses(field, winner, thrown)
    _announce(game, fight, winner.role, lost, rule)
    return Verdict(winner=winner, loser=fight.against(winner), lost=lost)


def present(side: Side) -> tuple[Present, ...]:
    """TC-INFO-12 Whoever stands on the field sees every unit there."""
    counted: dict[tuple[NationId, str], int] = {}
    for body in side.bodies:
        for troop in body.troops:
            counted[body.nation, troop.unit] = counted.get((body.nation, troop.unit), 0) + troop.count
    return tuple((nation, unit, count) for (nation, unit), count in counted.items())


def _buried(game: Cendre, fight: Fight, rule: str) -> Verdict:
    """TC-WAR-13 Nobody came out of the tunnel: there is nothing left to fight."""
    lost = {ATTACK: 0, DEFENCE: 0}
    _announce(game, fight, DEFENCE, lost, rule)
    return Verdict(winner=fight.defence, loser=fight.attack, lost=lost)


def _announce(game: Cendre, fight: Fight, winner: str, lost: dict[str, int], rule: str) -> None:
    game.emit(
        BattleFought(
            rule=rule, territory=fight.at, attackers=fight.attack.nations,
            defenders=() if fight.is_passive else fight.defence.nations, attack_commander=fight.attack.nation,
            defence_commander=fight.defence.nation, winner=winner, attack_units=fight.attack.size, defence_units=fight.defence.size,
            attack_losses=lost[ATTACK], defence_losses=lost[DEFENCE], raid=fight.raid,
        )
    )  # fmt: skip


# -- before the clash -------------------------------------------------------------------------------------------


def dig(game: Cendre, fight: Fight) -> tuple[int, Fight]:
    """TC-WAR-13 An attack by tunnel may surprise the enemy, come out in his midst, or fall in on the diggers."""
    head = fight.attack.spearhead
    if head.army is None or head.army.mode not in TUNNELS:
        return 0, fight
    die = d10(game, head.nation, "tunnel")
    row = next(row for row in TABLES.war.tunnel if die <= row.upto)
    bonus = row.bonus if fight.raid or not row.raid_only else 0
    audience = seats_of(game, head.nation)
    game.emit(TunnelDug(nation=head.nation, territory=fight.at, die=die, bonus=bonus, lost=row.loss, audience=audience))
    if not row.loss:
        return bonus, fight
    return bonus, _after_cave_in(game, fight, head, row.loss)


def _after_cave_in(game: Cendre, fight: Fight, head: Body, lost: int) -> Fight:
    strike(game, (head,), lost, "cave_in", "TC-WAR-13")
    fresh = msgspec.structs.replace(head, troops=game.armies[head.key].troops)
    bodies = tuple(fresh if body.key == head.key else body for body in fight.attack.bodies)
    return msgspec.structs.replace(fight, attack=msgspec.structs.replace(fight.attack, bodies=bodies))


def lay_ambush(field: Field) -> tuple[int, bool]:
    """TC-WAR-14 The defender springs an ambush on ten: skirmishers help, a perspicacious enemy is wary."""
    table, subjects = TABLES.war.ambush, side_subjects(field, field.fight.defence)
    if is_forbidden(field.game, "ambush", *subjects):
        return 0, False
    total = ambush_total(field, d10(field.game, field.fight.defence.nation, "ambush"))
    return total, total >= table.difficulty


def ambush_total(field: Field, die: int) -> int:
    """TC-WAR-14 The die of an ambush with all that helps and hinders it."""
    game, fight, table = field.game, field.fight, TABLES.war.ambush
    total = die + _skirmishers(game, fight.defence) - _skirmishers(game, fight.attack)
    total += table.perspicacious * sum(has_tactic(game, captain, "perspicace") for captain in fight.attack.captains)
    if fight.defence.nation:
        total += added_here(game, fight.defence.nation, "roll.ambush", fight.at)
        total += _nest(field)
    return modified(game, "ambush_test", total, *side_subjects(field, fight.defence))


def _skirmishers(game: Cendre, side: Side) -> int:
    return sum(number_with(game, body, SKIRMISHER) for body in side.bodies)


def _nest(field: Field) -> int:
    """TC-STRUCT-08 Vultures' nests watch over those who defend them."""
    return TABLES.national_structures[NEST].amount if _defends_own(field, NEST) else 0


def _defends_own(field: Field, structure: str) -> bool:
    land = field.game.lands[field.at]
    return has_structure(land, structure) and any(is_held(land, nation) for nation in field.fight.defence.nations)


def side_subjects(field: Field, side: Side) -> list[Subject]:
    """The bodies of a side as running spells see them."""
    return [
        Subject(
            army=(body.key,),
            nation=body.nation,
            territory=field.at,
            side=side.role,
            traits=frozenset[str]().union(*(field.traits[side.role][body.key, troop.unit] for troop in body.troops)),
        )
        for body in side.bodies
    ]


# -- bonuses ----------------------------------------------------------------------------------------------------


def attack_bonuses(field: Field, forces: dict[str, int], tunnel: int) -> Lines:
    """TC-WAR-15 The attacker's tactical bonuses."""
    lines = [*common_bonuses(field, field.fight.attack, forces), Bonus("tunnel", tunnel)]
    lines.append(Bonus("event", mark_total(field.game, "attack_test", territory=field.at)))
    if field.fight.raid:
        lines.append(Bonus("structure", _raid_structures(field)))
    return [line for line in lines if line.amount]


def _raid_structures(field: Field) -> int:
    """TC-STRUCT-08 The captains' hall trains raiders; raids from a vultures' nest strike harder."""
    head, effects = field.fight.attack.spearhead, TABLES.national_structures
    bonus = effects[CAPTAINS].amount if structures_of(field.game, head.nation, CAPTAINS) and head.key in field.game.leaders else 0
    start = field.game.lands[head.army.origin] if head.army else None
    if start is not None and is_held(start, head.nation) and has_structure(start, NEST):
        bonus += effects[NEST].share
    return bonus


def defence_bonuses(field: Field, forces: dict[str, int], ambushed: bool) -> Lines:
    """TC-WAR-15 The defender's tactical and defensive bonuses."""
    side = field.fight.defence
    lines = [*common_bonuses(field, side, forces), Bonus("ambush", TABLES.war.ambush.tactical * ambushed)]
    if _defends_own(field, LAVA):
        lines.append(Bonus("structure", TABLES.national_structures[LAVA].amount))
    ground = ground_bonuses(field, ambushed)
    lines += ground
    magic = modified(field.game, "defence_bonus", 0, *side_subjects(field, side))
    return [line for line in (*lines, Bonus("spell_defence", magic)) if line.amount]


def common_bonuses(field: Field, side: Side, forces: dict[str, int]) -> Lines:
    """TC-WAR-15 Table 45: castle, strategy, superiority, discoveries, and what the people and spells add."""
    game, foe = field.game, field.fight.against(side)
    lines: Lines = [
        Bonus("strategy", side_strategy(field, side)),
        Bonus("superiority", superiority(forces[side.role], forces[foe.role])),
        Bonus("castle", _castle(field, side)),
    ]
    if side.nation:
        lines += [*_discoveries(field, side), Bonus("people", _people(field, side))]
    lines.append(Bonus("spell", modified(game, "combat_test", 0, *side_subjects(field, side))))
    return [line for line in lines if line.amount]


def side_strategy(field: Field, side: Side) -> int:
    """TC-LEAD-11 The commander's strategy, better in his own way of fighting or on his own ground."""
    if not side.commander:
        return strategy(field.game, side.spearhead)
    military = officer(field.game, side.commander)
    bonus = military.strategy if military else 0
    for known in tactics(field.game, side.commander):
        tactic, _, ground = known.partition(":")
        fits = {"attaquant": side.role == ATTACK, "défenseur": side.role == DEFENCE, "spécialiste": ground in field.ground}
        bonus += TACTICS.strategy[tactic] * fits[tactic] if tactic in fits else 0
    return bonus


def superiority(own: int, other: int) -> int:
    """TC-WAR-15 Table 43: nothing below one and a half to one, then 1, then the whole ratio."""
    (threshold, first), (whole, _), *_ = TABLES.war.ratio
    ratio = own / max(other, 1)
    return int(ratio) if ratio >= whole else first if ratio >= threshold else 0


def _castle(field: Field, side: Side) -> int:
    """TC-STRUCT-04 A castle helps the owner of the land, if his troops are on this side."""
    towns = TABLES.towns
    if not field.has_castle or field.game.lands[field.at].owner not in side.nations:
        return 0
    return towns.castle_tactical_raid if field.fight.raid else towns.castle_tactical


def _discoveries(field: Field, side: Side) -> Lines:
    """TC-SCI-04 TC-SCI-05 What the commanding nation has learnt of war."""
    game, nation, bonus = field.game, side.nation, TABLES.science.effects.test
    record = game.nations[nation]
    special = "Spécialisation" in record.known and record.focus == side.role
    home = nation in game.lands[field.at].national
    return [
        Bonus("science", bonus * knows(game, nation, "Science militaire")),
        Bonus("specialisation", bonus * special),
        Bonus("nationalism", bonus * (home and knows(game, nation, "Nationalisme"))),
    ]


def _people(field: Field, side: Side) -> int:
    """What the commanding nation's booklet adds to the test."""
    shared = frozenset.intersection(*field.traits[side.role].values())
    races = field.kinds[field.fight.against(side).role]
    facts = here(field.game, side.nation, field.at)
    return added(field.game, side.nation, "roll.combat", side=side.role, all_units_have=shared, vs_race=races, **facts)


def ground_bonuses(field: Field, ambushed: bool) -> Lines:
    """TC-LAND-08 Terrain, river, shore and works, as far as the attacker minds them."""
    land, head = TABLES.land, field.fight.attack.spearhead
    works = land.works_defence_raid if field.fight.raid else land.works_defence
    return [
        Bonus("terrain", terrain_defence(field, ambushed)),
        Bonus("river", land.river_defence * _minds_the_river(field, head)),
        Bonus("landing", land.landing_defence * is_clumsy_landing(field, field.fight.attack, head)),
        Bonus("works", works * field.behind_works),
    ]


def _minds_the_river(field: Field, head: Body) -> bool:
    """TC-LAND-08 An attack across a river is harder, but not for swimmers, nor for those who know hidden paths over it."""
    dry = field.all_are(field.fight.attack, "amphibie") or took_hidden_paths(field.game, head)
    return head.way == RIVER and not dry


def terrain_defence(field: Field, ambushed: bool) -> int:
    """TC-LAND-08 The printed pair, or the better of the terrains; hills help only in an ambush, marsh troops mind no marsh."""
    table = TABLES.land
    ground = set(field.ground)
    if field.all_are(field.fight.attack, "troupes des marais"):
        ground.discard("marais")
    pairs = [pair for pair in table.pairs if set(pair.terrains) <= ground]
    rows: list[Terrain | TerrainPair] = [*pairs]
    rows += [table.terrains[name] for name in sorted(ground.difference(*(pair.terrains for pair in pairs)))]
    return max((row.defence + row.ambush * ambushed for row in rows), default=0)


def throw(field: Field, side: Side) -> tuple[int, ...]:
    """TC-WAR-15 Three dice; some spells make a side throw twice and keep the better or the worse."""
    first = dice(field.game, side.nation, "battle", 3, 6)
    better = rolls_twice(field.game, "combat_test", *side_subjects(field, side))
    if not better:
        return first
    second = dice(field.game, side.nation, "battle", 3, 6)
    return KEPT[better](first, second, key=sum)


# -- losses -----------------------------------------------------------------------------------------------------


def take_losses(field: Field, winner: Side, thrown: dict[str, tuple[int, ...]]) -> dict[str, int]:
    """TC-WAR-16 Table 46 by the single dice, then destroyers, tactics, medicine and spells; a raid halves the defender's."""
    fight, table = field.fight, TABLES.war.losses
    loser = fight.against(winner)
    base = {
        loser.role: sum(table.winner_inflicts[face - 1] for face in thrown[winner.role])
        + sum(table.loser_suffers[face - 1] for face in thrown[loser.role]),
        winner.role: sum(table.loser_inflicts[face - 1] for face in thrown[loser.role]),
    }
    lost: dict[str, int] = {}
    for side in (fight.attack, fight.defence):
        number = adjusted_losses(field, side, winner, base[side.role])
        lost[side.role] = strike(field.game, side.bodies, number, "battle", "TC-WAR-16")
    return lost


def adjusted_losses(field: Field, side: Side, winner: Side, base: int) -> int:
    """TC-WAR-16 What one side loses in the end."""
    game, foe = field.game, field.fight.against(side)
    number = base + sum(number_with(game, body, "destructeur") for body in foe.bodies)
    number += _tactic_total(game, foe, TACTICS.losses_inflicted) - _tactic_total(game, side, TACTICS.losses_avoided)
    number -= TABLES.science.effects.medicine * (bool(side.nation) and knows(game, side.nation, "Médecine"))
    number -= sum(TACTICS.evasion for party in (side, foe) if _evades(field, party, winner))
    if side.role == ATTACK and _defends_own(field, LAVA):
        number += TABLES.national_structures[LAVA].amount
    number = modified(game, "losses_taken", number, *side_subjects(field, side))
    number = modified(game, "losses_dealt", number, *side_subjects(field, foe))
    halved = field.fight.raid and side.role == DEFENCE
    return max(0, number) // (2 if halved else 1)


def _tactic_total(game: Cendre, side: Side, table: dict[str, int]) -> int:
    """TC-LEAD-12 Tactics work in every fight in which the army of their leader takes part, whoever commands the side."""
    return sum(table.get(tactic, 0) for captain in side.captains for tactic in tactics(game, captain))


def _evades(field: Field, side: Side, winner: Side) -> bool:
    """TC-LEAD-11 A master of evasion, beaten or outnumbered, keeps both sides from dying."""
    if not any(has_tactic(field.game, captain, "évasion") for captain in side.captains):
        return False
    return side is not winner or side.size < field.fight.against(side).size


def strike(game: Cendre, group: Sequence[Body], number: int, reason: str, rule: str) -> int:
    """TC-WAR-16 Units fall by loss priority, then the weaker, then by chance; immortal ones never. Returns how many fell."""
    fallen = 0
    for body, unit in _victims(game, group, number):
        fallen += 1
        if not body.nation:
            continue
        if body.army is not None:
            remove_from_army(game, body.key, unit, 1, reason, rule)
        else:
            remove_units(game, body.at, body.nation, unit, 1, reason, rule)
    return fallen


def _victims(game: Cendre, group: Sequence[Body], number: int) -> list[tuple[Body, str]]:
    ranks: dict[tuple[int, int], list[tuple[Body, str]]] = {}
    for body in group:
        for troop in body.troops:
            kind = kind_of_unit(troop.unit)
            if "immortel" not in kind.traits:
                ranks.setdefault((kind.loss_priority, kind.force), []).extend([(body, troop.unit)] * troop.count)
    victims: list[tuple[Body, str]] = []
    for rank in sorted(ranks):
        victims += _drawn(game, ranks[rank], number - len(victims))
        if len(victims) >= number:
            break
    return victims


def _drawn(game: Cendre, equals: list[tuple[Body, str]], number: int) -> list[tuple[Body, str]]:
    """So many of the equals: chance decides only where it makes a difference."""
    if number <= 0:
        return []
    if number >= len(equals) or all(found == equals[0] for found in equals):
        return equals[:number]
    drawn = []
    for _ in range(number):
        drawn.append(pick(game, equals))
        equals.remove(drawn[-1])
    return drawn
