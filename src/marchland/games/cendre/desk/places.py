"""A territory that somebody asks about: what is known of it and since when, what lies beside it, and what can be ordered there."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat
from marchland.kernel.cards import Light, Place

from .. import orders as o
from ..board.lands import built, figures, ground, holder
from ..board.wording import say
from ..phrases import spell_name
from ..report.pen import Pen
from ..rules.civil.intrigue import Dossier
from ..rules.leaders.actors import HOUSES
from ..state import Cendre, Code, Lasting
from ..view import CendreView
from ..world import ATLAS, SITES
from .known import estate_of, present, units_in
from .lights import lit
from .prelude import Prelude
from .writer import HOUSE, LEADER, TOWN, Writer

Fact = tuple[str, str]


def place(game: Cendre, seat: Seat, text: str, space: str, language: str) -> Place:
    """TC-INFO-01 TC-INFO-07 All that the nation knows of a territory, and every order that could be carried out there."""
    prelude, pen = Prelude(Writer(game, seat, text, language)), Pen(language)
    if space not in prelude.view.lands:
        return Place(space=space, name=space)
    orders = list(_orders(prelude, space, pen))
    return Place(
        space=space,
        name=pen.place(space),
        facts=tuple(fact for fact in _facts(prelude.view, space, pen) if fact[1]),
        neighbours=tuple((code, pen.place(code)) for code in ATLAS.neighbours(space)),
        orders=tuple(light for _, light in orders),
        groups=tuple(group for group, _ in orders),
        here=tuple(_standing(prelude, space, pen)),
    )


def _standing(prelude: Prelude, space: Code, pen: Pen) -> Iterator[tuple[str, str]]:
    """Own leaders who are there, or whom the sheet puts there, and a town of one's own."""
    placed = {line.order.leader: line.order.territory for line in prelude.lines if isinstance(line.order, o.Place)}
    for leader in prelude.estate.leaders:
        if not leader.captor and placed.get(leader.id, leader.at) == space:
            yield f"{LEADER}:{leader.id}", leader.name
    land = prelude.estate.lands.get(space)
    if land is not None and land.town and land.controller == prelude.nation:
        yield f"{TOWN}:{space}", say("the_town", pen.language, name=SITES[space].town or SITES[space].name)


def _orders(prelude: Prelude, space: Code, pen: Pen) -> Iterator[tuple[str, Light]]:
    own = prelude.estate
    houses = [
        f"{HOUSE}:{there.kind}@{code}" for code, land in own.lands.items() for there in land.structures if there.kind in HOUSES
    ]
    for group in (*(f"{LEADER}:{leader.id}" for leader in own.leaders), *houses):
        for light in lit(prelude, group, (space,), pen):
            yield group, light


# -- what is known ----------------------------------------------------------------------------------------------


def _facts(view: CendreView, code: Code, pen: Pen) -> Iterator[Fact]:
    own, language = estate_of(view), pen.language
    yield say("about_land", language), ", ".join((ground(code, language), holder(view, code, language)))
    yield say("about_built", language), built(view, code, pen)
    if code in own.lands:
        yield say("about_figures", language), "; ".join(figures(view, code, pen))
    yield say("about_units", language), "; ".join(present(view, code, pen))
    yield say("about_leaders", language), ", ".join(one.name for one in own.leaders if one.at == code and not one.captor)
    if code in own.dossiers:
        yield from _learnt(view, code, own.dossiers[code], pen)
    yield say("about_spells", language), "; ".join(_spell(spell, pen) for spell in own.spells if spell.territory == code)
    yield say("about_claims", language), "; ".join(_claims(view, code, pen))


def _learnt(view: CendreView, code: Code, dossier: Dossier, pen: Pen) -> Iterator[Fact]:
    """What was seen, and when: it may be otherwise by now."""
    own = estate_of(view)
    heading = say("about_learnt", pen.language, turn=pen.turn(dossier.turn))
    if code not in own.lands:
        yield heading, "; ".join(figures(view, code, pen))
    if dossier.recruits >= 0:
        yield heading, "; ".join(units_in(dossier, pen)) or say("no_units", pen.language)
        yield heading, pen.structures(dossier.structures)
        yield heading, ", ".join(f"{leader.name} ({pen.nation(leader.nation)})" for leader in dossier.leaders)


def _spell(spell: Lasting, pen: Pen) -> str:
    return f"{spell_name(spell.spell, pen.language)}, {say('until', pen.language, turn=pen.turn(spell.until))}"


def _claims(view: CendreView, code: Code, pen: Pen) -> Iterator[str]:
    own, owner = estate_of(view), view.lands[code].owner
    if code in own.national:
        yield say("national_land", pen.language)
    if owner and any(casus.holder == own.nation.id and casus.against == owner for casus in own.casus):
        yield say("cause_for_war", pen.language, nation=pen.nation(owner))
