"""Chapter "La magie": sources, fluid and spells."""

from __future__ import annotations

from marchland.kernel.errors import IllegalAction
from marchland.kernel.events import Event
from marchland.kernel.frames import Procedure

from ...goods import RESOURCES, Goods
from ...orders import BoostSource, ChangeColour, Divert, DryUp, Exhaust, LearnMagic, Reinforce, Siphon
from ...state import Cendre, Code, Leader, LeaderId, NationId
from ...tables import TABLES
from ..common.carry_out import carry_out
from ..common.dice import d10
from ..common.figures import Part, Parts, counting, total
from ..common.inquiry import has_structure, is_held, owned, seats_of
from ..common.ledger import can_pay, change_land, pay, write_land
from ..events.threats.ash import drain_heart
from ..leaders.actors import check_actor, take_action
from ..leaders.people import write_leader
from ..science import check_discovery
from .casting import cast_all, end_running
from .lasting import spell_forbids
from .targets import PALACE, check_magician, check_range, power_of


class MagicLearnt(Event, frozen=True):
    """A magician studied a new colour."""

    RULE = "TC-MAG-05"
    nation: NationId
    leader: LeaderId
    name: str
    colour: str
    die: int
    total: int
    difficulty: int
    success: bool


class ColourChanged(Event, frozen=True):
    RULE = "TC-MAG-04"
    territory: Code
    colour: str


class MagicPhase(Procedure[Cendre], frozen=True):
    """TC-MAG-01 Magical operations in the order of the detailed turn."""

    STEPS = (
        "exhaust",
        "divert",
        "reinforce",
        "siphon",
        "cast_spells",
        "change_colours",
        "dry_up",
        "boost",
        "learn",
    )

    def exhaust(self, game: Cendre) -> None:
        """TC-MAG-03 Sources are exhausted."""
        carry_out(game, Exhaust, exhaust, "TC-MAG-03")

    def divert(self, game: Cendre) -> None:
        """TC-MAG-03 Fluid is diverted."""
        carry_out(game, Divert, divert, "TC-MAG-03", contested=True)

    def reinforce(self, game: Cendre) -> None:
        """TC-MAG-04 Sources are reinforced."""
        carry_out(game, Reinforce, reinforce, "TC-MAG-04", contested=True)

    def siphon(self, game: Cendre) -> None:
        """TC-MAG-04 Foreign sources are siphoned."""
        carry_out(game, Siphon, siphon, "TC-MAG-04", contested=True)

    def cast_spells(self, game: Cendre) -> None:
        """TC-MAG-02 Spells, the strongest first."""
        cast_all(game)

    def change_colours(self, game: Cendre) -> None:
        """TC-MAG-04 Sources change their colour."""
        carry_out(game, ChangeColour, change_colour, "TC-MAG-04")

    def dry_up(self, game: Cendre) -> None:
        """TC-MAG-04 Sources are dried up."""
        carry_out(game, DryUp, dry_up, "TC-MAG-04", contested=True)

    def boost(self, game: Cendre) -> None:
        """TC-MAG-04 Sources are boosted."""
        carry_out(game, BoostSource, boost, "TC-MAG-04")

    def learn(self, game: Cendre) -> None:
        """TC-MAG-05 Magicians study."""
        carry_out(game, LearnMagic, learn, "TC-MAG-05")


# -- fluid ------------------------------------------------------------------------------------------------------


def exhaust(game: Cendre, nation: NationId, order: Exhaust) -> None:
    """TC-MAG-03 The target loses as much fluid as the magician has power."""
    leader = check_magician(game, nation, order)
    check_range(game, leader, order.territory)
    power = power_of(game, leader)
    change_land(game, order.territory, "fluid", -min(power, game.lands[order.territory].fluid), "exhausted", "TC-MAG-03")
    drain_heart(game, nation, order.territory, power)
    take_action(game, leader.id)


