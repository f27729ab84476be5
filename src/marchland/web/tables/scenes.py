"""From a sight to a drawing: what `marchland.render` is handed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import cache, lru_cache, partial
from typing import Any

import msgspec
from django.templatetags.static import static
from django.urls import reverse

from marchland import render
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.chance import KEY_BYTES
from marchland.kernel.events import Rolled
from marchland.kernel.title import Outcome
from marchland.web.coaching import selectors as coaching
from marchland.web.lobby.words import seated_bot
from marchland.web.pace import shown
from marchland.web.titles import title_named
from marchland.web.tours import selectors as tours
from marchland.web.words import say

from . import questions, selectors
from .cards import cards_of
from .desk import Draft, desk_of
from .ending import ending_of
from .memory import Memory
from .models import SeatKind, Status
from .refusals import WrongMoment
from .selectors import Sight

asset = cache(static)
DIE = 6
_drawn: Memory[render.Drawn] = Memory(room=400)
"""What was last drawn at a table for a seat in a language. Nobody else's page is ever made of it."""


@lru_cache(maxsize=1000)
def replay_address(slug: str) -> str:
    """Said with every page, so looked up once."""
    return reverse("tables:replay", args=[slug])


def warm_up(title_id: str) -> None:
    """Draw a new game once in every language, so that the first player does not wait for maps and templates to load."""
    title = title_named(title_id)
    state = title.new(title.seats[0], bytes(KEY_BYTES))
    for language in LANGUAGES:
        render.draw(render.Scene(title=title, view=title.view(state, None), language=language, seats=(), asset=asset))
        render.rules(title, language)


def parts_of(sight: Sight, draft: Draft | None = None) -> dict[str, str]:
    """All parts of the page, the ground included."""
    return render.draw(scene_of(sight, draft=draft), last=_last_drawn(sight))


def live_parts_of(sight: Sight) -> dict[str, str]:
    """The parts that change while one looks."""
    return render.draw(scene_of(sight), only=render.LIVE, last=_last_drawn(sight))


def past_parts_of(sight: Sight, touched: Iterable[str], only: Collection[str] | None = None) -> dict[str, str]:
    """A step of a replay, with what changed in it marked on the board."""
    return render.draw(scene_of(sight, replay=True, touched=touched), only=only)


def about(sight: Sight, thing: str) -> str:
    """The card of something on the board; where the viewer is asked, also why nothing can be done with it."""
    if sight.view is None:
        raise WrongMoment(sight.table.slug)
    scene = render.Scene(
        title=sight.title,
        view=sight.view,
        language=sight.language,
        seats=tuple(_card(sight, seat) for seat in selectors.seats(sight)),
        prompt=selectors.prompt(sight)["text"],
    )
    return render.about(scene, thing, partial(selectors.why_not, sight)) + tours.not_now(sight, thing)


def marks_of(sight: Sight, parts: Mapping[str, str]) -> dict[str, str]:
    """A short mark for each part that changes while one looks."""
    last = _last_drawn(sight)
    return {name: last.mark_of(name, html) for name, html in parts.items() if name in render.LIVE}


def forget() -> None:
    """As if the process had just been started."""
    _drawn.forget_all()


def _last_drawn(sight: Sight) -> render.Drawn:
    key = (sight.table.slug, sight.viewer.seat, sight.language)
    return _drawn.get(key) or _drawn.keep(key, render.Drawn())


def scene_of(sight: Sight, replay: bool = False, draft: Draft | None = None, touched: Iterable[str] = ()) -> render.Scene:
    """The sight as the drawing side knows it; needs a game that has started."""
    if sight.view is None:
        raise WrongMoment(sight.table.slug)
    can, asked = selectors.abilities(sight), selectors.prompt(sight)
    outcome = _outcome(sight)
    desk = None if replay else _desk(sight, draft)
    return render.Scene(
        title=sight.title,
        view=sight.view,
        language=sight.language,
        seats=tuple(_card(sight, seat) for seat in selectors.seats(sight)),
        prompt=tours.prompt_of(sight.lesson) or asked["text"],
        notice=tours.prompt_of(sight.lesson),
        question=asked["question"],
        is_shared=len(sight.viewer.seats) > 1,
        is_guided=sight.lesson is not None,
        is_closed=sight.table.status == Status.ABANDONED and not replay,
        choices=() if replay or desk is not None else _choices(sight),
        allotment=None if replay or sight.lesson is not None else questions.allotment(sight),
        desk=desk,
        entry=sight.table.entries_made,
        can_undo=can["undo"] and not replay,
        can_restart=can["restart"] and not replay,
        can_be_advised=not replay and coaching.can_ask(sight),
        has_steward=desk is not None and coaching.has_steward(sight),
        outcome=outcome,
        reason=_why_over(sight, outcome),
        ending=ending_of(sight, outcome) if outcome is not None else None,
        moves=replay_address(sight.table.slug),
        touched=frozenset(touched),
        asset=asset,
        replay=replay,
        pace="" if replay else selectors.pace_words(sight),
        ends=_ends(sight, replay),
        is_paused=sight.table.paused is not None and not replay,
        recent=questions.recent_events(sight) if render.tells_stories(sight.title) else (),
    )


