"""What the pages about a title show. A title does not change while the site runs: what was made of it once is kept."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from marchland import render
from marchland.kernel.catalogue import Rule
from marchland.kernel.finding import Found
from marchland.kernel.glossary import Term
from marchland.kernel.library import QUESTION, RULE, TERM, Library
from marchland.kernel.reading import Passage, Picture, Question, Reading, reading_of
from marchland.kernel.title import Title
from marchland.web.titles import title_named
from marchland.web.tours.selectors import learning

SHOWN = 8
"""So many answers to a question at most."""
SIGNS = re.compile(r"(?<=\S) (?=[:;?!»])|(?<=«) ")
"""Where French keeps a sign and its word together."""


class Section(NamedTuple):
    """Something under a heading, as the page shows it."""

    id: str
    name: str
    paragraphs: list[str]
    rules: list[dict[str, str]]
    picture: SafeString | None = None
    caption: str = ""
    sign: str = ""


def page(title: Title, language: str) -> dict[str, Any]:
    """What is the same for every reader."""
    reading = reading_of(title)
    return {
        "title": {
            "id": title.id,
            "name": title.name[language],
            "blurb": title.blurb[language],
            "banner": render.banner(title),
            "learn": learning(title),
        },
        "aim": _set(reading.aim[language], language) if reading else title.blurb[language],
        "has_reading": reading is not None,
        "has_terms": bool(title.glossary),
        "body": _body(title.id, language),
        "stylesheets": [static(path) for path in render.page_assets(title)],
    }


@cache
def _body(title_id: str, language: str) -> SafeString:
    """The whole text below the search: drawn once for each language, which takes half a second."""
    title = title_named(title_id)
    reading = reading_of(title)
    told = _told(title, reading, language) if reading else {}
    facts = {**told, "terms": _terms(title, language), "chapters": _chapters(title, language)}
    return render_to_string("reading/body.html", {**facts, "LANGUAGE_CODE": language})


def _told(title: Title, reading: Reading, language: str) -> dict[str, Any]:
    drawn = _pictures(title, reading, language)
    shown = dict(zip(reading.pictures, drawn.drawn, strict=True))
    return {
        "defs": mark_safe(drawn.defs),
        "turn": [_passage(title, reading, step, language, shown) for step in reading.turn],
        "win": [_passage(title, reading, step, language, shown) for step in reading.win],
        "questions": [_question(title, name, question, language) for name, question in reading.questions.items()],
    }


def _pictures(title: Title, reading: Reading, language: str) -> render.Pictures:
    return render.pictures([_shown(title, picture, language) for picture in reading.pictures.values()])


def _shown(title: Title, picture: Picture, language: str) -> render.Shown:
    """The position as the table would draw it for whoever looks."""
    stage = picture.staged(title)
    names = [title.phrases.seat(seat, language) for seat in range(len(stage.scenario.seat_names))]
    scene = render.Scene(
        title=stage.title,
        view=title.view(stage.state, stage.seat(picture.viewer) if picture.viewer else None),
        language=language,
        seats=[render.SeatCard(seat=seat, name=name) for seat, name in enumerate(names)],
        asset=static,
    )
    return render.Shown(scene, picture.frame, picture.text[language], picture.layers)


def _set(text: str, language: str) -> str:
    """As a printer would set it: no line begins with a colon."""
    return SIGNS.sub("\N{NO-BREAK SPACE}", text) if language == "fr" else text


def _paragraphs(text: str, language: str) -> list[str]:
    return _set(text, language).split("\n\n")


def _passage(title: Title, reading: Reading, passage: Passage, language: str, shown: dict[str, Any]) -> Section:
    return Section(
        id="",
        name=_set(passage.name[language], language),
        paragraphs=_paragraphs(passage.text[language], language),
        rules=_links(title, passage.rules, language),
        picture=mark_safe(shown[passage.picture]) if passage.picture else None,
        caption=_set(reading.pictures[passage.picture].text[language], language) if passage.picture else "",
    )


def _question(title: Title, name: str, question: Question, language: str) -> Section:
    return Section(
        id=f"q-{name}",
        name=_set(question.ask[language], language),
        paragraphs=_paragraphs(question.text[language], language),
        rules=_links(title, question.rules, language),
    )


def _links(title: Title, rules: tuple[str, ...], language: str) -> list[dict[str, str]]:
    return [{"id": rule, "name": title.catalogue.rules[rule].name[language]} for rule in rules]


def _terms(title: Title, language: str) -> list[Section]:
    """The glossary by the alphabet, as one looks things up."""
    terms = [_term(title, name, term, language) for name, term in title.glossary.items()]
    return sorted(terms, key=lambda term: term.name.casefold())


def _term(title: Title, name: str, term: Term, language: str) -> Section:
    sheet, mark, sign = term.sign.partition("#")
    return Section(
        id=f"term-{name}",
        name=term.name[language],
        paragraphs=_paragraphs(term.text[language], language),
        rules=_links(title, (term.rule,) if term.rule else (), language),
        sign=f"{static(sheet)}{mark}{sign}" if sheet else "",
    )


def _chapters(title: Title, language: str) -> list[dict[str, Any]]:
    chapters: dict[str, list[dict[str, str]]] = {}
    for rule in title.catalogue.rules.values():
        chapters.setdefault(rule.chapter, []).append(_rule(rule, language))
    return [
        {"id": f"chapter-{key}", "name": title.phrases.word(f"chapter_{key}", language), "rules": rules}
        for key, rules in chapters.items()
    ]


def _rule(rule: Rule, language: str) -> dict[str, str]:
    return {"id": rule.id, "name": rule.name[language], "text": _set(rule.text(language), language)}


# -- searching -----------------------------------------------------------------------------------------


@cache
def _library(title_id: str) -> Library:
    return Library(title_named(title_id))


def found_html(title: Title, asked: str, language: str) -> SafeString:
    """The answers to a question, as part of any page; empty where nothing was asked."""
    if not asked:
        return SafeString("")
    answers = [_answer(title, found, language) for found in _library(title.id).find(asked, language)]
    told = {answer["section"].paragraphs[0]: answer for answer in reversed(answers)}  # a term may be told in the words of its rule
    shown = [answer for answer in answers if told[answer["section"].paragraphs[0]] is answer][:SHOWN]
    return render_to_string("reading/found.html", {"answers": shown, "title": title, "LANGUAGE_CODE": language})


def _answer(title: Title, found: Found, language: str) -> dict[str, Any]:
    kind, name = found.entry.kind, found.entry.id
    reading = reading_of(title)
    if kind == QUESTION and reading is not None:
        section = _question(title, name, reading.questions[name], language)
    elif kind == TERM:
        section = _term(title, name, title.glossary[name], language)
    else:
        rule = title.catalogue.rules[name]
        section = Section(f"rule-{name}", rule.name[language], _paragraphs(rule.text(language), language), [])
    return {"kind": kind, "section": section, "rule": name if kind == RULE else ""}
