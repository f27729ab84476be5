"""Everything a player reads has a name in every language."""

import re

import msgspec
import pytest

from marchland.games.cendre import world
from marchland.games.cendre.phrases import NATION_FIELDS, PHRASEBOOK, WORD_FIELDS, reason_name
from marchland.games.cendre.rules.common.ledger import ScienceGained
from marchland.games.cendre.rules.leaders.market import LeaderHired
from marchland.games.cendre.tables import TABLES
from marchland.games.cendre.title import NAMES, NATIONS
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.testing import Walk
from marchland.kernel.title import find_title

TITLE = find_title("cendre")


def test_units_events_nations_and_structures_have_three_names():
    named = [unit.name for unit in (*world.UNITS.values(), *world.COMMON_UNITS.values(), *world.summoned_units().values())]
    named += [event.name for booklet in world.BOOKLETS.values() for event in booklet.events]
    named += [booklet.name for booklet in world.BOOKLETS.values()]
    named += [threat.name for threat in world.THREATS.values()]
    named += list(TABLES.towns.structure_names.values())
    for name in named:
        assert all(name.get(language) for language in LANGUAGES), name


def test_the_title_names_the_nations_as_the_booklets_do():
    assert tuple(world.BOOKLETS) == NATIONS
    assert all(NAMES[nation] == world.BOOKLETS[nation].name for nation in NATIONS)


@pytest.mark.parametrize("seats", [3, 20])
def test_every_word_of_a_game_is_known(seats):
    walk = Walk(TITLE, seats, f"words {seats}", {"years": 3})
    while not walk.state.is_over:
        walk.step()
    unknown = set()
    for event in walk.events:
        for field in WORD_FIELDS:
            value = getattr(event, field, "")
            for word in value if isinstance(value, tuple) else (value,):
                if isinstance(word, str) and word and word not in PHRASEBOOK.phrases.words and reason_name(word, "en") == word:
                    unknown.add(f"{type(event).__name__}.{field}: {word}")
    assert not unknown


@pytest.mark.parametrize(
    ("domain", "told"),
    [("", "Akla\u00a0: +2 science, points libres (sages)."), ("social", "Akla\u00a0: +2 science, social (sages).")],
)
def test_science_without_a_field_is_told_as_free(domain, told):
    gained = ScienceGained(nation="AKLA", domain=domain, points=2, reason="sages", rule="TC-UNIT-02")
    assert PHRASEBOOK.event(gained, "fr") == told


BARE = re.compile(rf"(?<!, )\{{({'|'.join(NATION_FIELDS)})\}}\s(?=[a-zà-ÿ])")
"""A nation without its article, and something that might be its verb."""
NO_VERB = {"OfferMade", "foresee_Assassinate"}


@pytest.mark.parametrize("language", ["fr", "it"])
def test_no_nation_is_the_subject_of_a_verb_that_does_not_agree_with_it(language):
    sections = msgspec.structs.asdict(PHRASEBOOK.phrases).values()
    wrong = {key for entries in sections for key, entry in entries.items() if BARE.search(entry[language])}
    assert wrong == NO_VERB


@pytest.mark.parametrize(
    ("nation", "language", "told"),
    [
        ("CHEVAUX", "fr", "Les Seigneurs des Chevaux engagent Ada."),
        ("CHEVAUX", "it", "I Signori dei Cavalli assumono Ada."),
        ("CHEVAUX", "en", "Horse Lords hire Ada."),
        ("GRISES", "it", "Le Terre Grigie assumono Ada."),
        ("EXT-WEST", "fr", "Les Voiles pâles engagent Ada."),
        ("GOBELINS", "fr", "L'Empire des Gobelins engage Ada."),
        ("AKLA", "fr", "Akla engage Ada."),
    ],
)
def test_nations_with_plural_names_take_plural_verbs(nation, language, told):
    assert PHRASEBOOK.event(LeaderHired(nation=nation, leader="L1", name="Ada"), language) == told
