"""Find the weights that bots go by by playing: a judgement's (Byzantium, Medioevo Universale) or a strategist's (Terre de Cendre).

Everybody at a table plays with weights shaken a little, each in its own way, so that whatever goes with them is their doing. What
that did to how the game ended is fitted by least squares; the weights move to where the fit is best, a step at a time.

    python -m tools.weigh byzantium play --games 400 --seed a --file samples.jsonl --workers 2
    python -m tools.weigh byzantium fit samples.jsonl --out judgement.json

Playing needs nothing; fitting needs numpy (the extra `train`).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from time import monotonic

import msgspec

from .weighing.cendre import Strategists
from .weighing.judged import Judged
from .weighing.scale import Sample, Scale


def main() -> None:
    asked = arguments()
    if asked.command == "fit":
        write_fit(asked.title, asked.files, asked.out)
        return
    with asked.file.open("ab") as lines:
        for samples in played(asked.title, [f"{asked.seed}/{game}" for game in range(asked.games)], asked.workers, asked.seconds):
            lines.write(msgspec.json.encode(samples) + b"\n")
            lines.flush()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("--games", type=int, default=20)
    playing.add_argument("--seed", default="weights")
    playing.add_argument("--file", type=Path, required=True)
    playing.add_argument("--workers", type=int, default=1)
    playing.add_argument("--seconds", type=float, default=1e9)
    fitting = commands.add_parser("fit")
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


def scale_of(title: str) -> Scale:
    return Strategists() if title == "cendre" else Judged(title)


def play(title: str, seed: str) -> list[Sample]:
    return scale_of(title).play(seed)


def played(title: str, seeds: Sequence[str], workers: int, seconds: float) -> Iterator[list[Sample]]:
    """Games as they end, until time is up."""
    started = monotonic()
    with ProcessPoolExecutor(workers) as pool:
        tasks = [pool.submit(play, title, seed) for seed in seeds]
        for task in as_completed(tasks):
            yield task.result()
            if monotonic() - started > seconds:
                pool.shutdown(wait=False, cancel_futures=True)
                return


def write_fit(title: str, files: Sequence[Path], out: Path) -> None:
    from .weighing.fit import fit  # needs numpy, which playing does not

    scale = scale_of(title)
    games = [msgspec.json.decode(line, type=list[Sample]) for file in files for line in file.read_bytes().splitlines()]
    samples = [sample for game in games for sample in game]
    steps, spread = fit(scale.names, samples)
    record = {"games": len(games), "samples": len(samples), "spread": round(spread, 3)}
    scale.write(steps, record, out)
    print(record)


if __name__ == "__main__":
    main()
