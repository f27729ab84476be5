"""Groups: everybody and everything that takes orders, with the orders on the sheet and those that could be."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from marchland.kernel.cards import Card, Group, Offer

from ..orders import CivilOrder, LeaderOrder, RecruitUnits
from ..phrases import structure_name, territory_name, word
from ..rules.leaders.actors import HOUSES, may_act_in_winter
from ..rules.war.recruitment import CAMP, PARADE, STUD
from ..sheet.grammar import Spec, specs
from ..sheet.reader import REFUSED
from ..spelling import fold
from ..state import AUTUMN, Code, Leader
from ..world import SITES
from .card import offer, standing
from .facts import OF_HALLS, of_leader, of_town
from .menus import Menu
from .writer import HOUSE, LEADER, TOWN, UNREAD, WINTER, Writer, fixed_by, room_of

ACTORS = (LEADER, HOUSE, WINTER)


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
    offers = tuple(_offers(writer, group, own))
    is_busy = any(_is_operation(card.kind) for card in own)
    idle = group.kind == LEADER and not is_busy and any(_is_operation(found.kind) for found in offers)
    return msgspec.structs.replace(group, cards=own, offers=offers, is_idle=idle)


def _is_operation(kind: str) -> bool:
    return kind in specs() and issubclass(specs()[kind].order, LeaderOrder)


def _offers(writer: Writer, group: Group, cards: tuple[Card, ...]) -> Iterator[Offer]:
    """TC-SHEET-06 Kinds that the rules would carry out now, with some values or others."""
    for spec in kinds_of(group.kind):
        if group.kind in ACTORS and _is_taken(fold(spec.keyword), cards):
            continue
        if Menu(writer, writer.trials(), spec, fixed_by(group.id, spec), {}).is_possible():
            yield offer(spec, writer.language)


def _is_taken(kind: str, cards: tuple[Card, ...]) -> bool:
    """TC-LEAD-01 Whoever acts does so once a season, and stands in one place with one army."""
    return any(card.kind == kind or (_is_operation(kind) and _is_operation(card.kind)) for card in cards if card.status != REFUSED)


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
    for hall, known in OF_HALLS.items():
        yield Group(id=hall, kind=hall, name=word(f"group.{hall}", writer.language), facts=tuple(known(writer)))
    if writer.game.season == AUTUMN:
        yield from _winter(writer)


def _leader(writer: Writer, leader: Leader) -> Group:
    return _standing(writer, f"{LEADER}:{leader.id}", LEADER, leader.name, leader.at, of_leader(writer, leader))


def _standing(writer: Writer, id_: str, kind: str, name: str, at: Code, facts: tuple[str, ...] = ()) -> Group:
    place = territory_name(at, writer.language)
    return Group(id=id_, kind=kind, name=name, facts=facts, space=at if at in SITES else "", place=place)


def _towns(writer: Writer) -> Iterator[Group]:
    for code, land in sorted(writer.estate.lands.items()):
        if land.controller == writer.nation and land.town:
            name = SITES[code].town or SITES[code].name
            yield _standing(writer, f"{TOWN}:{code}", TOWN, name, code, of_town(writer, code))


def _houses(writer: Writer) -> Iterator[Group]:
    """Structures that act in their own name."""
    for code, land in sorted(writer.estate.lands.items()):
        for structure in land.structures:
            if structure.kind in (*HOUSES, CAMP, PARADE, STUD):
                name = structure_name(structure, writer.language)
                yield _standing(writer, f"{HOUSE}:{structure.kind}@{code}", HOUSE, name, code)


def _winter(writer: Writer) -> Iterator[Group]:
    """Leaders who work in winter get their orders in autumn."""
    for leader in writer.estate.leaders:
        if may_act_in_winter(leader):
            name = f"{leader.name} ({word('hiver', writer.language)})"
            yield _standing(writer, f"{WINTER}:{leader.id}", WINTER, name, leader.at)
