"""A table for tests: a position laid out, scripted dice, and answers given in words."""

from __future__ import annotations

from typing import Any

from marchland.games.medioevo.audit import audit
from marchland.games.medioevo.position import lay
from marchland.games.medioevo.state import Medioevo
from marchland.games.medioevo.title import TITLE
from marchland.kernel.actions import Action
from marchland.kernel.chance import key_from_seed, scripted
from marchland.kernel.events import Event


class Table:
    """A game in a given position. `do` answers for whoever is asked and keeps what happened."""

    def __init__(self, seats: int = 3, options: dict[str, Any] | None = None, **position: Any) -> None:
        quiet = {f"ask_{number}": "never" for number in range(1, 7)}
        self.game: Medioevo = TITLE.new(seats, key_from_seed("table"), {**quiet, **(options or {})})  # type: ignore[assignment]
        self.game.outbox = []
        lay(self.game, position, [])
        self.events: list[Event] = self.game.outbox
        self.game.outbox = []
        self.last: list[Event] = list(self.events)

    def script(self, *dice: int) -> Table:
        """From now on these draws come."""
        self.game.chance = scripted(*dice)
        return self

    def do(self, *answers: Action | str) -> Table:
        """The seats that are asked give these answers, one after the other."""
        for answer in answers:
            action = TITLE.vocabulary.parse(answer) if isinstance(answer, str) else answer
            self.last = self.game.apply(self.game.deciders[0], action)
            self.events += self.last
            audit(self.game)
        return self

    def asked(self) -> str:
        return type(self.game.decision).__name__

    def offers(self, kind: type[Action] | None = None) -> list[Action]:
        """What the seat that is asked may do, of one kind of action if wanted."""
        return [option for option in self.game.options() if kind is None or isinstance(option, kind)]

    def happened(self, kind: type[Event]) -> list[Any]:
        """Events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def honour(self, seat: int) -> int:
        return self.game.players[seat].honour

    def florins(self, seat: int) -> int:
        return self.game.players[seat].florins

    def units(self, space: str, owner: int) -> dict[str, int]:
        from marchland.games.medioevo.rules.components.armies import by_kind, units

        return by_kind(units(self.game, space, owner))
