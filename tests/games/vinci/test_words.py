"""What things are called: each board has names of its own, also where both use one id."""

import pytest

from marchland.games.vinci.rules.conquest.conquest import Conquer
from marchland.games.vinci.rules.empire import ProvincesEmptied
from marchland.games.vinci.rules.forts import BuildFort
from marchland.games.vinci.rules.reorganization import Deploy
from marchland.games.vinci.title import TITLE
from marchland.games.vinci.world import board
from marchland.kernel.chance import key_from_seed
from marchland.kernel.match import Match

NAMES = {"standard": "Burgundy and Provence", "grand": "Burgundy"}


@pytest.mark.parametrize("name", NAMES)
def test_sentences_use_the_names_of_the_board_in_play(name):
    match = Match(TITLE, 3, key_from_seed(1), {"board": name})
    book = match.title.phrases
    assert book.action(Conquer("burgundy"), "en") == f"Conquer {NAMES[name]}"
    assert f"{NAMES[name]} 2" in book.action(Deploy({"burgundy": 2}), "en")
    assert book.things("en") == {space: board(name).atlas[space].name["en"] for space in board(name).atlas.spaces}
    sections = list(TITLE.parts.text.sections(TITLE.view(match.state, 0), "en"))
    named = {row[0] for section in sections for row in section.rows}
    assert NAMES[name] in named
    assert not set(NAMES.values()) - {NAMES[name]} & named


def test_a_title_at_a_table_is_still_the_title():
    there = TITLE.at_table({"board": "grand"})
    assert there.id == TITLE.id
    assert there.catalogue is TITLE.catalogue or there.catalogue.rules.keys() == TITLE.catalogue.rules.keys()
    assert TITLE.phrases.action(Conquer("burgundy"), "en") == "Conquer Burgundy and Provence"


@pytest.mark.parametrize(
    ("province", "french", "italian"),
    [
        ("africa", "Conquérir l'Afrique", "Conquista l'Africa"),
        ("castile", "Conquérir la Castille", "Conquista la Castiglia"),
        ("pyrenees", "Conquérir les Pyrénées", "Conquista i Pirenei"),
        ("denmark", "Conquérir le Danemark", "Conquista la Danimarca"),
        ("burgundy", "Conquérir la Bourgogne et la Provence", "Conquista la Borgogna e la Provenza"),
        ("novgorod", "Conquérir Novgorod", "Conquista la terra di Novgorod"),
    ],
)
def test_a_province_is_spoken_of_with_its_article(province: str, french: str, italian: str) -> None:
    assert (TITLE.phrases.action(Conquer(province), "fr"), TITLE.phrases.action(Conquer(province), "it")) == (french, italian)


@pytest.mark.parametrize(
    ("province", "french"),
    [
        ("africa", "en Afrique"),
        ("pyrenees", "dans les Pyrénées"),
        ("caucasus", "dans le Caucase"),
        ("denmark", "au Danemark"),
        ("atlas", "dans l'Atlas"),
        ("burgundy", "en Bourgogne et en Provence"),
        ("novgorod", "à Novgorod"),
    ],
)
def test_in_french_what_happens_in_a_province_happens_in_it(province: str, french: str) -> None:
    assert TITLE.phrases.action(BuildFort(province), "fr") == f"Construire un fort {french}"


def test_several_provinces_have_an_article_each() -> None:
    assert (
        TITLE.phrases.event(ProvincesEmptied(0, ("taurus", "africa"), "VI-GATHER-01"), "fr", ("Ada",))
        == "Ada perd le Taurus, l'Afrique."
    )


@pytest.mark.parametrize(
    ("province", "italian"),
    [
        ("castile", "in Castiglia"),
        ("pyrenees", "nei Pirenei"),
        ("south_spain", "nella Spagna meridionale"),
        ("atlas", "nell'Atlante"),
        ("burgundy", "in Borgogna e in Provenza"),
        ("novgorod", "nella terra di Novgorod"),
    ],
)
def test_in_italian_what_happens_in_a_province_happens_in_it(province: str, italian: str) -> None:
    assert TITLE.phrases.action(BuildFort(province), "it") == f"Costruisci un forte {italian}"
