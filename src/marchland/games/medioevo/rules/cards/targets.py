"""What a card or technology is used on (rulebook: A. Empire cards)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.frames import Decision, Procedure

from ...state import Medioevo
from .powers import Target, power_of


class Use(Procedure[Medioevo], frozen=True):
    """One use of a card or technology: what is `chosen` for it is asked piece by piece."""

    def give_up(self, game: Medioevo) -> None:
        """What it could have been used on is gone: nothing happens and nothing is paid."""
        game.leave(self)


class ChooseTarget(Decision[Medioevo], frozen=True):
    """MU-EMP-01 The next target of a card or technology."""

    RULE = "MU-EMP-01"
    FORCED = True
    seat: Seat
    source: str
    chosen: tuple[str, ...] = ()

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from self.targets(game) or [Target("nothing")]

    def targets(self, game: Medioevo) -> list[Target]:
        stage = power_of(self.source).stages[len(self.chosen)]
        return [Target(id) for id in dict.fromkeys(stage(game, self.seat, self.chosen))]

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, Target)
        use = game.running(Use)
        if action in self.targets(game):
            game.update(use, chosen=(*self.chosen, action.id))
        else:
            use.give_up(game)
