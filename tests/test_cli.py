"""The command line is a contract: output, exit codes, and no traceback for what a person did wrong."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from marchland.kernel.title import titles

GOLDEN = Path(__file__).parent / "golden" / "vinci"


def marchland(*words, stdin="", cwd=None):
    command = [sys.executable, "-m", "marchland", *map(str, words)]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, cwd=cwd, timeout=120, check=False)


def last_json(result):
    return json.loads(result.stdout.strip().splitlines()[-1])


def test_games_lists_the_titles():
    result = marchland("games")
    assert result.returncode == 0
    assert result.stdout.split() == sorted(titles())


def test_simulate_prints_one_object_and_is_reproducible():
    first, second = (marchland("simulate", "vinci", "--games", 3, "--seed", 4, "--json") for _ in range(2))
    assert first.returncode == 0
    report = last_json(first)
    assert {"title", "games", "finished", "moves", "seconds", "fingerprint", "wins"} <= set(report)
    assert report["finished"] == 3
    assert report["fingerprint"] == last_json(second)["fingerprint"]
    assert report["fingerprint"] != last_json(marchland("simulate", "vinci", "--games", 3, "--seed", 5))["fingerprint"]


def test_simulate_counts_wins_by_bot_and_checks_every_move():
    report = last_json(
        marchland("simulate", "vinci", "--games", 2, "--seats", 3, "--bots", "greedy,random", "--check", "-o", "target=60")
    )
    assert set(report["wins"]) <= {"greedy", "random"}


def test_simulate_counts_how_often_people_are_asked():
    asked = last_json(marchland("simulate", "vinci", "--games", 1, "--seats", 3, "-o", "target=60", "--json"))["interruptions"]
    assert asked["player_turns"] > 0
    assert asked["questions_per_player_turn"] == asked["rules_questions_per_player_turn"]
    by_hand = marchland("simulate", "vinci", "--games", 1, "--seats", 3, "-o", "target=60", "--slow", "plans", "--json")
    slow = last_json(by_hand)["interruptions"]
    assert slow["questions_per_player_turn"] < slow["rules_questions_per_player_turn"]
    assert sum(slow["questions_by_kind"].values()) == pytest.approx(slow["questions_per_player_turn"], abs=0.01)


def test_rules_prints_and_covers():
    assert "VI-CONQ-13" in marchland("rules", "vinci").stdout
    assert "pions" in marchland("rules", "vinci", "--lang", "fr").stdout
    result = marchland("rules", "vinci", "--coverage", "--json")
    report = last_json(result)
    assert {"title", "rules", "with_code", "with_test", "missing"} <= set(report)
    assert report["rules"] == report["with_code"] == report["with_test"]


def test_replay_verifies_and_prints_the_log():
    result = marchland("replay", GOLDEN / "three.json")
    assert result.returncode == 0
    assert "entries verified" in result.stdout
    assert "VI-CONQ-08" in result.stdout
    assert "prend" in marchland("replay", GOLDEN / "three.json", "--to", 5, "--lang", "fr").stdout


def test_bench_prints_figures_for_every_title():
    report = last_json(marchland("bench", "--json", "--seconds", "0.1"))
    assert set(titles()) <= set(report)
    assert {"moves_per_s", "clone_us", "options_us", "json_us"} <= set(report["vinci"])
    assert {"settle_ms", "settle_worst_ms"} <= set(report["cendre"])
    assert report["python_chess"]["moves_per_s"] > 0


def test_play_to_the_end_of_a_turn_with_undo_help_rules_and_save(tmp_path):
    lines = [
        "1",
        "help",
        "map",
        "why castile",
        "rule VI-CONQ-13",
        "find fort",
        "scot",
        "undo",
        "Scotland",
        "lang fr",
        "log",
        "nonsense",
    ]
    result = marchland("play", "vinci", "--seed", 3, stdin="\n".join([*lines, "save mine.json", "quit"]), cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    for expected in ("Taken back", "VI-ENTRY-03", "conquers Scotland", "conquiert l'Écosse", "mine.json", "Civilizations on offer"):
        assert expected in result.stdout
    assert (tmp_path / "mine.json").exists()
    resumed = marchland("play", "vinci", "--resume", "mine.json", stdin="quit\n", cwd=tmp_path)
    assert resumed.returncode == 0
    assert "Conquer: choose a lit province" in resumed.stdout


def test_no_saved_game_is_ever_written_over(tmp_path):
    """Not by another game, nor by the same one when it goes on."""

    def leave(*words, lines=("quit",)):
        return marchland("play", "vinci", *words, stdin="\n".join(lines) + "\n", cwd=tmp_path)

    leave("--seed", 3)
    first = (tmp_path / "vinci.json").read_bytes()
    assert "vinci-2.json" in leave("--seed", 4).stdout
    assert "choose another name" in leave("--seed", 5, lines=("save vinci.json", "quit")).stdout
    assert (tmp_path / "vinci.json").read_bytes() == first
    assert "Saved in vinci-4.json" in leave("--resume", "vinci.json", lines=("1", "quit")).stdout
    assert (tmp_path / "vinci.json").read_bytes() == first
    twice = leave("--seed", 6, lines=("1", "save mine.json", "save mine.json", "quit")).stdout
    assert "choose another name" in twice
    assert "go on with" not in twice, "all of it is saved already"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.json", *(f"vinci-{n}.json" for n in (2, 3, 4)), "vinci.json"]


@pytest.mark.parametrize("stdin", ["1\n", ""])
def test_the_end_of_the_input_saves(stdin, tmp_path):
    left = marchland("play", "vinci", "--seed", 3, stdin=stdin, cwd=tmp_path)
    assert left.returncode == 0, left.stderr
    assert "marchland play vinci --resume vinci.json" in " ".join(left.stdout.split())
    resumed = marchland("play", "vinci", "--resume", "vinci.json", stdin="log\n", cwd=tmp_path)
    assert ("End conquests" in resumed.stdout) == bool(stdin)
    assert [path.name for path in tmp_path.iterdir()] == ["vinci.json"], "nothing was played since"


def test_several_answers_in_one_line_are_given_in_their_order_and_numbers_mean_the_list_shown(tmp_path):
    lines = ["1", "12; britannia; End", "Scotland 9, Britannia 4", "quit"]
    said = marchland("play", "vinci", "--seed", 3, stdin="\n".join(lines), cwd=tmp_path).stdout
    places = ("conquers Scotland", "conquers Britannia", "All at once: Britannia 12, Scotland 1", "9 tokens into Scotland")
    assert sorted(map(said.index, places)) == [said.index(place) for place in places]
    assert "15 tokens in hand > " in said
    assert "4 tokens into Britannia" in said
    stopped = marchland("play", "vinci", "--seed", 3, stdin="1; 1\nhelp\nquit\n", cwd=tmp_path).stdout
    assert "so this was left: 1" in stopped
    assert "3; 5; scot" in stopped


def test_the_position_says_what_borders_on_what_in_the_order_of_names(tmp_path):
    words = {"vinci": "borders on", "byzantium": "links", "medioevo": "borders on"}
    for title, heading in words.items():
        said = marchland("play", title, "--seed", 3, stdin="map\nquit\n", cwd=tmp_path).stdout
        assert heading in " ".join(said.split())
    said = marchland("play", "vinci", "--seed", 3, stdin="lang fr\nmap\nquit\n", cwd=tmp_path).stdout
    assert said.index("│ Écosse") < said.index("│ Finlande")


def test_the_terminal_calls_provinces_as_their_board_does_and_knows_what_is_not_on_it(tmp_path):
    lines = "\n".join(["map", "why france", "why burg", "quit"])
    standard = marchland("play", "vinci", "--seed", 3, stdin=lines, cwd=tmp_path).stdout
    grand = marchland("play", "vinci", "--seed", 3, "-o", "board=grand", stdin=lines, cwd=tmp_path).stdout
    assert "Burgundy and" in standard
    assert "Burgundy and" not in grand
    for printed in (standard, grand):
        assert "There is no france on this board." in printed
        assert "VI-DECL-06" in printed, "Burgundy exists, but a civilization comes first"


def test_a_whole_game_of_bots_can_be_watched():
    result = marchland("play", "vinci", "--seats", "bot:random,bot:normal,bot:hard", "--seed", 1, "-o", "target=30")
    assert result.returncode == 0
    assert "Won by" in result.stdout


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["simulate", "chess"], 2, "unknown title 'chess'"),
        (["simulate", "vinci", "--seats", "9"], 2, "1 to 6 seats"),
        (["simulate", "vinci", "--games", "0"], 2, "--games"),
        (["simulate", "vinci", "--bots", "deepblue"], 2, "deepblue"),
        (["simulate", "vinci", "-o", "colour=red"], 2, "colour"),
        (["simulate", "vinci", "-o", "target"], 2, "name=value"),
        (["simulate", "vinci", "--slow", "patience"], 2, "standing, joint, plans, ahead"),
        (["simulate", "vinci", "-o", "target=many"], 2, "whole number"),
        (["play", "vinci", "--seats", "robot"], 2, "robot"),
        (["play", "vinci", "--lang", "de"], 2, "de"),
        (["play", "vinci", "--resume", "missing.json"], 2, "missing.json"),
        (["replay", "missing.json"], 2, "missing.json"),
        (["scenario", "run", "missing.yaml"], 2, "missing.yaml"),
        (["rules", "chess"], 2, "chess"),
        (["juggle"], 2, "juggle"),
    ],
)
def test_wrong_usage_is_one_clear_line_and_exit_code_two(words, code, message, tmp_path):
    result = marchland(*words, cwd=tmp_path)
    assert result.returncode == code
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "text", "words", "code", "message"),
    [
        ("game.json", "{", ["replay"], 2, "not a match file"),
        ("game.json", '{"title": 5}', ["replay"], 2, "title"),
        ("game.json", "{", ["play", "vinci", "--resume"], 2, "not a match file"),
        ("bad.yaml", "a: [", ["scenario", "run"], 2, "not YAML"),
        ("bad.yaml", "title: vinci", ["scenario", "run"], 2, "about"),
        ("bad.yaml", "{title: vinci, about: x, seats: 3, play: [{expect: {scores.0: 11}}]}", ["scenario", "run"], 1, ""),
    ],
)
def test_broken_files_are_named(name, text, words, code, message, tmp_path):
    (tmp_path / name).write_text(text)
    result = marchland(*words, tmp_path / name)
    assert result.returncode == code
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_every_scenario_file_runs_whatever_is_wrong_with_an_earlier_one(tmp_path):
    ends = {
        "bad.yaml": "a: [",
        "lost.yaml": "{title: vinci, about: lost, seats: 3, position: {clear: true}, play: [{expect: {land.greece.seat: 0}}]}",
    }
    ends["good.yaml"] = "{title: vinci, about: all is well, seats: 3, play: [{expect: {scores.0: 10}}]}"
    for name, text in ends.items():
        (tmp_path / name).write_text(text)
    result = marchland("scenario", "run", "missing.yaml", *ends, cwd=tmp_path)
    assert result.returncode == 2
    assert "missing.yaml: No such file" in result.stderr
    assert "bad.yaml: not YAML" in result.stderr
    assert "FAILED lost.yaml: step 1: land.greece.seat: there is no" in result.stdout
    assert "ok good.yaml: all is well" in result.stdout
    assert marchland("scenario", "run", "lost.yaml", "good.yaml", cwd=tmp_path).returncode == 1
    assert marchland("scenario", "run", "good.yaml", cwd=tmp_path).returncode == 0


def test_a_tampered_record_fails_the_check(tmp_path):
    record = json.loads((GOLDEN / "three.json").read_text())
    record["entries"][3]["fingerprint"] = "0" * 32
    (tmp_path / "forged.json").write_text(json.dumps(record))
    result = marchland("replay", tmp_path / "forged.json")
    assert result.returncode == 1
    assert "entry 4" in result.stderr


def test_a_record_of_other_rules_says_so(tmp_path):
    record = json.loads((GOLDEN / "three.json").read_text())
    (tmp_path / "old.json").write_text(json.dumps({**record, "rules_version": 99}))
    result = marchland("replay", tmp_path / "old.json", "--to", 3)
    assert result.returncode == 0
    assert "played by version 99 of the rules" in result.stderr
    record["entries"][2]["fingerprint"] = "0" * 32
    (tmp_path / "old.json").write_text(json.dumps({**record, "rules_version": 99}))
    result = marchland("replay", tmp_path / "old.json")
    assert result.returncode == 1
    assert "entry 3" in result.stderr
    assert marchland("play", "vinci", "--resume", tmp_path / "old.json", stdin="quit\n", cwd=tmp_path).returncode == 1
