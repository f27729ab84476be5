"""What may be answered beforehand: a bid, and that one stops with empty hands."""

from marchland.kernel.actions import Action, Seat
from marchland.kernel.matters import Matter, Standing, Subject

from .rules.turns import Bid, Bids, Stop, Turn
from .state import Pebbles


def same(text: str) -> dict[str, str]:
    return dict.fromkeys(("en", "fr", "it"), text)


SUBJECTS = {
    "bids": Subject(name=same("when all bid"), answers={"bid": same("bid this")}, amount=same("pebbles")),
    "empty_hands": Subject(name=same("with empty hands"), answers={"stop": same("stop")}),
}
USUAL = (Standing(kind="empty_hands", answer="stop"),)
JOINT = frozenset[str]()


def matter(game: Pebbles, seat: Seat) -> Matter | None:
    match game.decision:
        case Bids():
            return Matter("bids")
        case Turn() if not game.hands[seat]:
            return Matter("empty_hands")
        case _:
            return None


def answer(game: Pebbles, seat: Seat, standing: Standing) -> Action | None:
    return Bid(standing.amount) if standing.kind == "bids" else Stop()


def belongings(game: Pebbles, seat: Seat) -> tuple[str, ...]:
    return ()
