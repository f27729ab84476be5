"""Benchmarks: figures of this machine, never asserted in tests."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from random import Random
from statistics import mean
from time import perf_counter, process_time
from typing import Any

from marchland.bots.protocol import answer, make_bot
from marchland.kernel.actions import Action
from marchland.kernel.chance import key_from_seed
from marchland.kernel.frames import Together
from marchland.kernel.state import State
from marchland.kernel.title import Title, titles

SECONDS = 2.0
REPEATS = 2000
STRETCH = 100
"""Moves from one look at the clock to the next."""


def bench(seconds: float = SECONDS, progress: Callable[[str], None] = lambda name: None) -> dict[str, Any]:
    """Every title, with python-chess's random play just before and after it as a yardstick (if it is installed)."""
    results: dict[str, Any] = {}
    yardsticks = [chess_moves_per_second(seconds / 2)]
    for title in titles().values():
        progress(title.id)
        results[title.id] = bench_title(title, seconds)
        yardsticks.append(chess_moves_per_second(seconds / 2))
        if yardsticks[-1]:
            # A machine is not equally fast all the time: each title is compared with the moments around it.
            results[title.id]["times_python_chess"] = round(results[title.id]["moves_per_s"] / mean(yardsticks[-2:]), 2)
    if yardsticks[-1]:
        results["python_chess"] = {"moves_per_s": round(mean(yardsticks))}
    return results


def bench_title(title: Title, seconds: float) -> dict[str, Any]:
    middle, moves_per_s, final = random_play(title, seconds)
    return {
        "moves_per_s": round(moves_per_s),
        "clone_us": round(microseconds(middle.clone, seconds), 2),
        "options_us": round(microseconds(lambda: fresh_options(middle), seconds), 2),
        "json_us": round(microseconds(middle.to_json, seconds), 1),
        "finished_json_bytes": len(final.to_json()),
        **settling(title, seconds * 3),
    }


def tidied_up() -> None:
    """What was measured before and what titles have read is not looked through again by the collector of garbage."""
    gc.collect()
    gc.freeze()


def random_play(title: Title, seconds: float) -> tuple[State, float, State]:
    """Random games with a full table; returns a position from the middle, moves per second of computing and a final position.

    A few are played before: tables that fill themselves as they are asked are full then, as python-chess's are when it is loaded.
    """
    random_games(title, seconds / 4)
    return random_games(title, seconds)


def random_games(title: Title, seconds: float) -> tuple[State, float, State]:
    choose = Random(1).choice
    moves = games = 0
    middle = final = title.new(title.seats[-1], key_from_seed(0))
    tidied_up()
    started, computed = perf_counter(), process_time()
    while perf_counter() - started < seconds:
        final = title.new(title.seats[-1], key_from_seed(games))
        games += 1
        length = play_on(final, choose)
        middle = final.clone()
        while not final.is_over and perf_counter() - started < seconds * 3:
            length += play_on(final, choose)
        moves += length
    return middle, moves / (process_time() - computed), final


def play_on(game: State, choose: Callable[[Sequence[Action]], Action]) -> int:
    """So many random moves, or as many as are left; nobody looks at the clock meanwhile."""
    for made in range(STRETCH):
        if game.is_over:
            return made
        seat = game.deciders[0]
        game.play(seat, choose(game.options(seat)))
    return STRETCH


def settling(title: Title, seconds: float) -> dict[str, float]:
    """Processor milliseconds of the move that settles what all were asked at once: a season of full order sheets, a sealed bid."""
    if not any(issubclass(frame, Together) for frame in title.vocabulary.frames.values()):
        return {}
    bot = make_bot(title, "hard")
    game = title.new(title.seats[-1], key_from_seed(0))
    taken: list[float] = []
    started = perf_counter()
    while not game.is_over and (not taken or perf_counter() - started < seconds):
        seat, *others = game.deciders
        settles = isinstance(game.decision, Together) and not others
        action = answer(bot, title, game, seat, "bench")
        before = process_time()
        game.play(seat, action)
        if settles:
            taken.append(1000 * (process_time() - before))
    return {"settle_ms": round(sum(taken) / len(taken), 2), "settle_worst_ms": round(max(taken), 2)}


def fresh_options(game: State) -> None:
    game.menu = None
    game.options()


def microseconds(work: Callable[[], object], seconds: float) -> float:
    """How long it takes, on average of so many times or of so many seconds, whichever is less."""
    work()
    started, times = perf_counter(), 0
    while not times or (times < REPEATS and perf_counter() - started < seconds):
        work()
        times += 1
    return (perf_counter() - started) / times * 1e6


def chess_moves_per_second(seconds: float) -> float:
    try:
        import chess
    except ImportError:
        return 0.0
    choose = Random(1).choice
    moves = 0
    tidied_up()
    started, computed = perf_counter(), process_time()
    while perf_counter() - started < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(choose(list(board.legal_moves)))
            moves += 1
    return moves / (process_time() - computed)
