"""State: what lies on the table, and the stack of what is being done, as plain data.

The stack has verbs by which rules, views and bots speak of it; nobody but the kernel touches `game.stack`. Frames are found by
their class and named by themselves (compared by identity):

    push(a, b)             put frames on top; `a` is done first, then `b`
    push_at(frame, step)   put a procedure on top that goes on with this step (positions laid in the middle of a turn)
    top                    what goes on next: in `resolve` and `settle`, whoever put the question
    find(Kind)             the innermost frame of a class, or None
    running(Kind)          the innermost frame of a class that must be there: LookupError otherwise
    frames(Kind)           all frames of a class, the innermost first
    step_of(frame)         the step with which a procedure goes on
    update(frame, x=1)     change the fields of a frame
    jump(frame, step)      drop everything above the frame, which goes on with this step
    leave(frame)           drop the frame and everything above it
    end_game()             drop everything: the game is over

A step leaves its own procedure by returning DONE, or goes elsewhere in it by returning a step's name; it needs no verb for that.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, get_origin, get_type_hints

import msgspec

from .actions import Action, Seat
from .chance import Chance
from .errors import BadFile, NotYourDecision, Stuck
from .events import Event, Forced
from .frames import DONE, Decision, Frame, Procedure

if TYPE_CHECKING:
    from .vocabulary import Vocabulary

F = TypeVar("F", bound=Frame)

TRANSIENT = ("outbox", "menu")
"""Fields of a moment: events not yet handed out and the option list of the decision on top."""


class State(msgspec.Struct, kw_only=True):
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
    stack: list[tuple[Procedure[Any] | Decision[Any], str]] = []
    outbox: list[Event] = []
    menu: tuple[Action, ...] | dict[Seat, tuple[Action, ...]] | None = None

    # -- looking at the stack --------------------------------------------------------------------------

    @property
    def top(self) -> Procedure[Self] | Decision[Self] | None:
        return self.stack[-1][0] if self.stack else None

    def frames(self, kind: type[F]) -> list[F]:
        """All frames of a class, the innermost first."""
        return [frame for frame, _ in reversed(self.stack) if isinstance(frame, kind)]

    def find(self, kind: type[F]) -> F | None:
        """The innermost frame of a class, if there is one."""
        for frame, _ in reversed(self.stack):
            if isinstance(frame, kind):
                return frame
        return None

    def running(self, kind: type[F]) -> F:
        """The innermost frame of a class, for rules that only it leads to."""
        frame = self.find(kind)
        if frame is None:
            raise LookupError(f"no {kind.__name__} is under way")
        return frame

    def step_of(self, frame: Procedure[Self]) -> str:
        """The step with which a procedure goes on."""
        return self.stack[self._depth(frame)][1]

    def _depth(self, frame: Frame) -> int:
        stack = self.stack
        for depth in range(len(stack) - 1, -1, -1):
            if stack[depth][0] is frame:
                return depth
        raise LookupError(f"{type(frame).__name__} is not on the stack")

    # -- changing the stack -------------------------------------------------------------------------

    def push(self, *frames: Procedure[Self] | Decision[Self]) -> None:
        """Put frames on the stack; the first one named is done first."""
        stack = self.stack
        for frame in reversed(frames):
            stack.append((frame, frame.START))
        self.menu = None

    def push_at(self, frame: Procedure[Self], step: str) -> None:
        """Put a procedure on the stack that goes on with this step."""
        self.stack.append((frame, self._known(frame, step)))
        self.menu = None

    def update(self, frame: Frame, **changes: object) -> None:
        """Change the locals of a frame that is on the stack."""
        depth = self._depth(frame)
        there, step = self.stack[depth]
        self.stack[depth] = (msgspec.structs.replace(there, **changes), step)
        self.menu = None

    def jump(self, frame: Procedure[Self], step: str) -> None:
        """Drop everything above the frame, which goes on with this step."""
        depth = self._depth(frame)
        self.stack[depth:] = [(frame, self._known(frame, step))]
        self.menu = None

    def leave(self, frame: Frame) -> None:
        """Drop the frame and everything above it."""
        del self.stack[self._depth(frame) :]
        self.menu = None

    def end_game(self) -> None:
        """Drop everything that is under way: the game is over."""
        self.stack.clear()
        self.menu = None

    @staticmethod
    def _known(frame: Procedure[Any], step: str) -> str:
        if step != DONE and step not in frame.STEPS:
            raise LookupError(f"{type(frame).__name__} has no step {step!r}")
        return step

    # -- going on ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Carry out steps until somebody must decide or the game is over."""
        stack = self.stack
        while stack:
            frame, step = stack[-1]
            if not step:  # only decisions have no steps
                if TYPE_CHECKING:
                    assert isinstance(frame, Decision)
                if not frame.FORCED or len(menu := self._lay_menu(frame)) > 1:
                    return
                self._take_forced(frame, menu[0])
            elif step == DONE:
                stack.pop()
            else:
                height = len(stack)
                after, act = frame.PLAN[step]
                stack[-1] = (frame, after)
                jump = act(frame, self)
                if jump is not None:
                    stack[height - 1] = (stack[height - 1][0], jump)

    def walk(self) -> Iterator[tuple[Procedure[Self], str]]:
        """Like `run`, one step at a time: each is told before it is carried out, so that what comes of it can be watched."""
        while self.stack:
            frame, step = self.stack[-1]
            if not step:
                return
            if step == DONE:
                self.stack.pop()
                continue
            if TYPE_CHECKING:
                assert isinstance(frame, Procedure)
            yield frame, step
            height = len(self.stack)
            after, act = frame.PLAN[step]
            self.stack[-1] = (frame, after)
            jump = act(frame, self)
            if jump is not None:
                self.stack[height - 1] = (self.stack[height - 1][0], jump)

    def _take_forced(self, decision: Decision[Self], action: Action) -> None:
        """Give the only possible answer in the seat's place."""
        (seat,) = decision.deciders()
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
    def decision(self) -> Decision[Self] | None:
        """The question on the table; None when the game is over."""
        if not self.stack:
            return None
        frame, step = self.stack[-1]
        if TYPE_CHECKING:  # only decisions have no steps
            assert isinstance(frame, Decision)
        return None if step else frame

    @property
    def player_turns(self) -> int:
        """How many turns have been begun, each player's for itself: simulations count by them. 0 in a game without turns."""
        return 0

    def question(self, viewer: Seat | None) -> Decision[Self] | None:
        """The question on the table as this reader may know it: what pages, programs and terminals show."""
        decision = self.decision
        return decision.seen_by(self, viewer) if decision is not None else None

    def facts_of(self, action: Action) -> Mapping[str, object]:
        """What everybody sees on the table of the pieces that an action names by number: see `Decision.facts`."""
        return {}

    @property
    def deciders(self) -> tuple[Seat, ...]:
        return self.stack[-1][0].deciders() if self.stack else ()

    def options(self, seat: Seat | None = None) -> tuple[Action, ...]:
        """Every legal answer in a stable order; for simultaneous decisions name the seat."""
        if not self.stack:
            return ()
        decision, step = self.stack[-1]
        if step:  # only decisions have no steps
            return ()
        menu = self.menu
        if TYPE_CHECKING:
            assert isinstance(decision, Decision)
            assert not isinstance(menu, dict)  # but for simultaneous decisions, which have a menu for each seat
        if decision.SIMULTANEOUS:
            return self._own_options(decision, seat)
        if menu is None:
            menu = self._lay_menu(decision)
        return menu if seat is None or seat == decision.seat else ()

    def _lay_menu(self, decision: Decision[Self]) -> tuple[Action, ...]:
        """All answers to a question that is put to one seat, worked out once."""
        menu = self.menu = tuple(decision.options(self))
        if not menu:
            raise Stuck(f"{type(decision).__name__} offers nothing")
        return menu

    def _own_options(self, decision: Decision[Self], seat: Seat | None) -> tuple[Action, ...]:
        """One seat's answers to a question that is put to several: each has a menu of its own, worked out once.

        Clones share what is known already, so that a menu is never added to another's table: it is laid anew.
        """
        asked = decision.deciders()[0] if seat is None else seat
        if asked not in decision.deciders():
            return ()
        known = self.menu if isinstance(self.menu, dict) else {}
        if asked not in known:
            self.menu = known = {**known, asked: tuple(decision.options_for(self, asked))}
        return known[asked]

    def apply(self, seat: Seat, action: Action) -> list[Event]:
        """Check an answer, carry it out, run on, and return what happened."""
        decision = self.decision
        if decision is None or seat not in decision.deciders():
            raise NotYourDecision(seat, self.deciders)
        decision.check(self, seat, action)
        return self.play(seat, action)

    def play(self, seat: Seat, action: Action) -> list[Event]:
        """Carry out an answer known to be legal (it came from `options`): no check is made."""
        decision, step = self.stack[-1]
        assert not step, f"{type(decision).__name__} asks nothing"
        if TYPE_CHECKING:
            assert isinstance(decision, Decision)
        happened: list[Event] = []
        self.outbox = happened
        self.menu = None
        decision.take(self, seat, action)
        self.run()
        self.outbox = []
        return happened

    def emit(self, event: Event) -> None:
        self.outbox.append(event)

    def begin(self, *frames: Procedure[Self] | Decision[Self]) -> None:
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

    def become(self, other: Self) -> None:
        """Be what the other state is, which is not to be used any more."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(other, name))

    @classmethod
    def _find_containers(cls) -> tuple[str, ...]:
        hints = get_type_hints(cls)
        cls._containers = tuple(
            name for name in cls.__struct_fields__ if get_origin(hints[name]) in (list, dict, set) and name not in TRANSIENT
        )
        return cls._containers

    def to_plain(self) -> dict[str, Any]:
        """Plain data (dicts, lists, strings, numbers) that `from_plain` turns back into an equal state."""
        left_out = (*TRANSIENT, *self.DERIVED)
        saved = copy.copy(self)
        for name in left_out:
            setattr(saved, name, None)
        plain: dict[str, Any] = msgspec.to_builtins(saved, str_keys=True)
        for name in left_out:
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
