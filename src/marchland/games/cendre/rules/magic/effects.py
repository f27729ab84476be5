"""What a spell does when it is cast: its acting atoms, carried out on every object they reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from marchland.kernel.chance import pick

from ...goods import KINDS, RESOURCES, Goods
from ...state import Cendre, Code, Lasting, NationId
from ...world import ATLAS, DOMAINS, SITES
from ..common.dice import dice, percent
from ..common.inquiry import leaders_of
from ..common.ledger import add_science, add_units, change_land, gain, lose_units, write_land
from ..economy.caravans import end_caravan
from ..leaders.people import die, escapes_death, heal, wound, write_leader
from ..science import last_threshold
from ..standing.account import change_counter, change_stability
from ..towns.towns import buildings, is_building, lose_structure, shrink
from ..war.bodies import Body, bodies_at, traits_of
from ..war.war import loss_test_on
from .book import SPELLS, WHATS, Atom, Condition, last_turn
from .lasting import (
    Subject,
    belongs,
    default_of,
    in_area,
    is_friend,
    is_spared,
    is_stopped,
    is_warded,
    place_of,
    reaches,
    spell_place,
    spreads_to,
    within_two,
)
from .visions import show

LAND_FIELDS = {"recruit_capacity": "recruits", "base_danger": "danger", "city_level": "town", "source_level": "source"}
RULE = "TC-MAG-02"
MAGIC = "magic"
"""The reason those struck by a spell read: never its name."""


class Working(msgspec.Struct, frozen=True, kw_only=True):
    """A spell being carried out: the target as kept, the caster's choice, and what this spell struck before this season."""

    cast: Lasting
    choice: str = ""
    struck: set[tuple[str, int, str]] = set()


# -- objects ----------------------------------------------------------------------------------------------------


def work(game: Cendre, working: Working) -> None:
    """TC-MAG-02 The acting atoms of a spell, one after the other, each on the state left by the one before."""
    spell = SPELLS[working.cast.spell]
    for index, atom in enumerate(spell.effect):
        if atom.op in ACTS:
            for subject, key in list(objects(game, working.cast, atom)):
                mark = (spell.id, index, key)
                if mark not in working.struck and _chance(game, working.cast, atom):
                    working.struck.add(mark)
                    ACTS[atom.op](game, working, atom, subject)


def _chance(game: Cendre, cast: Lasting, atom: Atom) -> bool:
    return percent(game, cast.caster, "spell", atom.condition.chance)


def objects(game: Cendre, cast: Lasting, atom: Atom) -> Iterator[tuple[Subject, str]]:
    """TC-MAG-02 Every object the atom reaches: in its area, of the right nations, and not warded."""
    plain = msgspec.structs.replace(atom, condition=_without_units(atom.condition)) if atom.op == "loss_test" else atom
    for subject, key in _candidates(game, cast, atom):
        if atom.area == "caster" or (reaches(game, cast, plain, subject) and not _is_kept_off(game, cast, subject)):
            yield subject, key


def _is_kept_off(game: Cendre, cast: Lasting, subject: Subject) -> bool:
    return is_spared(game, cast, subject) or is_warded(game, cast.level, cast.caster, subject)


def _without_units(condition: Condition) -> Condition:
    """Loss tests pick their units themselves."""
    return msgspec.structs.replace(condition, unit_trait=(), unit_not_trait=())


def _candidates(game: Cendre, cast: Lasting, atom: Atom) -> Iterator[tuple[Subject, str]]:
    kind = WHATS[atom.what].scope[0]
    if atom.area == "caster":
        yield Subject(nation=cast.caster), cast.caster
    elif kind == "nation":
        nation = cast.nation or game.lands[spell_place(game, cast)].controller
        if nation in game.nations:
            yield Subject(nation=nation), nation
    elif kind == "leader":
        yield from _leaders(game, cast, atom)
    elif kind == "army":
        yield from _armies(game, cast, atom)
    else:
        for code in area_of(game, cast, atom):
            if kind != "city" or game.lands[code].town:
                yield Subject(territory=code), code


