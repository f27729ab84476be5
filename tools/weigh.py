"""Find the weights that bots go by by playing: a judgement's (Byzantium, Medioevo Universale) or a strategist's (Terre de Cendre).

Everybody at a table plays with weights shaken a little, each in its own way, so that whatever goes with them is their doing. What
that did to how the game ended is fitted by least squares; the weights move to where the fit is best, a step at a time, and the less
the more of it may be chance. Whether what was found plays better is seen by playing it against what is in use.

    python -m tools.weigh byzantium play --games 400 --seed a --file samples.jsonl --workers 2
    python -m tools.weigh byzantium fit samples.jsonl --seed a --out judgement.json
    python -m tools.weigh byzantium try judgement.json --games 100 --seed b

Playing needs nothing; fitting needs numpy (the extra `train`).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import monotonic
from typing import TypeVar

import msgspec

from .weighing.cendre import Strategists
from .weighing.judged import Judged
from .weighing.scale import Sample, Scale

T = TypeVar("T")
LIKELY = 1.96


def main() -> None:
    asked = arguments()
    if asked.command == "fit":
        write_fit(asked.title, asked.files, asked.seed, asked.out)
        return
    seeds = [f"{asked.seed}/{game}" for game in range(asked.games)]
    if asked.command == "try":
        tell_gain(list(played(partial(gain, asked.title, asked.found), seeds, asked.workers, asked.seconds)))
        return
    with asked.file.open("ab") as lines:
        for samples in played(partial(play, asked.title), seeds, asked.workers, asked.seconds):
            lines.write(msgspec.json.encode(samples) + b"\n")
            lines.flush()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    commands = parser.add_subparsers(dest="command", required=True)
    playing, trying = commands.add_parser("play"), commands.add_parser("try")
    for either in (playing, trying):
        either.add_argument("--games", type=int, default=20, help="to try: each is played twice, with chairs changed")
        either.add_argument("--seed", default="weights")
        either.add_argument("--workers", type=int, default=1)
        either.add_argument("--seconds", type=float, default=1e9)
    playing.add_argument("--file", type=Path, required=True)
    trying.add_argument("found", type=Path)
    fitting = commands.add_parser("fit")
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--seed", default="", help="with which the games were played: for the record")
    fitting.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


def scale_of(title: str) -> Scale:
    return Strategists() if title == "cendre" else Judged(title)


def play(title: str, seed: str) -> list[Sample]:
    return scale_of(title).play(seed)


def gain(title: str, found: Path, seed: str) -> float:
    return scale_of(title).gain(found, seed)


def played(one: Callable[[str], T], seeds: Sequence[str], workers: int, seconds: float) -> Iterator[T]:
    """What came of games, as they end, until time is up."""
    started = monotonic()
    with ProcessPoolExecutor(workers) as pool:
        tasks = [pool.submit(one, seed) for seed in seeds]
        for task in as_completed(tasks):
            yield task.result()
            if monotonic() - started > seconds:
                pool.shutdown(wait=False, cancel_futures=True)
                return


def tell_gain(gains: Sequence[float]) -> None:
    doubt = LIKELY * stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else float("inf")
    print(f"found against in use: {fmean(gains):+.4f} +- {doubt:.4f} (95 %, {len(gains)} deals, each played twice)")


def write_fit(title: str, files: Sequence[Path], seed: str, out: Path) -> None:
    from .weighing.fit import fit  # needs numpy, which playing does not

    scale = scale_of(title)
    games = [msgspec.json.decode(line, type=list[Sample]) for file in files for line in file.read_bytes().splitlines()]
    samples = [sample for game in games for sample in game]
    found = fit(scale.names, samples)
    counts = {"games": len(games), "samples": len(samples)}
    record = {"seed": seed, **counts, "spread": round(found.spread, 3), "believed": round(found.believed, 3)}
    scale.write(found.steps, record, out)
    print(record)


if __name__ == "__main__":
    main()
