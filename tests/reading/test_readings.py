"""How to play: what every title's page says is true to its rules, and plain words find the right answer."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.errors import BadFile
from marchland.kernel.library import Library
from marchland.kernel.reading import Reading, reading_of
from marchland.kernel.title import Title, titles

ASKED = msgspec.yaml.decode((Path(__file__).parent / "asked.yaml").read_bytes(), type=dict[str, list[dict[str, str]]])
READ = {title.id: title for title in titles().values() if reading_of(title) is not None}
QUESTIONS = 10
ASKED_AT_LEAST = 12


def reading(title: Title) -> Reading:
    found = reading_of(title)
    assert found is not None
    return found


@pytest.mark.parametrize("title", READ.values(), ids=READ)
def test_every_rule_it_names_is_there_and_every_picture_is_a_position(title: Title) -> None:
    told = reading(title)
    assert told.cited <= title.catalogue.rules.keys()
    assert all(passage.rules for passage in (*told.turn, *told.win, *told.questions.values()))
    assert len(told.questions) >= QUESTIONS
    assert {step.picture for step in (*told.turn, *told.win)} - {""} == told.pictures.keys() != set()
    for picture in told.pictures.values():
        title.audit(picture.staged(title).state)  # acting it out checks the figures that its sentence names


@pytest.mark.parametrize("title", READ.values(), ids=READ)
def test_other_ways_to_ask_and_words_are_given_in_every_language(title: Title) -> None:
    told = reading(title)
    assert set(told.words) == set(LANGUAGES)
    assert all(set(question.also) == set(LANGUAGES) for question in told.questions.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", READ.values(), ids=READ)
def test_plain_questions_find_the_right_answer_first(title: Title, language: str) -> None:
    library = Library(title)
    asked = ASKED[title.id]
    found = {question[language]: _first(library, question[language], language) for question in asked}
    assert found == {question[language]: question["find"] for question in asked}
    assert len(asked) >= ASKED_AT_LEAST


def _first(library: Library, asked: str, language: str) -> str:
    return next((found.entry.id for found in library.find(asked, language)), "nothing")


def test_whoever_asks_in_another_language_than_the_page_s_is_understood() -> None:
    library = Library(READ["vinci"])
    assert {_first(library, asked, "en") for asked in ("comment gagner", "come si vince", "how do i win")} == {"win"}


def test_a_word_half_written_or_misspelt_is_understood_and_nonsense_finds_nothing() -> None:
    library = Library(READ["vinci"])
    assert _first(library, "how do I decl", "en") == "decline"
    assert _first(library, "cost of a mountian", "en") in ("cost", "VI-CONQ-03")
    assert _first(library, "COUT D'UNE FORET", "fr") == _first(library, "coût d’une forêt", "fr") != "nothing"
    assert [_first(library, asked, "en") for asked in ("xyzzy qwrt", "the of", "")] == ["nothing"] * 3


def test_a_rule_is_found_by_its_id() -> None:
    found = Library(READ["vinci"]).find("vi-conq-0", "en")
    assert [one.entry.id for one in found][:2] == ["VI-CONQ-01", "VI-CONQ-02"]


def test_a_sentence_missing_in_a_language_is_a_fault_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "howto.yaml").write_text(
        "aim: {en: Win, fr: Gagner}\nturn: []\nwin: []\nquestions: {}\n", encoding="utf-8"
    )

    class Stranger:
        folder = tmp_path

    with pytest.raises(BadFile, match="'Win' is not said in it"):
        reading_of(Stranger())  # type: ignore[arg-type]