def _desk(sight: Sight, draft: Draft | None) -> render.Desk | None:
    desk = desk_of(sight, draft)
    return msgspec.structs.replace(desk, cards=cards_of(sight, draft, asset)) if desk is not None else None


def _card(sight: Sight, seat: dict[str, Any]) -> render.SeatCard:
    kinds = {SeatKind.BOT: "bot", SeatKind.OPEN: "open", SeatKind.INVITED: "open"}
    kind = "open" if seat["departed"] else kinds.get(seat["kind"], "human")
    return render.SeatCard(
        seat=seat["number"],
        name=seat["name"],
        kind=kind,
        bot=seated_bot(sight.title, seat["bot"]) if kind == "bot" else "",
        you=seat["number"] == sight.viewer.seat,
        online=seat["online"],
        time=_time(sight, seat["time"]) if seat["time"] is not None else None,
        away=say("away_until", date=seat["away_until"]) if seat["away_until"] else "",
    )


def _ends(sight: Sight, replay: bool) -> render.SeatTime | None:
    """When the time for the whole game is up."""
    ends, is_played = sight.table.ends, sight.table.status == Status.PLAYING and sight.table.past is None
    if ends is None or sight.table.paused is not None or not is_played or replay:
        return None
    return render.SeatTime(due=shown.moment(ends) or "", due_words=shown.in_words(ends))


def _time(sight: Sight, time: dict[str, Any]) -> render.SeatTime:
    due, left = time["due"] or "", time["left"]
    return render.SeatTime(
        due=due,
        due_words=shown.in_words(datetime.fromisoformat(due)) if due else "",
        left=shown.on_clock(left) if left is not None else "",
        is_clock=left is not None,
        note=shown.stand_in_words(sight.table, time),
    )


def _choices(sight: Sight) -> tuple[render.Choice, ...]:
    offered = selectors.legal_actions(sight)
    is_free = sight.lesson is None  # in a lesson every step is shown
    spared, obvious = (questions.needless(sight, offered), questions.obvious(sight, offered)) if is_free else ((), None)
    return tuple(
        render.Choice(
            index,
            questions.option_words(sight, action),
            action.touches(),
            preview=tuple(questions.preview_lines(sight, action)),
            verb=type(action).__name__,
            is_needless=action in spared,
            is_obvious=action == obvious,
        )
        for index, action in enumerate(offered)
        if tours.offers(sight.lesson, action)
    )


def _outcome(sight: Sight) -> Outcome | None:
    """The end is shown at the end: a replay of an earlier step does not give it away."""
    if sight.table.status != Status.OVER or sight.state is None or not sight.state.is_over:
        return None
    return msgspec.convert(sight.table.outcome, Outcome)


def _why_over(sight: Sight, outcome: Outcome | None) -> str:
    """The title's word `end_<reason>`, if it has one."""
    key = f"end_{outcome.reason}" if outcome is not None else ""
    word = sight.title.phrases.word(key, sight.language)
    return "" if word == key else word


def log_html(sight: Sight, lines: list[dict[str, Any]]) -> str:
    return render.log(log_lines(lines), sight.language, replay_address(sight.table.slug))


def log_lines(lines: list[dict[str, Any]]) -> list[render.LogLine]:
    return [
        render.LogLine(
            n=line["n"],
            text=line["text"],
            rule=line["rule"],
            kind=line["type"],
            seat=line["by"],
            touches=tuple(line["touches"]),
            at=line["made"],
            private=line["private"],
            dice=_dice(line["event"]),
            new=line["new"],
            undone=line["undone"],
        )
        for line in lines
    ]


def _dice(event: dict[str, Any]) -> tuple[int, ...]:
    """What ordinary dice showed, if the event is a throw of some."""
    is_throw = event.get("type") == Rolled.__name__ and event.get("sides") == DIE
    return tuple(event["values"]) if is_throw else ()


def chat_lines(messages: list[dict[str, Any]]) -> list[render.ChatLine]:
    return [
        render.ChatLine(name=message["author"], text=message["text"], seat=message["seat"], at=message["written"])
        for message in messages
    ]
