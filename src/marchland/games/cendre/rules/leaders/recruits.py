"""New leaders: how many a nation may have, who comes, with which type, colour and name."""

from __future__ import annotations

from marchland.kernel.chance import below, pick

from ...state import Cendre, Civil, Leader, LeaderId, Magic, Military, NationId
from ...tables import TABLES
from ...world import BOOKLETS, PRINTINGS
from ..common.dice import d10, dice, percent
from ..common.inquiry import controlled, knows, leaders_of, owned, seats_of, structures_of
from ..common.ledger import change
from ..common.modifiers import added
from ..towns.towns import EFFECTS
from .names import random_name
from .people import LeaderJoined, refuge, write_leader
from .training import level_at, make_civil, make_magic, make_military, new_tactic, rank

SCHOOLS = {kind.leaders: name for name, kind in TABLES.towns.structures.items() if kind.leaders}
TYPES = ("civil", "militaire", "magique")


def most_leaders(game: Cendre, nation: NationId) -> int:
    """TC-LEAD-03 The most leaders besides the ruler, by territories owned and by the towns on them."""
    lands = owned(game, nation)
    base = max((number for least, number in TABLES.leaders.maximum if len(lands) >= least), default=0)
    towns = [game.lands[code].town for code in controlled(game, nation) if game.lands[code].owner == nation]
    bonus = sum(max((plus for least, plus in TABLES.leaders.town_bonus if town >= least), default=0) for town in towns)
    return base + bonus + added(game, nation, "leaders.max")


def fewest_leaders(game: Cendre, nation: NationId) -> int:
    """TC-LEAD-03 Half the maximum, rounded down."""
    return most_leaders(game, nation) // 2


def staff(game: Cendre, nation: NationId) -> int:
    """TC-LEAD-03 Leaders besides the ruler, prisoners included."""
    return sum(not leader.ruler for leader in leaders_of(game, nation))


def has_room(game: Cendre, nation: NationId) -> bool:
    return staff(game, nation) < most_leaders(game, nation)


def room_refusal(game: Cendre, nation: NationId) -> str:
    """TC-LEAD-03 The rule that keeps a nation from taking on somebody more, or nothing."""
    return "" if has_room(game, nation) else "TC-LEAD-03"


# -- who comes --------------------------------------------------------------------------------------------------


def random_types(game: Cendre, nation: NationId) -> tuple[str, ...]:
    """TC-LEAD-06 The type of a random leader by d10; rarest and commonest are counted in the nation."""
    drawn = TABLES.leaders.random[d10(game, nation, "leader_type") - 1]
    if drawn in ("rarest", "commonest"):
        counts = {kind: _having(game, nation, kind) for kind in TYPES}
        wanted = min(counts.values()) if drawn == "rarest" else max(counts.values())
        return (pick(game, [kind for kind in TYPES if counts[kind] == wanted]),)
    return tuple(drawn.split("/"))


def _having(game: Cendre, nation: NationId, kind: str) -> int:
    field = {"civil": "civil", "militaire": "military", "magique": "magic"}[kind]
    return sum(getattr(leader, field) is not None for leader in leaders_of(game, nation))


def colour_of_newcomer(game: Cendre, nation: NationId) -> str:
    """TC-LEAD-07 The newest colour first; otherwise by d10 among those the nation knows."""
    record = game.nations[nation]
    if record.new_colour:
        return record.new_colour
    if not record.colours:
        return "protection"
    place = TABLES.leaders.colour[d10(game, nation, "leader_colour") - 1] if len(record.colours) > 1 else 0
    return record.colours[place] if place < len(record.colours) else record.colours[0]


def base_level(game: Cendre, nation: NationId, kind: str) -> str:
    booklet = PRINTINGS[game.nations[nation].printing].get(nation) if nation in game.nations else None
    return booklet.leader_levels[kind] if booklet else TABLES.leaders.levels[1]


def create_leader(
    game: Cendre,
    origin: NationId,
    types: tuple[str, ...],
    *,
    plus: int = 0,
    ruler: bool = False,
    asked: str = "",
    wished: str = "",
    colour: str = "",
) -> LeaderId:
    """TC-LEAD-06 A new person of a people: two types are one level lower in each, a ruler one higher in one of them.

    If a type was asked for, its school (`plus`) and the trait wished for are for that type alone.
    """
    raised = pick(game, types) if ruler else ""
    above = {kind: plus * (asked in ("", kind)) + (kind == raised) - (len(types) > 1) for kind in types}
    levels = {kind: level_at(rank(base_level(game, origin, kind)) + above[kind]) for kind in types}
    civil = make_civil(game, origin, levels["civil"], wished if asked == "civil" else "") if "civil" in types else None
    tactic = wished if asked == "militaire" else ""
    military = make_military(game, origin, levels["militaire"], tactic) if "militaire" in types else None
    magic = make_magic(levels["magique"], colour or colour_of_newcomer(game, origin)) if "magique" in types else None
    military = _captain_of_raids(game, origin, military)
    leader = Leader(
        id=f"L{game.next_leader}",
        name=random_name(game, origin),
        origin=origin,
        age=new_age(game, origin),
        civil=civil,
        military=military,
        magic=magic,
        specials=new_specials(game, origin, magic is not None),
    )
    game.next_leader += 1
    game.leaders[leader.id] = leader
    return leader.id


