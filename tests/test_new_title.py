"""`marchland new-title`: what it makes can be played, passes every check there is, and is all one needs to begin."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from marchland.cli import app
from marchland.kernel.errors import MarchlandError
from marchland.newtitle import LONGEST, SKELETON, check_name, heading, new_title, prefix, skeleton_files
from tests import strangers

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stranger's folder: `source` is the title as it was made, `installed` the distribution."""
    folder = tmp_path_factory.mktemp("stranger")
    strangers.make("old_roads", folder)
    return folder


def run(home: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """A command in the stranger's folder, with the title installed."""
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=home / "source",
        env=strangers.environment(home / "installed"),
        input=stdin,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


# -- the command ------------------------------------------------------------------------------------------------


def test_the_command_makes_a_folder_of_that_name_and_says_what_to_do_next(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["new-title", "old_roads"])
    assert result.exit_code == 0, result.output
    assert "pip install -e 'old_roads[dev]'" in result.output
    assert (tmp_path / "old_roads" / "src" / "old_roads" / "title.py").is_file()


def test_under_its_own_name_the_skeleton_is_copied_as_it_is(tmp_path):
    made = new_title("homestead", tmp_path / "made")
    for path in skeleton_files():
        assert (made / path.relative_to(SKELETON)).read_bytes() == path.read_bytes()


def test_nothing_is_called_after_the_skeleton(tmp_path):
    made = new_title("old_roads", tmp_path / "made")
    copies = [path for path in sorted(made.rglob("*")) if path.is_file()]
    assert len(copies) == len(list(skeleton_files()))
    for path in copies:
        said = f"{path.relative_to(made)}\n{path.read_text(encoding='utf-8')}"
        assert "homestead" not in said.lower(), path
        assert "HO-" not in said, path
    assert 'name = "marchland-old-roads"' in (made / "pyproject.toml").read_text()
    assert "OR-RAID-02" in (made / "src/old_roads/rules/turns.py").read_text()


@pytest.mark.parametrize(
    ("name", "letters", "words"),
    [("homestead", "HO", "Homestead"), ("old_roads", "OR", "Old roads"), ("x11_q", "XQ", "X11 q"), ("a2b", "AB", "A2b")],
)
def test_rules_are_called_after_two_letters_of_the_name(name, letters, words):
    assert (prefix(name), heading(name)) == (letters, words)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Roads", "cannot name a package"),
        ("old-roads", "cannot name a package"),
        ("../roads", "cannot name a package"),
        ("1road", "cannot name a package"),
        ("_roads", "cannot name a package"),
        ("roads_", "cannot name a package"),
        ("class", "cannot name a package"),
        ("", "cannot name a package"),
        ("x", "too short"),
        ("a" * (LONGEST + 1), "too long"),
        ("vinci", "a title 'vinci' already"),
        ("json", "a Python package 'json' already"),
        ("marchland", "a Python package 'marchland' already"),
    ],
)
def test_a_name_that_would_not_work_is_refused(name, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MarchlandError, match=why):
        check_name(name)
    result = CliRunner().invoke(app, ["new-title", name])
    assert isinstance(result.exception, MarchlandError)
    assert not list(tmp_path.iterdir())


