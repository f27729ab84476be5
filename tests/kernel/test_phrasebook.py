"""Sentences: names, numbers, elision."""

import pytest

from marchland.kernel.phrasebook import elided


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
