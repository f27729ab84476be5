"""Casting: the order in which spells resolve, what they cost, who notices, and how they run on."""

from __future__ import annotations

import msgspec

from marchland.kernel.chance import shuffled
from marchland.kernel.errors import IllegalAction
from marchland.kernel.events import Event

from ...orders import CastSpell
from ...state import MAJOR, MINOR, Cendre, Lasting, NationId
from ...tables import TABLES
from ...world import SITES
from ..common.dice import d10
from ..common.inquiry import at_war, kind_of, lines, seats_of, war_between
from ..common.ledger import change_land, done, lose_units, refuse, tally
from ..common.modifiers import added
from ..diplomacy.terms import fresh_wrong
from ..events.threats.ash import sweep_ash
from ..leaders.actors import take_action
from ..standing.deeds import move_counter
from .book import INSTANT, SPELLS, Spell, spell_ends, spell_named
from .effects import Working, objects, reveal, work
from .lasting import is_friend, is_stopped, shielded, spell_adjusted, spell_place
from .targets import Casting, power_of, prepare

HOSTILE_TARGETS = ("enemy_territory", "enemy_army", "enemy_leader", "enemy_city", "nation")
CLEANSING, CLEANSING_LEVEL = ("protection", "vie", "eau", "climat"), 3
NOTORIOUS = "hostile-spell"


class SpellCast(Event, frozen=True):
    """A spell was cast; public ones are announced to everybody."""

    RULE = "TC-MAG-02"
    nation: NationId
    spell: str
    aim: str
    """A territory, a nation or a leader's name; empty for a spell on one's own nation."""
    fluid: int
    in_vain: bool = False


class CasterFound(Event, frozen=True):
    """The victim of a secret spell found out who cast it."""

    RULE = "TC-INFO-10"
    nation: NationId
    caster: NationId
    die: int
    total: int


# -- order ------------------------------------------------------------------------------------------------------


def cast_all(game: Cendre) -> None:
    """TC-MAG-02 Spells resolve one by one: the higher level first, then the more powerful magician, then chance."""
    struck: set[tuple[str, int, str]] = set()
    done_on: set[tuple[str, str]] = set()
    for nation, line, order in in_turn(game):
        try:
            casting = prepare(game, nation, order)
        except IllegalAction as refusal:
            refuse(game, nation, line, order, refusal.rule, **refusal.facts)
            continue
        cast(game, casting, struck, done_on)
        done(game, nation, line, order, "TC-MAG-02", spell=casting.spell.id)
    see_again(game)


def in_turn(game: Cendre) -> list[tuple[NationId, int, CastSpell]]:
    """TC-MAG-02 All castings of the season in the order in which they resolve."""
    ranks: dict[tuple[int, int], list[tuple[NationId, int, CastSpell]]] = {}
    for nation in sorted(game.sheets):
        for line, order in lines(game, nation, CastSpell):
            ranks.setdefault(_rank(game, order), []).append((nation, line, order))
    ordered: list[tuple[NationId, int, CastSpell]] = []
    for rank in sorted(ranks):
        ordered += shuffled(game, ranks[rank]) if len(ranks[rank]) > 1 else ranks[rank]
    return ordered


def _rank(game: Cendre, order: CastSpell) -> tuple[int, int]:
    spell, leader = spell_named(order.spell), game.leaders.get(order.leader)
    power = power_of(game, leader) if leader is not None and leader.magic is not None and leader.at in SITES else 0
    return -(spell.level if spell else 0), -power


# -- casting ----------------------------------------------------------------------------------------------------


def cast(game: Cendre, casting: Casting, struck: set[tuple[str, int, str]], done_on: set[tuple[str, str]]) -> None:
    """TC-MAG-02 The fluid is spent; the same spell works only once on a target in a season."""
    spell, target = casting.spell, casting.target
    change_land(game, casting.place, "fluid", -casting.cost, "spell", "TC-MAG-02")
    take_action(game, casting.leader)
    mark = (spell.id, target_key(target))
    vain = mark in done_on
    done_on.add(mark)
    _announce(game, casting, vain)
    victim = victim_of(game, spell, target)
    if vain:
        return
    if spell.colour in CLEANSING and spell.level >= CLEANSING_LEVEL and target.territory and game.lands[target.territory].ash:
        sweep_ash(game, target.territory)
        return
    work(game, Working(cast=target, choice=casting.choice, struck=struck))
    if spell.lasts:
        start_running(game, target)
    if victim:
        resent(game, casting, victim)


def target_key(target: Lasting) -> str:
    return target.territory or target.nation or target.leader or "+".join(target.army)


