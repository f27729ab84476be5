"""The scenario format: what it checks, and how it fails."""

import pytest

from marchland.kernel.errors import BadFile, UnknownTitle
from marchland.kernel.scenario import ScenarioFailed, read_scenario, run_scenario

BASE = {
    "title": "vinci",
    "about": "Red beside Lusitania",
    "seats": ["red", "yellow", "blue"],
    "position": {
        "clear": True,
        "order": ["red", "yellow", "blue"],
        "hand": {"red": 8},
        "land": {"castile": {"seat": "red"}, "lusitania": {"seat": "yellow", "tokens": 2}},
        "turn": {"seat": "red", "at": "conquer"},
    },
}


def run(*play, **changes):
    return run_scenario(read_scenario({**BASE, "play": list(play), **changes}))


def test_actions_events_and_expectations():
    stage = run(
        {"red": "conquer lusitania"},
        {"events": [{"type": "Conquered", "cost": 4}]},
        {"expect": {"land.lusitania.seat": 0, "seats.0.hand": 4}},
    )
    assert stage.state.hand[0] == 4


def test_actions_may_be_written_as_records():
    run({"red": {"type": "Conquer", "province": "lusitania"}})


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"expect": {"seats.0.hand": 4}}, "seats.0.hand is 8, not 4"),
        ({"events": [{"type": "Conquered"}]}, "no event"),
        ({"refuse": {"red": "conquer lusitania"}}, "should be refused"),
        ({"refuse": {"red": "conquer greece"}, "rule": "VI-CONQ-13"}, "refused by VI-CONQ-10"),
        ({"refuse": {"red": "conquer greece"}, "facts": {"need": 1}}, "need is None"),
        ({"red": "conquer greece"}, "VI-CONQ-10"),
        ({"red": "fly away"}, "unknown action"),
        ({"yellow": "conquer castile"}, "not asked now"),
        ({"options": {"red": ["endconquests"]}}, "red may"),
    ],
)
def test_a_scenario_fails_with_the_step_and_the_reason(step, message):
    with pytest.raises(ScenarioFailed, match=message) as failure:
        run(step)
    assert "step 1" in str(failure.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"position": {"lnad": {}}}, "lnad"),
        ({"position": {"land": {"atlantis": "brown"}}}, "atlantis"),
        ({"position": {"land": {"castile": 3}}}, "neither"),
        ({"position": {"civ": {"red": ["lasers"]}}}, "lasers"),
        ({"position": {"civ": {"red": ["specialization", "specialization"]}}}, "too many"),
        ({"position": {"hand": {"pink": 3}}}, "pink"),
        ({"position": {"turn": {"seat": "red", "at": "lunch"}}}, "lunch"),
        ({"play": [{"pink": "endturn"}]}, "pink"),
        ({"play": [{"expect": {"no.such.path": 1}}]}, "no.such.path"),
        ({"seats": None}, "seats"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_malformed_scenario_names_what_is_wrong(changes, message):
    with pytest.raises(BadFile, match=message):
        run_scenario(read_scenario({**BASE, **changes}))


def test_an_unknown_title_lists_the_known_ones():
    with pytest.raises(UnknownTitle, match=r"installed: .*vinci"):
        run_scenario(read_scenario({**BASE, "title": "chess"}))


def test_scripted_chance_is_used():
    game = {"title": "vinci", "about": "dice", "seats": 3, "chance": [], "play": [{"0": "takecivilization 1"}]}
    with pytest.raises(ScenarioFailed, match="script ends"):
        run_scenario(read_scenario({**game, "seed": 3}))
