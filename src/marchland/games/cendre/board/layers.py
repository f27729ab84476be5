"""Layers of the map: what a reader may see laid over it, as far as the view knows it. Spectators have fewer of them."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.board import Figures, Layer

from ..report.pen import Pen
from ..rules.civil.intrigue import Dossier
from ..state import Code, Land
from ..view import CendreView, Estate
from ..world import SITES
from .marks import Numbers
from .wording import say

PUBLIC = {"owners": True, "terrain": False, "roads": True}
OWN = {"armies": True, "resources": False, "danger": False, "magic": False, "claims": False}
"""The layers, and whether they are shown at first: those that everybody has, and those that need an estate."""
SOME, MUCH = 20, 50
"""Danger in per cent from which a territory is marked as unsafe, and as very unsafe."""


def layers(view: CendreView, language: str) -> list[Layer]:
    known = {**PUBLIC, **(OWN if view.estate else {})}
    return [Layer(id_, say(f"layer_{id_}", language), is_on) for id_, is_on in known.items()]


def overlays(view: CendreView, numbers: Numbers, language: str) -> Figures:
    """By layer what the templates lay over the map."""
    own = view.estate
    return {
        "terrain": list(_terrains(language)),
        "resources": list(_resources(own, language)) if own else (),
        "danger": list(_danger(own)) if own else (),
        "magic": list(_magic(own, language)) if own else (),
        "claims": list(_claims(view, own)) if own else (),
        "remembered": list(_remembered(view, own, numbers, language)) if own else (),
    }


def _terrains(language: str) -> Iterator[Figures]:
    for code, site in SITES.items():
        if not site.sea:
            yield {"code": code, "kind": _slug(site.terrains[0]), "name": Pen(language).word(site.terrains[0])}


def _slug(terrain: str) -> str:
    return terrain.replace(" ", "-").replace("ê", "e").replace("é", "e")


def _known_lands(own: Estate) -> Iterator[tuple[Code, Land | Dossier, bool]]:
    """Own land as it is, then foreign land as it was when somebody looked."""
    yield from ((code, land, False) for code, land in own.lands.items())
    yield from ((code, dossier, True) for code, dossier in own.dossiers.items() if code not in own.lands)


def _resources(own: Estate, language: str) -> Iterator[Figures]:
    for code, land, old in _known_lands(own):
        kind = SITES[code].resource
        if kind and land.resource_level:
            works = f"{land.exploitations}/{land.resource_level}"
            yield {"code": code, "kind": kind, "works": works, "old": old, "name": Pen(language).word(kind)}


def _danger(own: Estate) -> Iterator[Figures]:
    now = {code: (danger, False) for code, danger in own.danger.items()}
    learnt = {code: (one.danger if one.danger_now < 0 else one.danger_now, True) for code, one in own.dossiers.items()}
    for code, (danger, old) in {**learnt, **now}.items():
        shown = min(100, max(0, danger))
        yield {"code": code, "danger": shown, "old": old, "level": 2 if shown >= MUCH else 1 if shown >= SOME else 0}


def _magic(own: Estate, language: str) -> Iterator[Figures]:
    running = [spell.territory for spell in own.spells if spell.territory]
    sources = {code: (land, old) for code, land, old in _known_lands(own) if land.source}
    for code in sorted({*running, *sources}):
        land, old = sources.get(code, (None, False))
        yield {
            "code": code,
            "fluid": f"{land.fluid}/{land.source}" if land else "",
            "colour": Pen(language).word(land.colour) if land else "",
            "spells": running.count(code),
            "old": old,
        }


def _claims(view: CendreView, own: Estate) -> Iterator[Figures]:
    """National land, whoever holds it, and the land of those against whom there is a casus belli."""
    wronged = {casus.against for casus in own.casus if casus.holder == own.nation.id}
    for code, land in view.lands.items():
        if code in own.national:
            yield {"code": code, "kind": "national" if land.controller == own.nation.id else "lost"}
        elif land.owner in wronged:
            yield {"code": code, "kind": "casus"}


def _remembered(view: CendreView, own: Estate, numbers: Numbers, language: str) -> Iterator[Figures]:
    """Units that spies saw, where nobody sees them now; with the date."""
    in_sight = {key[:3] for key in own.troops} | set(own.lands)
    for code, dossier in own.dossiers.items():
        strength: dict[str, int] = {}
        for nation, _, number in dossier.units if code not in in_sight else ():
            strength[nation] = strength.get(nation, 0) + number
        if strength:
            stacks = [{"number": numbers.get(nation), "count": count} for nation, count in sorted(strength.items())]
            yield {"code": code, "stacks": stacks, "since": Pen(language).turn(dossier.turn)}
