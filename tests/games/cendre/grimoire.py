"""A stage on which every spell finds its target, and a record of all the figures a spell can change.

Akla (A) holds VAL and AKL, with a mage, an army and a garrison in VAL. Voltdarg (V) holds PCO, a coastal plain next door with a
town, an army, a garrison and a councillor, and HRO, hills inland. Merisse (M), friend of nobody, holds LLA; the Lacustres (C),
allies of Akla, hold LIM, and HNA next to VAL, and have guests in PCO, HRO and LLA, the first to fall wherever they are struck; LVO
and the sea BHI are vacant. All of these but HNA and AKL lie next to PCO. Dice fall high: a loss test takes six units.
"""

from __future__ import annotations

from typing import Any

import msgspec

from marchland.games.cendre.goods import KINDS, Goods
from marchland.games.cendre.orders import CastSpell
from marchland.games.cendre.rules.civil.intrigue import TerritorySpied, hostile_parts
from marchland.games.cendre.rules.common.figures import total
from marchland.games.cendre.rules.common.ledger import change
from marchland.games.cendre.rules.land.danger import danger_of
from marchland.games.cendre.rules.land.production import provisions_yield, resource_yield, town_income
from marchland.games.cendre.rules.magic.casting import SpellCast
from marchland.games.cendre.rules.magic.lasting import (
    Subject,
    granted,
    has_rivers,
    is_forbidden,
    is_frozen,
    is_permitted,
    is_veiled,
    is_warded,
    modified,
    rolls_twice,
    spell_adjusted,
    spell_forbids,
    spell_roll_twice,
    terrains,
)
from marchland.games.cendre.rules.magic.magic import end_spells
from marchland.games.cendre.rules.magic.visions import ArmiesSeen, LeadersSeen, LedgerSeen, OperationsSeen
from marchland.games.cendre.rules.towns.upkeep import town_appetite
from marchland.games.cendre.rules.war.bodies import Body, bodies_at, traits_of, unit_speed
from marchland.games.cendre.state import FIRST_YEAR, SEASONS, Caravan, Cendre, Civil, Structure
from marchland.games.cendre.world import SITES, unit_kind
from marchland.kernel.chance import leaning

from .sorcery import magician, phase, refused
from .warfare import FAST, SLOW, SWIFT, A, C, M, V, ally, army, bare_table, garrison, hold, land, leader, of, order

HOME, BACK, ABROAD, HILLS, THIRD, FRIEND, VACANT, SEA, BESIDE = "VAL", "AKL", "PCO", "HRO", "LLA", "LIM", "LVO", "BHI", "HNA"
PLACES = (HOME, BACK, ABROAD, HILLS, THIRD, FRIEND, VACANT, SEA, BESIDE)
BATTLEFIELDS = (HOME, ABROAD, HILLS, THIRD)
SHIPS, BOWS, LEVY = "min-navires", "min-archers", "min-levee"
MINE, THEIRS, OTHER, ALLY, MAGE, COUNCILLOR = "L1", "L2", "L3", "L4", "L5", "L6"
NAMES = {MINE: "mine", THEIRS: "theirs", OTHER: "third", ALLY: "friend"}
NAMES |= {f"{HOME}:{A}": "home guard", f"{ABROAD}:{V}": "garrison", f"{ABROAD}:{C}": "guests"}
FRIENDS, STRANGERS = ("mine", "home guard", "friend", "guests"), ("theirs", "garrison", "third")
PEOPLE = {MINE: "my chief", THEIRS: "their chief", MAGE: "my mage", COUNCILLOR: "councillor"}
OPERATIONS = ("agitation", "assassinat", "brigandage", "espionnage", "prospection")
FIELDS = (
    "farms",
    "farm_capacity",
    "exploitations",
    "resource_level",
    "population",
    "recruits",
    "danger",
    "brigands",
    "agitators",
    "town",
)
FIELDS += ("fluid", "source", "roads")


