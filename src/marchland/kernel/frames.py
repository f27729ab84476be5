"""Procedures and decisions: the rulebook's outline as frozen records on a stack.

Both are generic in their game: the methods of a `Decision[Chess]` are given a `Chess`, and it goes on the stack of no other game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

import msgspec

from .actions import Action, Seat
from .errors import IllegalAction, Refusal

if TYPE_CHECKING:
    from .state import State

DONE = "done"
"""What a step returns to leave its procedure early; also the step after the last one."""

Step = Callable[[Any, Any], str | None]
G = TypeVar("G", bound="State", contravariant=True)


class Frame(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Anything that can stand on the stack. Fields hold ids and numbers, never objects: nothing for the garbage collector."""

    START: ClassVar[str] = ""
    FORCED: ClassVar[bool] = False
    PLAN: ClassVar[dict[str, tuple[str, Step]]] = {}

    def deciders(self) -> tuple[Seat, ...]:
        """The seats whose answer is awaited: a procedure awaits none."""
        return ()

    @classmethod
    def revive(cls, data: dict[str, Any], action_from: Callable[[Any], Action]) -> Self:
        """Rebuild from plain data; `action_from` rebuilds the actions held inside."""
        return msgspec.convert(data, cls, str_keys=True)


class Procedure(Frame, Generic[G], frozen=True):
    """Named steps in order. A step takes the game and returns None (go on), a step's name (jump) or DONE."""

    STEPS: ClassVar[tuple[str, ...]] = ()
    NEXT: ClassVar[dict[str, str]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.STEPS:
            cls.START = cls.STEPS[0]
            cls.NEXT = dict(zip(cls.STEPS, (*cls.STEPS[1:], DONE), strict=True))
            cls.PLAN = {step: (cls.NEXT[step], getattr(cls, step)) for step in cls.STEPS}


class PreviewLine(msgspec.Struct, frozen=True):
    """One line of a breakdown: the rule, what it adds and in which unit, and what it is about."""

    rule: str
    amount: int
    facts: Mapping[str, object] = {}
    unit: str = ""

    @property
    def is_chance(self) -> bool:
        """Units that begin with `percent` are chances: shown as a share of a hundred and never added up."""
        return self.unit.startswith("percent")

    @property
    def is_risk(self) -> bool:
        """Units that begin with `risk` say what others may do or what would be lost: told in words, never part of a sum."""
        return self.unit.startswith("risk")

    @property
    def is_told(self) -> bool:
        """Units that begin with `told` say how things stand: told in words, also in short, and never part of a sum."""
        return self.unit.startswith("told")

    @property
    def adds_up(self) -> bool:
        """Is it part of what the action costs or brings?"""
        return not (self.is_chance or self.is_risk or self.is_told)


class Allotment(msgspec.Struct, frozen=True):
    """A question of small steps that takes one answer for all of them: `amount` things divided among `places`.

    That answer is an action of this type whose `field` holds a number for every place that gets any.
    """

    action: str
    field: str
    places: tuple[str, ...]
    amount: int


class Decision(Frame, Generic[G], frozen=True):
    """A question to one seat: who decides, what is legal, what happens next.

    A subclass has a field `seat`, lists what is legal in `options` (in a stable order) and acts in
    `resolve`. `RULE` is cited when an answer is refused and nothing more precise is known. With
    `FORCED`, a lone option is taken without asking; with `SECRET`, only the seat itself is told so.
    `SIMULTANEOUS` decisions await several seats at once. A decision that `UNCOVERS` shows by being put what was hidden until
    then. A `WRITTEN` decision is answered by a sheet of text, which the title's `mail` reads; its options are only suggestions.
    """

    RULE: ClassVar[str] = ""
    WRITTEN: ClassVar[bool] = False
    SECRET: ClassVar[bool] = False
    SIMULTANEOUS: ClassVar[bool] = False
    UNCOVERS: ClassVar[bool] = False

    if TYPE_CHECKING:

        @property
        def seat(self) -> Seat:
            """Whom it asks: a field of every decision, except those that ask several at once."""

    def moment(self, game: G) -> str:
        """Which of the title's `moments` this is: a player may waive being asked at such moments. Empty: always asked."""
        return ""

    def waiver(self) -> Action:
        """The answer of a player who has waived this question: it lets things happen. Only decisions with a moment have one."""
        raise NotImplementedError(f"{type(self).__name__} names a moment and has to say what waives it")

    def default(self, game: G, seat: Seat) -> Action | None:
        """The answer of a seat that let its time run out: nothing, or the only one there is. None: somebody has to choose."""
        if self.moment(game):
            return self.waiver()
        offered = game.options(seat)
        return offered[0] if len(offered) == 1 else next((action for action in offered if action.IDLE), None)

    def by_the_clock(self, is_up: bool) -> Action | None:
        """What a house that keeps time answers for every seat, where it is asked whether the time agreed for the game is up."""
        return None

    def deciders(self) -> tuple[Seat, ...]:
        """The seats whose answer is awaited."""
        return (self.seat,)

    def seen_by(self, game: G, viewer: Seat | None) -> Decision[G]:
        """The question as this reader may know it: another stands in for one that tells a secret. Who is asked is none."""
        return self

    def options(self, game: G) -> Iterable[Action]:
        raise NotImplementedError

    def options_for(self, game: G, seat: Seat) -> Iterable[Action]:
        return self.options(game)

    def check(self, game: G, seat: Seat, action: Action) -> None:
        """Raise IllegalAction unless the action is legal. Bulk answers are checked in subclasses."""
        if action not in game.options(seat):
            raise IllegalAction.by(next(iter(self.refusals(game, seat, action)), self.bare_refusal))

    def refusals(self, game: G, seat: Seat, action: Action) -> Iterator[Refusal]:
        """The rules that forbid this action now, the most telling one first."""
        yield from ()

    def why_not(self, game: G, seat: Seat, target: str) -> list[Refusal]:
        """Why nothing can be done with this board id now; empty if something can."""
        if any(target in action.touches() for action in game.options(seat)):
            return []
        return [self.bare_refusal]

    @property
    def bare_refusal(self) -> Refusal:
        """What is said where the question is simply about something else: its rule, without figures."""
        return Refusal(self.RULE, bare=True)

    def allotment(self, game: G, seat: Seat) -> Allotment | None:
        """The bulk answer that `check` accepts beside the options, if it divides things among places."""
        return None

    def preview(self, game: G, seat: Seat, action: Action) -> list[PreviewLine]:
        """What the action would cost or bring, line by line."""
        return []

    def facts(self, game: G, seat: Seat, action: Action) -> Mapping[str, object]:
        """What a sentence about the action may name beside the action's own fields."""
        return game.facts_of(action)

    def particulars(self, game: G, seat: Seat) -> Mapping[str, object]:
        """What the sentence that puts the question to this seat may name beside its own fields: how many, of what, whose doing."""
        return {}

    def needless(self, game: G, seat: Seat) -> Collection[Action]:
        """Options that do what another one does and cost as much or more: a page offers them to those who ask for them.

        Where only one is left beside them, a table gives that answer for a person who has not said otherwise.
        """
        return ()

    def resolve(self, game: G, action: Action) -> None:
        raise NotImplementedError

    def take(self, game: G, seat: Seat, action: Action) -> None:
        """Carry out a legal answer: the kernel calls this with the decision on top of the stack."""
        game.stack.pop()
        self.resolve(game, action)


class Together(Decision[G], frozen=True):
    """A question to several seats at once: nobody sees another lane until all are in.

    Each seat fills its own lane with one action, or with several where `closes` says that an action
    leaves the lane open (an order sheet written line by line). When every lane is closed, `settle` gets
    them all. A subclass defines `options_for`, `settle` and, for deadlines, `default`.
    """

    SIMULTANEOUS = True
    seats: tuple[Seat, ...]
    lanes: tuple[tuple[Action, ...], ...] = ()
    closed: tuple[Seat, ...] = ()

    def deciders(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat not in self.closed)

    def lane(self, seat: Seat) -> tuple[Action, ...]:
        return self.lanes[self.seats.index(seat)] if self.lanes else ()

    def closes(self, game: G, seat: Seat, action: Action) -> bool:
        return True

    def default(self, game: G, seat: Seat) -> Action:
        """The answer of a seat that let the deadline pass."""
        return next(iter(self.options_for(game, seat)))

    def settle(self, game: G, answers: dict[Seat, tuple[Action, ...]]) -> None:
        raise NotImplementedError

    def take(self, game: G, seat: Seat, action: Action) -> None:
        lanes = {other: self.lane(other) for other in self.seats}
        lanes[seat] = (*lanes[seat], action)
        closed = (*self.closed, seat) if self.closes(game, seat, action) else self.closed
        self._lay(game, lanes, closed)

    def _lay(self, game: G, lanes: dict[Seat, tuple[Action, ...]], closed: tuple[Seat, ...]) -> None:
        if len(closed) == len(self.seats):
            game.leave(self)
            self.settle(game, lanes)
        else:
            game.update(self, lanes=tuple(lanes.values()), closed=tuple(sorted(closed)))

    def reopen(self, game: G, seat: Seat) -> None:
        """Take back everything in one's own lane, as long as others are still thinking."""
        lanes = {other: self.lane(other) for other in self.seats}
        lanes[seat] = ()
        self._lay(game, lanes, tuple(other for other in self.closed if other != seat))

    @classmethod
    def revive(cls, data: dict[str, Any], action_from: Callable[[Any], Action]) -> Self:
        lanes = tuple(tuple(action_from(action) for action in lane) for lane in data.get("lanes", ()))
        frame = msgspec.convert({**data, "lanes": ()}, cls, str_keys=True)
        return msgspec.structs.replace(frame, lanes=lanes)
