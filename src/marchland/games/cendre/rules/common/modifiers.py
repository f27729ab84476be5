"""National modifiers: what each people's booklet adds to rolls, costs, yields and scores."""

from __future__ import annotations

from collections.abc import Callable, Collection

from marchland.kernel.memo import remembered

from ...state import Cendre, Code, NationId
from ...world import PRINTINGS, SITES, Modifier, Wanted
from .inquiry import controlled, held, is_at_war, is_frozen, partners, terrains
from .ledger import all_units


def added(game: Cendre, nation: NationId, target: str, **facts: object) -> int:
    """The sum of what the booklet adds to a target in these circumstances."""
    said = _matching(game, nation, target, "add", facts)
    return round(sum(_amount(game, nation, modifier) for modifier in said)) if said else 0


def added_here(game: Cendre, nation: NationId, target: str, code: Code, **facts: object) -> int:
    """As `added`, in the circumstances of a territory; they are looked at only where the booklet speaks of the target."""
    return added(game, nation, target, **here(game, nation, code), **facts) if _said(game, nation, target, "add") else 0


def added_tenths(game: Cendre, nation: NationId, target: str, **facts: object) -> int:
    """As `added`, for figures the booklet writes with one decimal."""
    return round(10 * sum(_amount(game, nation, modifier) for modifier in _matching(game, nation, target, "add", facts)))


def factor(game: Cendre, nation: NationId, target: str, **facts: object) -> float:
    """The product of the booklet's factors for a target."""
    product = 1.0
    for modifier in _matching(game, nation, target, "mul", facts):
        product *= float(modifier.value)
    return product


def multiplied(game: Cendre, nation: NationId, target: str, value: int, **facts: object) -> int:
    """A value times the booklet's factors, rounded down."""
    return int(value * factor(game, nation, target, **facts) + 1e-9)


def is_forbidden(game: Cendre, nation: NationId, target: str, what: str, **facts: object) -> bool:
    return any(modifier.value == what for modifier in _matching(game, nation, target, "forbid", facts))


def forbids(game: Cendre, nation: NationId, target: str, **facts: object) -> bool:
    """Does the booklet forbid the thing itself in these circumstances?"""
    return bool(_matching(game, nation, target, "forbid", facts))


def here(game: Cendre, nation: NationId, code: Code) -> dict[str, object]:
    """The facts a territory brings into a condition."""
    site = SITES[code]
    return {
        "terrain": terrains(game, code),
        "frozen": is_frozen(game, code),
        "coastal": site.by_the_sea,
        "national": nation in game.lands[code].national,
        "resource": site.resource,
    }


def _matching(game: Cendre, nation: NationId, target: str, op: str, facts: dict[str, object]) -> list[Modifier]:
    return [modifier for modifier in _said(game, nation, target, op) if _holds(game, nation, modifier.condition, facts)]


def _said(game: Cendre, nation: NationId, target: str, op: str) -> tuple[Modifier, ...]:
    """By the printing that the nation plays by."""
    record = game.nations.get(nation)
    return _about((nation, target, op, record.printing)) if record else ()


@remembered
def _about(asked: tuple[NationId, str, str, int]) -> tuple[Modifier, ...]:
    """What a nation's booklet says of a target in one way; most booklets say nothing of most targets."""
    nation, target, op, printing = asked
    booklet = PRINTINGS[printing].get(nation)
    return tuple(said for said in booklet.modifiers if said.target == target and said.op == op) if booklet else ()


def _holds(game: Cendre, nation: NationId, condition: dict[str, Wanted], facts: dict[str, object]) -> bool:
    return all(_is_met(game, nation, key, wanted, facts) for key, wanted in condition.items())


LISTS = (
    "terrain",
    "resource",
    "operation",
    "civil_unit",
    "unit_trait",
    "domain",
    "colour",
    "leader_type",
    "side",
    "vs_race",
    "all_units_have",
)


def _is_met(game: Cendre, nation: NationId, key: str, wanted: Wanted, facts: dict[str, object]) -> bool:
    if key in ("per", "cap", "applies_to"):
        return key != "applies_to" or facts.get("applies_to", "self") == wanted
    if key in LISTS:
        return not _words(wanted).isdisjoint(_words(facts.get(key, ())))
    if key in STANDING:
        return STANDING[key](game, nation, wanted)
    if key == "target_reputation_max":
        return _figure(facts.get("target_reputation", 0)) <= _figure(wanted)
    if key == "partner_race_not":
        return facts.get("partner_race", wanted) != wanted
    return facts.get(key) == wanted


def _words(value: object) -> set[str]:
    if isinstance(value, str):
        return {value}
    assert isinstance(value, Collection), f"{value!r} is neither a word nor several"
    return set(value)


def _figure(value: object) -> float:
    assert isinstance(value, int | float), f"{value!r} is no figure"
    return value


def _won(game: Cendre, nation: NationId, wanted: Wanted) -> bool:
    record = game.nations[nation]
    span = record.year if game.season == "hiver" else record.season
    return (span.battles_won > 0) == wanted


def _raided(game: Cendre, nation: NationId, wanted: Wanted) -> bool:
    record = game.nations[nation]
    span = record.year if game.season == "hiver" else record.season
    return (span.raids > 0) == wanted


def _army_abroad(game: Cendre, nation: NationId, wanted: Wanted) -> bool:
    return any(nation not in game.lands[code].national for code in all_units(game, nation)) == wanted


STANDING: dict[str, Callable[[Cendre, NationId, Wanted], bool]] = {
    "season": lambda game, nation, wanted: game.season in _words(wanted),
    "at_war": lambda game, nation, wanted: is_at_war(game, nation) == wanted,
    "won_battle": _won,
    "raided": _raided,
    "army_abroad": _army_abroad,
    "stability_min": lambda game, nation, wanted: game.nations[nation].stability >= _figure(wanted),
    "stability_max": lambda game, nation, wanted: game.nations[nation].stability <= _figure(wanted),
    "reputation_min": lambda game, nation, wanted: game.nations[nation].reputation >= _figure(wanted),
}


def _amount(game: Cendre, nation: NationId, modifier: Modifier) -> float:
    value = float(modifier.value)
    per = modifier.condition.get("per")
    if per is None:
        return value
    total = value * _multitude(game, nation, str(per))
    cap = modifier.condition.get("cap")
    return total if cap is None else min(total, _figure(cap))


def _multitude(game: Cendre, nation: NationId, per: str) -> int:
    counts = {
        "artistes": lambda: game.nations[nation].civil.artistes,
        "city": lambda: sum(game.lands[code].town > 0 for code in controlled(game, nation)),
        "territory": lambda: len(held(game, nation)),
        "caravan": lambda: sum(nation in (caravan.creator, caravan.partner) for caravan in game.caravans),
        "treaty": lambda: len(partners(game, nation)),
        "alliance": lambda: sum(t.kind == "alliance" and nation in (t.one, t.other) for t in game.treaties.values()),
    }
    return counts[per]()
