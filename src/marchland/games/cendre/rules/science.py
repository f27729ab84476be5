"""Chapter "La science": points, thresholds and the fifty-six discoveries."""

from __future__ import annotations

from marchland.kernel.chance import pick
from marchland.kernel.errors import IllegalAction
from marchland.kernel.events import Event

from ..orders import Allocate, Discover, DrainSource, RunLaboratory
from ..state import MINOR, NEVER, REBEL, SPRING, Cendre, Code, NationId
from ..tables import TABLES
from ..world import DOMAINS, MAJORS, SITES, discovery_named, domain_of, land_neighbours
from .civil_units import sages
from .common.dice import percent
from .common.inquiry import (
    controlled,
    gifted,
    has_structure,
    has_tactic,
    held,
    is_at_large,
    knows,
    leaders_of,
    lines,
    owned,
    seats_of,
    serving_town,
    structures_of,
)
from .common.ledger import add_science, can_pay, change, change_land, done, make_national, pay, refuse
from .common.marks import add_mark, drop_marks, mark_total, marks, next_winter_with_a_sheet
from .common.modifiers import added
from .diplomacy.relations import give_casus
from .glory.account import award_glory
from .land.ownership import become_owner, cede, vanish
from .leaders.people import write_leader
from .leaders.training import new_tactic
from .magic.lasting import spell_forbids
from .standing.deeds import move_counter
from .towns.building import academies
from .towns.towns import EFFECTS

ONE_FIELD = "one field"
"""Free points of an event that must all go into the same field."""
ULTIMATE = 6
"""The place of the ultimate discovery in its domain."""


class DiscoveryMade(Event, frozen=True):
    nation: NationId
    discovery: str
    option: str = ""
    RULE = "TC-SCI-01"


# -- points that ask for a decision -----------------------------------------------------------------------------


def run_laboratories(game: Cendre) -> None:
    """TC-STRUCT-07 A laboratory turns resources into science, one for one, up to the level of its town."""
    for nation in MAJORS:
        used: set[Code] = set()
        for line, order in lines(game, nation, RunLaboratory):
            goods = order.goods.resources().at_least_nothing()
            land = game.lands.get(order.territory)
            working = land is not None and land.controller == nation and has_structure(land, "laboratoire")
            most = serving_town(land) if working and land else 0
            if order.territory in used or not goods or goods.total() > most or not can_pay(game, nation, goods):
                refuse(game, nation, line, order, "TC-STRUCT-07", territory=order.territory, most=most)
                continue
            used.add(order.territory)
            pay(game, nation, goods, "laboratoire", "TC-STRUCT-07", territory=order.territory)
            add_science(game, nation, "", goods.total(), "laboratoire", "TC-STRUCT-07")
            done(game, nation, line, order, "TC-STRUCT-07", territory=order.territory)


def drain_sources(game: Cendre) -> None:
    """TC-STRUCT-07 Each mage's tower drinks all the fluid of one controlled territory."""
    for nation in MAJORS:
        towers = len(structures_of(game, nation, "tour-de-mage"))
        for line, order in lines(game, nation, DrainSource):
            land = game.lands.get(order.territory)
            dry = land is None or land.controller != nation or spell_forbids(game, "cast", territory=order.territory)
            if not towers or dry or land is None:
                refuse(game, nation, line, order, "TC-STRUCT-07", territory=order.territory)
                continue
            towers -= 1
            add_science(game, nation, "", land.fluid, "tour-de-mage", "TC-STRUCT-07")
            change_land(game, order.territory, "fluid", -land.fluid, "tour-de-mage", "TC-STRUCT-07")
            done(game, nation, line, order, "TC-STRUCT-07", territory=order.territory)