def test_the_refusal_is_one_line_and_wrong_usage(tmp_path):
    result = subprocess.run(
        [sys.executable, "-m", "marchland", "new-title", "vinci"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert result.stderr == "marchland: there is a title 'vinci' already\n"


def test_a_folder_that_is_there_is_left_as_it_is(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "README.md").write_text("mine")
    with pytest.raises(MarchlandError, match="is there already: nothing was written"):
        new_title("old_roads", tmp_path / "mine")
    assert [path.read_text() for path in (tmp_path / "mine").iterdir()] == ["mine"]


def test_the_skeleton_travels_with_the_package():
    """What it is made of is data of a release: every file fits a pattern of `package-data`."""
    patterns = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    packed = {path for pattern in (*patterns["*"], *patterns["marchland"]) for path in (SKELETON.parent).glob(pattern)}
    assert set(skeleton_files()) <= packed


# -- what it makes ----------------------------------------------------------------------------------------------


def test_a_stranger_s_title_is_found_by_its_entry_point(home):
    assert "old_roads" in run(home, "marchland", "games").stdout.split()
    assert list((home / "installed").glob("marchland_old_roads-*.egg-info/entry_points.txt"))


def test_it_passes_the_conformance_suite_and_its_own_tests(home):
    result = run(home, "pytest", "-q", "-p", "no:cacheprovider")
    assert result.returncode == 0, result.stdout
    assert "skipped" not in result.stdout


def test_all_its_rules_have_code_and_tests_most_of_them_in_one_room(home):
    result = run(home, "marchland", "rules", "old_roads", "--coverage")
    assert result.returncode == 0, result.stdout
    assert "9 rules, 9 with code, 9 with a test" in result.stdout


def test_it_is_played_in_the_terminal(home):
    result = run(home, "marchland", "play", "old_roads", "--seats", "human,bot:greedy", "-o", "rounds=3", stdin="1\n1\n1\n")
    assert result.returncode == 0, result.stderr
    assert "Won by" in result.stdout


def test_bots_play_it_to_the_end_and_think(home):
    result = run(home, "marchland", "simulate", "old_roads", "--games", "12", "--bots", "greedy,random", "--check", "--vary")
    assert result.returncode == 0, result.stderr
    assert "12 of 12 games finished" in result.stdout


@pytest.mark.parametrize("name", ["ox", "old_roads", "a" * LONGEST])
def test_it_is_formatted_and_without_complaint_whatever_its_name(name, tmp_path):
    made = new_title(name, tmp_path / "made")
    for check in (("check", "--no-cache"), ("format", "--check", "--no-cache")):
        result = subprocess.run([_tool("ruff"), *check, "."], cwd=made, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stdout


@pytest.mark.slow
def test_its_types_are_strict(home):
    environment = {**os.environ, "MYPYPATH": str(SKELETON.parents[1])}
    cache = ["--cache-dir", str(ROOT / ".mypy_cache" / "new-title")]
    result = subprocess.run(
        [_tool("mypy"), *cache], cwd=home / "source", env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout


def _tool(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


# -- without a board of its own -----------------------------------------------------------------------------------

PLAY = """
import sys
from marchland.kernel.title import find_title
from marchland.kernel.chance import key_from_seed
from marchland.render import Scene, SeatCard, draw
title = find_title("old_roads")
game = title.new(2, key_from_seed(1))
seats = [SeatCard(seat=0, name="Ada"), SeatCard(seat=1, name="Zoe")]
page = draw(Scene(title=title, view=title.view(game, 0), language="en", seats=seats))
(part,) = {"hits", "tableau"} & set(page)
touched = [target for option in game.options() for target in option.touches()]
print(part, *(target for target in touched if f'data-target="{target}"' in page[part]))
"""


BY_FIELD, IN_A_LIST = "{field: game.holders[field] for field in FIELDS}", "[game.holders[field] for field in FIELDS]"


@pytest.mark.parametrize(
    ("with_map", "with_keys", "with_things", "where", "lit"),
    [
        (True, True, True, "hits", 12),
        (False, True, False, "tableau", 12),
        (False, False, True, "tableau", 12),
        (False, False, False, "tableau", 0),
    ],
)
def test_the_plain_board_has_targets_where_it_knows_the_ids(home, tmp_path, with_map, with_keys, with_things, where, lit):
    """From the map, the keys of a mapping in the view, or the things of the phrasebook; where nobody tells, it has none."""
    plain = tmp_path / "plain"
    shutil.copytree(home / "installed", plain)
    package = plain / "old_roads"
    shutil.rmtree(package / "board")
    if not with_map:
        (package / "data/map.json").rename(package / "data/map.txt")
        change(package / "tables.py", "map.json", "map.txt")
    if not with_keys:
        change(package / "view.py", BY_FIELD, IN_A_LIST)
        change(package / "text.py", "view.fields.items()", "zip(GROUND, view.fields)")
    if not with_things:
        change(package / "phrases.py", "    things=fields,\n", "")
    result = subprocess.run(
        [sys.executable, "-c", PLAY], env=strangers.environment(plain), capture_output=True, text=True, check=False
    )
    found, *targets = result.stdout.split()
    assert found == where, result.stderr
    assert len(targets) == lit


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