def area_of(game: Cendre, cast: Lasting, atom: Atom) -> list[Code]:
    """The territories of an atom's area, in alphabetical order."""
    if cast.nation:
        return [code for code in SITES if in_area(game, cast, atom, code)]
    centre = spell_place(game, cast)
    near = {"target": (centre,), "adjacent": ATLAS.neighbours(centre), "around": (centre, *ATLAS.neighbours(centre))}
    return sorted(near.get(atom.area, within_two(centre)))


def _leaders(game: Cendre, cast: Lasting, atom: Atom) -> Iterator[tuple[Subject, str]]:
    if cast.leader:
        keys = [cast.leader]
    elif cast.army:
        keys = [key for key in cast.army if key in game.leaders]
    elif cast.nation:
        keys = [leader.id for leader in leaders_of(game, cast.nation) if not leader.captor]
    else:
        keys = [key for key in sorted(game.leaders) if game.leaders[key].at in area_of(game, cast, atom)]
    for key in keys:
        if key in game.leaders:
            yield Subject(leader=key), key


def _armies(game: Cendre, cast: Lasting, atom: Atom) -> Iterator[tuple[Subject, str]]:
    """One subject for each territory of the area in which there are troops of the nations concerned.

    A spell aimed at one nation's troops marks these alone: it may strike those of another nation in the same place.
    """
    codes = [spell_place(game, cast)] if cast.army and atom.area == "target" else area_of(game, cast, atom)
    for code in codes:
        for body in concerned(game, cast, atom, code):
            traits = frozenset[str]().union(*(traits_of(game, body, troop.unit) for troop in body.troops))
            subject = Subject(army=(body.key,), nation=body.nation, territory=code, traits=traits)
            yield subject, f"{code}:{body.nation}" if cast.army else code
            break


def concerned(game: Cendre, cast: Lasting, atom: Atom, code: Code) -> list[Body]:
    """The troops in a territory that an atom speaks of, without those who are warded."""
    whose = atom.of or default_of(SPELLS[cast.spell].target)
    present = [body for body in bodies_at(game, code) if belongs(game, cast.caster, whose, body.nation)]
    if cast.army and atom.area == "target":
        present = [body for body in present if body.key in cast.army]
    shielded = [
        body
        for body in present
        if is_warded(game, cast.level, cast.caster, Subject(army=(body.key,), nation=body.nation, territory=code))
    ]
    return [body for body in present if body not in shielded]


# -- quantities -------------------------------------------------------------------------------------------------


def _add(game: Cendre, working: Working, atom: Atom, subject: Subject) -> None:
    """TC-MAG-02 A quantity moves within its limits."""
    amount = int(atom.amount)
    if atom.what in NATION_ADDS:
        NATION_ADDS[atom.what](game, working, atom, subject.nation, amount)
    elif atom.what == "age":
        leader = game.leaders[subject.leader]
        write_leader(game, leader.id, age=max(1, leader.age + amount))
    elif atom.what == "city_level":
        shrink(game, subject.territory, min(-amount, game.lands[subject.territory].town - 1), MAGIC, RULE)
    else:
        move_figure(game, subject.territory, atom.what, amount)


def move_figure(game: Cendre, code: Code, what: str, amount: int) -> None:
    """TC-MAG-02 A figure of a territory between its limits; lowering a capacity lowers what fills it."""
    land, entry = game.lands[code], WHATS[what]
    field = LAND_FIELDS.get(what, what)
    low = entry.min if isinstance(entry.min, int) else 0
    most = getattr(land, LAND_FIELDS.get(entry.max, entry.max)) if isinstance(entry.max, str) else entry.max
    now = getattr(land, field)
    ceiling = max(now, most) if isinstance(most, int) else now + amount
    change_land(game, code, field, max(min(low, now), min(ceiling, now + amount)) - now, MAGIC, RULE)
    for upper, lower in (("farm_capacity", "farms"), ("resource_level", "exploitations"), ("source", "fluid")):
        surplus = getattr(game.lands[code], lower) - getattr(game.lands[code], upper)
        if field == upper and amount < 0 and surplus > 0:
            change_land(game, code, lower, -surplus, MAGIC, RULE)


