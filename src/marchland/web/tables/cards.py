"""The desk's cards: a sheet filled in without writing. Only the text counts; all here is read from it or writes into it.

Nothing is stored and no table is locked. What a text looks like as cards is remembered by the text, as readings of sheets are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec
from django.urls import reverse

from marchland import render
from marchland.kernel.cards import Card, Light, Place, Wish
from marchland.kernel.writing import Binding, DeskPart, Foreseeing, Negotiating, Pointing, Teaching
from marchland.web.guidance.selectors import guide_of
from marchland.web.letters.selectors import are_allowed

from . import advice as advisers
from .desk import Draft, check, writer
from .forms import Carding
from .memory import Memory
from .refusals import BadRequest, Stale, WrongMoment
from .selectors import Sight
from .sheets import LONGEST, bytes_of, read_sheet

Asset = Callable[[str], str]
Known = TypeVar("Known")
_standing: Memory[render.Standing] = Memory(room=100)
_beside: Memory[render.Beside] = Memory(room=100)


@dataclass(frozen=True)
class Done:
    """What became of a wish: the text as it reads now, and what was asked about."""

    text: str
    is_changed: bool = False
    """Cards and forecast may look different now, or were asked for."""
    is_beside: bool = False
    """What stands beside them was asked for."""
    card: Card | None = None
    """The card that lies open."""
    place: Place | None = None
    lights: tuple[Light, ...] | None = None
    advice: render.Advice | None = None
    """What somebody else would write."""


def part_of(sight: Sight) -> DeskPart[Any]:
    part = sight.title.parts.desk
    if part is None:
        raise WrongMoment(sight.table.slug)
    return part


def standing(sight: Sight, text: str) -> render.Standing:
    """The text as cards."""
    state, seat = writer(sight)
    part, of = part_of(sight), (state, seat, _plain(text), sight.language)
    return _remembered(
        _standing,
        sight,
        text,
        lambda: render.Standing(
            groups=part.groups(*of),
            refusal=read_sheet(sight.table, state, seat, text).refusal,
            forecast=part.forecast(*of) if isinstance(part, Foreseeing) else None,
        ),
    )


def beside(sight: Sight, text: str) -> render.Beside:
    """What else the title says of the text to its writer."""
    part, of = part_of(sight), (*writer(sight), _plain(text), sight.language)
    return _remembered(
        _beside,
        sight,
        text,
        lambda: render.Beside(
            lesson=part.lesson(*of) if isinstance(part, Teaching) else None,
            deals=part.deals(*of) if isinstance(part, Negotiating) else (),
            traces=part.traces(*of) if isinstance(part, Pointing) else (),
        ),
    )


def led(sight: Sight, aside: render.Beside) -> render.Beside:
    """With the lesson open where the viewer is being taught: that is no matter of the text."""
    return msgspec.structs.replace(aside, is_led=guide_of(sight).has_lessons) if aside.lesson is not None else aside


def _remembered(memory: Memory[Known], sight: Sight, text: str, make: Callable[[], Known]) -> Known:
    """The same text, to the same question, from the same seat says the same."""
    table, sheet = sight.table, blake2b(bytes_of(text), digest_size=16).digest()
    key = (table.slug, table.question, table.fresh, sight.viewer.seat, sight.language, sheet)
    known = memory.get(key)
    return known if known is not None else memory.keep(key, make())


def _plain(text: str) -> str:
    return bytes_of(text).decode()


def cards_of(sight: Sight, draft: Draft | None, asset: Asset) -> render.DeskCards | None:
    """The cards of a whole page.

    They take longer than all the rest of it: scripts ask for them once the page is there, those who have none press a button,
    and get a page with a draft on it. Whom one could ask for advice is no matter of the text.
    """
    if sight.title.parts.desk is None:
        return None
    drawn = _drawer(sight, asset)
    advice = draft.advice if draft is not None and draft.advice else advisers.usual(sight)
    parts = {"proposals": drawn.advice(advice)}
    if draft is not None:
        now = standing(sight, draft.text)
        parts |= {**drawn.parts(now, draft.card), **drawn.beside(led(sight, beside(sight, draft.text)))}
        parts |= {"place": _place(draft.place, drawn, now)} if draft.place is not None else {}
    return render.DeskCards(address=_address(sight), parts=parts)


def told(sight: Sight, done: Done, asset: Asset) -> dict[str, Any]:
    """For scripts: the text, and only what the request changes."""
    drawn = _drawer(sight, asset)
    facts: dict[str, Any] = {"text": done.text, "parts": {}, "line": done.card.line if done.card else 0}
    now = standing(sight, done.text) if done.is_changed or done.place else render.Standing()
    if done.is_changed:
        facts["parts"] = drawn.parts(now, done.card)
        facts["verdicts"] = check(sight, done.text)[1]
    elif done.is_beside:
        facts["parts"] = drawn.beside(aside := led(sight, beside(sight, done.text)))
        facts["traces"] = msgspec.to_builtins(aside.traces)
    elif done.card is not None:
        facts["parts"]["card"] = drawn.card(done.card, standing(sight, done.text).forecast)
    if done.place is not None:
        facts["parts"]["place"] = _place(done.place, drawn, now)
    if done.advice is not None:
        facts["parts"]["proposals"] = drawn.advice(done.advice)
    return facts | {"lights": msgspec.to_builtins(done.lights or ())}


def data(sight: Sight, done: Done) -> dict[str, Any]:
    """For programs: the text, and what was asked for, as data."""
    facts: dict[str, Any] = {"text": done.text, "line": done.card.line if done.card else 0, "card": done.card, "place": done.place}
    if done.is_changed:
        facts |= msgspec.structs.asdict(standing(sight, done.text))
        facts.pop("refusal")
    if done.is_beside:
        facts |= msgspec.structs.asdict(beside(sight, done.text))
    if done.advice is not None:
        facts["proposals"] = done.advice.proposals
    if done.lights is not None:
        facts["lights"] = done.lights
    plain: dict[str, Any] = msgspec.to_builtins(facts, str_keys=True)
    return plain


def _drawer(sight: Sight, asset: Asset) -> render.Cards:
    slug = sight.table.slug
    places = {"bonds": reverse("letters:bonds", args=[slug])} if isinstance(part_of(sight), Binding) else {}
    places |= {"letters": reverse("letters:letters", args=[slug])} if are_allowed(sight.table) else {}
    return render.Cards(sight.title, sight.language, _address(sight), asset, **places)


def _address(sight: Sight) -> str:
    return reverse("tables:cards", args=[sight.table.slug])


def _place(place: Place, drawn: render.Cards, now: render.Standing) -> str:
    return drawn.place(place, {group.id: group for group in now.groups})


# -- wishes --------------------------------------------------------------------------------------------------------------


def done(sight: Sight, asked: Carding) -> Done:
    """Do what was asked; nothing but the answer remembers it."""
    writer(sight)
    if not sight.table.question <= asked.entry <= sight.table.entries_made:
        raise Stale(asked.entry, sight.table.entries_made)
    text = _plain(asked.text)
    made = _DOES[asked.do](sight, part_of(sight), text, asked)
    if len(made.text) > LONGEST:
        raise BadRequest(f"text: more than {LONGEST} characters")
    return made


def _show(sight: Sight, part: DeskPart[Any], text: str, asked: Carding) -> Done:
    return Done(text, is_changed=True)


def _more(sight: Sight, part: DeskPart[Any], text: str, asked: Carding) -> Done:
    return Done(text, is_beside=True)


def _open(sight: Sight, part: DeskPart[Any], text: str, asked: Carding) -> Done:
    """A card to fill in; an order without anything to fill in is given at once."""
    wish = _wish(sight, text, asked)
    card = part.card(*writer(sight), text, wish, sight.language)
    if not card.fields and card.text and not wish.line:
        return replace(_written(sight, part, text, wish, card), card=None)
    return Done(text, card=card)


def _set(sight: Sight, part: DeskPart[Any], text: str, asked: Carding) -> Done:
    """A card as it is filled in now: once nothing is missing, its line is written."""
    wish = _wish(sight, text, asked)
    card = part.card(*writer(sight), text, wish, sight.language)
    return _written(sight, part, text, wish, card) if card.text else Done(text, card=card)


def _written(sight: Sight, part: DeskPart[Any], text: str, wish: Wish, card: Card) -> Done:
    """The text with the order on it, and the card as it stands there."""
    changed = part.changed(*writer(sight), text, wish, sight.language)
    moved = changed.count("\n") != text.count("\n")
    line = line_written(text, changed, card.text) if moved or not wish.line else wish.line
    on_sheet = _card_at(sight, changed, line)
    if _needs_more(text, changed, card):
        card = part.card(*writer(sight), changed, Wish(wish.group, wish.kind, line), sight.language)
    judged = {"status": on_sheet.status, "reasons": on_sheet.reasons, "outlook": on_sheet.outlook} if on_sheet else {}
    return Done(changed, is_changed=True, card=msgspec.structs.replace(card, line=line, **judged))


def _drop(sight: Sight, part: DeskPart[Any], text: str, asked: Carding) -> Done:
    if not 0 < asked.line <= text.count("\n") + 1:
        raise BadRequest("line")
    return Done(part.dropped(*writer(sight), text, asked.line), is_changed=True)


def _add(sight: Sight, part: DeskPart[Any], text: str, asked: Carding) -> Done:
    if not asked.order.strip() or "\n" in asked.order:
        raise BadRequest("order")
    return Done(part.added(*writer(sight), text, asked.order, asked.section), is_changed=True)


def _lights(sight: Sight, part: DeskPart[Any], text: str, asked: Carding) -> Done:
    group = _group(sight, text, asked.group)
    lights = part.lights(*writer(sight), text, group, sight.language) if isinstance(part, Pointing) else ()
    return Done(text, lights=lights)


def _look_at(sight: Sight, part: DeskPart[Any], text: str, asked: Carding) -> Done:
    if not isinstance(part, Pointing):
        raise BadRequest("space")
    return Done(text, place=part.place(*writer(sight), text, asked.space, sight.language))


def _advise(sight: Sight, part: DeskPart[Any], text: str, asked: Carding) -> Done:
    """What a steward would add, or a bot (`order`); whatever was refused has been stored by now."""
    return Done(text, advice=advisers.advice(sight, text, asked.order if asked.do == "advise" else ""))


def _take(sight: Sight, part: DeskPart[Any], text: str, asked: Carding) -> Done:
    """A proposal is added to the sheet, or all that fit."""
    source = asked.section or advisers.STEWARD
    changed = advisers.taken(sight, text, source, asked.order)
    if changed is None:
        return Done(text, advice=advisers.advice(sight, text, source, is_gone=True))
    return Done(changed, is_changed=True, advice=advisers.advice(sight, changed, source))


def _replace(sight: Sight, part: DeskPart[Any], text: str, asked: Carding) -> Done:
    """A bot's whole sheet instead of one's own."""
    return Done(advisers.idea(sight, asked.order), is_changed=True, advice=advisers.usual(sight))


_DOES = {
    "show": _show,
    "more": _more,
    "open": _open,
    "set": _set,
    "drop": _drop,
    "add": _add,
    "lights": _lights,
    "place": _look_at,
    "advise": _advise,
    "refuse": _advise,
    "take": _take,
    "replace": _replace,
    "learn": _more,
}


def _wish(sight: Sight, text: str, asked: Carding) -> Wish:
    """For a group there is, and a line that is one of its cards; what can be ordered once is changed if it is ordered again."""
    group = next(one for one in standing(sight, text).groups if one.id == _group(sight, text, asked.group))
    if asked.line and all(card.line != asked.line for card in group.cards):
        raise BadRequest("line")
    given = [card.line for card in group.cards if card.kind == asked.kind]
    is_offered = any(offer.kind == asked.kind for offer in group.offers)
    return Wish(group.id, asked.kind, asked.line or (given[0] if given and not is_offered else 0), asked.values)


def _group(sight: Sight, text: str, wanted: str) -> str:
    if wanted not in {group.id for group in standing(sight, text).groups}:
        raise BadRequest("group")
    return wanted


def _card_at(sight: Sight, text: str, line: int) -> Card | None:
    cards = (card for group in standing(sight, text).groups for card in group.cards)
    return next((card for card in cards if card.line == line), None) if line else None


def _needs_more(before: str, after: str, card: Card) -> bool:
    """Has the order brought other lines with it, without which its menus would be others?"""
    known = {row.strip() for row in before.split("\n")}
    return any(row.strip() not in (*known, card.text.strip()) for row in after.split("\n"))


def line_written(before: str, after: str, order: str) -> int:
    """The line that a new order stands on: the one that says it among those that were not there before."""
    old, new = before.split("\n"), after.split("\n")
    start = _alike(old, new)
    fresh = range(start, len(new) - _alike(old[start:][::-1], new[start:][::-1]))
    said = [n for n in fresh if new[n].strip() == order.strip()] or [n for n in fresh if new[n].strip()]
    return said[-1] + 1 if said else 0


def _alike(one: list[str], other: list[str]) -> int:
    """How many lines are the same from the first on."""
    return next((n for n, (was, now) in enumerate(zip(one, other, strict=False)) if was != now), min(len(one), len(other)))
