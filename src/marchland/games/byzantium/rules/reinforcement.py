"""B. Reinforcing the armies."""

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.frames import DONE, Decision, Procedure
from marchland.kernel.memo import remembered

from ..state import Byzantium
from ..tables import CONFIG, ELITE, SHEET, split_slot
from .cubes import TARGETS, PayCube, Purse, finds_cube, is_payable, payment_refusal, purse


class Reinforce(Action, frozen=True):
    """Add a cube to this slot of the sheet."""

    TOUCHES = ("slot",)
    PREFIX = {"slot": "slot"}
    slot: str


class Stop(Action, frozen=True):
    """Do nothing more in this action."""

    IDLE = True


class Reinforcement(Procedure[Byzantium], frozen=True):
    """BY-REINF-01 One to three cubes, from any sources, go to any slots of both armies."""

    STEPS = ("pay", "ask_for_more")
    seat: Seat
    slots: tuple[str, ...]

    def pay(self, game: Byzantium) -> None:
        """BY-CUBE-02 The reinforced army pays for a bought cube."""
        slot = self.slots[-1]
        game.push(PayCube(self.seat, f"slot:{slot}", (split_slot(slot)[0],)))

    def ask_for_more(self, game: Byzantium) -> str:
        """BY-REINF-01 The player goes on until he stops or has moved three cubes."""
        if len(self.slots) == CONFIG.reinforcements:
            return DONE
        game.push(ContinueReinforcement(self.seat, self.slots))
        return DONE


class ContinueReinforcement(Decision[Byzantium], frozen=True):
    """BY-REINF-01 Another cube, or enough."""

    RULE = "BY-REINF-01"
    FORCED = True
    seat: Seat
    slots: tuple[str, ...]

    def options(self, game: Byzantium) -> list[Action]:
        return [Stop(), *open_slots((purse(game.players[self.seat]), self.slots))]

    def particulars(self, game: Byzantium, seat: Seat) -> dict[str, object]:
        return {"laid": len(self.slots), "limit": CONFIG.reinforcements}

    def refusals(self, game: Byzantium, seat: Seat, action: Action) -> Iterator[Refusal]:
        match action:
            case Reinforce(slot=slot):
                yield from reinforcement_obstacles(game, seat, slot, self.slots)

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case Reinforce(slot=slot):
                game.push(Reinforcement(self.seat, (*self.slots, slot)))


def reinforcement_obstacles(game: Byzantium, seat: Seat, slot: str, filled: tuple[str, ...] = ()) -> Iterator[Refusal]:
    """BY-REINF-02 Each Elite slot gets one cube a round at most, and a cube must be found."""
    if slot not in SHEET:
        yield Refusal("BY-REINF-01", {})
        return
    side, _ = split_slot(slot)
    if not has_room(slot, filled):
        yield Refusal("BY-REINF-02", {"slot": slot})
    elif not is_payable(game, seat, (side,), to=TARGETS[slot]):
        yield payment_refusal(game, seat, (side,))


def has_room(slot: str, filled: tuple[str, ...]) -> bool:
    """BY-REINF-02 Each Elite slot gets one cube a round at most."""
    return slot not in filled or split_slot(slot)[1] != ELITE


@remembered
def open_slots(given: tuple[Purse, tuple[str, ...]]) -> tuple[Action, ...]:
    """BY-REINF-01 The slots that can be reinforced from this purse after these."""
    found, filled = given
    slots = [slot for slot in SHEET if has_room(slot, filled) and finds_cube(found, split_slot(slot)[0], TARGETS[slot])]
    return tuple(map(Reinforce, slots))
