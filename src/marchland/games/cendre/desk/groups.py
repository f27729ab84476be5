"""Groups: everybody and everything that takes orders, with the orders on the sheet and those that could be."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from marchland.kernel.cards import Card, Group, Offer

from ..orders import CivilOrder, RecruitUnits
from ..phrases import leader_figures, nation_name, structure_name, territory_name, word
from ..rules.leaders.actors import HOUSES, may_act_in_winter
from ..rules.war.recruitment import CAMP, PARADE, STUD
from ..sheet.grammar import Spec, specs
from ..spelling import fold
from ..state import AUTUMN, Leader
from ..world import SITES
from .card import offer, standing
from .menus import Menu
from .writer import HOUSE, LEADER, TOWN, UNREAD, WINTER, Writer, fixed_by, room_of

HALLS = ("science", "treasury", "national", "trade", "diplomacy", "market")
"""What the nation orders as a whole."""


def all_groups(writer: Writer) -> tuple[Group, ...]:
    cards = standing(writer)
    found = {group.id: group for group in _groups(writer)}
    homeless = [card for card in cards if card.group not in found]
    if homeless:
        first = Group(id=UNREAD, kind=UNREAD, name=word("group.unread", writer.language))
        found = {UNREAD: first, **found}
        cards = tuple(card if card.group in found else msgspec.structs.replace(card, group=UNREAD) for card in cards)
    return tuple(_with_orders(writer, group, cards) for group in found.values())


def _with_orders(writer: Writer, group: Group, cards: tuple[Card, ...]) -> Group:
    own = tuple(card for card in cards if card.group == group.id)
    given = {card.kind for card in own} if group.kind == LEADER else set()  # a leader does nothing twice
    offers = tuple(_offers(writer, group, given))
    operations = any(card.group == group.id and _is_operation(card.kind) for card in own)
    idle = group.kind == LEADER and not operations and any(_is_operation(found.kind) for found in offers)
    return msgspec.structs.replace(group, cards=own, offers=offers, is_idle=idle)


def _is_operation(kind: str) -> bool:
    return kind in specs() and specs()[kind].order.SECTION == "ORDRES"


def _offers(writer: Writer, group: Group, given: set[str]) -> Iterator[Offer]:
    """TC-SHEET-06 Kinds that the rules would carry out now, with some values or others."""
    for spec in kinds_of(group.kind):
        if fold(spec.keyword) not in given and Menu(writer, writer.trials(), spec, fixed_by(group.id, spec), {}).is_possible():
            yield offer(spec, writer.language)


def kinds_of(kind: str) -> list[Spec]:
    """Which kinds of order a kind of group gives."""
    every = list(specs().values())
    if kind == HOUSE:
        return [spec for spec in every if issubclass(spec.order, CivilOrder | RecruitUnits)]
    if kind == WINTER:
        return [spec for spec in every if issubclass(spec.order, CivilOrder)]
    return [spec for spec in every if room_of(spec) == kind]


def _groups(writer: Writer) -> Iterator[Group]:
    yield from (_leader(writer, leader) for leader in writer.estate.leaders)
    yield from _towns(writer)
    yield from _houses(writer)
    yield from (Group(id=hall, kind=hall, name=word(f"group.{hall}", writer.language)) for hall in HALLS)
    if writer.game.season == AUTUMN:
        yield from _winter(writer)


def _leader(writer: Writer, leader: Leader) -> Group:
    language = writer.language
    kinds = ("civil", "militaire", "magique")
    skills = [
        f"{word(kind, language)} {figures}"
        for kind, figures in zip(kinds, leader_figures(leader, language), strict=True)
        if figures
    ]
    return Group(
        id=f"{LEADER}:{leader.id}", kind=LEADER, name=leader.name, facts=(*skills, *_states(leader, language)),
        space=leader.at if leader.at in SITES else "", place=territory_name(leader.at, language),
    )  # fmt: skip


def _states(leader: Leader, language: str) -> Iterator[str]:
    if leader.ruler:
        yield word("dirigeant", language)
    if leader.wounded:
        yield word("wounded", language)
    if leader.captor:
        yield f"{word('prisoner', language)} ({nation_name(leader.captor, language)})"
    if leader.idle:
        yield word(leader.idle, language)


def _towns(writer: Writer) -> Iterator[Group]:
    language = writer.language
    for code, land in sorted(writer.estate.lands.items()):
        if land.controller == writer.nation and land.town:
            built = tuple(structure_name(structure, language) for structure in land.structures)
            facts = (f"{word('level', language)} {land.town}", *built)
            name = SITES[code].town or SITES[code].name
            yield Group(id=f"{TOWN}:{code}", kind=TOWN, name=name, facts=facts, space=code, place=territory_name(code, language))


def _houses(writer: Writer) -> Iterator[Group]:
    """Structures that act in their own name."""
    for code, land in sorted(writer.estate.lands.items()):
        for structure in land.structures:
            if structure.kind in (*HOUSES, CAMP, PARADE, STUD):
                name = structure_name(structure, writer.language)
                place = territory_name(code, writer.language)
                yield Group(id=f"{HOUSE}:{structure.kind}@{code}", kind=HOUSE, name=name, space=code, place=place)


def _winter(writer: Writer) -> Iterator[Group]:
    """Leaders who work in winter get their orders in autumn."""
    for leader in writer.estate.leaders:
        if may_act_in_winter(leader):
            name = f"{leader.name} ({word('hiver', writer.language)})"
            yield Group(
                id=f"{WINTER}:{leader.id}",
                kind=WINTER,
                name=name,
                space=leader.at,
                place=territory_name(leader.at, writer.language),
            )
