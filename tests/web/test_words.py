"""The site speaks its reader's language, and says nothing that is not in the store of words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.template import TemplateSyntaxError, engines
from django.test import Client
from django.utils.translation import override

from marchland.web import accounts
from marchland.web.lobby.words import level_name
from marchland.web.tables.thinking import bot_levels
from marchland.web.titles import installed
from marchland.web.words import say, to_say

TEMPLATES = Path(accounts.__file__).parent.parent / "templates"


def filled(source: str, **context: Any) -> str:
    return engines["django"].from_string(source).render(context)


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "words"), [("en", "Play now"), ("fr", "Jouer tout de suite"), ("it", "Gioca subito")])
def test_pages_speak_the_language_that_was_chosen(language: str, words: str) -> None:
    client = Client()
    client.post("/account/appearance/", {"language": language})
    page = client.get("/").content.decode()
    assert words in page
    assert f'<html lang="{language}"' in page


@pytest.mark.django_db
@pytest.mark.parametrize(("asked", "words"), [("it-CH, fr;q=0.5", "Gioca subito"), ("de, fr;q=0.5", "Jouer"), ("de", "Play now")])
def test_who_has_chosen_none_gets_what_the_browser_asks_for(asked: str, words: str) -> None:
    assert words in Client(headers={"accept-language": asked}).get("/").content.decode()


def test_a_sentence_is_said_in_the_language_of_the_moment() -> None:
    later = to_say("welcome", name="Ada")
    for language, words in (("en", "Welcome, Ada."), ("fr", "Bienvenue, Ada."), ("it", "Ti diamo il benvenuto, Ada.")):
        with override(language):
            assert (say("welcome", name="Ada"), str(later), filled('{% say "welcome" name=name %}', name="Ada")) == (words,) * 3


def test_a_template_escapes_what_a_sentence_is_told_and_nothing_else() -> None:
    with override("fr"):
        told = {"name": "<b>Zoé</b>"}
        assert filled('{% say "i_am" name=name %}', **told) == "C'est moi, &lt;b&gt;Zoé&lt;/b&gt;"
        assert filled('{% autoescape off %}{% say "i_am" name=name %}{% endautoescape %}', **told) == "C'est moi, <b>Zoé</b>"


@pytest.mark.parametrize(
    "source", ['{% say "no_such_word" %}', '{% say "i_am" %}', '{% say "i_am" name="x" number=1 %}', '{% say "saved" name="x" %}']
)
def test_a_template_that_says_what_is_not_written_down_is_refused(source: str) -> None:
    with pytest.raises(TemplateSyntaxError, match="no sentence of the house"):
        engines["django"].from_string(source)


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.*")), ids=lambda path: path.name)
def test_every_template_can_be_read(path: Path) -> None:
    assert engines["django"].get_template(str(path.relative_to(TEMPLATES)))


NOT_TEXT = re.compile(r"{%\s*block body_class.*?endblock\s*%}|{%.*?%}|{{.*?}}|{#.*?#}|<!--.*?-->|<script.*?</script>", re.S)


def test_templates_hold_no_sentence_outside_the_store() -> None:
    """Text between tags that is neither a variable nor said."""
    bare = []
    for path in TEMPLATES.rglob("*.html"):
        between = re.findall(r">([^<>]*[A-Za-z]{3}[^<>]*)<", NOT_TEXT.sub("", path.read_text()))
        bare += [f"{path.name}: {words.strip()}" for words in between if words.strip() != "Marchland"]
    assert bare == []


def test_nothing_is_translated_in_another_way() -> None:
    """Django's catalogues know no sentence of ours: what was left to them would be English for everybody."""
    files = [path for path in TEMPLATES.parent.rglob("*.*") if path.suffix in (".py", ".html", ".txt")]
    assert [path.name for path in files if re.search(r"gettext|{%\s*(block)?trans", path.read_text())] == []


@pytest.mark.parametrize("title_id", sorted(installed()))
def test_every_bot_has_a_name_for_readers(title_id: str) -> None:
    """Seen in Italian, where no name is the very word by which programs know the bot."""
    with override("it"):
        names = {level: level_name(installed()[title_id], level) for level in bot_levels(title_id)}
    assert not {level for level, name in names.items() if level == name}
