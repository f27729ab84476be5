"""The end of the game."""

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event

from ..state import Byzantium
from ..tables import ARAB, BYZANTINE, SIDES, Side
from .ledger import score
from .special.special import held_cities
from .upkeep import controlled_tokens


class CitiesScored(Event, frozen=True):
    RULE = "BY-END-01"
    seat: Seat
    side: Side
    points: int


class GameEnded(Event, frozen=True):
    RULE = "BY-END-02"
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


class Standing(msgspec.Struct, frozen=True, order=True):
    """What decides between players, in the order of importance."""

    total: int
    both_tracks: int
    cities: int
    money: int


def score_cities(game: Byzantium) -> None:
    """BY-END-01 After turn 3 each token on a controlled city is a point on the track of its colour."""
    for seat in range(len(game.players)):
        for side in SIDES:
            points = controlled_tokens(game, seat, side)
            score(game, seat, side, points)
            game.emit(CitiesScored(seat=seat, side=side, points=points))


def total(byzantine: int, arab: int) -> int:
    """BY-END-02 Both tracks together if the lower is at least half the higher, else the higher alone."""
    low, high = sorted((byzantine, arab))
    return low + high if 2 * low >= high else high


def standing(game: Byzantium, seat: Seat) -> Standing:
    """BY-END-02 Total, sum of tracks, cities, money; BY-CONST-04 after the fall Arab points, cities, money."""
    byzantine, arab = game.realm(seat, BYZANTINE), game.realm(seat, ARAB)
    cities = len(held_cities(game)[seat])
    money = byzantine.treasury + arab.treasury
    if game.fell_to is not None:
        return Standing(arab.points, 0, cities, money)
    return Standing(total(byzantine.points, arab.points), byzantine.points + arab.points, cities, money)


def winners(game: Byzantium) -> tuple[Seat, ...]:
    """BY-END-02 Whoever stands best; several if nothing tells them apart."""
    standings = [standing(game, seat) for seat in range(len(game.players))]
    return tuple(seat for seat, found in enumerate(standings) if found == max(standings))


def announce(game: Byzantium) -> None:
    scores = tuple(standing(game, seat).total for seat in range(len(game.players)))
    game.emit(GameEnded(winners=winners(game), scores=scores))
