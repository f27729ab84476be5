"""The catalogue of rules: what is written in `rules.yaml`, and what designed content says of itself."""

import copy
from types import SimpleNamespace

import pytest

from marchland import coverage
from marchland.kernel.catalogue import Catalogue, Rule
from marchland.kernel.title import titles

SPARK = Rule(id="XX-SPELL-FIRE-2", chapter="spell", name={"en": "Spark"}, en="It burns.", fr="Ça brûle.", it="Brucia.")


def test_designed_rules_follow_the_written_ones(tmp_path):
    written = tmp_path / "rules.yaml"
    written.write_text("- {id: XX-GEN-01, chapter: gen, name: {en: Turns}, en: a, fr: b, it: c}\n", encoding="utf-8")
    catalogue = Catalogue(written, lambda: [SPARK])
    assert list(catalogue.rules) == ["XX-GEN-01", "XX-SPELL-FIRE-2"]
    assert catalogue.chapters == ("gen", "spell")
    assert catalogue.find("xx-spell-fire-2") is SPARK
    assert list(catalogue.designed) == ["XX-SPELL-FIRE-2"]
    assert not Catalogue(written).designed


def test_the_code_of_a_designed_rule_is_its_entry_in_the_data(tmp_path):
    data = tmp_path / "magic.yaml"
    data.write_text("# XX-SPELL-FIRE-9\nspells:\n  - {level: 2, rule: XX-SPELL-FIRE-2, name: Spark}\n", encoding="utf-8")
    assert list(coverage.designed_in_data(data)) == [("XX-SPELL-FIRE-2", 3)]


@pytest.mark.parametrize("title", titles())
def test_every_id_is_used_once_and_can_be_cited(title):
    catalogue = titles()[title].catalogue
    assert all(coverage.RULE_ID.fullmatch(rule) for rule in catalogue.rules)
    assert len(list(catalogue._designed())) == len(catalogue.designed)


@pytest.fixture(scope="module")
def covered():
    cendre = titles()["cendre"]
    return coverage.coverage(cendre, coverage.tests_folder(cendre))


@pytest.mark.parametrize(
    ("chapter", "number", "file"), [("SPELL", 13 * 9, "magic"), ("WORK", 20 * 2, "nations"), ("NEV", 20 * 4, "nations")]
)
def test_coverage_counts_the_designed_content_of_cendre_piece_by_piece(covered, chapter, number, file):
    found = copy.deepcopy(covered)
    pieces = [rule for rule in found.rules if rule.startswith(f"TC-{chapter}-")]
    assert len(pieces) == number
    assert all(len(found.code[rule]) == 1 and found.code[rule][0].startswith(f"data/{file}.yaml:") for rule in pieces)
    found.tests.pop(pieces[0], None)
    assert pieces[0] in found.missing


def test_words_of_designed_content_name_units_as_players_do():
    rule = titles()["cendre"].catalogue.find("TC-NEV-CHENE-20")
    assert rule.name["it"] == "Risveglio di un antico"
    assert rule.en == "One free unit of Tree-herds in a random owned forest territory."
    assert rule.it == "Un'unità gratuita di Uomini-albero in un territorio di foresta posseduto, a caso."


def test_a_room_is_a_module_or_a_folder_directly_under_rules():
    rules = dict.fromkeys(("XX-A-01", "XX-A-02", "XX-A-03", "XX-A-04", "XX-SPELL-FIRE-2"), "")
    code = {
        "XX-A-01": ["rules/war/orders.py:3", "rules/war/threats/ash.py:9", "sequence.py:2"],
        "XX-A-02": ["rules/war/orders.py:3", "rules/glory.py:9"],
        "XX-A-03": ["sequence.py:2"],
        "XX-A-04": ["rules/glory.py:9"],
        "XX-SPELL-FIRE-2": ["data/magic.yaml:7"],
    }
    found = coverage.Coverage("xx", rules, code, designed=frozenset({"XX-SPELL-FIRE-2"}))
    assert [found.rooms(rule) for rule in rules] == [{"war"}, {"war", "glory"}, set(), {"glory"}, set()]
    assert found.share_in_one_room == 2 / 4


CODE = '''"""XX-A-09 is the chapter."""

class Battle:
    """XX-A-01 One battle."""

    STEPS = ("roll",)

    def roll(self):
        """Dice (XX-A-02), then XX-A-01 again."""
        raise Refusal("XX-A-03")  # XX-A-08 in a comment

def forgotten():
    """XX-A-04 Nobody calls this."""

@card(7)
def registered():
    """XX-A-05 Called by its number."""

begin(Battle)
'''


@pytest.fixture
def house(tmp_path):
    for place in ("rules/battle.py", "board/battle.py"):
        path = tmp_path / place
        path.parent.mkdir()
        path.write_text(CODE, encoding="utf-8")
    return tmp_path


def test_a_citation_counts_where_something_calls_the_code(house):
    found = coverage.cited_in_code(house / "rules" / "battle.py", coverage.names_used(house))
    assert {(citation.rule, citation.within, citation.rank) for citation in found} == {
        ("XX-A-09", "", 2),
        ("XX-A-01", "Battle", 0),
        ("XX-A-02", "Battle.roll", 1),
        ("XX-A-01", "Battle.roll", 1),
        ("XX-A-03", "Battle.roll", 2),
        ("XX-A-05", "registered", 0),
    }


def test_the_code_of_a_rule_begins_where_a_docstring_begins_with_it_and_never_on_the_board(house):
    (house / "data").mkdir()
    (house / "data" / "rules.yaml").write_text(
        "".join(f"- {{id: XX-A-0{n}, chapter: a, name: {{en: x}}, en: a, fr: b, it: c}}\n" for n in range(1, 6)), encoding="utf-8"
    )
    catalogue = Catalogue(house / "data" / "rules.yaml")
    title = SimpleNamespace(id="xx", folder=house, catalogue=catalogue)
    found = coverage.coverage(title, house / "tests")
    assert found.definitions["XX-A-01"] == "rules/battle.py: Battle"
    assert found.definitions["XX-A-03"] == "rules/battle.py: Battle.roll"
    assert "XX-A-04" not in found.code
    assert not [place for places in found.code.values() for place in places if place.startswith("board/")]