def study_centres(game: Cendre) -> None:
    """TC-STRUCT-08 A centre of studies teaches by the size of its town and half the next one, in spring."""
    if game.season != SPRING:
        return
    for nation in MAJORS:
        for code in structures_of(game, nation, "centre-d-etudes"):
            others = sorted((game.lands[other].town for other in held(game, nation) if other != code), reverse=True)
            points = game.lands[code].town + (others[0] // EFFECTS["centre-d-etudes"].share if others else 0)
            add_science(game, nation, "", points, "centre-d-etudes", "TC-STRUCT-08")


def allocate(game: Cendre) -> None:
    """TC-SCI-01 Free points go into the domains the sheet names, as far as they reach."""
    for nation in MAJORS:
        for line, order in lines(game, nation, Allocate):
            points = min(order.points, may_go_into(game, nation, order.domain))
            if order.domain not in DOMAINS or points <= 0:
                refuse(game, nation, line, order, "TC-SCI-01", have=game.nations[nation].free_science)
                continue
            _spend_bound(game, nation, order.domain, points)
            add_science(game, nation, "", -points, "allocated", "TC-SCI-01")
            add_science(game, nation, order.domain, points, "allocated", "TC-SCI-01")
            done(game, nation, line, order, "TC-SCI-01", points=points)


def may_go_into(game: Cendre, nation: NationId, domain: str) -> int:
    """TC-EVT-03 Free points that may go into a domain: what an event gave may be for one field only, or not all for one."""
    bound = mark_total(game, "bound_science", nation=nation)
    return max(0, game.nations[nation].free_science - bound) + _bound_room(game, nation, domain)


def _bound_room(game: Cendre, nation: NationId, domain: str) -> int:
    """How many of an event's points may still go into this domain."""
    gifts, spent = marks(game, "bound_science", nation=nation), marks(game, "bound_spent", nation=nation)
    left = min(sum(gift.amount for gift in gifts), game.nations[nation].free_science)
    if any(gift.word == ONE_FIELD for gift in gifts):
        return left if all(mark.word == domain for mark in spent) else 0
    room = sum(int(gift.word) for gift in gifts) - sum(mark.amount for mark in spent if mark.word == domain)
    return max(0, min(left, room))


def _spend_bound(game: Cendre, nation: NationId, domain: str, points: int) -> None:
    """Points of an event are spent before others, and where they went is remembered until the last is gone."""
    gifts = marks(game, "bound_science", nation=nation)
    taken = min(points, _bound_room(game, nation, domain))
    left = sum(gift.amount for gift in gifts) - taken
    if not taken:
        return
    drop_marks(game, "bound_science", nation=nation)
    if not left:
        drop_marks(game, "bound_spent", nation=nation)
        return
    word = gifts[0].word if gifts[0].word == ONE_FIELD else str(sum(int(gift.word) for gift in gifts))
    add_mark(game, "bound_science", NEVER, nation=nation, amount=left, word=word)
    add_mark(game, "bound_spent", NEVER, nation=nation, amount=taken, word=domain)


# -- discoveries ------------------------------------------------------------------------------------------------


def made_in(game: Cendre, nation: NationId, domain: str) -> list[str]:
    return [discovery for discovery in game.nations[nation].known if domain_of(discovery) == domain]


def pending(game: Cendre, nation: NationId, domain: str) -> int:
    """TC-SCI-01 How many discoveries of a domain the nation may choose now."""
    points = game.nations[nation].science[DOMAINS.index(domain)]
    reached = sum(points >= threshold for threshold in TABLES.science.thresholds)
    return reached - len(made_in(game, nation, domain))


def choices(game: Cendre, nation: NationId, domain: str) -> tuple[str, ...]:
    """TC-SCI-01 The discoveries open in a domain: the ultimate one only after the six others."""
    names = TABLES.science.domains[domain]
    known = game.nations[nation].known
    simple = tuple(name for name in names[:ULTIMATE] if name not in known)
    return simple or tuple(name for name in names[ULTIMATE:] if name not in known)


def choose_discoveries(game: Cendre) -> None:
    """TC-SCI-01 Every threshold crossed gives a choice; without one it stays open. The ultimate one is no choice."""
    for nation in MAJORS:
        for line, order in lines(game, nation, Discover):
            _choose(game, nation, line, order)
        for domain in DOMAINS:
            open_now = choices(game, nation, domain)
            if pending(game, nation, domain) > 0 and len(made_in(game, nation, domain)) == ULTIMATE and open_now:
                discover(game, nation, open_now[0], "")


def _choose(game: Cendre, nation: NationId, line: int, order: Discover) -> None:
    name = proper_name(game, nation, order.discovery)
    if order.domain not in DOMAINS or name not in choices(game, nation, order.domain) or pending(game, nation, order.domain) <= 0:
        refuse(game, nation, line, order, "TC-SCI-01", discovery=order.discovery)
        return
    if not is_option_legal(game, nation, name, order.option):
        refuse(game, nation, line, order, "TC-SCI-07" if "magie" in name else "TC-SCI-04", discovery=order.discovery)
        return
    discover(game, nation, name, order.option)
    done(game, nation, line, order, "TC-SCI-01", discovery=name)


def proper_name(game: Cendre, nation: NationId, written: str) -> str:
    """TC-SCI-07 Nouvelle magie exists twice: the second asking means the second one."""
    name = discovery_named(written)
    return "Nouvelle magie 2" if name == "Nouvelle magie" and knows(game, nation, name) else name


def is_option_legal(game: Cendre, nation: NationId, discovery: str, option: str) -> bool:
    """TC-SCI-04 Spécialisation needs attack or defence, Nouvelle magie (TC-SCI-07) a colour open to discovery."""
    if discovery == "Spécialisation":
        return option in ("attaque", "défense")
    if discovery.startswith("Nouvelle magie"):
        return option in open_colours(game, nation)
    return True


def open_colours(game: Cendre, nation: NationId) -> tuple[str, ...]:
    """TC-SCI-07 Colours a nation may discover: all but those of the rats and the ash, unless the ash was beaten."""
    record = game.nations[nation]
    beaten = ("cendre",) if marks(game, "ash_beaten", nation=nation) else ()
    return tuple(colour for colour in (*TABLES.science.open_colours, *beaten) if colour not in record.colours)


def check_discovery(game: Cendre, nation: NationId, discovery: str) -> None:
    """TC-SCI-07 Some operations must be discovered first."""
    if not knows(game, nation, discovery):
        raise IllegalAction("TC-SCI-07", discovery=discovery)


def last_threshold(points: int) -> int:
    """TC-SCI-01 The points of the last discovery in a field: once made it is never lost."""
    return max((threshold for threshold in TABLES.science.thresholds if threshold <= points), default=0)


def discover(game: Cendre, nation: NationId, discovery: str, option: str) -> None:
    """TC-SCI-01 A discovery is known from now on: glory, and its effects at once."""
    table, domain = TABLES.science, domain_of(discovery)
    ultimate = table.domains[domain].index(discovery) == ULTIMATE
    change(game, nation, known=(*game.nations[nation].known, discovery))
    game.emit(DiscoveryMade(nation=nation, discovery=discovery, option=option, audience=seats_of(game, nation)))
    award_glory(game, nation, table.ultimate_glory if ultimate else table.glory, "discovery")
    if ultimate:
        move_counter(game, nation, table.ultimate_tenths, "ultimate")
    effect = AT_ONCE.get(discovery)
    if effect:
        effect(game, nation, option)


def _specialise(game: Cendre, nation: NationId, option: str) -> None:
    """TC-SCI-04 The army specialises in attack or in defence."""
    change(game, nation, focus=option)


def _new_technique(game: Cendre, nation: NationId, option: str) -> None:
    """TC-SCI-04 Every military leader learns one more tactic."""
    for leader in leaders_of(game, nation):
        if leader.military:
            write_leader(game, leader.id, military=new_tactic(game, leader.military))


def _new_colour(game: Cendre, nation: NationId, option: str) -> None:
    """TC-SCI-07 A new colour of magic: the next random magician practises it."""
    change(game, nation, colours=(*game.nations[nation].colours, option), new_colour=option)


def _claim_the_crown(game: Cendre, nation: NationId, option: str) -> None:
    """TC-SCI-08 The heir of the old kingdom claims every territory; every owner has a casus belli until winter."""
    for code in SITES:
        make_national(game, code, nation, "heir", "TC-SCI-08")
    for owner in sorted({land.owner for land in game.lands.values()} - {"", nation}):
        give_casus(game, owner, nation, "claimed", next_winter_with_a_sheet(game))
        give_casus(game, nation, owner, "claim_held", NEVER)


AT_ONCE = {
    "Spécialisation": _specialise,
    "Nouvelle technique": _new_technique,
    "Nouvelle magie": _new_colour,
    "Nouvelle magie 2": _new_colour,
    "Héritier": _claim_the_crown,
}


# -- points that come by themselves -----------------------------------------------------------------------------


def gain_science(game: Cendre) -> None:
    """TC-SCI-01 Sages, academies, scholars, strategists, the press and the nation's own learning."""
    for nation in MAJORS:
        sages(game, nation)
        academies(game, nation)
        _scholars(game, nation)
        _strategists(game, nation)
        if knows(game, nation, "Imprimerie"):
            add_science(game, nation, "", TABLES.science.effects.printing_science, "Imprimerie", "TC-SCI-10")
        add_science(game, nation, "", added(game, nation, "national.science"), "national", "TC-STRUCT-08")
        _observatories(game, nation)


def _scholars(game: Cendre, nation: NationId) -> None:
    """TC-LEAD-10 A scholar's competence goes into his own field."""
    for leader in gifted(game, nation, "chercheur"):
        for gift in leader.civil.gifts if leader.civil else ():
            name, _, domain = gift.partition(":")
            if name == "chercheur" and leader.civil:
                add_science(game, nation, domain, leader.civil.competence, "chercheur", "TC-LEAD-10")


def _strategists(game: Cendre, nation: NationId) -> None:
    """TC-LEAD-11 A strategist's skill serves military science."""
    for leader in leaders_of(game, nation):
        if leader.military and is_at_large(game, leader) and has_tactic(leader, "stratège"):
            add_science(game, nation, "militaire", leader.military.strategy, "stratège", "TC-LEAD-11")


def _observatories(game: Cendre, nation: NationId) -> None:
    """TC-STRUCT-08 An observatory studies the sky, or magic where the sheet says so."""
    for _ in structures_of(game, nation, "observatoire"):
        wished = marks(game, "observatory_field", nation=nation)
        field = wished[-1].word if wished else "physique"
        add_science(game, nation, field, EFFECTS["observatoire"].amount, "observatoire", "TC-STRUCT-08")


# -- what preachers win -----------------------------------------------------------------------------------------


def proselytise(game: Cendre) -> None:
    """TC-SCI-08 Neighbouring minor nations and rebels may join a nation that preaches; the best name comes first."""
    for other in sorted(game.nations):
        if other not in game.nations or game.nations[other].kind not in (MINOR, REBEL):
            continue
        preachers = [nation for nation in _neighbours(game, other) if knows(game, nation, "Prosélytisme")]
        winners = [
            nation for nation in preachers if percent(game, nation, "Prosélytisme", TABLES.science.effects.proselytism_chance)
        ]
        if winners:
            best = max(game.nations[nation].reputation for nation in winners)
            convert(game, other, pick(game, [nation for nation in winners if game.nations[nation].reputation == best]))


def _neighbours(game: Cendre, other: NationId) -> list[NationId]:
    near = {game.lands[code].controller for mine in controlled(game, other) for code in land_neighbours(mine)}
    return [nation for nation in MAJORS if nation in near]


def convert(game: Cendre, other: NationId, nation: NationId) -> None:
    """TC-SCI-08 Its land becomes the preacher's own; rebel land becomes its preacher's, or goes back to its owner."""
    for code in controlled(game, other):
        cede(game, code, nation, "proselytism", "TC-SCI-08")
    for code in owned(game, other):
        become_owner(game, code, nation, "proselytism", "TC-SCI-08")
    vanish(game, other, "proselytism", "TC-SCI-08")