def _add_goods(game: Cendre, working: Working, atom: Atom, nation: NationId, amount: int) -> None:
    for kind in _kinds(game, working, atom, nation, amount):
        step = amount if atom.value != "random" else (1 if amount > 0 else -1)
        step = max(step, -game.nations[nation].goods[kind])
        gain(game, nation, Goods.one(kind, step), MAGIC, RULE)


def _kinds(game: Cendre, working: Working, atom: Atom, nation: NationId, amount: int) -> list[str]:
    """Which stocks the atom touches: one kind, or a random one point by point."""
    if atom.what != "resource":
        return [atom.what]
    if atom.value == "produced":
        return [SITES[working.cast.territory].resource]
    if atom.value != "random":
        return [atom.value]
    stocks = game.nations[nation].goods
    pool = [kind for kind in RESOURCES for _ in range(stocks[kind] if amount < 0 else abs(amount))]
    drawn = []
    for _ in range(min(abs(amount), len(pool))):
        drawn.append(pick(game, pool))
        pool.remove(drawn[-1])
    return drawn


def _add_science(game: Cendre, working: Working, atom: Atom, nation: NationId, amount: int) -> None:
    """TC-MAG-02 Points of one random field; a discovery once made is never lost."""
    points = game.nations[nation].science
    floors = [last_threshold(score) for score in points]
    fields = [number for number in range(len(DOMAINS)) if amount > 0 or points[number] > floors[number]]
    if fields:
        field = pick(game, fields)
        change = amount if amount > 0 else max(amount, floors[field] - points[field])
        add_science(game, nation, DOMAINS[field], change, MAGIC, RULE)


def _add_stability(game: Cendre, working: Working, atom: Atom, nation: NationId, amount: int) -> None:
    change_stability(game, nation, amount, MAGIC, RULE)


def _add_tenths(game: Cendre, working: Working, atom: Atom, nation: NationId, amount: int) -> None:
    change_counter(game, nation, amount, MAGIC, RULE)


NATION_ADDS: dict[str, Callable[[Cendre, Working, Atom, NationId, int], None]] = {
    "gold": _add_goods,
    "provisions": _add_goods,
    "resource": _add_goods,
    "science": _add_science,
    "stability": _add_stability,
    "reputation_tenths": _add_tenths,
}


def _set(game: Cendre, working: Working, atom: Atom, subject: Subject) -> None:
    """TC-MAG-02 A source is emptied, a leader healed, wounded or killed."""
    if atom.what == "fluid":
        change_land(game, subject.territory, "fluid", int(atom.amount) - game.lands[subject.territory].fluid, MAGIC, RULE)
        return
    if subject.leader not in game.leaders:
        return
    leader = game.leaders[subject.leader]
    if atom.value == "valid" and leader.wounded:
        heal(game, leader.id, MAGIC, RULE)
    elif atom.value == "wounded":
        wound(game, leader.id, MAGIC, RULE)
    elif atom.value == "dead" and not escapes_death(game, leader):
        die(game, leader.id, MAGIC, RULE)


def _transfer(game: Cendre, working: Working, atom: Atom, subject: Subject) -> None:
    """TC-MAG-02 What is taken from the target's nation goes to the caster's."""
    if atom.what != "resource" or atom.value != "random":
        kinds = dict.fromkeys(_kinds(game, working, atom, subject.nation, 1), int(atom.amount))
    else:
        drawn = _kinds(game, working, atom, subject.nation, -int(atom.amount))
        kinds = {kind: drawn.count(kind) for kind in KINDS if kind in drawn}
    for kind, amount in kinds.items():
        taken = Goods.one(kind, max(0, min(amount, game.nations[subject.nation].goods[kind])))
        gain(game, subject.nation, taken * -1, MAGIC, RULE)
        gain(game, working.cast.caster, taken, MAGIC, RULE)


# -- works and troops -------------------------------------------------------------------------------------------


