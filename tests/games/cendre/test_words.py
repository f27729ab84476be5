"""Everything a player reads has a name in every language."""

import pytest

from marchland.games.cendre import world
from marchland.games.cendre.phrases import PHRASEBOOK, WORD_FIELDS, reason_name
from marchland.games.cendre.rules.common.ledger import ScienceGained
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
