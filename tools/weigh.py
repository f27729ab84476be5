"""Find the weights of Terre de Cendre's strategists by playing (`data/strategists.yaml`).

Twenty strategists play each other, every nation with weights shaken a little, each in its own way. What that did to the glory
in the end is fitted by least squares, nation by nation aside; the weights move to where the fit is best, a step at a time.

    python tools/weigh.py play --games 40 --seed a --file samples.jsonl --workers 2
    python tools/weigh.py fit samples.jsonl

Playing needs nothing; fitting needs numpy (the extra `train`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import exp, log
from pathlib import Path
from random import Random
from time import monotonic

import msgspec

from marchland.games.cendre.bots.strategist.manners import Weights, manners
from marchland.games.cendre.bots.strategist.writer import write_orders
from marchland.games.cendre.rules.common.inquiry import nation_of
from marchland.games.cendre.rules.turn.sheets import Submit
from marchland.games.cendre.state import Cendre
from marchland.games.cendre.title import TITLE
from marchland.kernel.chance import key_from_seed

NAMES = Weights.__struct_fields__
SHAKEN = 0.35
"""How far weights are shaken: the spread of their logarithms."""
STEP = 0.3
"""How far a weight moves at most in one fit, as a logarithm."""


def play(seed: str, years: int) -> list[dict[str, object]]:
    """One game: for every nation how its weights were shaken, and the glory it had in the end."""
    random, game = Random(seed), TITLE.new(20, key_from_seed(seed), {"years": years})
    assert isinstance(game, Cendre)
    shaken = {nation: {name: random.gauss(0, SHAKEN) for name in NAMES} for nation in sorted(game.seats)}
    weights = {nation: moved(by) for nation, by in shaken.items()}
    while not game.is_over:
        seat = game.deciders[0]
        nation, table = nation_of(game, seat), TITLE.redeal(game, seat, key_from_seed(random.getrandbits(64)))
        assert isinstance(table, Cendre)
        game.play(seat, Submit(write_orders(table, nation, "", weights[nation])))
    return [{"nation": nation, "glory": game.nations[nation].glory, "by": list(by.values())} for nation, by in shaken.items()]


def moved(by: dict[str, float]) -> Weights:
    """The weights in use, each moved by a logarithm."""
    now = manners().seasoned
    return msgspec.structs.replace(now, **{name: getattr(now, name) * exp(much) for name, much in by.items()})


def played(seeds: Sequence[str], years: int, workers: int, seconds: float) -> Iterator[list[dict[str, object]]]:
    """Games as they end, until time is up."""
    started = monotonic()
    with ProcessPoolExecutor(workers) as pool:
        tasks = [pool.submit(play, seed, years) for seed in seeds]
        for task in as_completed(tasks):
            yield task.result()
            if monotonic() - started > seconds:
                pool.shutdown(wait=False, cancel_futures=True)
                return


def fit(file: Path) -> dict[str, float]:
    """Weights as they should be: where a parabola for each of them has its top, not farther away than a step."""
    import numpy as np

    rows = [sample for line in file.read_text().splitlines() for sample in json.loads(line)]
    nations = sorted({row["nation"] for row in rows})
    by = np.array([row["by"] for row in rows])
    glory = np.array([log(max(30, row["glory"])) for row in rows])
    who = np.array([[row["nation"] == nation for nation in nations] for row in rows], dtype=float)
    table = np.hstack([by, by**2, who])
    found, *_ = np.linalg.lstsq(table, glory, rcond=None)
    spread = float(np.std(glory - table @ found))
    doubt = spread * np.sqrt(np.diag(np.linalg.pinv(table.T @ table)))
    print(f"{len(rows)} samples, residual {spread:.3f}")
    result = {}
    for place, name in enumerate(NAMES):
        slope, bend = float(found[place]), float(found[len(NAMES) + place])
        top = -slope / (2 * bend) if bend < 0 else STEP * (1 if slope > 0 else -1)
        step = max(-STEP, min(STEP, top)) * min(1.0, abs(slope) / (2 * float(doubt[place])))
        result[name] = round(getattr(manners().seasoned, name) * exp(step), 3)
        print(f"{name:10} slope {slope:+.4f} +- {float(doubt[place]):.4f}  bend {bend:+.4f}  -> {result[name]}")
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("--games", type=int, default=20)
    playing.add_argument("--years", type=int, default=10)
    playing.add_argument("--seed", default="weights")
    playing.add_argument("--file", type=Path, required=True)
    playing.add_argument("--workers", type=int, default=1)
    playing.add_argument("--seconds", type=float, default=1e9)
    fitting = commands.add_parser("fit")
    fitting.add_argument("file", type=Path)
    asked = parser.parse_args()
    if asked.command == "fit":
        print(json.dumps(fit(asked.file)))
        return
    with asked.file.open("a", encoding="utf-8") as lines:
        for samples in played([f"{asked.seed}/{game}" for game in range(asked.games)], asked.years, asked.workers, asked.seconds):
            lines.write(json.dumps(samples) + "\n")
            lines.flush()


if __name__ == "__main__":
    main()