def scene(colour: str, *, at: str = HOME, power: int = 10, control: int = 5, fluid: int = 10) -> Cendre:
    game = bare_table()
    for code in SITES:
        hold(game, "", code, structures=(), brigands=0)
    for nation, codes in ((A, (HOME, BACK)), (V, (ABROAD, HILLS)), (M, (THIRD,)), (C, (FRIEND, BESIDE)), ("", (VACANT,))):
        hold(
            game, nation, *codes, farms=5, farm_capacity=8, exploitations=5, resource_level=8, population=6, recruits=3, source=6,
            fluid=6, colour="mort" if colour != "mort" else "vie", town=4 if nation else 0, danger=20, brigands=3, roads=True,
        )  # fmt: skip
    hold(game, A, at, source=10, fluid=fluid)
    land(game, ABROAD, recruits=5, structures=tuple(map(Structure, ("fonderie", "scierie", "chateau", "tour-de-mage"))))
    land(game, HILLS, structures=(Structure("fonderie"), Structure("chateau")))
    game.year = FIRST_YEAR + 1
    for partner, end in ((M, THIRD), (C, FRIEND)):
        game.caravans.append(Caravan(creator=V, partner=partner, start=ABROAD, end=end, route=(ABROAD, end), since=0))
    mixed, plain = {SLOW: 30, FAST: 5, SWIFT: 5, SHIPS: 9, BOWS: 5}, {SLOW: 30, FAST: 5}
    for nation, code, units in ((A, HOME, mixed), (V, ABROAD, mixed), (M, THIRD, plain), (C, FRIEND, plain)):
        army(game, nation, code, units)
    magician(game, A, at, colour, power=power, control=control)
    leader(game, V, ABROAD)
    wise = Civil("fort", 5, ("culture",), ("mécène",))
    game.leaders[COUNCILLOR] = msgspec.structs.replace(game.leaders[COUNCILLOR], military=None, civil=wise)
    game.leaders = {key: msgspec.structs.replace(who, age=30) for key, who in game.leaders.items()}
    for nation, code in ((A, HOME), (V, ABROAD), (V, HILLS)):
        garrison(game, nation, code, min_levee=30)
    for code in (ABROAD, HILLS, THIRD):
        garrison(game, C, code, mag_squelettes=30, min_cavaliers=5)
    for nation in (A, V, M, C):
        change(game, nation, stability=-6, tenths=0, science=(15,) * 8, goods=Goods(*[200] * 8), known=())
    ally(game, A, C)
    game.chance = leaning(high=True)
    game.outbox = []
    return game


def cast(game: Cendre, spell: str, **target: Any) -> list[Any]:
    """Akla's mage casts; the rest of the magical phase passes."""
    game.sheets.clear()
    order(game, A, CastSpell(leader=MAGE, spell=spell, **target))
    return phase(game)


def next_season(game: Cendre) -> None:
    """The effects of the season end, and the next one begins."""
    end_spells(game)
    number = SEASONS.index(game.season) + 1
    game.season = SEASONS[number % len(SEASONS)]
    game.year += number // len(SEASONS)
    game.leaders = {key: msgspec.structs.replace(who, acted=False) for key, who in game.leaders.items()}
    game.sheets.clear()


# -- what a spell did -------------------------------------------------------------------------------------------


def deeds(game: Cendre) -> dict[str, Any]:
    """Everything that is kept from turn to turn."""
    found: dict[str, Any] = {}
    for code, record in game.lands.items():
        found |= {f"{code} {field}": getattr(record, field) for field in FIELDS}
        found[f"{code} structures"] = tuple(structure.kind for structure in record.structures)
        for body in bodies_at(game, code):
            for troop in body.troops:
                key = f"{code} {troop.unit} of {body.nation}" + (f" until {troop.until}" if troop.until else "")
                found[key] = found.get(key, 0) + troop.count
    for nation in (A, V, M, C):
        record = game.nations[nation]
        found |= {f"{nation} {kind}": record.goods[kind] for kind in KINDS}
        found |= {
            f"{nation} stability": record.stability,
            f"{nation} tenths": record.tenths,
            f"{nation} science": sum(record.science),
        }
    for key, name in PEOPLE.items():
        who = game.leaders.get(key)
        found |= {f"{name} age": who.age if who else 0, f"{name} wounded": bool(who and who.wounded), f"{name} dead": who is None}
    return found | {"caravans": len(game.caravans)}


# -- what a spell goes on doing ---------------------------------------------------------------------------------


