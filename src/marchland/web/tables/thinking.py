"""Bots and the coach think in a process of their own, so that no move waits for them. Only plain data crosses, and no database.

Bots that search keep to their time by themselves, and what a question has waited for others counts as thought. Whoever does not
come to an end is ended with his process: then a beginner answers, and if that one does not either, the rules do. So nobody ever
waits much longer for a bot than `MARCHLAND_BOT_LATEST`, whatever it is made of and however busy the machine.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import select
import signal
import socket
import threading
import time
import traceback
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from multiprocessing.process import BaseProcess
from typing import Any

import msgspec

from marchland.bots import coach
from marchland.bots.protocol import LEVELS, Bot, Glimpse, answer, bot_names, make_bot, styled_names
from marchland.bots.search import SearchBot
from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.title import Title
from marchland.kernel.vocabulary import plain
from marchland.web.monitoring import requestid
from marchland.web.titles import title_to_think_of

from .gone import is_gone, title_or_gone

logger = logging.getLogger("marchland.crew")

LENGTH = 4
"""Bytes before every message that say how long it is."""
BEGUN = b""
"""What a thinking process says when it turns to the next question: from then on its time is counted."""
USUAL_LEVEL = "hard"
SUBSTITUTE = LEVELS[0]
"""Who answers for a bot that does not,"""
SUBSTITUTES_TIME = 2.0
"""within so many seconds, before the rules do."""
COACHS_TIME = 60.0
"""Seconds that the coach may take for what it is asked at once."""


NEW_THINGS, YOUNG_ROUNDS, OLD_ROUNDS = 20_000, 20, 50
"""When to look for garbage among what is new, younger and older. Most of it needs no looking for; while all kept states are looked
through, every move waits, for 50 to 90 ms, and with the usual figures that was every few seconds."""


def settle() -> None:
    """What has been loaded by now stays: looking through it for garbage, every few seconds, kept all moves waiting for 0.1 s."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_THINGS, YOUNG_ROUNDS, OLD_ROUNDS)


def bot_levels(title_id: str) -> tuple[str, ...]:
    """Who can sit at a table of this title: its levels, those with a style, and bots by name."""
    title = title_or_gone(title_id)
    return () if is_gone(title) else (*LEVELS, *styled_names(title), *bot_names(title))


def stand_ins(title_id: str) -> tuple[str, ...]:
    """Who answers for a person: somebody in their place has no taste of his own."""
    title = title_or_gone(title_id)
    return () if is_gone(title) else (*LEVELS, *bot_names(title))


class Task(StrEnum):
    """What is to be thought about: a move, a few good ones, or moves of a game that is over."""

    MOVE = "move"
    ADVISE = "advise"
    SIFT = "sift"
    REVIEW = "review"


@dataclass(frozen=True)
class Question:
    """What a bot or the coach is asked: a state in which all that the seat cannot see was dealt anew."""

    slug: str
    title: str
    seat: SeatNumber
    level: str
    state: bytes
    n: int
    luck: str
    task: Task = Task.MOVE
    given: dict[str, Any] | None = None
    """The answer, where it is known beforehand and nobody need think."""
    request: str = field(default_factory=requestid.current)
    """The request that led to it, by its name in the logs."""
    asked: float | None = None
    """When, by the clock that all processes of a machine share; None: just now."""
    latest: float = 0.0
    """Seconds after which nobody waits any longer for who has begun to think; 0: as long as it takes."""


def choose(question: Question) -> dict[str, Any]:
    """The bot's answer, or the coach's, as plain data."""
    if question.given is not None:
        return question.given
    title = title_to_think_of(question.title)
    if question.task in (Task.SIFT, Task.REVIEW):
        moves = msgspec.json.decode(question.state, type=list[Move])
        return {str(move.n): _judged(question, title, move) for move in moves}
    state = title.load(msgspec.json.decode(question.state))
    if question.task == Task.ADVISE:
        return plain(coach.advise(Glimpse(title, state, question.seat, question.luck)))
    bot = whoever_sits_there(question.slug, question.title, question.seat, question.level)
    if isinstance(bot, SearchBot):
        bot.waited = time.monotonic() - question.asked if question.asked is not None else 0.0
    return plain(answer(bot, title, state, question.seat, seed=question.luck))


