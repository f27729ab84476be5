"""Train a title's judgement from play: games between bots, the ends of their turns, and who won.

    python -m tools.train vinci --out FILE [--seed WORD] [--games N,N,...] [--workers N]

Every round plays as many games as `--games` says for it, the first between the bots of the house, the others by search with what
was learned so far, and fits the weights anew to all of them. The same seed, games and code give the same weights, however many
workers there are. numpy is needed (the extra `train`).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

from marchland.bots.protocol import Bot, answer, make_bot
from marchland.bots.search import Budget, TurnSearch, follow
from marchland.games.vinci.bots.features import NAMES, PHASES, features
from marchland.games.vinci.bots.judgement import Learned, use
from marchland.games.vinci.state import Vinci
from marchland.kernel.chance import key_from_seed
from marchland.kernel.planning import Mind, Planning
from marchland.kernel.title import Title, find_title

TABLES: tuple[tuple[int, dict[str, str]], ...] = ((4, {}),) * 7 + ((3, {}), (5, {}), (4, {"board": "grand"}), (6, {}), (2, {}))
"""The tables that games are played at: most of them are the usual one."""
HOUSE = ("greedy", "automaton")
PUPILS = 0.5
"""How many of the seats search, once there is something to go by; the others are of the house."""
MIDDLES = 0.1
"""How often a position in the middle of a turn is kept."""
CHANCE = 0.15
"""How often somebody plays something else than the best, so that there is something to compare."""
RIDGE = 3.0
NEWTON = 12
PUPIL = Mind(width=4, looks=400, seconds=5)
TRUST = 0.5
"""How much of what was learned before stays: the new fit is drawn back towards it, as if by half as many games again."""


Sample = tuple[int, Any]
"""The phase, or in the middle of a turn one of as many more, and everybody's figures."""
MIDWAY = len(PHASES) + 1


def main() -> int:
    given = arguments()
    title, started = find_title(given.title), perf_counter()
    samples: list[tuple[Sample, tuple[float, ...]]] = []
    record: dict[str, Any] = {"seed": given.seed, "rounds": []}
    before = json.loads(given.start.read_text()) if given.start else None
    weights: list[list[float]] | None = [*before["weights"], *before["midway"]] if before else None
    for number, games in enumerate(map(int, given.games.split(","))):
        played = play_all(title.id, f"{given.seed}/{number}", games, weights, given.workers)
        if given.keep_last and number:
            samples = samples[-given.keep_last :]
        samples += played
        weights, fit = fitted(samples, weights)
        record["rounds"].append({"games": games, "samples": len(samples), **fit})
        print(f"round {number}: {record['rounds'][-1]} {perf_counter() - started:.0f} s", flush=True)
        given.out.write_bytes(written(weights, record))
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--seed", default="marchland")
    parser.add_argument("--games", default="4000,1500,1500")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights to begin with, instead of the bots of the house")
    parser.add_argument("--keep-last", type=int, default=0, help="fit to so many of the latest samples, not to all")
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


def written(weights: Sequence[Sequence[float]], record: dict[str, Any]) -> bytes:
    rounded = [[round(w, 4) for w in phase] for phase in weights]
    plain = {"names": NAMES, "weights": rounded[:MIDWAY], "midway": rounded[MIDWAY:], "record": record}
    return json.dumps(plain, indent=1).encode() + b"\n"


# -- games ---------------------------------------------------------------------------------------------


def play_all(
    title: str, seed: str, games: int, weights: list[list[float]] | None, workers: int
) -> list[tuple[Sample, tuple[float, ...]]]:
    tasks = [(title, f"{seed}/{number}", number, weights) for number in range(games)]
    if workers == 1:
        return [sample for task in tasks for sample in play_one(task)]
    with ProcessPoolExecutor(workers) as pool:
        return [sample for found in pool.map(play_one, tasks, chunksize=8) for sample in found]


def play_one(task: tuple[str, str, int, list[list[float]] | None]) -> list[tuple[Sample, tuple[float, ...]]]:
    """One game: the position after every turn, and everybody's share of the victory."""
    title_id, seed, number, weights = task
    title = find_title(title_id)
    seats, options = TABLES[number % len(TABLES)]
    random = Random(seed)
    state = title.new(seats, key_from_seed(seed), options)
    assert isinstance(state, Vinci)
    if weights is not None:
        known = tuple(map(tuple, weights))
        found = Learned(NAMES, known[:MIDWAY], known[MIDWAY:], {})
        use(found)
    samples = list(ends_of_turns(title, state, random, weights is not None))
    winners = title.outcome(state).winners
    shares = tuple((seat in winners) / len(winners) for seat in range(len(state.score)))
    return [(sample, shares) for sample in samples]