def _captain_of_raids(game: Cendre, origin: NationId, military: Military | None) -> Military | None:
    """TC-STRUCT-08 The captains' hall teaches raiding to every new military leader."""
    if military and origin in game.nations and structures_of(game, origin, "halle-des-capitaines"):
        return new_tactic(game, military, "raid") if "raid" not in military.tactics else military
    return military


def new_age(game: Cendre, origin: NationId) -> int:
    """TC-LEAD-04 The age of a newcomer; long-lived peoples send younger ones."""
    booklet = BOOKLETS.get(origin)
    long_lived = booklet is not None and any(special.special == "long_life" for special in booklet.leader_specials)
    table = TABLES.leaders.new_age_long if long_lived else TABLES.leaders.new_age
    return sum(dice(game, origin, "age", table.dice, table.sides)) + table.plus


def new_specials(game: Cendre, origin: NationId, magician: bool) -> tuple[str, ...]:
    """TC-LEAD-04 Immortals, the long-lived and drinkers, as the booklet says."""
    booklet = BOOKLETS.get(origin)
    found = []
    for special in booklet.leader_specials if booklet else ():
        if special.applies == "new magicians" and not magician:
            continue
        chance = special.chance + _breweries(game, origin) * (special.special == "alcoholic")
        if percent(game, origin, special.special, chance):
            found.append(special.special)
    return tuple(found)


def _breweries(game: Cendre, origin: NationId) -> int:
    if origin not in game.nations:
        return 0
    return EFFECTS["brasserie"].chance * len(structures_of(game, origin, "brasserie"))


def enlist(game: Cendre, leader: LeaderId, nation: NationId, reason: str, rule: str, *, ruler: bool = False) -> None:
    """A newcomer enters the nation's service in its capital; a ruler's name is known to all."""
    record = game.leaders[leader]
    home = refuge(game, nation, game.nations[nation].capital)
    write_leader(game, leader, nation=nation, at=home, ruler=ruler, acted=True)
    if record.magic and game.nations[nation].new_colour in record.magic.colours:
        change(game, nation, new_colour="")
    audience = None if ruler else seats_of(game, nation)
    game.emit(LeaderJoined(nation=nation, leader=leader, name=record.name, reason=reason, rule=rule, audience=audience))


def random_leader(game: Cendre, nation: NationId, reason: str, rule: str, *, plus: int = 0, ruler: bool = False) -> LeaderId:
    """TC-LEAD-06 A random leader of the nation's own people joins it."""
    leader = create_leader(game, nation, random_types(game, nation), plus=plus + teaching(game, nation), ruler=ruler)
    enlist(game, leader, nation, reason, rule, ruler=ruler)
    return leader


def teaching(game: Cendre, nation: NationId) -> int:
    """TC-SCI-05 State education makes random leaders one level better."""
    return 1 if knows(game, nation, "Enseignement d'État") else 0


def new_ruler(game: Cendre, nation: NationId, reason: str) -> None:
    """TC-LEAD-02 A nation without a ruler gets a new one, one step above the national level in one type."""
    random_leader(game, nation, reason, "TC-LEAD-02", ruler=True)


# -- winter -----------------------------------------------------------------------------------------------------


def newcomer_chance(game: Cendre, nation: NationId) -> int:
    """TC-LEAD-08 The chance of a random leader in winter, in per cent: certain below the minimum, none without room."""
    free = most_leaders(game, nation) - staff(game, nation)
    if free <= 0:
        return 0
    if staff(game, nation) < fewest_leaders(game, nation):
        return 100
    schools = sum(len(structures_of(game, nation, school)) for school in SCHOOLS.values())
    chance = 10 * free + TABLES.towns.school_chance * schools + added(game, nation, "leaders.chance")
    return chance + TABLES.science.effects.teaching_chance * knows(game, nation, "Enseignement d'État")


def any_people(game: Cendre) -> NationId:
    """TC-LEAD-13 The people of a market newcomer, drawn among the twenty."""
    nations = tuple(BOOKLETS)
    return nations[below(game, len(nations))]


def parts(leader: Leader) -> list[tuple[str, Civil | Military | Magic]]:
    """The types of a leader with their figures."""
    named = (("civil", leader.civil), ("militaire", leader.military), ("magique", leader.magic))
    return [(kind, part) for kind, part in named if part is not None]


def fill_up(game: Cendre, nation: NationId, reason: str) -> None:
    """TC-LEAD-03 As many random leaders as the nation lacks to its minimum."""
    while staff(game, nation) < fewest_leaders(game, nation):
        random_leader(game, nation, reason, "TC-LEAD-03")
