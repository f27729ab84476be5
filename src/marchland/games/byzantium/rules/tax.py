"""D. Collecting a tax."""

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, PreviewLine

from ..state import Byzantium, Player
from ..tables import ARAB, BYZANTINE, CONFIG
from .forecast import BEZANTS, line
from .ledger import receive


class CollectTax(Action, frozen=True):
    """Collect a tax."""

    TOUCHES = ("box",)

    @property
    def box(self) -> str:
        return "box:tax"


class Levy(Action, frozen=True):
    """Move this many cubes from the pool to Tax."""

    cubes: int


class Split(Action, frozen=True):
    """Put this many of the bezants into the Byzantine treasury, the rest into the Arab one."""

    byzantine: int


class TaxCollected(Event, frozen=True):
    RULE = "BY-TAX-01"
    seat: Seat
    cubes: int
    byzantine: int
    arab: int


class ChooseTax(Decision[Byzantium], frozen=True):
    """BY-TAX-01 The player moves any number of pool cubes to Tax, at least one."""

    RULE = "BY-TAX-01"
    FORCED = True
    seat: Seat

    def options(self, game: Byzantium) -> Iterator[Action]:
        yield from map(Levy, range(1, game.players[self.seat].pool + 1))

    def particulars(self, game: Byzantium, seat: Seat) -> dict[str, object]:
        return {"pool": game.players[seat].pool, "each": CONFIG.tax_per_cube}

    def refusals(self, game: Byzantium, seat: Seat, action: Action) -> Iterator[Refusal]:
        match action:
            case Levy(cubes=cubes):
                yield Refusal("BY-TAX-01", {"cubes": cubes, "have": game.players[seat].pool})

    def preview(self, game: Byzantium, seat: Seat, action: Action) -> list[PreviewLine]:
        match action:
            case Levy(cubes=cubes):
                return [line("BY-TAX-01", CONFIG.tax_per_cube * cubes, BEZANTS)]
        return []

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case Levy(cubes=cubes):
                collect(game, self.seat, cubes)


class SplitTax(Decision[Byzantium], frozen=True):
    """BY-TAX-01 The player splits the yield between his treasuries as he likes."""

    RULE = "BY-TAX-01"
    seat: Seat
    cubes: int

    def options(self, game: Byzantium) -> Iterator[Action]:
        yield from map(Split, range(CONFIG.tax_per_cube * self.cubes + 1))

    def particulars(self, game: Byzantium, seat: Seat) -> dict[str, object]:
        return {"total": CONFIG.tax_per_cube * self.cubes}

    def refusals(self, game: Byzantium, seat: Seat, action: Action) -> Iterator[Refusal]:
        match action:
            case Split(byzantine=share):
                yield Refusal("BY-TAX-01", {"cubes": share, "have": CONFIG.tax_per_cube * self.cubes})

    def preview(self, game: Byzantium, seat: Seat, action: Action) -> list[PreviewLine]:
        match action:
            case Split(byzantine=share):
                total = CONFIG.tax_per_cube * self.cubes
                return [
                    line("BY-TAX-01", share, BEZANTS, side=BYZANTINE),
                    line("BY-TAX-01", total - share, BEZANTS, side=ARAB),
                ]
        return []

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case Split(byzantine=share):
                rest = CONFIG.tax_per_cube * self.cubes - share
                receive(game, self.seat, BYZANTINE, share)
                receive(game, self.seat, ARAB, rest)
                game.emit(TaxCollected(seat=self.seat, cubes=self.cubes, byzantine=share, arab=rest))


def collect(game: Byzantium, seat: Seat, cubes: int) -> None:
    """BY-TAX-01 Pool cubes go to Tax until the end of the turn; each brings two bezants."""
    player = game.players[seat]
    game.change(seat, pool=player.pool - cubes, tax=player.tax + cubes)
    game.push(SplitTax(seat, cubes))


def can_tax(player: Player) -> bool:
    """BY-TAX-01 Tax is collected once a turn, with at least one cube of the pool."""
    return player.pool > 0 and not player.tax


def tax_obstacles(game: Byzantium, seat: Seat) -> Iterator[Refusal]:
    """BY-TURN-04 The tax is collected already, or the pool is empty."""
    player = game.players[seat]
    if player.tax:
        yield Refusal("BY-TURN-04", {"cubes": player.tax})
    elif not can_tax(player):
        yield Refusal("BY-TAX-01", {"cubes": 1, "have": 0})
