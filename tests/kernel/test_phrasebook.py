"""Sentences: names, numbers, elision."""

import pytest

from marchland.kernel.phrasebook import Phrasebook, elided, tidy


@pytest.mark.parametrize(
    ("sentence", "spoken"),
    [
        ("le contrôle de Athènes", "le contrôle d'Athènes"),
        ("le contrôle de Damas", "le contrôle de Damas"),
        ("De Édesse à Alexandrie", "D'Édesse à Alexandrie"),
        ("l'armée de Anna, que Otto attend", "l'armée d'Anna, qu'Otto attend"),
        ("le siège de Hira, code et mode ouverts", "le siège de Hira, code et mode ouverts"),
    ],
)
def test_french_elides_before_a_vowel(sentence, spoken):
    assert elided(sentence) == spoken


@pytest.mark.parametrize(
    ("sentence", "spoken"),
    [
        ("Akla builds Silos in Valem (VAL) .", "Akla builds Silos in Valem (VAL)."),
        ("Ligne 9, recherche  : 8 + 10, oui.", "Ligne 9, recherche : 8 + 10, oui."),
        ("Ada ( ) waits , then goes...", "Ada () waits, then goes..."),
        ("3 .5 and .7", "3 .5 and .7"),
    ],
)
def test_a_fact_left_out_leaves_no_gap(sentence, spoken):
    assert tidy(sentence) == spoken


@pytest.fixture
def book(tmp_path):
    file = tmp_path / "phrases.yaml"
    words = {
        "gold": "{en: gold, fr: or, it: oro}",
        "chance": "{en: '{amount} % and {lost:cube|cubes} lost', fr: '{amount} %', it: '{amount} %'}",
        "die": "{en: '{amount:die|dice}', fr: '{amount:dé|dés}', it: '{amount:dado|dadi}'}",
    }
    file.write_text("words:\n" + "".join(f"  {key}: {entry}\n" for key, entry in words.items()))
    return Phrasebook(file, {})


@pytest.mark.parametrize(
    ("unit", "amount", "facts", "said"),
    [
        ("gold", 3, {}, "3 gold"),
        ("", 4, {}, "4"),
        ("die", 1, {}, "1 die"),
        ("die", -2, {}, "-2 dice"),
        ("chance", 58, {"lost": 1}, "58 % and 1 cube lost"),
        ("chance", 58, {}, "58 % and lost"),
    ],
)
def test_an_amount_is_said_with_its_unit(book, unit, amount, facts, said):
    assert book.measure(unit, amount, "en", facts) == said
