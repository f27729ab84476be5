"""Actions: what a seat answers to a decision."""

from typing import ClassVar

import msgspec

Seat = int


class Action(msgspec.Struct, frozen=True, tag=True, gc=False):
    """One answer. Fields hold ids and numbers, never objects, so that the garbage collector has nothing to look for in it.

    `TOUCHES` names the fields whose values are things on the board (spaces, tiles, slots, cards), so
    that a page can light them up. `PREFIX` gives the namespace of an id that is not a space. An `IDLE` answer does nothing, or
    nothing more: whoever is silent is taken to have given it.
    """

    TOUCHES: ClassVar[tuple[str, ...]] = ()
    PREFIX: ClassVar[dict[str, str]] = {}
    IDLE: ClassVar[bool] = False

    def touches(self) -> tuple[str, ...]:
        """The board ids this action points at, e.g. `castile` or `slot:3`."""
        ids: list[str] = []
        for field in self.TOUCHES:
            value = getattr(self, field)
            values = value if isinstance(value, tuple | list | dict) else (value,)
            prefix = self.PREFIX.get(field)
            ids += [f"{prefix}:{item}" if prefix else str(item) for item in values if item is not None]
        return tuple(ids)