def felt(game: Cendre, spell: str) -> dict[str, Any]:
    """What a running spell changes in every number, right and quality that spells may touch."""
    bare = game.clone()
    bare.spells = [running for running in game.spells if running.spell != spell]
    return difference(_felt(bare), _felt(game))


def _felt(game: Cendre) -> dict[str, Any]:
    return {**_lands(game), **_nations(game), **_people(game), **_armies(game)}


def _lands(game: Cendre) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for code in PLACES:
        holder = game.lands[code].controller
        stranger = M if holder != M else V
        found[f"{code} terrains"] = terrains(game, code)
        found[f"{code} frozen"] = is_frozen(game, code)
        found[f"{code} dry"] = not has_rivers(game, code)
        found[f"{code} ward"] = _ward(game, Subject(territory=code))
        found[f"{code} provisions"] = spell_adjusted(game, "provisions_yield", 5, territory=code)
        found[f"{code} danger"] = danger_of(game, code) if holder else spell_adjusted(game, "danger", 20, territory=code)
        found |= {f"{code} veiled from {seer}": is_veiled(game, code, seer) for seer in (A, V, M, C)}
        found |= {f"{code} {deed}": total(hostile_parts(game, code, deed, stranger)) for deed in OPERATIONS if holder}
        if holder:
            found[f"{code} shut"] = spell_forbids(game, "cast", territory=code)
            found[f"{code} provisions"] = provisions_yield(game, code, holder)
            found[f"{code} resource"] = resource_yield(game, code, holder)
            found[f"{code} income"] = town_income(game, holder, code)
            found[f"{code} appetite"] = town_appetite(game, holder, code, 4)
            found[f"{code} fed"] = spell_forbids(game, "famine", territory=code)
    return found


def _ward(game: Cendre, subject: Subject) -> int:
    """The strongest foreign spell that is kept off."""
    return max((level for level in range(1, 11) if is_warded(game, level, M, subject)), default=0)


def _nations(game: Cendre) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for nation in (A, V, M, C):
        for what, name in (("detection_test", "detection"), ("event_roll", "event"), ("stability_test", "stability test")):
            found[f"{nation} {name}"] = spell_adjusted(game, what, 10, nation=nation)
            found[f"{nation} {name} twice"] = spell_roll_twice(game, what, nation=nation)
        found[f"{nation} storage"] = spell_adjusted(game, "provision_storage", 10, nation=nation)
    return found


def _people(game: Cendre) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, name in PEOPLE.items():
        if key in game.leaders:
            found[f"{name} fate"] = spell_adjusted(game, "fate_test", 5, leader=key)
            found[f"{name} murder"] = spell_adjusted(game, "hostile_operation_test", 0, leader=key, operation="assassinat")
            found[f"{name} spying"] = spell_adjusted(game, "hostile_operation_test", 0, leader=key, operation="espionnage")
            for what in ("act", "leader_death", "leader_wound", "leader_capture", "old_age"):
                found[f"{name} no {what}"] = spell_forbids(game, what, leader=key)
    return found


def _armies(game: Cendre) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for body in (body for code in PLACES for body in bodies_at(game, code) if body.key in NAMES):
        name = NAMES[body.key]
        found[f"{name} ward"] = _ward(game, Subject(army=(body.key,), nation=body.nation))
        for troop in body.troops:
            found[f"{name} {troop.unit} speed"] = unit_speed(game, body, unit_kind(troop.unit), True)
        for question, answers in _in_battle(game, body).items():
            found |= {f"{name} {key}".strip(): value for key, value in _summed_up(question, answers).items()}
    return found