def answer_by_rules(question: Question) -> dict[str, Any]:
    """What the rules have somebody answer who lets his time run out, or else the first thing there is to say."""
    state = title_to_think_of(question.title).load(msgspec.json.decode(question.state))
    given = state.decision.default(state, question.seat) if state.decision is not None else None
    return plain(given if given is not None else state.options(question.seat)[0])


@lru_cache(maxsize=256)
def whoever_sits_there(slug: str, title_id: str, seat: SeatNumber, level: str) -> Bot:
    """The same one for every question: who has thought a turn through goes on by the plan, and does not search at every step.

    `slug` and `seat` only tell them apart; a plan holds as long as the seat sees what was foreseen, whatever happened meanwhile.
    """
    return make_bot(title_to_think_of(title_id), level)


class Move(msgspec.Struct, frozen=True):
    """A move of the past: who made it, what it was, and the table before it with all dealt anew that they could not know."""

    n: int
    seat: SeatNumber
    state: msgspec.Raw
    action: dict[str, Any]


def _judged(question: Question, title: Title, move: Move) -> Any:
    """What a move cost: at first sight, or looked at closely."""
    state = title.load(msgspec.json.decode(move.state))
    glimpse, action = Glimpse(title, state, move.seat, f"{question.luck}/{move.n}"), title.vocabulary.action(move.action)
    if question.task == Task.SIFT:
        return coach.first_sight(glimpse, action)
    found = coach.lapse(glimpse, action)
    return plain(found) if found is not None else None


class MindLost(Exception):
    """A thinking process ended before it had answered (out of memory, killed)."""


class Displaced(Exception):
    """A thinking process was ended over somebody else's question before it came to this one."""


class BotFailed(Exception):
    """A bot could not answer; with what its process told of it."""


class OutOfTime(BotFailed):
    """A bot did not come to an end; its process is gone with it."""


class Thought(msgspec.Struct):
    """What comes back from a thinking process: the answer, or what went wrong."""

    action: dict[str, Any] = {}
    fault: str = ""


class Thinker:
    """Thinking processes, each replaced once it is lost; with 0 workers thinking happens on the spot.

    They load the titles named here while nobody asks, so that no first move of a game waits for it.
    """

    def __init__(self, workers: int, titles: tuple[str, ...] = (), latest: float = 10.0) -> None:
        self.workers, self.titles, self.latest = workers, titles, latest
        self.minds: list[Mind] = []
        self.waking = asyncio.Lock()

    async def think(self, question: Question) -> dict[str, Any]:
        """The answer, in time: if not the bot's own, then somebody else's."""
        if not self.workers or question.given is not None:
            return choose(question)
        asked = replace(question, asked=time.monotonic())
        if question.task != Task.MOVE:
            return await self._think(replace(asked, latest=COACHS_TIME))
        try:
            return await self._think(replace(asked, latest=self.latest))
        except OutOfTime:
            logger.warning("a bot did not answer in time", extra={"table": question.slug, "bot": question.level})
            return await self._substituted(asked)

    async def _substituted(self, question: Question) -> dict[str, Any]:
        try:
            return await self._think(replace(question, level=SUBSTITUTE, latest=min(self.latest, SUBSTITUTES_TIME)))
        except (BotFailed, MindLost):
            return await asyncio.to_thread(answer_by_rules, question)

    async def _think(self, question: Question) -> dict[str, Any]:
        """Where the process died over it, another one is asked, once; where it was ended over others, whoever is next."""
        died = False
        while True:
            try:
                return await (await self._least_busy()).ask(question)
            except MindLost:
                if died:
                    raise
                died = True
            except Displaced:
                continue

    async def wake(self) -> None:
        """Have all of them at work."""
        async with self.waking:
            self.minds = [mind for mind in self.minds if not mind.is_lost]
            while len(self.minds) < self.workers:
                self.minds.append(await Mind.wake(self.titles))

    async def _least_busy(self) -> Mind:
        await self.wake()
        return min(self.minds, key=lambda mind: len(mind.asked))

    def stop(self) -> None:
        for mind in self.minds:
            mind.end()