def divert(game: Cendre, nation: NationId, order: Divert) -> None:
    """TC-MAG-03 Fluid of another controlled source of the same colour comes here, half of it lost on the way."""
    leader = check_movement(game, nation, order, same_colour=True)
    land = game.lands[leader.at]
    whole = is_held(land, nation) and has_structure(land, PALACE)
    taken = _draw(game, order)
    _pour(game, leader.at, taken if whole else taken // 2, max(land.fluid, land.source), "TC-MAG-03")
    take_action(game, leader.id)


def reinforce(game: Cendre, nation: NationId, order: Reinforce) -> None:
    """TC-MAG-04 As diverting, but nothing is lost and the source here may overflow."""
    check_discovery(game, nation, "Renforcer une source")
    leader = check_movement(game, nation, order, same_colour=True)
    _pour(game, leader.at, _draw(game, order), TABLES.magic.fluid_maximum, "TC-MAG-04")
    take_action(game, leader.id)


def siphon(game: Cendre, nation: NationId, order: Siphon) -> None:
    """TC-MAG-04 Fluid of any source within reach comes here, as far as the source here can hold it."""
    check_discovery(game, nation, "Siphonner une source")
    leader = check_movement(game, nation, order, same_colour=False)
    land = game.lands[leader.at]
    _pour(game, leader.at, _draw(game, order), max(land.fluid, land.source), "TC-MAG-04")
    take_action(game, leader.id)


def check_movement(game: Cendre, nation: NationId, order: Divert | Reinforce | Siphon, *, same_colour: bool) -> Leader:
    """TC-MAG-03 TC-MAG-06 The other source must be in reach, open, and (except for siphoning) controlled and of the same colour."""
    leader = check_magician(game, nation, order)
    check_range(game, leader, order.territory)
    here, there = game.lands[leader.at], game.lands[order.territory]
    if not 0 < order.points <= power_of(game, leader):
        raise IllegalAction("TC-MAG-06", why="power", need=order.points, have=power_of(game, leader))
    if order.territory == leader.at:
        raise IllegalAction("TC-MAG-06", why="same_source")
    if same_colour and (there.controller != nation or there.colour != here.colour):
        raise IllegalAction(
            "TC-MAG-03", why="colour" if there.controller == nation else "not_controlled", territory=order.territory
        )
    if spell_forbids(game, "cast", territory=order.territory):
        raise IllegalAction("TC-MAG-02", why="source_shut", territory=order.territory)
    return leader


def _draw(game: Cendre, order: Divert | Reinforce | Siphon) -> int:
    """TC-MAG-06 Never more than the source holds."""
    taken = min(order.points, game.lands[order.territory].fluid)
    change_land(game, order.territory, "fluid", -taken, "drawn", "TC-MAG-06")
    return taken


def _pour(game: Cendre, code: Code, points: int, most: int, rule: str) -> None:
    """TC-LAND-12 Fluid comes to a source as far as it may hold it."""
    change_land(game, code, "fluid", min(points, most - game.lands[code].fluid), "poured", rule)


# -- sources ----------------------------------------------------------------------------------------------------


def change_colour(game: Cendre, nation: NationId, order: ChangeColour) -> None:
    """TC-MAG-04 A full source takes a colour its magician knows, and is empty afterwards."""
    check_discovery(game, nation, "Changer la couleur")
    leader = check_magician(game, nation, order)
    land = game.lands[leader.at]
    if leader.magic is None or order.colour not in leader.magic.colours:
        raise IllegalAction("TC-MAG-04", why="unknown_colour", colour=order.colour)
    if land.fluid < land.source:
        raise IllegalAction("TC-MAG-04", why="not_full", need=land.source, have=land.fluid)
    change_land(game, leader.at, "fluid", -land.fluid, "colour", "TC-MAG-04")
    write_land(game, leader.at, colour=order.colour)
    game.emit(ColourChanged(territory=leader.at, colour=order.colour, audience=seats_of(game, nation, land.owner)))
    take_action(game, leader.id)


def dry_up(game: Cendre, nation: NationId, order: DryUp) -> None:
    """TC-MAG-04 A source no stronger than the magician loses a level for good, and a point of fluid."""
    check_discovery(game, nation, "Assécher une source")
    leader = check_magician(game, nation, order)
    check_range(game, leader, order.territory)
    land = game.lands[order.territory]
    if not land.source or land.source > power_of(game, leader):
        raise IllegalAction("TC-MAG-04", why="resists", have=power_of(game, leader))
    change_land(game, order.territory, "source", -1, "dried", "TC-MAG-04")
    change_land(game, order.territory, "fluid", -min(1, land.fluid), "dried", "TC-MAG-04")
    take_action(game, leader.id)


def boost(game: Cendre, nation: NationId, order: BoostSource) -> None:
    """TC-MAG-04 The source under the magician gains a level for good."""
    check_discovery(game, nation, "Booster la magie")
    leader = check_magician(game, nation, order)
    if game.lands[leader.at].source >= TABLES.land.limit:
        raise IllegalAction("TC-MAG-04", why="full", have=TABLES.land.limit)
    change_land(game, leader.at, "source", 1, "boosted", "TC-MAG-04")
    take_action(game, leader.id)


# -- learning ---------------------------------------------------------------------------------------------------


def learn(game: Cendre, nation: NationId, order: LearnMagic) -> None:
    """TC-MAG-05 Gold for teachers, then one die against a difficulty that depends on the magician's power."""
    leader = check_student(game, nation, order)
    assert leader.magic is not None
    pay(game, nation, Goods(gold=TABLES.magic.learn.cost) + order.extra, "learn_magic", "TC-MAG-05")
    die = d10(game, nation, "learn_magic")
    reached, difficulty = die + total(learning_parts(game, nation, order)), learning_difficulty(leader)
    success = reached >= difficulty
    audience = seats_of(game, nation)
    game.emit(
        MagicLearnt(
            nation=nation, leader=leader.id, name=leader.name, colour=order.colour, die=die, total=reached, difficulty=difficulty,
            success=success, audience=audience,
        )
    )  # fmt: skip
    if success:
        magic = type(leader.magic)(
            leader.magic.level, leader.magic.power, leader.magic.control, (*leader.magic.colours, order.colour)
        )
        write_leader(game, leader.id, magic=magic)
    take_action(game, leader.id)


def check_student(game: Cendre, nation: NationId, order: LearnMagic) -> Leader:
    """TC-MAG-05 A colour the nation knows and the magician does not, three at most; extra spending only as the table allows."""
    leader, table = check_actor(game, nation, order), TABLES.magic.learn
    assert leader.magic is not None
    if order.colour not in game.nations[nation].colours or order.colour in leader.magic.colours:
        raise IllegalAction("TC-MAG-05", why="colour", colour=order.colour)
    if len(leader.magic.colours) >= table.most_colours:
        raise IllegalAction("TC-MAG-05", why="too_many", have=len(leader.magic.colours))
    extra = order.extra
    fair = extra.gold in (0, table.gold_bonus) and not extra.provisions
    if not fair or any(extra[kind] not in (0, table.resource_bonus) for kind in RESOURCES):
        raise IllegalAction("TC-MAG-05", why="extra")
    if not can_pay(game, nation, Goods(gold=table.cost) + extra):
        raise IllegalAction("TC-MAG-05", why="cannot_pay")
    return leader


def learning_difficulty(leader: Leader) -> int:
    """TC-MAG-05 Table 52: hardest for the weak and the mighty, harder still with a second colour."""
    assert leader.magic is not None
    table, power = TABLES.magic.learn, leader.magic.power
    base = next(difficulty for most, difficulty in table.difficulty if power <= most)
    return base + (table.second if len(leader.magic.colours) > 1 else 0)


def learning_parts(game: Cendre, nation: NationId, order: LearnMagic) -> Parts:
    """TC-MAG-05 Table 53: sources of the colour, stability, and what is spent on top."""
    table = TABLES.magic.learn
    sources = sum(game.lands[code].colour == order.colour for code in owned(game, nation) if game.lands[code].source)
    bought = (order.extra.gold == table.gold_bonus) + sum(order.extra[kind] == table.resource_bonus for kind in RESOURCES)
    return counting(
        Part("sources", min(table.sources_maximum, sources), "TC-MAG-05"),
        Part("stability", game.nations[nation].stability, "TC-STAB-01"),
        Part("bought", bought, "TC-MAG-05"),
    )


# -- the end of spells ------------------------------------------------------------------------------------------


def end_spells(game: Cendre) -> None:
    """TC-MAG-02 Spells of this or the previous season end, limited summons leave."""
    end_running(game)
