"""What changes on the map: realms, occupied land, roads, caravans, towns, and the units one knows of."""

from __future__ import annotations

from marchland.kernel.board import Figures

from ..state import MAJOR, Code, NationId, Troops
from ..view import CendreView
from ..world import ATLAS, MAJORS, SITES
from .chart import anchors, outline

Numbers = dict[NationId, int]
CASTLE = "chateau"


def numbers(view: CendreView) -> Numbers:
    """A colour and a charge for each major nation: those of its seat, or if nobody plays it one that is left over."""
    free = iter(number for number in range(len(MAJORS)) if number not in view.seats.values())
    return {nation: view.seats[nation] if nation in view.seats else next(free) for nation in sorted(MAJORS)}


def realms(view: CendreView, known: Numbers) -> list[dict[str, object]]:
    """The land that each nation controls, as one outline; nations outside the twenty have no number."""
    held: dict[NationId, list[Code]] = {}
    for code, land in view.lands.items():
        if land.controller:
            held.setdefault(land.controller, []).append(code)
    return [{"nation": nation, "number": known.get(nation), "d": outline(tuple(codes))} for nation, codes in sorted(held.items())]


def occupied(view: CendreView, known: Numbers) -> list[dict[str, object]]:
    """Territories whose owner is not the one who holds them."""
    lands = ((code, land) for code, land in view.lands.items() if land.owner and land.owner != land.controller)
    return [{"code": code, "owner": known.get(land.owner)} for code, land in lands]


def roads(view: CendreView) -> dict[str, object]:
    """Roads join neighbours that both have them; where no neighbour has, there is but a short piece."""
    paved = [code for code, land in view.lands.items() if land.roads]
    joined = [(one, other) for one in paved for other in ATLAS.neighbours(one) if other in paved and one < other]
    return {"joined": joined, "alone": [code for code in paved if not any(code in pair for pair in joined)]}


def caravans(view: CendreView) -> list[str]:
    return ["M" + "L".join(f"{x:g} {y:g}" for x, y in (anchors()[code] for code in caravan.route)) for caravan in view.caravans]


def towns(view: CendreView, known: Numbers) -> dict[Code, Figures]:
    """Every place with something built: capital or town, castle, and whatever else can be seen from afar."""
    capitals = {nation.capital: nation.id for nation in view.nations.values() if nation.kind == MAJOR and nation.capital}
    found: dict[Code, Figures] = {}
    for code, land in view.lands.items():
        kinds = {structure.kind for structure in land.structures}
        if land.town or kinds:
            number = known.get(capitals.get(code, ""))
            found[code] = {"town": land.town, "capital": number, "castle": CASTLE in kinds, "other": bool(kinds - {CASTLE})}
    return found


def armies(view: CendreView, known: Numbers) -> dict[Code, dict[str, object]]:
    """Units that this nation sees, and its own leaders, place by place. A spectator sees none."""
    own = view.estate
    if own is None:
        return {}
    leaders = [leader.at for leader in own.leaders if leader.at and not leader.captor]
    seen: dict[Code, list[dict[str, object]]] = {
        code: [] for code in sorted({*leaders, *(key[:3] for key in own.troops)}) if code in SITES
    }
    for key, troops in own.troops.items():
        if troops:
            seen[key[:3]].append({"number": known.get(key[4:]), "count": _strength(troops), "mine": key[4:] == own.nation.id})
    return {
        code: {"stacks": sorted(stacks, key=lambda stack: not stack["mine"]), "leaders": leaders.count(code)}
        for code, stacks in seen.items()
    }


def _strength(troops: Troops) -> int:
    return sum(troop.count for troop in troops)