class Mind:
    """A thinking process and the line to it: questions go out as they come, and are answered in that order."""

    def __init__(self, process: BaseProcess, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.process, self.reader, self.writer = process, reader, writer
        self.asked: deque[tuple[Question, asyncio.Future[Thought]]] = deque()
        self.alarm: asyncio.TimerHandle | None = None
        self.is_lost = False
        self.listening = asyncio.create_task(self._listen())

    @classmethod
    async def wake(cls, titles: tuple[str, ...]) -> Mind:
        ours, theirs = socket.socketpair()
        spawning = multiprocessing.get_context("spawn")
        process = spawning.Process(target=answer_questions, args=(theirs, titles), name="mind", daemon=True)
        process.start()
        theirs.close()
        return cls(process, *await asyncio.open_connection(sock=ours))

    async def ask(self, question: Question) -> dict[str, Any]:
        answered: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()
        self.asked.append((question, answered))
        self.writer.write(framed(msgspec.msgpack.encode(question)))
        thought = await answered
        if thought.fault:
            raise BotFailed(thought.fault)
        return thought.action

    async def _listen(self) -> None:
        try:
            while True:
                length = int.from_bytes(await self.reader.readexactly(LENGTH))
                message = await self.reader.readexactly(length)
                if self.is_lost:  # it was answered a moment too late
                    return
                self._hear(message)
        except (asyncio.IncompleteReadError, OSError):
            self._lose()

    def _hear(self, message: bytes) -> None:
        self._stop_clock()
        question, answered = self.asked[0]
        if message == BEGUN:
            if question.latest:
                self.alarm = asyncio.get_running_loop().call_later(question.latest, self._time_is_up)
            return
        self.asked.popleft()
        if not answered.done():  # whoever asked may have gone
            answered.set_result(msgspec.msgpack.decode(message, type=Thought))

    def _time_is_up(self) -> None:
        """Nothing but the end of its process ends what does not end; those who wait behind it are asked elsewhere."""
        question, answered = self.asked.popleft()
        if not answered.done():
            answered.set_exception(OutOfTime(f"{question.level} of {question.title} has thought for {question.latest} s"))
        self.process.kill()
        self._lose(Displaced)

    def _lose(self, why: type[Exception] = MindLost) -> None:
        self.is_lost = True
        self._stop_clock()
        self.writer.close()
        for _, answered in self.asked:
            if not answered.done():
                answered.set_exception(why())

    def _stop_clock(self) -> None:
        if self.alarm is not None:
            self.alarm.cancel()

    def end(self) -> None:
        self._stop_clock()
        self.listening.cancel()
        self.writer.close()
        self.process.terminate()


# -- in the thinking process -------------------------------------------------------------------------


def answer_questions(line: socket.socket, titles: tuple[str, ...]) -> None:
    """Until the server closes the line, or ends in whatever way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the server's affair
    threading.Thread(target=_wait_and_leave, name="parent watch", daemon=True).start()
    known: set[str] = set()
    with line:
        _load_until_asked(line, titles)
        while (question := _next_of(line)) is not None:
            with suppress(Exception):  # as above; loading a title is not thinking
                title_to_think_of(question.title)
            line.sendall(framed(BEGUN))
            line.sendall(framed(msgspec.msgpack.encode(_thought_about(question))))
            if question.title not in known:
                known.add(question.title)
                settle()


def _load_until_asked(line: socket.socket, titles: tuple[str, ...]) -> None:
    """Titles take a while to load: what nobody has asked about yet is loaded beforehand."""
    for title in titles:
        if select.select([line], [], [], 0)[0]:
            return
        with suppress(Exception):  # whoever asks about it hears what is wrong with it
            title_to_think_of(title)
    settle()


def _wait_and_leave() -> None:
    """However the server ends, even by kill -9, its thinking processes end with it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)


def _next_of(line: socket.socket) -> Question | None:
    length = line.recv(LENGTH, socket.MSG_WAITALL)
    if len(length) < LENGTH:
        return None
    return msgspec.msgpack.decode(line.recv(int.from_bytes(length), socket.MSG_WAITALL), type=Question)


def _thought_about(question: Question) -> Thought:
    """Bots may be anybody's, and fail in any way: the server is told how, and the questions behind this one are still answered."""
    try:
        return Thought(requestid.on_behalf(question.request, lambda: choose(question)))
    except Exception:
        return Thought(fault=traceback.format_exc())


def framed(message: bytes) -> bytes:
    return len(message).to_bytes(LENGTH) + message
