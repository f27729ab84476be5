"""Chapter "Les opérations civiles", in the shadows: spies, murderers, prospectors, agitators and brigands."""

from __future__ import annotations

import msgspec

from marchland.kernel.chance import pick
from marchland.kernel.events import Event

from ...goods import Goods
from ...orders import Agitate, Assassinate, Brigandage, CivilOrder, LeaderOrder, Prospect, Spy
from ...state import WINTER, Cendre, Code, Leader, NationId
from ...tables import TABLES
from ...world import MAJORS, SITES
from ..civil_units import commit, engage, lose_agents, unit_price
from ..common.dice import d10
from ..common.figures import Part, Parts, counting
from ..common.inquiry import controlled, gifted, is_vacant, knows, lines, seats_of, structures_of
from ..common.ledger import can_pay, change_land, gain, nations_with_units, pay, refuse, tally, units_at
from ..common.marks import mark_total
from ..common.modifiers import added
from ..land.danger import danger_of
from ..leaders.actors import Actor, civil_actor, use_up
from ..magic.lasting import is_veiled, spell_adjusted
from ..towns.towns import EFFECTS
from ..war.armies import quarantined
from .affairs import number_hired
from .operation import difficulty_of, operation_parts, plain_price, terrain_difficulty, tested


class Dossier(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """TC-INFO-08 What is learnt of a territory; spies (TC-INFO-07) also see structures, leaders and units."""

    turn: int
    owner: NationId
    controller: NationId
    farms: int
    farm_capacity: int
    exploitations: int
    resource_level: int
    resource: str
    population: int
    source: int
    fluid: int
    colour: str
    town: int
    danger: int
    militia: int
    police: int
    agitators: int
    brigands: int
    recruits: int = -1
    danger_now: int = -1
    structures: tuple[str, ...] = ()
    units: tuple[tuple[NationId, str, int], ...] = ()
    leaders: tuple[Leader, ...] = ()
    operations: tuple[tuple[str, str], ...] = ()
    """(leader's name, operation) for everybody who acts there this season."""


class TerritorySpied(Event, frozen=True):
    """A dossier came home."""

    REVEALS = True
    nation: NationId
    territory: Code
    dossier: Dossier
    rule: str


class SpiesNamed(Event, frozen=True):
    """The victim believes to know who spied: rightly, or in good faith wrongly."""

    RULE = "TC-INFO-10"
    nation: NationId
    territory: Code
    accused: NationId


class ProspectorsSeen(Event, frozen=True):
    RULE = "TC-INFO-08"
    nation: NationId
    territory: Code
    by: NationId


# -- committed units --------------------------------------------------------------------------------------------


def start(game: Cendre, nation: NationId, line: int, order: Spy | Assassinate | Prospect, unit: str, rule: str) -> Actor | None:
    """Refuse or pay: the common opening of the three operations with agents."""
    actor = civil_actor(game, nation, line, order)
    if actor is None:
        return None
    price = plain_price(game, nation, order, actor)
    if not commit(game, nation, unit, order, actor) or not can_pay(game, nation, price):
        refuse(game, nation, line, order, rule, why="price" if not can_pay(game, nation, price) else "agents")
        return None
    use_up(game, nation, actor)
    pay(game, nation, price, order.OPERATION, rule)
    return actor


def covert_orders(
    game: Cendre, kind: type[CivilOrder], houses: tuple[str, ...] = (), apart: tuple[str, ...] = ()
) -> list[tuple[NationId, int, CivilOrder]]:
    winter = game.season == WINTER
    found = []
    for nation in MAJORS:
        for line, order in lines(game, nation, kind):
            house = order.leader.partition("@")[0] if "@" in order.leader else ""
            if order.winter == winter and (house in houses if houses else house not in apart):
                found.append((nation, line, order))
    return found


# -- spies ------------------------------------------------------------------------------------------------------


def spy(game: Cendre) -> None:
    """TC-CIV-13 Spies learn everything about a territory, unless they are caught; the controller looks for their master."""
    for nation, line, order in covert_orders(game, Spy):
        assert isinstance(order, Spy)
        if order.territory not in SITES:
            refuse(game, nation, line, order, "TC-CIV-13", territory=order.territory)
            continue
        actor = start(game, nation, line, order, "espions", "TC-CIV-13")
        if actor is not None:
            _spy(game, nation, line, order, actor)


def _spy(game: Cendre, nation: NationId, line: int, order: Spy, actor: Actor) -> None:
    land = game.lands[order.territory]
    number = engage(game, nation, "espions", order, actor)
    parts = spy_parts(game, nation, order, actor)
    if tested(game, nation, line, order, actor, parts, difficulty_of(game, order), "TC-CIV-13").success:
        learn(game, nation, order.territory, "TC-INFO-07", spies=True)
        reward_spies(game, nation, land.controller)
    else:
        lose_agents(game, nation, "espions", number, "TC-CIV-13")
    if land.controller in MAJORS and land.controller != nation:
        masked = actor.structure == "maison-des-masques"
        accused = identified(game, nation, land.controller, order.diversion, masked=masked)
        if accused:
            audience = seats_of(game, land.controller)
            game.emit(SpiesNamed(nation=land.controller, territory=order.territory, accused=accused, audience=audience))


def spy_parts(game: Cendre, nation: NationId, order: Spy, actor: Actor) -> Parts:
    """TC-CIV-13 Spies sent along help; police, spells and what opens a nation to spies are on the other side."""
    land = game.lands[order.territory]
    return counting(
        *operation_parts(game, nation, actor, order.OPERATION),
        Part("helpers", order.extra, "TC-CIV-13"),
        *hostile_parts(game, order.territory, order.OPERATION, nation),
        Part("event", mark_total(game, "open_to_spies", nation=land.controller) if land.controller else 0, "TC-EVT-04"),
        Part("police", -land.police, "TC-CIV-13"),
    )


def hostile_parts(game: Cendre, code: Code, operation: str, nation: NationId) -> Parts:
    """TC-CIV-13 Spells that hinder foreign operations on a territory."""
    if game.lands[code].controller == nation:
        return ()
    hindered = spell_adjusted(game, "hostile_operation_test", 0, territory=code, operation=operation)
    return counting(Part("spell", hindered, "TC-MAG-02"))


def reward_spies(game: Cendre, nation: NationId, victim: NationId) -> None:
    """TC-STRUCT-08 A bank of secrets turns what spies bring home into gold."""
    record = game.nations[nation]
    if victim and victim not in record.year.spied:
        tally(game, nation, "year", spied=(*record.year.spied, victim))
    if structures_of(game, nation, "banque-des-secrets"):
        effect = EFFECTS["banque-des-secrets"]
        gold = min(effect.amount, effect.most - record.season.spy_gold)
        tally(game, nation, "season", spy_gold=record.season.spy_gold + max(0, gold))
        gain(game, nation, Goods(gold=max(0, gold)), "banque-des-secrets", "TC-STRUCT-08")


def identified(game: Cendre, author: NationId, victim: NationId, diversion: int, *, masked: bool = False) -> NationId:
    """TC-INFO-10 The victim's test: the author, an innocent named in good faith, or nobody."""
    table = TABLES.operations.discovery
    bonus = game.nations[victim].stability + added(game, victim, "roll.detection") - max(0, diversion)
    total = spell_adjusted(game, "detection_test", d10(game, victim, "detection") + bonus, nation=victim)
    if total >= table.difficulty:
        return "" if masked else author
    if total <= table.difficulty - table.innocent_margin:
        return pick(game, [nation for nation in MAJORS if nation not in (author, victim)])
    return ""


def learn(game: Cendre, nation: NationId, code: Code, rule: str, *, spies: bool) -> None:
    """TC-INFO-07 A dossier on a territory as it is now."""
    if is_veiled(game, code, nation):
        return
    made = dossier(game, code, spies=spies)
    game.knowledge[f"{nation}:{code}"] = msgspec.json.encode(made).decode()
    game.emit(TerritorySpied(nation=nation, territory=code, dossier=made, rule=rule, audience=seats_of(game, nation)))


def dossier(game: Cendre, code: Code, *, spies: bool) -> Dossier:
    """TC-INFO-08 What prospectors can see of a territory, and what spies see besides."""
    land = game.lands[code]
    shared = [
        *("owner", "controller", "farms", "farm_capacity", "exploitations", "resource_level", "population", "source"),
        *("fluid", "colour", "town", "danger", "militia", "police", "agitators", "brigands"),
    ]
    plain = Dossier(turn=game.turn, resource=SITES[code].resource, **{name: getattr(land, name) for name in shared})
    if not spies:
        return plain
    leaders = [leader for leader in game.leaders.values() if leader.at == code and not leader.captor]
    units = [(owner, troop.unit, troop.count) for owner in nations_with_units(game, code) for troop in units_at(game, code, owner)]
    return msgspec.structs.replace(
        plain,
        recruits=land.recruits,
        danger_now=danger_of(game, code) if land.controller else land.danger,
        structures=tuple(structure.kind for structure in land.structures),
        units=tuple(sorted(units)),
        leaders=tuple(sorted(leaders, key=lambda leader: leader.name)),
        operations=tuple(sorted((leader.name, doing) for leader in leaders for doing in operations_of(game, leader))),
    )


def operations_of(game: Cendre, leader: Leader) -> list[str]:
    """TC-INFO-07 What somebody does this season, without particulars."""
    return [type(order).__name__ for _, order in lines(game, leader.nation, LeaderOrder) if order.leader == leader.id]


# -- prospectors ------------------------------------------------------------------------------------------------


def prospect(game: Cendre, houses: tuple[str, ...] = (), apart: tuple[str, ...] = ()) -> None:
    """TC-CIV-17 Prospectors report on foreign land, or find more on one's own."""
    for nation, line, order in covert_orders(game, Prospect, houses, apart):
        assert isinstance(order, Prospect)
        if not is_prospect(game, nation, order.territory):
            refuse(game, nation, line, order, "TC-CIV-17", territory=order.territory)
            continue
        actor = start(game, nation, line, order, "prospecteurs", "TC-CIV-17")
        if actor is not None:
            _prospect(game, nation, line, order, actor)


def is_prospect(game: Cendre, nation: NationId, code: Code) -> bool:
    """TC-CIV-17 Any land that is not one's own; one's own only while one controls it and it may still hold more."""
    land = game.lands.get(code)
    if land is None or land.owner != nation:
        return land is not None
    return land.controller == nation and land.resource_level < TABLES.land.limit


def may_prospect(game: Cendre, nation: NationId, order: Prospect, actor: Actor) -> bool:
    """TC-CIV-17 Is there something to find, a prospector to send and the gold to pay him?"""
    price = plain_price(game, nation, order, actor)
    ready = commit(game, nation, "prospecteurs", order, actor) and can_pay(game, nation, price)
    return ready and is_prospect(game, nation, order.territory) and not quarantined(game, nation, order.territory)


def _prospect(game: Cendre, nation: NationId, line: int, order: Prospect, actor: Actor) -> None:
    mine = game.lands[order.territory].owner == nation
    number = engage(game, nation, "prospecteurs", order, actor)
    parts, difficulty = prospect_parts(game, nation, order, actor), prospect_difficulty(game, nation, order)
    success = tested(game, nation, line, order, actor, parts, difficulty, "TC-CIV-17").success
    if mine and success:
        change_land(game, order.territory, "resource_level", 1, order.OPERATION, "TC-CIV-17")
    elif success:
        learn(game, nation, order.territory, "TC-INFO-08", spies=False)
        _explore(game, order.territory, actor)
    elif not mine:
        lose_agents(game, nation, "prospecteurs", number, "TC-CIV-17")
    owner = game.lands[order.territory].owner
    if owner and not mine:
        game.emit(ProspectorsSeen(nation=owner, territory=order.territory, by=nation, audience=seats_of(game, owner)))


def prospect_parts(game: Cendre, nation: NationId, order: Prospect, actor: Actor) -> Parts:
    """TC-CIV-17 Prospectors sent along help, and geology; on one's own land it is development."""
    mine = game.lands[order.territory].owner == nation
    return counting(
        *operation_parts(game, nation, actor, order.OPERATION, order.territory if mine else ""),
        Part("helpers", order.extra, "TC-CIV-17"),
        Part("Géologie", TABLES.science.effects.geology_test * knows(game, nation, "Géologie"), "TC-SCI-06"),
        *hostile_parts(game, order.territory, order.OPERATION, nation),
    )


def prospect_difficulty(game: Cendre, nation: NationId, order: Prospect) -> int:
    """TC-CIV-17 One's own land is as hard as its terrain, foreign land has a difficulty of its own."""
    mine = game.lands[order.territory].owner == nation
    return terrain_difficulty(game, order.territory) if mine else difficulty_of(game, order)


def _explore(game: Cendre, code: Code, actor: Actor) -> None:
    """TC-STRUCT-08 The explorers' guild makes wild hills and mountains a little safer."""
    land = game.lands[code]
    wild = is_vacant(land) and {"montagnes", "collines"} & set(SITES[code].terrains)
    if actor.structure == "guilde-des-explorateurs" and wild:
        change_land(game, code, "danger", -min(EFFECTS[actor.structure].amount, land.danger), actor.structure, "TC-STRUCT-08")


# -- agitators and brigands -------------------------------------------------------------------------------------


def agitate(game: Cendre) -> None:
    """TC-CIV-02 TC-INFO-11 Agitators stir up a territory and are never heard of again."""
    for nation, line, order in covert_orders(game, Agitate):
        assert isinstance(order, Agitate)
        _send_rabble(game, nation, line, order, order.territory, "agitateurs", "agitators", "TC-CIV-02")


def brigandage(game: Cendre) -> None:
    """TC-CIV-03 Brigands make a territory dangerous and are never heard of again."""
    for nation, line, order in covert_orders(game, Brigandage):
        assert isinstance(order, Brigandage)
        _send_rabble(game, nation, line, order, order.territory, "brigands", "brigands", "TC-CIV-03")


def _send_rabble(game: Cendre, nation: NationId, line: int, order: CivilOrder, code: Code, unit: str, what: str, rule: str) -> None:
    actor = civil_actor(game, nation, line, order)
    if actor is None:
        return
    if code not in SITES or game.lands[code].owner == nation:
        refuse(game, nation, line, order, rule, territory=code)
        return
    number = number_hired(game, nation, actor, unit)
    price = unit_price(game, nation, unit) * number
    if not can_pay(game, nation, price):
        refuse(game, nation, line, order, rule, why="price")
        return
    use_up(game, nation, actor)
    pay(game, nation, price, order.OPERATION, rule)
    parts = rabble_parts(game, nation, order, actor, code)
    if tested(game, nation, line, order, actor, parts, difficulty_of(game, order), rule).success:
        change_land(game, code, what, number, "unrest", rule)


def rabble_parts(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor, code: Code) -> Parts:
    return counting(*operation_parts(game, nation, actor, order.OPERATION), *hostile_parts(game, code, order.OPERATION, nation))


# -- the curious ------------------------------------------------------------------------------------------------


def satisfy_curiosity(game: Cendre) -> None:
    """TC-INFO-09 A curious leader learns all about a random foreign territory each active season, unseen."""
    for nation in MAJORS:
        for _ in gifted(game, nation, "curieux"):
            own = controlled(game, nation)
            foreign = [code for code in SITES if code not in own]
            learn(game, nation, pick(game, foreign), "TC-INFO-09", spies=True)
