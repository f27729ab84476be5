"""What may be seen of a game of Pebbles: one's own hand, and the field."""

from marchland.kernel.actions import Seat
from marchland.kernel.chance import shuffled
from marchland.kernel.views import View, forget, header

from .state import Holding, Pebbles


class PebblesView(View, frozen=True):
    round: int
    bag: int
    hand: tuple[int, ...]
    hands: tuple[int, ...]
    land: dict[str, Holding | None]
    scores: tuple[int, ...]


def view(game: Pebbles, seat: Seat | None) -> PebblesView:
    return PebblesView(
        **header(game, seat),
        round=game.round,
        bag=len(game.bag),
        hand=game.hands[seat] if seat is not None else (),
        hands=tuple(map(len, game.hands)),
        land=dict(game.land),
        scores=tuple(game.scores),
    )


def redeal(game: Pebbles, seat: Seat | None, key: bytes) -> Pebbles:
    dealt = game.clone()
    forget(dealt, seat, key)
    others = [other for other in range(len(game.hands)) if other != seat]
    pool = shuffled(dealt, [*game.bag, *(pebble for other in others for pebble in game.hands[other])])
    for other in others:
        dealt.hands[other] = tuple(sorted(pool.pop() for _ in game.hands[other]))
    dealt.bag = pool
    return dealt
