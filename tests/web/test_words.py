"""Every visible string of the site in every language: nothing missing, nothing fuzzy, nothing out of date."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import polib
import pytest
from django.core.management import call_command
from django.test import Client
from django.utils.translation import override

from marchland.web import accounts
from marchland.web.lobby.words import level_name
from marchland.web.tables.thinking import bot_levels
from marchland.web.titles import installed

WEB = Path(accounts.__file__).parent.parent
LANGUAGES = ("en", "fr", "it")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]")


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(WEB / "locale" / language / "LC_MESSAGES" / "django.po"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_entry_is_missing_or_fuzzy(language: str) -> None:
    entries = catalogue(language)
    assert len(entries) > 150
    wanting = [entry.msgid for entry in entries if not entry.msgstr or "fuzzy" in entry.flags]
    assert wanting == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_survive_translation(language: str) -> None:
    wrong = [
        entry.msgid
        for entry in catalogue(language)
        if sorted(PLACEHOLDER.findall(entry.msgid)) != sorted(PLACEHOLDER.findall(entry.msgstr))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_the_written_one(language: str) -> None:
    compiled = polib.mofile(str(WEB / "locale" / language / "LC_MESSAGES" / "django.mo"))
    assert {entry.msgid: entry.msgstr for entry in compiled} == {entry.msgid: entry.msgstr for entry in catalogue(language)}


def test_every_string_in_the_source_is_in_the_catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("xgettext") is None:
        pytest.fail("xgettext is not installed: the catalogues cannot be checked (Debian: apt install gettext)")
    copy = tmp_path / "web"
    shutil.copytree(WEB, copy, ignore=shutil.ignore_patterns("locale", "static", "__pycache__"))
    (copy / "locale" / "fr").mkdir(parents=True)
    monkeypatch.chdir(copy)
    call_command("makemessages", locale=["fr"], verbosity=0)
    found = {entry.msgid for entry in polib.pofile(str(copy / "locale" / "fr" / "LC_MESSAGES" / "django.po"))}
    for language in LANGUAGES:
        known = {entry.msgid for entry in catalogue(language)}
        assert found - known == set(), f"not in {language}"
        assert known - found == set(), f"in {language}, but no longer in the source"


NOT_TEXT = re.compile(
    r"{%\s*blocktranslate.*?endblocktranslate\s*%}|{%\s*block body_class.*?endblock\s*%}"
    r"|{%.*?%}|{{.*?}}|{#.*?#}|<!--.*?-->|<script.*?</script>",
    re.S,
)


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "words"), [("en", "Play now"), ("fr", "Jouer tout de suite"), ("it", "Gioca subito")])
def test_pages_speak_the_language_that_was_chosen(language: str, words: str) -> None:
    client = Client()
    client.post("/account/appearance/", {"language": language})
    page = client.get("/").content.decode()
    assert words in page
    assert f'<html lang="{language}"' in page


def test_templates_hold_no_sentence_outside_the_catalogues() -> None:
    """Text between tags that is neither a variable nor a translation."""
    bare = []
    for path in (WEB / "templates").rglob("*.html"):
        between = re.findall(r">([^<>]*[A-Za-z]{3}[^<>]*)<", NOT_TEXT.sub("", path.read_text()))
        bare += [f"{path.name}: {words.strip()}" for words in between if words.strip() != "Marchland"]
    assert bare == []


@pytest.mark.parametrize("title_id", sorted(installed()))
def test_every_bot_has_a_name_for_readers(title_id: str) -> None:
    """Seen in Italian, where no name is the very word by which programs know the bot."""
    with override("it"):
        names = {level: level_name(installed()[title_id], level) for level in bot_levels(title_id)}
    assert not {level for level, name in names.items() if level == name}
