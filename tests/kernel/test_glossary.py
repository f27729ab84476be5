"""Glossaries: every term named and explained in every language, and every sign of it drawn somewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from marchland.kernel.catalogue import LANGUAGES, Rule
from marchland.kernel.errors import BadFile
from marchland.kernel.glossary import Term, read_glossary
from marchland.kernel.title import Title, titles

TITLES = list(titles().values())
RULE = Rule("VI-1", "end", {"en": "End", "fr": "Fin", "it": "Fine"}, "It ends.", "C’est fini.", "È finita.")


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.id)
def test_every_term_is_explained_in_every_language(title: Title) -> None:
    for id, term in title.glossary.items():
        assert all(term.name[language] and term.text[language] for language in LANGUAGES), id
        assert not term.rule or term.rule in title.catalogue.rules, id
        assert not term.about or term.about in title.glossary, id


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.id)
def test_every_sign_of_a_term_is_drawn_in_its_sprite(title: Title) -> None:
    static = Path(__file__).parents[2] / "src" / "marchland" / "web" / "static"
    for id, term in title.glossary.items():
        if term.sign:
            sprite, drawing = term.sign.split("#")
            own = title.folder / "board" / "static" / sprite.removeprefix(f"games/{title.id}/")
            text = (own if sprite.startswith("games/") else static / sprite).read_text(encoding="utf-8")
            assert f'id="{drawing}"' in text, id


def test_a_term_may_take_its_words_from_a_rule(tmp_path: Path) -> None:
    path = tmp_path / "glossary.yaml"
    path.write_text("end: {rule: VI-1}\n", encoding="utf-8")
    end = read_glossary(path, {RULE.id: RULE}, {})["end"]
    assert (end.name["fr"], end.text["it"]) == ("Fin", "È finita.")


@pytest.mark.parametrize("entry", ["end: {rule: VI-2}", "end: {name: {en: End}, text: {en: It ends.}}", "made: {rule: VI-1}"])
def test_a_glossary_that_lacks_something_says_what(tmp_path: Path, entry: str) -> None:
    path = tmp_path / "glossary.yaml"
    path.write_text(entry, encoding="utf-8")
    derived = {"made": Term(name=RULE.name, text=RULE.name)}
    with pytest.raises(BadFile, match=r"glossary\.yaml: (end|made)"):
        read_glossary(path, {RULE.id: RULE}, derived)


def test_a_title_without_a_glossary_explains_nothing(tmp_path: Path) -> None:
    assert read_glossary(tmp_path / "glossary.yaml", {}, {}) == {}
