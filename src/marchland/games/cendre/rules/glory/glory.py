"""Chapter "La gloire": yearly gains, dominations and automatic victory."""

from __future__ import annotations

from marchland.kernel.events import Event

from ...state import WINTER, Cendre, NationId
from ...tables import TABLES
from ...world import MAJORS
from ..common.inquiry import controlled, gifted, held, held_structures, is_at_war, is_held, knows, leaders_of, owned
from ..common.ledger import all_units, count, tally
from ..common.modifiers import added
from ..land.production import resource_yield, share_of, tax_yield, town_incomes
from ..towns.booklet import winter_glory
from ..towns.towns import structure_kind
from .account import change_glory


class DominationHeld(Event, frozen=True):
    """Everybody hears who is first and second, not by how much."""

    RULE = "TC-GLORY-03"
    field: str
    first: tuple[NationId, ...]
    second: tuple[NationId, ...]


class GloryTable(Event, frozen=True):
    """The table of glory, published every season."""

    RULE = "TC-GLORY-01"
    table: tuple[tuple[NationId, int], ...]


class VictoryWon(Event, frozen=True):
    RULE = "TC-GLORY-04"
    nation: NationId
    reason: str


# -- every winter -----------------------------------------------------------------------------------------------


def annual_parts(game: Cendre, nation: NationId) -> list[tuple[str, int]]:
    """TC-GLORY-02 The yearly gains of a nation, source by source."""
    table, record = TABLES.standing.annual, game.nations[nation]
    towns = sorted((game.lands[code].town for code in held(game, nation)), reverse=True)
    structures = sum(structure_kind(structure.kind).yearly_glory for _, structure in held_structures(game, nation))
    return [
        ("towns", (towns[0] if towns else 0) + (towns[1] // 2 if len(towns) > 1 else 0)),
        ("territories", table.territory * len(held(game, nation))),
        ("industry", theoretical_resources(game, nation) // table.resources_per_point),
        ("wealth", theoretical_gold(game, nation) // table.gold_per_point),
        ("stability", record.stability),
        ("reputation", record.reputation),
        ("artists", table.artist * record.civil.artistes),
        ("structures", structures),
        ("Illumination", TABLES.science.effects.illumination_glory * knows(game, nation, "Illumination")),
        ("mécène", sum(leader.civil.competence for leader in gifted(game, nation, "mécène") if leader.civil)),
        ("national", added(game, nation, "national.glory")),
    ]


def annual_glory(game: Cendre) -> None:
    """TC-GLORY-02 In winter each nation gains by what it is; a year of peace counts too."""
    if game.season != WINTER:
        return
    for nation in MAJORS:
        for reason, amount in annual_parts(game, nation):
            change_glory(game, nation, amount, reason, "TC-GLORY-02")
        if not game.nations[nation].year.wars:
            change_glory(game, nation, TABLES.standing.annual.peace_year, "peace_year", "TC-GLORY-02")
        winter_glory(game, nation)


def theoretical_resources(game: Cendre, nation: NationId) -> int:
    """TC-GLORY-02 Resource points of owned and controlled land in a quiet season."""
    return sum(resource_yield(game, code, nation) for code in controlled(game, nation) if is_held(game.lands[code], nation))


def theoretical_gold(game: Cendre, nation: NationId) -> int:
    """TC-GLORY-02 Taxes and towns of a quiet season before stability."""
    codes = list(controlled(game, nation))
    taxes = sum(share_of(game, code, nation, tax_yield(game, code, nation)) for code in codes)
    return taxes + sum(town_incomes(game, nation, codes))


def note_wars(game: Cendre) -> None:
    """TC-GLORY-02 A year with a single war is not a year of peace."""
    for nation in MAJORS:
        if not game.nations[nation].year.wars and is_at_war(game, nation):
            tally(game, nation, "year", wars=True)


def initial_glory(game: Cendre) -> None:
    """TC-GLORY-05 At the start: the yearly gains as they stand in the first spring, and the starting discovery."""
    for nation in MAJORS:
        for reason, amount in annual_parts(game, nation):
            change_glory(game, nation, amount, reason, "TC-GLORY-05")
        change_glory(game, nation, TABLES.science.glory * len(game.nations[nation].known), "discovery", "TC-GLORY-05")


# -- dominations ------------------------------------------------------------------------------------------------


def domination_scores(game: Cendre) -> dict[str, dict[NationId, int]]:
    """TC-GLORY-03 What the eight dominations compare."""
    return {
        "militaire": {nation: sum(map(count, all_units(game, nation).values())) for nation in MAJORS},
        "économique": {nation: game.nations[nation].goods.gold for nation in MAJORS},
        "territoriale": {nation: len(owned(game, nation)) for nation in MAJORS},
        "démographique": {nation: _people(game, nation) for nation in MAJORS},
        "scientifique": {nation: len(game.nations[nation].known) for nation in MAJORS},
        "culturelle": {nation: game.nations[nation].reputation for nation in MAJORS},
        "diplomatique": {nation: _treaties(game, nation) for nation in MAJORS},
        "magique": {nation: _magic(game, nation) for nation in MAJORS},
    }


def _people(game: Cendre, nation: NationId) -> int:
    return sum(game.lands[code].population + game.lands[code].town for code in controlled(game, nation))


def _treaties(game: Cendre, nation: NationId) -> int:
    treaties = sum(nation in (treaty.one, treaty.other) for treaty in game.treaties.values())
    return treaties + sum(nation in (caravan.creator, caravan.partner) for caravan in game.caravans)


def _magic(game: Cendre, nation: NationId) -> int:
    sources = sum(game.lands[code].source for code in owned(game, nation))
    return sources + sum(leader.magic.power for leader in leaders_of(game, nation) if leader.magic)


def ranking(scores: dict[NationId, int]) -> tuple[list[NationId], list[NationId]]:
    """TC-GLORY-03 Who is first and who is second, ties included."""
    best = max(scores.values())
    first = sorted(nation for nation, score in scores.items() if score == best)
    rest = [score for score in scores.values() if score < best]
    second = sorted(nation for nation, score in scores.items() if rest and score == max(rest))
    return first, second


def domination_gains(scores: dict[NationId, int], values: tuple[int, int]) -> dict[NationId, int]:
    """TC-GLORY-03 The first gets the first figure; two tied first the second one each, and nobody is second then."""
    first, second = ranking(scores)
    if len(first) > 2:
        return {}
    if len(first) == 2:
        return dict.fromkeys(first, values[1])
    return {first[0]: values[0], **(dict.fromkeys(second, values[1]) if len(second) == 1 else {})}


def domination_glory(game: Cendre) -> None:
    """TC-GLORY-03 In winter the leading nations of each field gain glory."""
    if game.season != WINTER:
        return
    for field, scores in domination_scores(game).items():
        gains = domination_gains(scores, TABLES.standing.domination[field])
        top = max(gains.values(), default=0)
        first = tuple(nation for nation in sorted(gains) if gains[nation] == top)
        second = tuple(nation for nation in sorted(gains) if gains[nation] != top)
        game.emit(DominationHeld(field=field, first=first, second=second))
        for nation, amount in sorted(gains.items()):
            change_glory(game, nation, amount, f"domination_{field}", "TC-GLORY-03")


# -- the table and victory --------------------------------------------------------------------------------------


def publish_glory(game: Cendre) -> None:
    """TC-GLORY-01 Everybody reads the table of glory."""
    table = sorted(((nation, game.nations[nation].glory) for nation in MAJORS), key=lambda row: (-row[1], row[0]))
    game.emit(GloryTable(table=tuple(table)))


def check_victory(game: Cendre) -> None:
    """TC-GLORY-04 As much glory as all others together, or first in glory and in every domination, wins at once.

    Nobody wins a world that the Ash has ended this winter: the table of glory stands as it is (TC-EVT-05).
    """
    if game.ending:
        return
    glory = {nation: game.nations[nation].glory for nation in MAJORS}
    best = max(glory, key=lambda nation: (glory[nation], nation))
    total = sum(glory.values())
    if glory[best] >= total - glory[best] and glory[best] > 0:
        _win(game, best, "glory")
    elif sum(value == glory[best] for value in glory.values()) == 1:
        if all(best in ranking(scores)[0] for scores in domination_scores(game).values()):
            _win(game, best, "dominations")


def _win(game: Cendre, nation: NationId, reason: str) -> None:
    game.winner, game.ending = nation, reason
    game.emit(VictoryWon(nation=nation, reason=reason))
