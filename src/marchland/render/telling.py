"""What is told beside the board: the log, the talk at the table, the rules and why something cannot be done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from marchland.kernel.catalogue import Rule
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.title import Title
from marchland.words import speaker

from .scene import ChatLine, LogLine
from .stage import environment


def log_line(title: Title, event: Event, language: str, *, n: int, players: Sequence[str] = (), at: str = "") -> LogLine:
    """An event as a line of the log."""
    return LogLine(
        n=n,
        text=title.phrases.event(event, language, players),
        rule=event.cause,
        kind=type(event).__name__,
        seat=getattr(event, "seat", None),
        touches=touched(event),
        at=at,
        private=event.audience is not None,
    )


def touched(event: Event) -> tuple[str, ...]:
    """The board ids an event is about."""
    return event.touched()


def log(lines: Iterable[LogLine], language: str, replay: str = "") -> str:
    """The log, newest line last, one group per entry, each with a way to the replay at its address."""
    groups: dict[int, list[LogLine]] = {}
    for line in lines:
        groups.setdefault(line.n, []).append(line)
    return _fill("log.html", language, groups=groups, replay=replay)


def chat(lines: Iterable[ChatLine], language: str) -> str:
    return _fill("chat.html", language, lines=list(lines))


def rules(title: Title, language: str) -> str:
    """The whole catalogue, chapter by chapter: the drawer searches in it."""
    chapters: dict[str, list[Rule]] = {}
    for rule in title.catalogue.rules.values():
        chapters.setdefault(rule.chapter, []).append(rule)
    return _fill("rules.html", language, chapters=chapters, chapter_name=lambda key: title.phrases.word(f"chapter_{key}", language))


def explain(title: Title, refusals: Iterable[Refusal], language: str, players: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Each refusal with its rule, the rule's sentence and the figures behind it."""
    return [_explained(title, refusal, language, players) for refusal in refusals]


def _explained(title: Title, refusal: Refusal, language: str, players: Sequence[str]) -> dict[str, Any]:
    rule = title.catalogue.rules.get(refusal.rule)
    return {
        "rule": refusal.rule,
        "name": rule.name[language] if rule else refusal.rule,
        "text": rule.text(language) if rule else "",
        "figures": title.phrases.reason(refusal, language, players),
    }


def _fill(template: str, language: str, **context: Any) -> str:
    return environment().get_template(template).render(language=language, say=speaker(language), **context).strip()
