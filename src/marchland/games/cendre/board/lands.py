"""What is known of a territory: for the pointer, for a click, and for those who listen instead of looking."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.board import Mark

from ..report.pen import Pen
from ..rules.civil.intrigue import Dossier
from ..state import Code, Land
from ..view import CendreView
from ..world import ATLAS, SITES
from .marks import Numbers
from .wording import say

SEA = "mer"
"""The terrain; of things that are traded the same word says what is fished there."""


def spoken(view: CendreView, code: Code, numbers: Numbers, language: str) -> Mark:
    land = view.lands[code]
    said = f"{code}, {ground(code, language)}, {holder(view, code, language)}"
    return Mark(seat=numbers.get(land.controller), text=said)


def known_of(view: CendreView, code: Code, language: str) -> str:
    """TC-INFO-01 TC-INFO-07 A few lines: what it is, whose, what stands there, what it yields, and what lies beside it."""
    pen = Pen(language)
    lines = [
        f"{code} · {ground(code, language)} · {holder(view, code, language)}",
        built(view, code, pen),
        *figures(view, code, pen),
        *people(view, code, pen),
        say("borders", language, places=", ".join(pen.place(near) for near in ATLAS.neighbours(code))),
    ]
    return "\n".join(filter(None, lines))


def ground(code: Code, language: str) -> str:
    site, pen = SITES[code], Pen(language)
    extra = [say("coastal", language)] if site.coastal else []
    extra += [say("frozen", language)] if site.frozen else []
    terrains = [say("sea", language) if terrain == SEA else pen.word(terrain) for terrain in site.terrains]
    return ", ".join([*terrains, *extra])


def holder(view: CendreView, code: Code, language: str) -> str:
    land, pen = view.lands[code], Pen(language)
    if land.owner and land.owner != land.controller:
        holder = pen.nation(land.controller) if land.controller else say("nobody", language)
        return say("occupied", language, owner=pen.nation(land.owner), holder=holder)
    if land.controller:
        return say("owner", language, nation=pen.nation(land.controller))
    return say("open_sea" if SITES[code].open_sea else "neutral", language)


def built(view: CendreView, code: Code, pen: Pen) -> str:
    land = view.lands[code]
    capital = any(nation.capital == code for nation in view.nations.values())
    town = (
        [say("capital" if capital else "town", pen.language) + (f" {SITES[code].town}" if SITES[code].town else "")]
        if land.town
        else []
    )
    state = [say(key, pen.language) for key, there in (("frozen", land.frozen), ("dead", land.dead)) if there]
    return ", ".join(filter(None, [*town, pen.structures(land.structures, land.roads), *state]))


def figures(view: CendreView, code: Code, pen: Pen) -> Iterator[str]:
    """One's own land as it is, foreign land as spies last saw it."""
    own = view.estate
    if own is None:
        return
    if code in own.lands:
        land = own.lands[code]
        danger = [say("danger", pen.language, n=own.danger[code])] if code in own.danger else []
        yield ", ".join(
            [_yields(land, SITES[code].resource, pen), say("recruits", pen.language, n=land.recruits), *_rest(land, pen), *danger]
        )
    elif code in own.dossiers:
        dossier = own.dossiers[code]
        told = ", ".join([_yields(dossier, dossier.resource, pen), *_rest(dossier, pen)])
        yield say("learnt", pen.language, turn=pen.turn(dossier.turn)) + told


def _yields(land: Land | Dossier, resource: str, pen: Pen) -> str:
    farms, works = f"{land.farms}/{land.farm_capacity}", f"{land.exploitations}/{land.resource_level}"
    return say("yields", pen.language, farms=farms, works=works, resource=pen.word(resource), people=land.population)


def _rest(land: Land | Dossier, pen: Pen) -> list[str]:
    town = [say("town_level", pen.language, n=land.town)] if land.town else []
    source = say("source", pen.language, fluid=land.fluid, source=land.source, colour=pen.word(land.colour)) if land.source else ""
    return [*town, *filter(None, [source])]


def people(view: CendreView, code: Code, pen: Pen) -> Iterator[str]:
    own = view.estate
    if own is None:
        return
    for key, troops in own.troops.items():
        if key[:3] == code and troops:
            units = ", ".join(f"{troop.count} {pen.unit(troop.unit)}" for troop in troops)
            yield say("stands_here", pen.language, nation=pen.nation(key[4:]), units=units)
    here = [leader.name for leader in own.leaders if leader.at == code and not leader.captor]
    if here:
        yield say("leaders_here", pen.language, names=", ".join(here))
