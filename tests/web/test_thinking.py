"""Bots think in a process of their own: asked all at once, answered in order, replaced when it dies."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from dataclasses import replace
from itertools import repeat
from typing import Any

import msgspec
import pytest

from marchland.bots import search
from marchland.bots.protocol import LEVELS
from marchland.bots.search import best_way
from marchland.kernel.chance import KEY_BYTES, key_from_seed
from marchland.web import titles
from marchland.web.tables import thinking
from marchland.web.tables.rhythm import Rhythm
from marchland.web.tables.thinking import (
    BotFailed,
    OutOfTime,
    Question,
    Task,
    Thinker,
    _load_until_asked,
    answer_by_rules,
    answer_questions,
    choose,
)
from marchland.web.titles import title_named, title_to_think_of


def question(number: int, level: str = "random") -> Question:
    """A question of Vinci to a bot that is never hurried; each has luck of its own."""
    title = title_to_think_of("vinci")
    state = title.new(3, bytes([number]) * KEY_BYTES)
    return Question("a", "vinci", state.deciders[0], level, state.to_json(), 0, bytes([number] * KEY_BYTES).hex())


QUESTIONS = [question(number) for number in range(8)]
FOREVER = "never ends"
"""A bot of this level, and whatever else is asked with such luck."""
BEGINNER = {"type": "a beginner's answer"}


def stuck(line: socket.socket, names: tuple[str, ...]) -> None:
    """A thinking process whose bots never come to an end over some questions, in whatever way."""
    honest = thinking.choose

    def choosing(one: Question) -> dict[str, Any]:
        if one.level == FOREVER or one.luck == FOREVER:
            sum(repeat(0))  # not even a signal gets in here
        return BEGINNER if one.level == LEVELS[0] else honest(one)

    thinking.choose = choosing
    answer_questions(line, names)


async def asked(thinker: Thinker, *questions: Question) -> list[object]:
    return list(await asyncio.gather(*(thinker.think(one) for one in questions), return_exceptions=True))


def test_everybody_gets_the_answer_to_their_own_question() -> None:
    async def answers() -> list[object]:
        thinker = Thinker(1)
        try:
            return await asked(thinker, *QUESTIONS)
        finally:
            thinker.stop()

    expected = [choose(one) for one in QUESTIONS]
    assert asyncio.run(answers()) == expected
    assert len({str(one) for one in expected}) > 1


def test_a_bot_that_fails_says_why_and_the_next_one_is_asked_as_if_nothing_were() -> None:
    async def answers() -> list[object]:
        thinker = Thinker(1)
        try:
            return await asked(thinker, QUESTIONS[0], question(1, "nobody knows this bot"), QUESTIONS[2])
        finally:
            thinker.stop()

    first, failed, third = asyncio.run(answers())
    assert (first, third) == (choose(QUESTIONS[0]), choose(QUESTIONS[2]))
    assert isinstance(failed, BotFailed)
    assert "nobody knows this bot" in str(failed)


def test_a_process_that_was_killed_is_replaced_and_asked_again() -> None:
    async def answers() -> tuple[list[object], bool]:
        thinker = Thinker(1)
        try:
            await thinker.think(QUESTIONS[0])
            lost = thinker.minds[0].process.pid
            assert lost is not None
            os.kill(lost, signal.SIGSTOP)
            thinking = asyncio.create_task(asked(thinker, *QUESTIONS[:3]))
            await asyncio.sleep(0.05)
            os.kill(lost, signal.SIGKILL)
            return await thinking, thinker.minds[0].process.pid != lost
        finally:
            thinker.stop()

    assert asyncio.run(answers()) == ([choose(one) for one in QUESTIONS[:3]], True)


def test_a_bot_that_never_ends_is_answered_for_and_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A beginner answers, where that one does not end either the rules do, and those behind get their own answers."""
    monkeypatch.setattr(thinking, "answer_questions", stuck)
    endless = replace(QUESTIONS[0], level=FOREVER)
    hopeless = replace(QUESTIONS[1], luck=FOREVER)
    pondered = replace(QUESTIONS[3], level=FOREVER, task=Task.ADVISE)

    async def answers() -> list[object]:
        thinker = Thinker(1, latest=0.2)
        monkeypatch.setattr(thinking, "COACHS_TIME", 0.2)
        try:
            return await asyncio.wait_for(asked(thinker, endless, hopeless, QUESTIONS[2], pondered), 60)
        finally:
            thinker.stop()

    first, second, third, coached = asyncio.run(answers())
    assert first == BEGINNER
    assert second == answer_by_rules(QUESTIONS[1])
    assert third == choose(QUESTIONS[2])
    assert isinstance(coached, OutOfTime), "whoever asked the coach hears that there is no answer"