def _destroy(game: Cendre, working: Working, atom: Atom, subject: Subject) -> None:
    """TC-MAG-02 Buildings, structures, roads and caravans; the caster's choice if it is there, else chance."""
    code = subject.territory
    for _ in range(int(atom.amount)):
        land = game.lands[code]
        if atom.what == "road":
            write_land(game, code, roads=False)
        elif atom.what == "caravan":
            serving = [caravan for caravan in game.caravans if code in (caravan.start, caravan.end)]
            if serving:
                end_caravan(game, pick(game, serving), MAGIC)
        else:
            found = buildings(land) if atom.what == "building" else tuple(s for s in land.structures if not is_building(s))
            wanted = [built for built in found if built.kind == working.choice] if atom.value == "chosen" else []
            if found:
                lose_structure(game, code, wanted[0] if wanted else pick(game, found), MAGIC, RULE)


def _loss_test(game: Cendre, working: Working, atom: Atom, subject: Subject) -> None:
    """TC-MAG-02 So many loss tests, one after the other, on the troops concerned in a territory."""
    condition = atom.condition
    for _ in range(int(atom.amount)):
        group = concerned(game, working.cast, atom, subject.territory)
        if group:
            faces = dice(game, working.cast.caster, "loss_test", 3, 6)
            loss_test_on(game, group, faces, MAGIC, RULE, condition.unit_trait, condition.unit_not_trait)


def _summon(game: Cendre, working: Working, atom: Atom, subject: Subject) -> None:
    """TC-WAR-03 Units join the caster's garrison, free of recruiting cost, for good or until the spell ends."""
    assert atom.unit is not None
    duration = SPELLS[working.cast.spell].duration
    until = 0 if duration == "permanent" else last_turn(duration, "militaire", game.turn)
    place = working.cast.territory
    add_units(game, place, working.cast.caster, atom.unit.id, int(atom.amount), MAGIC, "TC-WAR-03", until)


def dismiss_summons(game: Cendre, code: Code, nation: NationId) -> None:
    """Units called up for a limited time leave a territory."""
    for body in [body for body in bodies_at(game, code) if body.nation == nation]:
        for troop in body.troops:
            if troop.until:
                lose_units(game, code, nation, troop.unit, troop.count, MAGIC, "TC-WAR-03")


def _dispel(game: Cendre, working: Working, atom: Atom, subject: Subject) -> None:
    """TC-MAG-02 Every weaker hostile spell that reaches into the territory ends there; limited summons leave."""
    code, caster = subject.territory, working.cast.caster
    lifted = [_freed(game, cast, code) if _is_weaker(game, cast, atom, caster) else cast for cast in game.spells]
    game.spells = [cast for cast in lifted if not is_stopped(game, cast)]
    for nation in sorted({body.nation for body in bodies_at(game, code)}):
        if not is_friend(game, caster, nation):
            dismiss_summons(game, code, nation)


def _is_weaker(game: Cendre, cast: Lasting, atom: Atom, caster: NationId) -> bool:
    return cast.level <= atom.amount and not (atom.value == "hostile" and is_friend(game, caster, cast.caster))


def _freed(game: Cendre, cast: Lasting, code: Code) -> Lasting:
    """A running spell that no longer works on what is in a territory; elsewhere it goes on."""
    carriers = (*cast.army, cast.leader, *(leader.id for leader in leaders_of(game, cast.nation) if cast.nation))
    here = [key for key in carriers if key and place_of(game, key) == code]
    if not (cast.army or cast.leader) and spreads_to(game, cast, code):
        here.append(code)
    new = tuple(key for key in here if key not in cast.spared)
    return msgspec.structs.replace(cast, spared=(*cast.spared, *new)) if new else cast


def reveal(game: Cendre, working: Working, atom: Atom, subject: Subject) -> None:
    """TC-INFO-12 What magic sees goes into the caster's report alone."""
    show(game, working.cast.caster, atom.what, subject)


ACTS: dict[str, Callable[[Cendre, Working, Atom, Subject], None]] = {
    "add": _add,
    "set": _set,
    "transfer": _transfer,
    "destroy": _destroy,
    "loss_test": _loss_test,
    "summon": _summon,
    "reveal": reveal,
    "dispel": _dispel,
}
"""The operations that act once, when the spell is cast."""
