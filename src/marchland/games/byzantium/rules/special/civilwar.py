"""C. Civil war: attacking a city of one's own colour."""

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.frames import Procedure

from ...state import Byzantium
from ...tables import CAPITAL, SIDES, CityId, Side
from ..combat.combat import Attack
from ..cubes import PayCube, purse
from .special import box_obstacles, has_room


class DeclareCivilWar(Action, frozen=True):
    """Attack the city of its own colour where this side's pawn stands."""

    TOUCHES = ("box",)
    side: Side

    @property
    def box(self) -> str:
        return f"box:{civil_war_box(self.side)}"


class CivilWar(Procedure[Byzantium], frozen=True):
    """BY-CIV-01 A cube on the civil war box lets a pawn attack the city of its own colour where it stands."""

    STEPS = ("pay", "attack")
    seat: Seat
    side: Side
    origin: CityId | None = None

    def pay(self, game: Byzantium) -> None:
        """BY-SPEC-02 The pawn's side pays, and may not sell the last cube of the army that is to attack."""
        game.push(PayCube(self.seat, f"box:{civil_war_box(self.side)}", (self.side,), keep=self.side))

    def attack(self, game: Byzantium) -> None:
        """BY-CIV-04 An attack like any other, but the city keeps its colour."""
        city = game.realm(self.seat, self.side).at
        assert city is not None, "the army that declared civil war has gone"
        game.push(Attack(self.seat, self.side, city, self.origin))


def civil_war_box(side: Side) -> str:
    return BOXES[side]


BOXES = {side: f"civil_war_{side}" for side in SIDES}


def is_open_to_civil_war(game: Byzantium, seat: Seat, side: Side) -> bool:
    """BY-CIV-01 A pawn on a city that it may attack, a free box and a cube that is not the last of its army."""
    player = game.players[seat]
    city = player.realm(side).at
    if city is None or is_spared(game, seat, city) or not has_room(game, BOXES[side]):
        return False
    return side in purse(player, keep=side).sides


def is_spared(game: Byzantium, seat: Seat, city: CityId) -> bool:
    """BY-CIV-03 Never Constantinople, and one's own city only if the option allows it."""
    return city == CAPITAL or (game.cities[city].controller == seat and not game.civil_war_own_city)


def civil_war_obstacles(game: Byzantium, seat: Seat, side: Side) -> Iterator[Refusal]:
    """BY-CIV-01 A pawn must stand on a city that it may attack, and the box be free and payable."""
    city = game.realm(seat, side).at
    if city is None:
        yield Refusal("BY-CIV-01", {"side": side})
    elif is_spared(game, seat, city):
        yield Refusal("BY-CIV-03", {"city": city})
    else:
        yield from box_obstacles(game, seat, civil_war_box(side), (side,), keep=side)
