"""Train a title's judgement from play: games between bots, the ends of their turns, and who won.

    python -m tools.train vinci --out FILE [--seed WORD] [--games N,N,...] [--workers N]

Every round plays as many games as `--games` says for it, the first between the bots of the house, the others by pupils who search
with what was learned so far, and the house; then the weights are fitted anew to all of them, earlier rounds counting less. The same
seed, games and code give the same weights, however many workers there are. numpy is needed (the extra `train`); what a title gives
to be learned is its `LESSON` (`tools/training`).
"""

from __future__ import annotations

import argparse
import sys
from hashlib import blake2b
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from marchland.kernel.judgement import Learned, Weights

from .training.fit import HELD_BACK, Fit
from .training.games import Game, play_all
from .training.lesson import Lesson, lesson_of

FADING = 0.5
"""How much the games of a round count once there is a further one."""
ROOT = Path(__file__).parents[1]


def main() -> int:
    given = arguments()
    lesson, started = lesson_of(given.title), perf_counter()
    record: dict[str, Any] = {"command": command(given), "code": digest(given.title), "rounds": []}
    played: list[list[Game]] = []
    weights: Weights | None = None
    for number, games in enumerate(map(int, given.games.split(","))):
        played.append(play_all(given.title, f"{given.seed}/{number}", games, weights, given.workers))
        weights, fit = learn(played, 2 * lesson.phases)
        record["rounds"].append({"games": games, "samples": sum(len(game.sets) for game in played[-1]), **fit})
        print(f"round {number}: {record['rounds'][-1]} {perf_counter() - started:.0f} s", flush=True)
        given.out.write_bytes(written(lesson, weights, record))
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--seed", default="marchland")
    parser.add_argument("--games", default="4000,1500,1500")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


def learn(played: list[list[Game]], sets: int) -> tuple[Weights, dict[str, float]]:
    """Weights from all rounds, and how well they foretell games of the last one that were held back."""
    kept = [
        (FADING ** (len(played) - 1 - number), game)
        for number, games in enumerate(played)
        for place, game in enumerate(games)
        if place % HELD_BACK
    ]
    fit = Fit(kept, sets)
    return fit.run(), {"loss_held_back": round(fit.loss(played[-1][::HELD_BACK]), 4)}


def written(lesson: Lesson, weights: Weights, record: dict[str, Any]) -> bytes:
    learned = Learned(lesson.judgement.names, weights[: lesson.phases], weights[lesson.phases :], record)
    return msgspec.json.encode(learned) + b"\n"


def command(given: argparse.Namespace) -> str:
    return f"python -m tools.train {given.title} --seed {given.seed} --games {given.games}"


def digest(title: str) -> str:
    """Of the code that games and figures depend on: rules, bots, training. The weights themselves are no part of it."""
    folders = ("src/marchland/kernel", "src/marchland/bots", f"src/marchland/games/{title}", "tools/training")
    files = sorted(file for folder in folders for file in (ROOT / folder).rglob("*.py"))
    text = b"\0".join(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes() for file in files)
    return blake2b(text, digest_size=8).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