def start_running(game: Cendre, target: Lasting) -> None:
    """TC-MAG-02 A lasting spell is registered; cast again on the same target it starts anew, except where a ward now stops it."""
    spared = shielded(game, target)
    running = msgspec.structs.replace(target, until=spell_ends(target.spell, target.since), spared=spared)
    same = (target.spell, target_key(target))
    renewed = [old for old in game.spells if (old.spell, target_key(old)) == same and set(spared) <= set(old.spared)]
    game.spells = [old for old in game.spells if old not in renewed]
    if not is_stopped(game, running):
        game.spells.append(running)


def _announce(game: Cendre, casting: Casting, vain: bool) -> None:
    spell = casting.spell
    audience = None if spell.public else seats_of(game, casting.nation)
    aim = shown_aim(game, casting.target)
    event = SpellCast(nation=casting.nation, spell=spell.id, aim=aim, fluid=casting.cost, in_vain=vain, audience=audience)
    game.emit(event)


def shown_aim(game: Cendre, target: Lasting) -> str:
    """What an announcement names as the target."""
    if target.leader:
        return game.leaders[target.leader].name
    return target.nation if target.nation != target.caster and target.nation else spell_place(game, target)


# -- victims ----------------------------------------------------------------------------------------------------


def victim_of(game: Cendre, spell: Spell, target: Lasting) -> NationId:
    """TC-MAG-02 Whom a hostile spell wrongs, empty if it is not hostile: visions never are."""
    if spell.only_reveals:
        return ""
    nation = _struck_nation(game, target)
    if kind_of(game, nation) not in (MAJOR, MINOR) or is_friend(game, target.caster, nation):
        return ""
    return nation if spell.target in HOSTILE_TARGETS or spell.target in ("any_territory", "source") else ""


def _struck_nation(game: Cendre, target: Lasting) -> NationId:
    if target.nation:
        return target.nation
    if target.territory:
        return game.lands[target.territory].controller
    key = target.leader or target.army[0]
    return key.partition(":")[2] if ":" in key else game.leaders[key].nation if key in game.leaders else game.armies[key].nation


def resent(game: Cendre, casting: Casting, victim: NationId) -> None:
    """TC-MAG-02 A caster who is known, and not at war, gives his victim a casus belli and loses some of his good name."""
    caster = casting.nation
    if not casting.spell.public and not _found_out(game, caster, victim):
        return
    if at_war(game, caster, victim) or war_between(game, caster, victim) is not None:
        return
    fresh_wrong(game, victim, caster, "spell")
    used = game.nations[caster].season.used
    if NOTORIOUS not in used:
        tally(game, caster, "season", used=(*used, NOTORIOUS))
        move_counter(game, caster, -1, NOTORIOUS)


def _found_out(game: Cendre, caster: NationId, victim: NationId) -> bool:
    """TC-INFO-10 The victim of a secret spell looks for the caster as for a spy; no innocent is ever accused."""
    die = d10(game, victim, "detection")
    total = die + game.nations[victim].stability + added(game, victim, "roll.detection")
    total = spell_adjusted(game, "detection_test", total, nation=victim)
    found = total >= TABLES.operations.discovery.difficulty
    if found:
        game.emit(CasterFound(nation=victim, caster=caster, die=die, total=total, audience=seats_of(game, victim)))
    return found


# -- running spells ---------------------------------------------------------------------------------------------


def see_again(game: Cendre) -> None:
    """TC-MAG-02 Visions that last come back at the end of every magical phase."""
    for running in game.spells:
        spell = SPELLS[running.spell]
        if running.since < game.turn and spell.duration != INSTANT:
            for atom in spell.effect:
                if atom.op == "reveal":
                    for subject, _ in list(objects(game, running, atom)):
                        reveal(game, Working(cast=running), atom, subject)


def end_running(game: Cendre) -> None:
    """TC-MAG-02 Spells whose time is over end, and units called up for as long leave."""
    game.spells = [running for running in game.spells if spell_ends(running.spell, running.since) > game.turn]
    for key in sorted(game.garrisons):
        code, _, nation = key.partition(":")
        for troop in game.garrisons[key]:
            if troop.until and troop.until <= game.turn:
                lose_units(game, code, nation, troop.unit, troop.count, "spell_over", "TC-WAR-03")
    for leader in sorted(game.armies):
        army = game.armies[leader]
        for troop in army.troops:
            if troop.until and troop.until <= game.turn:
                lose_units(game, army.at, army.nation, troop.unit, troop.count, "spell_over", "TC-WAR-03")
