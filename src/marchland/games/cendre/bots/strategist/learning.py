"""Science: what each discovery would bring this nation, where points go, and which discovery is chosen."""

from __future__ import annotations

from collections.abc import Callable

from ... import orders as o
from ...goods import RESOURCES, Goods
from ...rules.common.inquiry import has_structure, structures_of
from ...rules.economy.caravans import most_caravans
from ...rules.science import ULTIMATE, choices, made_in, may_go_into, open_colours
from ...rules.towns.towns import size_limit
from ...state import MINOR
from ...tables import TABLES
from ...world import DOMAINS, SITES
from .council import ACTIVE, Council

LIKED = 1.2
"""How much more a people care for a field of their own."""
COLOURS = ("terre", "vie", "nature", "climat")
"""Colours of magic that feed and build."""

Use = Callable[[Council], float]


def _mines(council: Council, *kinds: str) -> float:
    """What one point more from every exploited territory of these resources would bring."""
    worth = 0.0
    for code in council.held:
        kind = SITES[code].resource
        if kind in kinds and council.game.lands[code].exploitations:
            worth += material_income(council, kind) * council.quiet(code)
    return worth * council.seasons


def material_income(council: Council, kind: str) -> float:
    """Glory for one point more of a resource in a season to come."""
    output = council.output[kind]
    sold = council.proceeds(kind, output + 1) - council.proceeds(kind, output)
    built = BUILT[kind] if output < ENOUGH else 0.3 * BUILT[kind]
    return max(sold * council.worth_later, built * council.weights.materials)


BUILT = {"agricole": 0.15, "bois": 0.4, "metal": 0.3, "pierre": 0.7, "precieux": 0.8, "mer": 0.15}
"""Glory for a point of a resource that is built with."""
ENOUGH = 6
"""Of what comes in such numbers there is enough to build with."""