def test_what_the_rules_answer_is_legal() -> None:
    for one in QUESTIONS[:3]:
        state = title_named("vinci").load(msgspec.json.decode(one.state))
        state.apply(one.seat, title_named("vinci").vocabulary.action(answer_by_rules(one)))


def test_without_processes_bots_think_on_the_spot() -> None:
    assert asyncio.run(asked(Thinker(0), QUESTIONS[0])) == [choose(QUESTIONS[0])]


def test_minds_load_titles_while_nobody_asks_and_answer_whoever_does_first() -> None:
    async def answers() -> tuple[list[object], bool]:
        thinker = Thinker(1, ("no such title", "vinci"))
        try:
            await thinker.wake()
            awake = thinker.minds[0]
            return await asked(thinker, *QUESTIONS[:2]), thinker.minds == [awake]
        finally:
            thinker.stop()

    assert asyncio.run(answers()) == ([choose(QUESTIONS[0]), choose(QUESTIONS[1])], True)


def test_every_turn_of_a_bot_can_be_followed_and_no_row_of_small_steps_is_waited_for() -> None:
    rhythm = Rhythm(0.4)
    turn = [rhythm.before_move(1) for _ in range(40)]
    assert turn[0] == 0.4
    assert turn == sorted(turn, reverse=True)
    assert sum(turn) < 5, "40 small steps in a row: 16 seconds if each had a pause of its own"
    assert rhythm.before_move(2) == 0.4, "the next one begins a turn"
    others = [rhythm.before_move(seat % 3) for seat in range(60)]
    assert sum(turn) + sum(others) < 11, "nobody watches longer than that"
    assert Rhythm(0.4).before_move(1, thought=0.3) == pytest.approx(0.1)
    assert Rhythm(0.4).before_move(1, thought=2) == 0


def test_whoever_only_thinks_loads_titles_without_drawing_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawings are most of what loading takes, and a first move just after a start would wait for them."""
    drawn: list[str] = []
    monkeypatch.setattr(titles, "_warm", {})
    monkeypatch.setattr(titles, "_drawn", set())
    monkeypatch.setattr(titles, "_look_at", lambda title, state: drawn.append(title.id))
    ours, theirs = socket.socketpair()
    with ours, theirs:
        _load_until_asked(theirs, ("vinci",))
    assert (set(titles._warm), drawn) == ({"vinci"}, [])
    assert choose(QUESTIONS[0])
    assert drawn == []
    title_named("vinci")
    title_named("vinci")
    assert drawn == ["vinci"]


def test_a_bot_thinks_its_turn_through_once_however_many_questions_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[object] = []
    monkeypatch.setattr(search, "best_way", lambda *given: searches.append(given) or best_way(*given))
    title = title_named("vinci")
    state = title.new(3, key_from_seed("one turn"))
    for _ in range(3):
        state.apply(state.deciders[0], state.options()[0])  # everybody has a civilization
    seat, answers = state.deciders[0], 0
    while state.deciders == (seat,) and answers < 12:
        asked = Question("once", "vinci", seat, "normal", state.to_json(), answers, bytes([answers] * KEY_BYTES).hex())
        state.apply(seat, title.vocabulary.action(choose(asked)))
        answers += 1
    assert answers > 4
    assert len(searches) == 1
