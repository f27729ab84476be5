"""How to play: a page of every title that anybody may read, and a search on the server."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from django.test import Client

from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.reading import reading_of
from marchland.kernel.title import titles
from marchland.web.accounts.models import User
from marchland.web.lobby.services import Place, Wish, table_create
from marchland.web.tables.models import Table

from .conftest import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.services]
PLAIN = "pebbles"
"""A title that tells its readers nothing but its rules."""


class Anchors(HTMLParser):
    """What a page can be entered at, and what it points at on itself."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.targets: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids[value or ""] += 1
            elif name == "href" and (value or "").startswith("#"):
                self.targets.add((value or "")[1:])
            elif name in ("clip-path", "fill", "stroke") and (value or "").startswith("url(#"):
                self.targets.add((value or "")[5:-1])


def read(path: str, language: str = "en") -> str:
    response = Client(headers={"accept-language": language}).get(path)
    assert response.status_code == 200, path
    return response.content.decode()


@pytest.mark.parametrize("title_id", titles())
def test_a_stranger_reads_how_to_play_in_every_language(title_id: str) -> None:
    title = titles()[title_id]
    reading = reading_of(title)
    for language in LANGUAGES:
        page = read(f"/games/{title_id}/", language)
        anchors = Anchors(page)
        assert [name for name, count in anchors.ids.items() if count > 1] == [], "an id stands twice"
        assert anchors.targets - {""} <= anchors.ids.keys(), "something points nowhere"
        assert {f"rule-{rule}" for rule in title.catalogue.rules} <= anchors.ids.keys()
        assert {f"term-{term}" for term in title.glossary} <= anchors.ids.keys()
        assert not re.search('data-target|data-piece|class="hit|tabindex', page), "a picture is no live board"
        if reading is not None:
            assert {f"q-{question}" for question in reading.questions} <= anchors.ids.keys()
            assert page.count('role="img"') >= len(reading.pictures)


def test_a_title_that_says_nothing_of_the_kind_shows_its_rules() -> None:
    page = read(f"/games/{PLAIN}/")
    assert 'id="rules"' in page
    assert not re.search('id="turn"|href="#turn"|id="q-', page)


def test_questions_are_answered_without_a_script() -> None:
    page = read("/games/vinci/?q=comment+gagner", "fr")
    assert re.findall(r'class="answer (\w+)">\s*<h3><a href="([^"]+)"', page)[0] == ("question", "/games/vinci/#q-win")
    assert 'value="comment gagner"' in page
    assert "answer question" not in read("/games/vinci/", "fr")


def test_the_answers_alone_come_in_the_language_of_the_address_and_are_kept() -> None:
    response = Client(headers={"accept-language": "en"}).get("/games/vinci/find/it/", {"q": "come si vince"})
    assert response.headers["Content-Language"] == "it"
    assert "max-age=3600" in response.headers["Cache-Control"]
    assert "Come si vince?" in response.content.decode()
    assert "<html" not in response.content.decode()
    assert read("/games/vinci/find/it/").strip() == ""


def test_what_a_term_tells_in_the_words_of_its_rule_is_told_once() -> None:
    texts = re.findall(r"<p>(.*?)</p>", read("/games/medioevo/find/it/?q=come+si+vince"))
    assert len(texts) == len(set(texts)) >= 3


def test_what_is_no_title_no_language_or_no_question() -> None:
    client = Client()
    for path in ("/games/chess/", "/games/chess/find/en/", "/games/vinci/find/xx/"):
        assert client.get(path).status_code == 404
    assert client.post("/games/vinci/").status_code == 405
    assert client.post("/games/vinci/find/en/").status_code == 405
    page = read('/games/vinci/?q="><script>alert(1)</script>')
    assert "<script>alert" not in page
    assert client.get("/games/vinci/find/en/", {"q": "win " * 9999}).status_code == 200


def test_one_gets_there_from_the_card_the_room_and_the_table(ada: User) -> None:
    waiting = table_create(ada, Wish(PLAIN, [Place("me"), Place("open")], {}, public=True))
    playing = table_create(ada, Wish(PLAIN, [Place("me"), Place("bot", "random")], {}))
    assert 'href="/games/vinci/"' in read("/")
    room = f"/join/{Table.objects.get(pk=waiting.pk).join_code}/"
    assert f'href="/games/{PLAIN}/"' in read(room)
    table = client_of(ada).get(f"/t/{playing.slug}/").content.decode()
    assert table.count(f'href="/games/{PLAIN}/"') >= 2, "beside the rules, and where the end is told"
    assert f'data-search="/games/{PLAIN}/find/en/"' in table