def _in_battle(game: Cendre, body: Body) -> dict[str, dict[tuple[str, str], Any]]:
    """Each question with its answers by battlefield and side."""
    found: dict[str, dict[tuple[str, str], Any]] = {}
    printed = frozenset[str]().union(*(unit_kind(troop.unit).traits for troop in body.troops))
    common = frozenset[str].intersection(*(frozenset(unit_kind(troop.unit).traits) for troop in body.troops))
    for at in BATTLEFIELDS:
        units = {troop.unit: traits_of(game, body, troop.unit, at) for troop in body.troops}
        for side in ("attaque", "défense"):
            traits = frozenset[str]().union(*units.values())
            who = Subject(army=(body.key,), nation=body.nation, territory=at, side=side, traits=traits)
            answers: dict[str, Any] = {
                "combat": modified(game, "combat_test", 0, who),
                "twice": rolls_twice(game, "combat_test", who),
                "force": modified(game, "unit_force", 5, who) - 5,
                "losses": modified(game, "losses_taken", 9, who) - 9,
                "kills": modified(game, "losses_dealt", 9, who) - 9,
                "loss test": modified(game, "loss_test_total", 9, who) - 9,
                "interception": modified(game, "interception_test", 0, who),
                "gains": tuple(sorted(frozenset[str].intersection(*units.values()) - common)),
                "loses": tuple(sorted(printed - traits)),
                "strong": granted(game, "strength", who),
                "defence": modified(game, "defence_bonus", 0, who) if side == "défense" else 0,
                "ambush": modified(game, "ambush_test", 0, who) if side == "défense" else 0,
            }
            answers |= {f"no {what}": is_forbidden(game, what, who) for what in RIGHTS}
            answers |= {f"may {what}": is_permitted(game, what, who) for what in ("landing", "intercept")}
            for question, answer in answers.items():
                found.setdefault(question, {})[at, side] = answer
    for question in ("defence", "ambush"):
        found[question] = {(at, "attaque"): found[question][at, "défense"] for at in BATTLEFIELDS} | {
            (at, "défense"): found[question][at, "défense"] for at in BATTLEFIELDS
        }
    return found


RIGHTS = ("move", "leave", "enter", "raid", "landing", "intercept", "ambush")


def _summed_up(question: str, answers: dict[tuple[str, str], Any]) -> dict[str, Any]:
    """One answer for all battlefields and sides where they agree, else one for each side or each place."""
    if len(set(answers.values())) == 1:
        return {question: next(iter(answers.values()))}
    sides = {side: {answer for (_, there), answer in answers.items() if there == side} for side in ("attaque", "défense")}
    if all(len(found) == 1 for found in sides.values()):
        return {f"{question} in {side}": next(iter(found)) for side, found in sides.items()}
    places = {at: {answer for (there, _), answer in answers.items() if there == at} for at in BATTLEFIELDS}
    if all(len(found) == 1 for found in places.values()):
        return {f"{question} at {at}": next(iter(found)) for at, found in places.items()}
    return {f"{question} at {at} in {side}": answer for (at, side), answer in answers.items()}


# -- differences ------------------------------------------------------------------------------------------------