def _growth(council: Council) -> float:
    """Architecture: towns that can still grow."""
    room = sum(max(0, size_limit(council.nation) - council.game.lands[code].town) for code in _towns(council))
    return min(5, room, council.seasons // 3) * 5.0


def _towns(council: Council) -> list[str]:
    return [code for code in council.held if council.game.lands[code].town]


def _new_towns(council: Council) -> float:
    """Towns where there are none yet: each feeds a leader once it has grown."""
    empty = sum(not council.game.lands[code].town for code in council.held)
    return min(empty, 4) * max(0.0, 1.1 * (council.seasons - 7))


def _caravans(council: Council) -> float:
    """Two caravans for every discovery in economy, this one included, if there is anybody to trade with."""
    partners = {other for treaty in council.game.treaties.values() for other in (treaty.one, treaty.other)}
    number = min(most_caravans(council.game, council.nation) + 2, max(1, len(partners) - 1), sum(_levels(council)))
    return council.income_worth(number * 100 / ACTIVE) * council.manner.caravans * 0.8


def _levels(council: Council) -> list[int]:
    return [council.game.lands[code].town for code in _towns(council)]


def _roads(council: Council) -> float:
    size = min(len(council.held), council.seasons // 2, 8)
    return council.income_worth(4 * size * size) * 0.4


def _preaching(council: Council) -> float:
    near = {council.game.lands[code].controller for code in council.border}
    neutral = [other for other in near if other in council.game.nations and council.game.nations[other].kind == MINOR]
    return 0.2 * council.winters * 8 * len(neutral)


def _units(council: Council) -> int:
    return sum(sum(units.values()) for units in council.garrisons.values())


USES: dict[str, Use] = {
    "Illumination": lambda c: TABLES.science.effects.illumination_glory * c.winters,
    "Imprimerie": lambda c: TABLES.science.effects.printing_science * c.scholarship * c.seasons,
    "Banque": lambda c: c.income_worth(10 * len(_towns(c))),
    "Frappe de monnaie": lambda c: c.income_worth(3.5 * len(c.mine)),
    "Bourgeoisie": lambda c: c.income_worth(10 * sum(_levels(c))),
    "Industrie": lambda c: c.income_worth(c.industry_gold),
    "Établir une caravane": _caravans,
    "Essor urbain": _new_towns,
    "Loisirs d'État": lambda c: c.calm_worth(3),
    "Religion": lambda c: c.calm_worth(3),
    "Sciences politiques": lambda c: c.calm_worth(2) if c.record.stability < 0 else 1.0,
    "Art de la diplomatie": lambda c: 0.3 * c.winters * (c.record.reputation < 5) * c.point_of_reputation / 2,
    "Architecture": _growth,
    "Techniques de construction": lambda c: 0.5 * c.seasons,
    "Techniques de mine": lambda c: _mines(c, "metal", "pierre", "precieux"),
    "Exploitations forestières": lambda c: _mines(c, "bois"),
    "Élevage intensif": lambda c: _mines(c, "agricole"),
    "Chalutiers": lambda c: 0.3 * _mines(c, "mer") + 2 * max(0.0, c.hunger),
    "Irrigation": lambda c: 3 * max(0.0, c.hunger + 2),
    "Casernement": lambda c: c.income_worth(5 * _units(c)),
    "Enseignement d'État": lambda c: 1.2 * c.winters,
    "Code de Lois": lambda c: c.income_worth(0.05 * c.gross),
    "Réseau routier": _roads,
    "Philosophie naturelle": lambda c: 0.3 * c.seasons,
    "Prosélytisme": _preaching,
    "Astronomie": lambda c: 0.8 * c.winters,
    "Médecine": lambda c: 2.0 + 4 * bool(c.foes),
    "Science militaire": lambda c: 3.0 * c.temper.war + 5 * bool(c.foes),
    "Agronomie": lambda c: 0.4 * c.winters,
    "Nouvelle magie": lambda c: 2.0 * c.temper.magic,
    "Renforcer une source": lambda c: 2.0 * c.temper.magic,
}


def use_of(council: Council, discovery: str) -> float:
    """Glory that a discovery brings beside its own."""
    if discovery not in council.uses:
        use = USES.get(discovery)
        council.uses[discovery] = use(council) if use else 1.0
    return council.uses[discovery]


def wished(council: Council, domain: str) -> list[str]:
    """The discoveries open in a field, the most useful first; beginners go by the book."""
    open_now = list(choices(council.game, council.nation, domain))
    return sorted(open_now, key=lambda name: (-use_of(council, name), name)) if council.manner.learns else open_now


def best_choice(council: Council, domain: str) -> str:
    """The discovery that the next threshold of a field would bring, after those whose points are there already."""
    ultimate = TABLES.science.domains[domain][ULTIMATE]
    found = [*wished(council, domain), *([ultimate] if ultimate not in council.record.known else [])]
    return dict(enumerate(dict.fromkeys(found))).get(due(council, domain), "")


def due(council: Council, domain: str) -> int:
    """Discoveries of a field that can be chosen with the points there are, and those this sheet will bring."""
    points = council.learning[DOMAINS.index(domain)]
    reached = sum(points >= threshold for threshold in TABLES.science.thresholds)
    return reached - len(made_in(council.game, council.nation, domain))


def missing(council: Council, domain: str) -> int:
    """Points to the next threshold of a field; 0 if there is none."""
    points = council.learning[DOMAINS.index(domain)]
    return min((threshold - points for threshold in TABLES.science.thresholds if threshold > points), default=0)


def rate(council: Council, domain: str) -> float:
    """Glory for a point of science in a field."""
    lacking, name = missing(council, domain), best_choice(council, domain)
    if not lacking or not name:
        return 0.0
    table = TABLES.science
    ultimate = len(made_in(council.game, council.nation, domain)) + due(council, domain) >= ULTIMATE
    worth = (table.ultimate_glory if ultimate else table.glory) + use_of(council, name) * council.manner.learns
    liked = LIKED if domain in council.temper.fields else 1.0
    per_season = max(1.0, lacking / max(1.0, 4.0 * council.hands))
    late = 1.0 if per_season <= council.seasons_left else 0.1
    return worth * liked * late / lacking


def best_field(council: Council) -> str:
    return max(DOMAINS, key=lambda domain: (rate(council, domain), domain))


# -- lines of the sheet -------------------------------------------------------------------------------


def study(council: Council) -> None:
    """Laboratories and towers, points into the best fields, and a choice for every threshold."""
    run_laboratories(council)
    drain_towers(council)
    allocate(council)
    for domain in DOMAINS:
        discover(council, domain)


def run_laboratories(council: Council) -> None:
    """What the stores could not hold anyway becomes science."""
    for code in council.mine:
        land = council.game.lands[code]
        if not has_structure(land, "laboratoire") or not land.town or land.besieged:
            continue
        spare = max(RESOURCES, key=lambda kind: (council.purse[kind] - _laid_by(council, kind), kind))
        amount = min(land.town, council.purse[spare] - _laid_by(council, spare))
        if amount > 0:
            goods = Goods.one(spare, amount)
            council.write(o.RunLaboratory(code, goods), goods)


def _laid_by(council: Council, kind: str) -> int:
    return max(council.keeps[kind], 3 if council.outlets[kind] else 6)


def drain_towers(council: Council) -> None:
    """A tower drinks from the fullest source; magicians who build need theirs more."""
    drained: set[str] = set()
    for _ in structures_of(council.game, council.nation, "tour-de-mage"):
        open_now = [code for code in council.mine if code not in drained and council.game.lands[code].fluid > 1]
        if open_now:
            best = max(open_now, key=lambda code: (council.game.lands[code].fluid, code))
            drained.add(best)
            council.write(o.DrainSource(best))
            council.drained[best] = council.game.lands[best].fluid


def allocate(council: Council) -> None:
    """Free points go where they bring most, threshold by threshold."""
    left = council.record.free_science
    while left > 0:
        domain = best_field(council)
        bound = may_go_into(council.game, council.nation, domain)
        points = min(left, missing(council, domain) or left, bound)
        if points <= 0:
            return
        council.write(o.Allocate(domain, points))
        council.learning[DOMAINS.index(domain)] += points
        left -= points


def discover(council: Council, domain: str) -> None:
    """A line for every discovery that may be made once the points are in."""
    for name in wished(council, domain)[: due(council, domain)]:
        option = option_of(council, name)
        if option is not None:
            council.write(o.Discover(domain, name, option))


def option_of(council: Council, discovery: str) -> str | None:
    if discovery == "Spécialisation":
        return "attaque" if council.temper.war > 1 else "défense"
    if discovery.startswith("Nouvelle magie"):
        colours = open_colours(council.game, council.nation)
        return next((colour for colour in COLOURS if colour in colours), colours[0]) if colours else None
    return ""
