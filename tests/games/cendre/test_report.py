"""Reports on paper: the same facts as text, HTML and PDF, in three languages, without a word missing."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from typing import Any

import msgspec
import pypdf
import pytest

from marchland.games.cendre import mail
from marchland.games.cendre.bot import BOTS
from marchland.games.cendre.phrases import NAMERS, PHRASEBOOK, word
from marchland.games.cendre.report.chart import brightness, draw, map_file
from marchland.games.cendre.report.data import Gazette, Report
from marchland.games.cendre.report.pen import Pen
from marchland.games.cendre.state import Cendre
from marchland.games.cendre.title import TITLE
from marchland.games.cendre.world import SITES
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.chance import key_from_seed
from marchland.kernel.documents import Document, Drawing, Form, Log, Table
from marchland.kernel.events import Event
from marchland.render.paper import html, pdf, text


@cache
def year() -> tuple[Cendre, tuple[Event, ...], dict[int, tuple[str, ...]]]:
    """Four seasons and a winter of twenty warlike nations: the events of all, the sheets of the last."""
    game, bot = TITLE.new(20, key_from_seed("paper")), BOTS["warlord"]()
    happened: list[Event] = []
    for _ in range(4):
        actions = {seat: bot.choose(TITLE.redeal(game, seat, key_from_seed(seat)), seat) for seat in game.deciders}
        lines = {seat: mail.lines(game, seat, action) for seat, action in actions.items()}
        happened += [event for seat, action in actions.items() for event in game.play(seat, action)]
    return game, tuple(happened), lines


@cache
def report(seat: int = 0) -> Report:
    game, events, lines = year()
    return mail.report(game, seat, events, lines[seat])


@cache
def gazette() -> Gazette:
    game, events, _ = year()
    return mail.gazette(game, events)


@cache
def document(language: str) -> Document:
    return mail.document(report(), language)


def blocks(page: Document, kind: type) -> list[Any]:
    return [block for part in page.parts for block in part.blocks if isinstance(block, kind)]


def test_a_report_survives_json() -> None:
    plain = msgspec.json.encode(report())
    assert msgspec.json.decode(plain, type=dict)["nation"] == report().nation
    assert msgspec.json.encode(report(), order="sorted") == msgspec.json.encode(report(), order="sorted")


@pytest.mark.rule("TC-INFO-05")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_has_all_its_parts(language: str) -> None:
    headings = [part.heading for part in document(language).parts]
    parts = (
        "orders",
        "news",
        "accounts",
        "standing",
        "lands",
        "leaders",
        "troops",
        "science",
        "gazette",
        "glory",
        "relations",
        "map",
        "sheet",
    )
    for key in parts:
        assert word(f"report.{key}", language) in headings
    (form,) = blocks(document(language), Form)
    assert form.text == report().sheet[language]
    assert len(blocks(document(language), Drawing)) == 1
    assert any(line.rule and line.depth for block in blocks(document(language), Log) for line in block.lines)
    assert any("d10" in line.dice for block in blocks(document(language), Log) for line in block.lines)


@pytest.mark.rule("TC-INFO-02")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_gazette_ranks_the_twenty_nations(language: str) -> None:
    page = mail.document(gazette(), language)
    ranking = next(table for table in blocks(page, Table) if len(table.rows) == 20)
    glory = [int(row[3]) for row in ranking.rows]
    assert glory == sorted(glory, reverse=True)
    assert not blocks(page, Form)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_told_in_every_language(language: str) -> None:
    _, events, _ = year()
    for event in events:
        sentence = PHRASEBOOK.event(event, language)
        assert sentence
        assert not re.search(r"\{|Goods\(|None", sentence), sentence


def test_no_word_of_a_year_is_missing() -> None:
    """Reasons and kinds of events are words of the phrase book, not code."""
    _, events, _ = year()
    worded = {field for field, namer in NAMERS.items() if namer is word}
    used = {(field, value) for event in events for field, value in _fields(event) if field in worded}
    missing = sorted({f"{field}: {value}" for field, value in used if value and value not in PHRASEBOOK.phrases.words})
    assert not missing, missing


def _fields(event: Event) -> list[tuple[str, str]]:
    found = []
    for field in type(event).__struct_fields__:
        value = getattr(event, field)
        found += [(field, item) for item in (value if isinstance(value, tuple) else (value,)) if isinstance(item, str)]
    return found


class Outline(HTMLParser):
    """Which elements a page has, and whether every one that opens is closed."""

    VOID = ("meta", "br", "path")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole_and_stands_alone(language: str) -> None:
    page = html(document(language))
    outline = Outline()
    outline.feed(page)
    assert outline.open == []
    assert outline.seen.count("section") == len(document(language).parts)
    assert outline.seen.count("svg") == 1
    assert f'<html lang="{language}">' in page
    assert "<script" not in page
    assert not re.findall(r'(?:src|href)="(?!#)', page)


def test_text_in_reports_cannot_become_markup() -> None:
    hostile = Document(title="<script>&", language="en", parts=document("en").parts[:1])
    assert "<script>" not in html(hostile)
    assert pdf(hostile).startswith(b"%PDF")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_has_everything_a_mail_needs(language: str) -> None:
    page = text(document(language))
    assert "[TC-" in page
    assert report().sheet[language].strip() in page
    prose = [line for line in page.splitlines() if len(line) > 130]
    assert not prose, prose[:3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pdf_reads_like_the_text(language: str) -> None:
    reader = pypdf.PdfReader(BytesIO(pdf(document(language))))
    found = " ".join(page.extract_text() for page in reader.pages)
    assert reader.metadata.title == document(language).title
    assert "TC-LAND-10" in found
    assert report().sheet[language].splitlines()[0] in found
    assert len(reader.pages) >= 4


def test_the_same_report_gives_the_same_bytes() -> None:
    for setter in (text, html, pdf):
        assert setter(document("fr")) == setter(document("fr"))
    assert pdf(mail.document(report(), "fr")) == pdf(mail.document(report(), "fr"))


@pytest.mark.rule("TC-INFO-01")
def test_the_map_draws_every_territory_in_its_holders_colour() -> None:
    view = report().view
    drawing = draw(view, Pen("fr"))
    assert {label.text for label in drawing.labels} == set(SITES)
    titles = [shape.title for shape in drawing.shapes if shape.title]
    assert len(titles) == len(SITES)
    held = next(code for code, land in view.lands.items() if land.controller == "AKLA")
    (ground,) = [shape for shape in drawing.shapes if f"({held})" in shape.title]
    assert ground.fill == map_file().nation_colours["AKLA"]
    assert all(code in drawing.description for code in SITES)


def test_lettering_is_white_on_dark_ground() -> None:
    assert brightness("#000000") == 0
    assert brightness("#ffffff") == pytest.approx(255)
    dark = [label for label in draw(report().view, Pen("fr")).labels if label.colour == "#ffffff"]
    assert dark
