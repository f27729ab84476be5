"""Documents on paper: every letter of our texts is set as it stands, and those of others as well as the fonts can."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

import marchland.games.cendre
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.documents import Document, Drawing, Form, Label, Log, LogLine, Paragraph, Part, Table
from marchland.kernel.title import find_title
from marchland.render.paper import pdf
from marchland.render.paper.as_html import html
from marchland.render.paper.as_pdf import _printable

DATA = Path(marchland.games.cendre.__file__).parent / "data"
LETTERS = "àâäæçéèêëîïìíôöœòóùûüúÿÀÂÄÆÇÉÈÊËÎÏÌÔÖŒÒÙÛÜŸ«»“”‘’…–—€°·"


def texts() -> Iterator[tuple[str, str]]:
    for path in sorted(DATA.rglob("*")):
        if path.suffix in (".yaml", ".json", ".csv"):
            yield path.name, path.read_text(encoding="utf-8")


def test_every_letter_of_the_data_is_in_the_fonts() -> None:
    """Names, sentences, rules and the map in three languages."""
    lost = {letter for _, text in texts() for letter in set(text) if _printable(letter) != letter}
    assert not lost
    assert len(set("".join(text for _, text in texts()))) > 100


def test_the_rules_shown_to_players_are_in_the_fonts() -> None:
    catalogue = find_title("cendre").catalogue
    for rule in catalogue.rules.values():
        for language in LANGUAGES:
            assert _printable(rule.name[language]) == rule.name[language]


def test_french_and_italian_letters_come_out_of_the_file_as_they_went_in() -> None:
    reader = PdfReader(BytesIO(pdf(letter_of(LETTERS))))
    found = "".join(page.extract_text() for page in reader.pages)
    assert not [letter for letter in LETTERS if letter not in found]


def letter_of(text: str) -> Document:
    drawing = Drawing(100, 50, (), (Label(text, (50, 20)),), description="x")
    blocks = (Paragraph(text), Table(("a", "b"), ((text, "1"),)), Log((LogLine(text, "TC-TURN-01"),)), Form(text), drawing)
    return Document(title=text, subtitle=text, language="fr", parts=(Part(text, blocks),))


@pytest.mark.parametrize(
    ("written", "set_as"),
    [
        ("Łódź", "Lódz"),
        ("Őrség", "Orség"),
        ("10\u202f000", "10 000"),
        ("\u22123 → 4", "-3 > 4"),
        ("Храм", "????"),
        ("Œuvre d'Été", "Œuvre d'Été"),
    ],
)
def test_other_letters_keep_as_much_as_the_fonts_can_show(written: str, set_as: str) -> None:
    assert _printable(written) == set_as
    assert pdf(letter_of(written)) == pdf(letter_of(written))


def test_rules_and_codes_in_a_table_are_not_broken_at_their_hyphens() -> None:
    table = Table(("what", "gold", "rule"), (("upkeep of leaders", "-50", "TC-LEAD-02"), ("roads", "+4", "TC-ECO-01")), right=(1,))
    page = html(Document(title="accounts", language="en", parts=(Part("accounts", (table,)),)))
    assert "<td>roads</td><td class=number>+4</td><td class=word>TC-ECO-01</td>" in page
    assert page.count("class=word") == 3
