"""A league on a Ray cluster, by the command that a researcher types: the same games as anywhere, and they go on from a file.

`make cluster` installs Ray, in an environment of its own, and runs this.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from marchland.bots.league import here, league_of, play_all
from marchland.kernel.title import find_title

PYTHON = Path(os.environ.get("MARCHLAND_CLUSTER", ".venv-cluster/bin")).absolute() / "python"
BOTS = ("greedy", "normal", "automaton")
LEAGUE = ("arena", "vinci", "--bots", ",".join(BOTS), "-o", "target=30", "--seed", "cluster", "--cluster", "--json")


def fingerprints(file: Path) -> list[str]:
    _, *lines = file.read_text().splitlines()
    games: list[dict[str, Any]] = [json.loads(line) for line in lines]
    return [game["fingerprint"] for game in sorted(games, key=lambda game: int(game["game"]))]


@pytest.mark.skipif(not PYTHON.exists(), reason="`make cluster` installs Ray")
def test_two_machines_play_the_same_games_and_go_on_where_they_stopped(tmp_path: Path) -> None:
    file, report = tmp_path / "games.jsonl", tmp_path / "report.html"
    commands = [
        [*LEAGUE, "--games", "3", "--file", str(file)],
        [*LEAGUE, "--games", "6", "--file", str(file), "--report", str(report)],
    ]
    script = [str(PYTHON), str(Path(__file__).with_name("two_machines.py")), json.dumps(commands)]
    quiet = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0"}
    done = subprocess.run(script, capture_output=True, text=True, timeout=240, check=False, env=quiet)
    assert done.returncode == 0, done.stdout + done.stderr
    told = [json.loads(line)["games"] for line in done.stdout.splitlines() if line.startswith("{")]
    assert told == [3, 6]
    assert report.read_text().startswith("<!doctype html>")
    league = league_of(find_title("vinci"), BOTS, None, "cluster", {"target": "30"})
    assert fingerprints(file) == [game.fingerprint for game in play_all(league, 6, None, here, lambda: None)]
