"""The Fortification tile."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision

from ..state import Holding, Vinci
from ..tables import FIGURES
from ..world import Province


class BuildFort(Action, frozen=True):
    TOUCHES = ("province",)
    province: Province


class BuildNoFort(Action, frozen=True):
    IDLE = True


class FortBuilt(Event, frozen=True):
    RULE = "VI-WAR-08"
    TOUCHES = ("province",)
    seat: Seat
    province: Province


class ChooseFort(Decision[Vinci], frozen=True):
    """VI-WAR-08 VI-WAR-09 VI-WAR-10 VI-SPEC-09 At the end of the turn one new fort (doubled: two), any own province without
    one, mountains too.
    """

    RULE = "VI-WAR-08"
    FORCED = True
    seat: Seat

    def options(self, game: Vinci) -> Iterator[Action]:
        yield from map(BuildFort, fort_sites(game, self.seat))
        yield BuildNoFort()

    def particulars(self, game: Vinci, seat: Seat) -> dict[str, object]:
        return {"sites": len(fort_sites(game, seat)), "defence": FIGURES.fort_defence}

    def refusals(self, game: Vinci, seat: Seat, action: Action) -> Iterator[Refusal]:
        if isinstance(action, BuildFort):
            own = action.province in game.active[seat]
            yield Refusal("VI-WAR-09" if own else "VI-WAR-08", {"province": action.province})

    def why_not(self, game: Vinci, seat: Seat, target: str) -> list[Refusal]:
        action = BuildFort(target)
        return [] if action in game.options(seat) else list(self.refusals(game, seat, action))

    def resolve(self, game: Vinci, action: Action) -> None:
        if isinstance(action, BuildFort):
            build_fort(game, self.seat, action.province)


def fort_sites(game: Vinci, seat: Seat) -> list[Province]:
    """VI-WAR-09 There is one fort in a province at most."""
    return [p for p in game.active[seat] if (held := game.land[p]) is not None and not held.fort]


def build_fort(game: Vinci, seat: Seat, province: Province) -> None:
    """VI-WAR-11 The fort stands from the next attack on."""
    held = game.land[province]
    assert held is not None
    game.land[province] = Holding(held.seat, held.tokens, held.declining, fort=True)
    game.emit(FortBuilt(seat=seat, province=province))
