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


def test_a_wrong_guess_about_an_empty_space_is_a_failed_file_not_a_bad_one():
    with pytest.raises(ScenarioFailed, match=r"step 1: land\.greece\.seat: there is no 'seat'"):
        run({"expect": {"land.greece.seat": 0}})
    with pytest.raises(ScenarioFailed, match="there is no '9'"):
        run({"expect": {"seats.9.hand": 0}})
    run({"expect": {"land.greece": None}})


def test_a_field_no_record_has_is_a_bad_file_wherever_it_stands():
    with pytest.raises(BadFile, match=r"seats\.0\.hnad"):
        run({"expect": {"seats.0.hnad": 8}})


def test_figures_that_files_leave_out_can_be_expected():
    """A territory that is not dead: records leave that out, and it can still be expected."""
    world = {"title": "cendre", "about": "the map", "seats": 2, "play": [{"expect": {"lands.AKL.dead": False}}]}
    run_scenario(read_scenario(world))
    with pytest.raises(ScenarioFailed, match=r"lands\.AKL\.dead is False, not True"):
        run_scenario(read_scenario({**world, "play": [{"expect": {"lands.AKL.dead": True}}]}))


def test_numeric_seats_need_no_quotes():
    plain = {"title": "vinci", "about": "numbers", "seats": 3, "position": {**BASE["position"], "order": [0, 1, 2]}}
    land = {"castile": {"seat": 0}, "lusitania": {"seat": 1, "tokens": 2}}
    position = {**plain["position"], "hand": {0: 8}, "land": land, "turn": {"seat": 0, "at": "conquer"}}
    play = [{"refuse": {0: "conquer greece"}}, {0: "conquer lusitania"}, {"expect": {"seats.0.hand": 4}}]
    for seats in (3, [0, 1, 2], ["0", "1", "2"]):
        stage = run_scenario(read_scenario({**plain, "seats": seats, "position": position, "play": play}))
        assert stage.state.hand[0] == 4
    battle = {"title": "byzantium", "about": "numbers", "seats": 3, "position": {"act": 1, "players": {1: {"pool": 7}}}}
    assert run_scenario(read_scenario(battle)).state.players[1].pool == 7


def test_scripted_chance_counts_from_before_the_position_is_laid():
    """The barbarians' dice of phase 2 fall while the position is laid: they come from the script."""
    laid = {"title": "medioevo", "about": "the horde", "seats": 2, "position": {"at": "events"}}
    stage = run_scenario(read_scenario({**laid, "chance": [3, 5, 1, 4]}))
    assert stage.state.circle.horde == (2, 0, 0, 0, 1, 0, 0), "dice 3, 5 and 1 make 2 Light infantry and a Captain"
    with pytest.raises(ScenarioFailed, match="position: the script ends before draw 1"):
        run_scenario(read_scenario({**laid, "chance": []}))
