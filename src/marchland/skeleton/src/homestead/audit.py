"""What must always be true; the conformance suite asks after every move."""

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event

from .rules.turns import Settled, Taken
from .state import Game
from .tables import FIELDS, GROUNDS


def audit(game: Game) -> None:
    """AssertionError if the table makes no sense."""
    assert set(game.holders) == set(FIELDS)
    assert all(holder is None or holder in game.seats for holder in game.holders.values()), game.holders
    assert len(set(game.goals)) == len(game.goals), game.goals
    assert set(game.goals) <= set(GROUNDS), game.goals
    assert 1 <= game.round <= game.rounds, game.round


def reconcile(game: Game, events: list[Event]) -> None:
    """AssertionError if the whole history does not add up to the table."""
    holders: dict[str, Seat | None] = dict.fromkeys(FIELDS)
    for event in events:
        match event:
            case Settled(seat=seat, field=field):
                assert holders[field] is None, event
                holders[field] = seat
            case Taken(seat=seat, defender=defender, field=field):
                assert holders[field] == defender, event
                holders[field] = seat
    assert holders == game.holders, (holders, game.holders)
