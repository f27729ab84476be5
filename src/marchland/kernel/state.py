"""State: what lies on the table, and the stack of what is being done, as plain data."""

from __future__ import annotations

import copy
from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, Self, get_origin, get_type_hints

import msgspec

from .actions import Action, Seat
from .chance import Chance
from .errors import BadFile, NotYourDecision, Stuck
from .events import Event, Forced
from .frames import DONE, Decision, Procedure
from .stack import Stack

if TYPE_CHECKING:
    from .vocabulary import Vocabulary

TRANSIENT = ("outbox", "menu")
"""Fields of a moment: events not yet handed out and the option list of the decision on top."""


class State(Stack, kw_only=True):
    """The base of every title's state: containers of frozen things, so that a clone is a few shallow copies.

    Containers may not be nested in mutable containers: `dict[str, Holding]` is fine, `list[list[int]]` is not.
    Rules iterate in an order of their own (an atlas, a tuple of seats), never in the order in which a
    dictionary happened to be filled: a saved game comes back with sorted keys.

    `DERIVED` names fields that only repeat what the others say, because rules ask for it all the time: they are
    left out of files, and `derive` works them out when a state is read.
    """

    SCHEMA: ClassVar[int] = 1
    DERIVED: ClassVar[tuple[str, ...]] = ()
    MIGRATIONS: ClassVar[dict[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    _containers: ClassVar[tuple[str, ...]] = ()

    chance: Chance
    outbox: list[Event] = []

    # -- going on ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Carry out steps until somebody must decide or the game is over."""
        stack = self.stack
        while stack:
            frame, step = stack[-1]
            if not step:  # only decisions have no steps
                if not frame.FORCED or len(self.options()) > 1:
                    return
                self._take_forced()
            elif step == DONE:
                stack.pop()
            else:
                depth = len(stack) - 1
                after, act = frame.PLAN[step]
                stack[depth] = (frame, after)
                jump = act(frame, self)
                if jump is not None:
                    stack[depth] = (stack[depth][0], jump)

    def _take_forced(self) -> None:
        """Give the only possible answer in the seat's place."""
        decision = self._asked()
        (seat,), (action,) = decision.deciders(), self.options()
        audience = (seat,) if decision.SECRET else None
        answer = msgspec.to_builtins(action, str_keys=True)
        self.emit(Forced(seat=seat, decision=type(decision).__name__, answer=answer, audience=audience))
        self.menu = None
        decision.take(self, seat, action)

    # -- questions and answers -----------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return not self.stack

    @property
    def decision(self) -> Decision | None:
        """The question on the table; None when the game is over."""
        frame = self.stack[-1][0] if self.stack else None
        return frame if isinstance(frame, Decision) else None

    def question(self, viewer: Seat | None) -> Decision | None:
        """The question on the table as this reader may know it: what pages, programs and terminals show."""
        decision = self.decision
        return decision.seen_by(self, viewer) if decision is not None else None

    @property
    def deciders(self) -> tuple[Seat, ...]:
        return self.stack[-1][0].deciders() if self.stack else ()

    def options(self, seat: Seat | None = None) -> tuple[Action, ...]:
        """Every legal answer in a stable order; for simultaneous decisions name the seat."""
        menu = self.menu
        if menu is None:
            decision = self.decision
            if decision is None:
                return ()
            if decision.SIMULTANEOUS:
                asked = decision.deciders()[0] if seat is None else seat
                return tuple(decision.options_for(self, asked)) if asked in decision.deciders() else ()
            menu = self.menu = tuple(decision.options(self))
            if not menu:
                raise Stuck(f"{type(decision).__name__} offers nothing")
        return menu if seat is None or seat in self.deciders else ()

    def apply(self, seat: Seat, action: Action) -> list[Event]:
        """Check an answer, carry it out, run on, and return what happened."""
        decision = self.decision
        if decision is None or seat not in decision.deciders():
            raise NotYourDecision(seat, self.deciders)
        decision.check(self, seat, action)
        return self.play(seat, action)

    def play(self, seat: Seat, action: Action) -> list[Event]:
        """Carry out an answer known to be legal (it came from `options`): no check is made."""
        decision = self._asked()
        happened: list[Event] = []
        self.outbox = happened
        self.menu = None
        decision.take(self, seat, action)
        self.run()
        self.outbox = []
        return happened

    def _asked(self) -> Decision:
        frame = self.stack[-1][0]
        assert isinstance(frame, Decision), f"{type(frame).__name__} asks nothing"
        return frame

    def emit(self, event: Event) -> None:
        self.outbox.append(event)

    def begin(self, *frames: Procedure | Decision) -> None:
        """Put the sequence of play on the table and run to the first decision; set-up events wait in `outbox`."""
        self.push(*frames)
        self.run()

    # -- copies and text -----------------------------------------------------------------------------

    def clone(self) -> Self:
        """An independent copy in microseconds."""
        twin = copy.copy(self)
        for name in self._containers or self._find_containers():
            setattr(twin, name, getattr(self, name).copy())
        return twin

    @classmethod
    def _find_containers(cls) -> tuple[str, ...]:
        hints = get_type_hints(cls)
        cls._containers = tuple(
            name for name in cls.__struct_fields__ if get_origin(hints[name]) in (list, dict, set) and name not in TRANSIENT
        )
        return cls._containers

    def to_plain(self) -> dict[str, Any]:
        """Plain data (dicts, lists, strings, numbers) that `from_plain` turns back into an equal state."""
        plain: dict[str, Any] = msgspec.to_builtins(self, str_keys=True)
        for name in (*TRANSIENT, *self.DERIVED):
            del plain[name]
        return {"schema": self.SCHEMA, **plain}

    def to_json(self) -> bytes:
        """Canonical JSON: the same state always gives the same bytes."""
        return msgspec.json.encode(self.to_plain(), order="sorted")

    def fingerprint(self) -> str:
        return blake2b(self.to_json(), digest_size=16).hexdigest()

    @classmethod
    def from_plain(cls, plain: dict[str, Any], vocabulary: Vocabulary) -> Self:
        data = cls._migrated(dict(plain))
        data.pop("schema", None)
        stack = data.pop("stack", [])
        try:
            state = msgspec.convert(data, cls, str_keys=True)
            state.stack = [(vocabulary.frame(frame), step) for frame, step in stack]
            state.derive()
        except (msgspec.ValidationError, TypeError, ValueError) as error:
            raise BadFile(f"broken state: {error}") from None
        return state

    def derive(self) -> None:
        """Fill the fields named in `DERIVED` from the others."""

    @classmethod
    def from_json(cls, text: bytes | str, vocabulary: Vocabulary) -> Self:
        try:
            plain = msgspec.json.decode(text)
        except msgspec.DecodeError as error:
            raise BadFile(f"not JSON: {error}") from None
        if not isinstance(plain, dict):
            raise BadFile("a state is a JSON object")
        return cls.from_plain(plain, vocabulary)

    @classmethod
    def _migrated(cls, data: dict[str, Any]) -> dict[str, Any]:
        schema = data.get("schema", 1)
        if not isinstance(schema, int) or schema > cls.SCHEMA:
            raise BadFile(f"schema {schema!r} is newer than this release understands ({cls.SCHEMA})")
        while schema < cls.SCHEMA:
            if schema not in cls.MIGRATIONS:
                raise BadFile(f"no migration from schema {schema}")
            data = cls.MIGRATIONS[schema](data)
            schema += 1
        return data