def difference(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What changed: numbers by how much, everything else as it is now; a question that was not split before counts from there."""
    found: dict[str, Any] = {}
    for key in {**before, **after}:
        if key in after:
            old = before.get(key, before.get(key.partition(" at ")[0].partition(" in ")[0], type(after[key])()))
            if after[key] != old:
                found[key] = _step(old, after[key])
        elif isinstance(before[key], int) and not isinstance(before[key], bool) and not _is_split(key, after):
            if before[key]:
                found[key] = -before[key]
    return found


def _is_split(key: str, after: dict[str, Any]) -> bool:
    return any(other.startswith((f"{key} at ", f"{key} in ")) for other in after)


def _step(old: Any, new: Any) -> Any:
    plain = isinstance(new, int) and not isinstance(new, bool)
    return new - old if plain else new


def faster(name: str, *units: str) -> dict[str, int]:
    """One territory further for these units, or for all of a mixed army that are not as fast as can be."""
    return {f"{name} {unit} speed": 1 for unit in units or (SLOW, BOWS, FAST, SHIPS)}


HOSTILE = {f"{A} tenths": -1}
"""A known caster at peace with his victim loses a tenth of his reputation."""
SLOWED = {f"theirs {SWIFT} speed": -2, f"theirs {FAST} speed": -1, f"theirs {SHIPS} speed": -1}
"""An army that moves only one territory."""


def unit(id_: str, force: int, traits: set[str], *, move: int = 1, **upkeep: int) -> None:
    """A summoned unit is what the text says it is."""
    kind = unit_kind(id_)
    assert (kind.force, kind.move, kind.upkeep) == (force, move, Goods(**upkeep))
    assert traits <= set(kind.traits), kind.traits


# -- the proof of a spell ---------------------------------------------------------------------------------------

SPRING_TURNS = 6
FOR_GOOD = 99
ONE, TWO, WINTER = 1, 2, 4
"""For how many turns something cast in spring is felt: this season, the next one too, or until the end of winter."""


def prove(
    spell: str,
    kind: str,
    done: dict[str, Any] | None = None,
    runs: dict[int, dict[str, Any]] | None = None,
    *,
    aim: dict[str, Any] | None = None,
    reach: str = "control",
    public: bool = False,
    unfit: str = "",
    at: str = HOME,
    prepare: Any = None,
    warded: dict[str, Any] | None = None,
    visions: int = 0,
) -> list[Any]:
    """Cast from `at` in spring: what is done at once, what is felt and for how long, who may be the target, and what stops it.

    Returns the events of the casting. `unfit` is a territory that does not meet what the spell asks of its target; `warded` says
    what is felt beside a ward, where that is not simply all the rest; `visions` come in so many seasons.
    """
    aim = RIGHT[kind] if aim is None else aim
    events = _prove_effects(spell, aim, done or {}, runs or {}, public, at, prepare, visions)
    _prove_price(spell, aim, at, prepare)
    _prove_target(spell, kind, reach, unfit, at)
    if kind in ("any_territory", "source") or kind.startswith("enemy") or kind == "nation":
        _prove_wards(spell, aim, done or {}, runs or {}, prepare, warded)
    return events


def _stage(spell: str, at: str, prepare: Any, **mage: int) -> Cendre:
    game = scene(spell.partition("/")[0], at=at, **mage)
    if prepare:
        prepare(game)
    return game


VISIONS = (TerritorySpied, ArmiesSeen, LeadersSeen, LedgerSeen, OperationsSeen)


def visions_in(events: list[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, VISIONS)]


def _prove_effects(spell, aim, done, runs, public, at, prepare, visions):  # type: ignore[no-untyped-def]
    game, level = _stage(spell, at, prepare), int(spell.partition("/")[2])
    before = deeds(game)
    events = cast(game, spell, **aim)
    assert not refused(events), refused(events)
    (announced,) = of(events, SpellCast)
    assert announced.audience == (None if public else (game.seats[A],))
    assert difference(before, deeds(game)) == {f"{at} fluid": -level, **done}
    assert bool(visions_in(events)) == bool(visions)
    for turn in range(SPRING_TURNS):
        expected = {key: value for turns, found in runs.items() if turns > turn for key, value in found.items()}
        assert felt(game, announced.spell) == expected, f"turn {turn}"
        assert turn < WINTER or not [key for key in deeds(game) if " until " in key]
        next_season(game)
        assert bool(visions_in(phase(game))) == (turn + 1 < visions)
    return events


def _prove_price(spell, aim, at, prepare):  # type: ignore[no-untyped-def]
    """The level is the least power and the fluid spent; nothing happens without them."""
    level = int(spell.partition("/")[2])
    for why, mage in (("power", {"power": level - 1}), ("fluid", {"fluid": level - 1})):
        game = _stage(spell, at, prepare, **mage)
        before = deeds(game)
        assert refused(cast(game, spell, **aim)) == [("TC-MAG-02", why)]
        assert deeds(game) == before
        assert not game.spells
    assert not refused(cast(_stage(spell, at, prepare, power=level, fluid=level), spell, **aim))


WRONG: dict[str, tuple[tuple[dict[str, Any], str], ...]] = {
    "self_nation": (),
    "own_territory": (({"territory": ABROAD}, "not_own"), ({"territory": FRIEND}, "not_own")),
    "any_territory": (({"territory": "XXX"}, "unknown_territory"),),
    "enemy_territory": (({"territory": HOME}, "not_foreign"), ({"territory": FRIEND}, "not_foreign")),
    "own_army": (({"target": THEIRS}, "no_army"), ({"territory": ABROAD}, "no_army"), ({"target": ALLY}, "no_army")),
    "enemy_army": (({"territory": HOME, "nation": A}, "no_army"), ({"territory": FRIEND, "nation": C}, "no_army")),
    "own_leader": (({"target": THEIRS}, "no_leader"),),
    "enemy_leader": (({"nation": C, "target": ALLY}, "not_foreign"), ({"nation": V, "target": MINE}, "nobody_there")),
    "own_city": (({"territory": ABROAD}, "not_own"), ({"territory": BACK}, "no_town")),
    "enemy_city": (({"territory": HOME}, "not_foreign"), ({"territory": HILLS}, "no_town")),
    "nation": (({"nation": C}, "no_nation"), ({"nation": A}, "no_nation")),
    "source": (({"territory": "XXX"}, "unknown_territory"),),
}
RIGHT: dict[str, dict[str, Any]] = {
    "self_nation": {},
    "own_territory": {"territory": HOME},
    "own_city": {"territory": HOME},
    "own_army": {"target": MINE},
    "own_leader": {"target": MINE},
    "any_territory": {"territory": ABROAD},
    "enemy_territory": {"territory": ABROAD},
    "enemy_city": {"territory": ABROAD},
    "source": {"territory": ABROAD},
    "enemy_army": {"territory": ABROAD, "nation": V},
    "enemy_leader": {"nation": V, "target": THEIRS},
    "nation": {"nation": V},
}


def _prove_target(spell, kind, reach, unfit, at):  # type: ignore[no-untyped-def]
    """Only what the spell asks for, within reach: as many territories as the mage controls, or where he stands."""
    for wrong, why in WRONG[kind]:
        game = scene(spell.partition("/")[0])
        land(game, BACK, town=0), land(game, HILLS, town=0)
        assert refused(cast(game, spell, **wrong)) == [("TC-MAG-02", why)], wrong
    for code in (HOME, FRIEND, VACANT) if kind in ("any_territory", "source") else ():
        assert not refused(cast(scene(spell.partition("/")[0]), spell, territory=code)), code
    if unfit:
        game = scene(spell.partition("/")[0], at=unfit if reach == "zone" else HOME)
        hold(game, A if kind.startswith("own") else V, unfit, source=10, fluid=10)
        assert refused(cast(game, spell, territory=unfit)) == [("TC-MAG-02", "requires")]
    if kind == "self_nation" or at != HOME:
        return
    near = BACK if kind.startswith("own") else HOME
    game = scene(spell.partition("/")[0], at=near, control=0 if reach == "control" else 5)
    why = "nobody_there" if kind == "enemy_leader" else "too_far" if reach == "control" else "same_zone"
    assert refused(cast(game, spell, **RIGHT[kind])) == [("TC-MAG-02", why)]
    if reach == "control":
        game = scene(spell.partition("/")[0], at=near, control=1)
        assert not refused(cast(game, spell, **RIGHT[kind]))


def _prove_wards(spell, aim, done, runs, prepare, warded):  # type: ignore[no-untyped-def]
    """An oath of Voltdarg on PCO keeps off everything up to level nine; what the spell does elsewhere it does all the same."""
    game, level = _stage(spell, HOME, prepare), int(spell.partition("/")[2])
    fluid = game.lands[ABROAD].fluid
    land(game, ABROAD, source=10, fluid=10)
    oath = CastSpell(leader=magician(game, V, ABROAD, "protection"), spell="protection/9", territory=ABROAD)
    order(game, V, oath)
    phase(game)
    land(game, ABROAD, source=6, fluid=fluid)
    before = deeds(game)
    (announced,) = of(cast(game, spell, **aim), SpellCast)
    spared = level <= 9
    assert difference(before, deeds(game)) == {f"{HOME} fluid": -level, **_without(done, spared)}
    expected = {key: value for found in runs.values() for key, value in found.items()}
    beside = _without(expected, spared) if warded is None else warded
    assert felt(game, announced.spell) == beside
    game.spells = [running for running in game.spells if running.spell != "pro-serment"]
    assert felt(game, announced.spell) == beside, "what was kept off must not begin when the ward ends"


def _without(found: dict[str, Any], spared: bool) -> dict[str, Any]:
    """What is left where PCO and whoever is there are out of reach."""
    there = (f"{ABROAD} ", "theirs", "garrison", "their chief", "councillor", "caravans")
    return {key: value for key, value in found.items() if not spared or not (key.startswith(there) or f" at {ABROAD}" in key)}
