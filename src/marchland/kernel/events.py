"""Events: typed records of what happened, each with an audience."""

from typing import ClassVar

import msgspec

from .actions import Seat

NOBODY: tuple[Seat, ...] = ()


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True, gc=False):
    """Something that happened. `audience` None is everyone, an empty tuple only the referee.

    `RULE` is the rule behind the log line; an event caused by varying rules has a field `rule` instead.
    `REVEALS` marks the uncovering of what was hidden: it ends the right to undo.
    """

    RULE: ClassVar[str] = ""
    REVEALS: ClassVar[bool] = False
    TOUCHES: ClassVar[tuple[str, ...]] = ()

    audience: tuple[Seat, ...] | None = None

    def is_seen_by(self, seat: Seat | None) -> bool:
        return self.audience is None or (seat is not None and seat in self.audience)

    def touched(self) -> tuple[str, ...]:
        """The board ids it is about."""
        values = [getattr(self, field) for field in self.TOUCHES]
        return tuple(
            str(item)
            for value in values
            if value is not None
            for item in (value if isinstance(value, tuple | list | dict) else (value,))
        )

    @property
    def cause(self) -> str:
        """The id of the rule that brought this about, or an empty string."""
        return str(getattr(self, "rule", self.RULE))


class Rolled(Event, frozen=True):
    """Dice were thrown: `draw` is the counter of the first one, so that anyone can check it later."""

    seat: Seat | None
    sides: int
    values: tuple[int, ...]
    purpose: str
    draw: int


class Forced(Event, frozen=True):
    """A seat had a single legal answer, which was taken for it; `answer` is the action as plain data."""

    seat: Seat
    decision: str
    answer: dict[str, object]