def ends_of_turns(title: Title, state: Vinci, random: Random, searches: bool) -> Iterator[Sample]:
    bots = [make_bot(title, random.choice(HOUSE)) for _ in range(len(state.score))]
    pupils = [searches and random.random() < PUPILS for _ in bots]
    while not state.is_over:
        seat = state.deciders[0]
        before = state.turns[seat]
        if pupils[seat]:
            yield from play_turn(title, state, random)
        else:
            play_step(title, state, bots[seat], random)
        is_done = state.is_over or seat not in state.deciders or state.turns[seat] != before
        if is_done or random.random() < MIDDLES:
            yield from counted(state, is_done)


def counted(state: Vinci, is_done: bool) -> Iterator[Sample]:
    if not state.is_over:
        phase, table = features(state)
        yield phase + (0 if is_done else MIDWAY), np.array(table, dtype=np.float32)


def play_step(title: Title, state: Vinci, bot: Bot, random: Random) -> None:
    seat = state.deciders[0]
    if random.random() < CHANCE / 5:
        state.play(seat, random.choice(state.options(seat)))
    else:
        state.play(seat, answer(bot, title, state, seat, f"{random.getrandbits(64):x}"))


def play_turn(title: Title, state: Vinci, random: Random) -> Iterator[Sample]:
    """A turn by search, and what it looks like halfway."""
    part, seat = title.parts.bot, state.deciders[0]
    assert isinstance(part, Planning)
    if part.turn_of(state, seat) is None:
        state.play(seat, part.reply(state, seat))
        return
    ways = TurnSearch(part, seat, PUPIL, Budget(PUPIL.looks, PUPIL.seconds)).ways(state)
    chosen = random.choice(ways[:12]) if random.random() < CHANCE else ways[0]
    halfway = random.randrange(len(chosen.steps))
    follow(part, state, seat, chosen.steps[:halfway])
    if halfway and seat in state.deciders:
        yield from counted(state, False)
    follow(part, state, seat, chosen.steps[halfway:])


# -- the fit -------------------------------------------------------------------------------------------


def fitted(
    samples: Sequence[tuple[Sample, tuple[float, ...]]], before: Sequence[Sequence[float]] | None
) -> tuple[list[list[float]], dict[str, Any]]:
    """Weights for every phase, and how well they foretell games that were held back (every tenth sample)."""
    weights, losses, count = [], 0.0, 0
    for phase in range(2 * MIDWAY):
        chosen = [(sample[1], shares) for sample, shares in samples if sample[0] == phase]
        kept, held = [one for n, one in enumerate(chosen) if n % 400 >= 40], [one for n, one in enumerate(chosen) if n % 400 < 40]
        known = np.array(before[phase]) if before else None
        found = newton(kept, known) if kept else np.zeros(len(NAMES))
        weights.append([float(w) for w in found])
        losses += sum(loss(found, table, shares) for table, shares in held)
        count += len(held)
    return weights, {"loss_held_back": round(losses / max(count, 1), 4)}


def padded(samples: Sequence[tuple[Any, tuple[float, ...]]]) -> tuple[Any, Any, Any]:
    most = max(len(shares) for _, shares in samples)
    x = np.zeros((len(samples), most, len(NAMES)), dtype=np.float32)
    y, there = np.zeros((len(samples), most)), np.zeros((len(samples), most), dtype=bool)
    for row, (table, shares) in enumerate(samples):
        x[row, : len(shares)] = table
        y[row, : len(shares)] = shares
        there[row, : len(shares)] = True
    return x, y, there


def newton(samples: Sequence[tuple[Any, tuple[float, ...]]], before: Any) -> Any:
    """The conditional logit by Newton's method, with a ridge, and drawn towards what was known before."""
    x, y, there = padded(samples)
    weights = np.zeros(len(NAMES)) if before is None else before
    trust = 0.0 if before is None else TRUST
    for _ in range(NEWTON):
        odds = chances(x, there, weights)
        mean = np.einsum("np,npd->nd", odds, x)
        flat = (x * np.sqrt(odds)[:, :, None]).reshape(-1, x.shape[2])
        curvature = (flat.T @ flat - mean.T @ mean).astype(np.float64)
        gradient = np.einsum("np,npd->d", y - odds, x) - RIDGE * weights
        if before is not None:
            gradient = gradient - trust * curvature @ (weights - before)
        step = np.linalg.solve((1 + trust) * curvature + RIDGE * np.eye(x.shape[2]), gradient)
        weights = weights + step
        if np.abs(step).max() < 1e-4:
            break
    return weights


def chances(x: Any, there: Any, weights: Any) -> Any:
    strengths = np.where(there, x @ weights, -1e9)
    strengths -= strengths.max(axis=1, keepdims=True)
    powers = np.exp(strengths)
    return powers / powers.sum(axis=1, keepdims=True)


def loss(weights: Any, table: Any, shares: tuple[float, ...]) -> float:
    odds = chances(table[None], np.ones((1, len(shares)), dtype=bool), weights)[0]
    return float(-(np.array(shares) * np.log(odds + 1e-9)).sum())


if __name__ == "__main__":
    sys.exit(main())
