"""The end of a turn and of the game: reactivation, final scoring, the winner (rulebook: End of turn; Victory)."""

from __future__ import annotations

from collections.abc import Callable

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Procedure

from ... import world
from ...state import BARBARIANS, Medioevo
from ...tables import tables
from ..components.table import holdings, living, printing
from ..conquest.control import is_disputed
from ..events.events import Unrest, draw_event, reveal_tolerance
from ..loans import net_florins
from .honour import honour, worth


class FinalScored(Event, frozen=True):
    RULE = "MU-PH-18"
    scores: tuple[int, ...]
    ranking: tuple[Seat, ...]


class FinalScoring(Procedure[Medioevo], frozen=True):
    """MU-PH-09 A last Event for the tolerated tax and its rebellions, then the bonuses, then the winner."""

    STEPS = ("last_event", "tolerate", "unrest", "bonuses", "rank")

    def last_event(self, game: Medioevo) -> None:
        """MU-PH-09 One more Event is drawn for its successor's back."""
        game.closing = True
        if not game.reason:
            game.reason = "turns"
        draw_event(game, living(game)[0] if living(game) else 0)
        game.happening = None

    def tolerate(self, game: Medioevo) -> None:
        """MU-PH-09 The new top card says which tax is tolerated."""
        reveal_tolerance(game)

    def unrest(self, game: Medioevo) -> None:
        """MU-PH-09 Rebellions are placed with their effects on honour."""
        game.push(*(Unrest(seat) for seat in living(game)))

    def bonuses(self, game: Medioevo) -> None:
        """MU-PH-10 Majorities, holy cities, monopolies; then prisoners, debts and Objective tokens."""
        for measure, rule in MAJORITIES:
            award(game, measure, rule)
        award_technology(game)
        award_market(game)
        award_holy_cities(game)
        award_monopolies(game)
        for seat in living(game):
            settle_accounts(game, seat)

    def rank(self, game: Medioevo) -> None:
        """MU-PH-18 Most honour wins, then net florins, then the later place in the last turn's order (reading R-01)."""
        game.scores = final_scores(game)
        game.ranking = tuple(sorted(range(game.seats), key=lambda seat: standing(game, seat)))
        game.emit(FinalScored(scores=game.scores, ranking=game.ranking))


def final_scores(game: Medioevo) -> tuple[int, ...]:
    """MU-VAR-05 A team's score is the sum of its members'."""
    honours = [player.honour for player in game.players]
    if not game.settings.get("teams"):
        return tuple(honours)
    return tuple(sum(honours[other] for other in range(game.seats) if _same_team(game, seat, other)) for seat in range(game.seats))


def _same_team(game: Medioevo, seat: Seat, other: Seat) -> bool:
    return game.players[seat].team == game.players[other].team


def standing(game: Medioevo, seat: Seat) -> tuple[bool, int, int, int]:
    """MU-PH-18 The key by which players are ranked, the winner first; the eliminated come last."""
    return (game.players[seat].eliminated, -game.scores[seat], -net_florins(game, seat), -game.order.index(seat))


# -- majorities --------------------------------------------------------------------------------------------


def award(game: Medioevo, measure: Callable[[Medioevo, Seat], int], rule: str) -> None:
    """MU-PH-09 Three points for the most, one for each of those tied; nobody scores with nothing (reading S-32)."""
    values = {seat: measure(game, seat) for seat in living(game)}
    tops = [seat for seat, value in values.items() if value == max(values.values()) > 0]
    points = worth("majority") if len(tops) == 1 else worth("tied_majority")
    for seat in tops:
        honour(game, seat, points, rule)


def cathedrals(game: Medioevo, seat: Seat) -> int:
    return sum(game.lands[space].cathedral for space in holdings(game, seat))


def cities(game: Medioevo, seat: Seat) -> int:
    return sum(game.lands[space].civil == 3 for space in holdings(game, seat))


def castles(game: Medioevo, seat: Seat) -> int:
    return sum(game.lands[space].military == 3 for space in holdings(game, seat))


def territories(game: Medioevo, seat: Seat) -> int:
    return len(holdings(game, seat))


MAJORITIES: tuple[tuple[Callable[[Medioevo, Seat], int], str], ...] = (
    (net_florins, "MU-PH-10"),
    (cathedrals, "MU-PH-13"),
    (cities, "MU-PH-13"),
    (castles, "MU-PH-13"),
    (territories, "MU-PH-13"),
)


def award_technology(game: Medioevo) -> None:
    """MU-PH-11 The highest technology level; ties are broken by the number of branches at it."""

    def rank(game: Medioevo, seat: Seat) -> int:
        levels = game.players[seat].technology
        return max(levels) * 10 + levels.count(max(levels)) if any(levels) else 0

    award(game, rank, "MU-PH-11")


def award_market(game: Medioevo) -> None:
    """MU-PH-10 The controller of the settlement with most cubes; barbarian and contested ones do not count."""
    markets = {space: len(game.lands[space].cubes) for space in game.area if is_scored_market(game, space)}
    tops = sorted({game.lands[space].holder for space, cubes in markets.items() if cubes == max(markets.values())})
    points = worth("majority") if len(tops) == 1 else worth("tied_majority")
    for seat in tops:
        honour(game, seat, points, "MU-PH-10")


def is_scored_market(game: Medioevo, space: str) -> bool:
    """MU-PH-10 A market in a player's land that no army disputes; guests by pact dispute nothing."""
    land = game.lands[space]
    return bool(land.cubes) and land.holder != BARBARIANS and not is_disputed(game, space)


def award_holy_cities(game: Medioevo) -> None:
    """MU-PH-12 Control of Rome; control of Jerusalem, but not for the Mamluks."""
    holy = tables().holy
    for space in (holy["rome"], holy["jerusalem"]):
        holder = game.lands[space].holder if space in game.lands else BARBARIANS
        if holder == BARBARIANS:
            continue
        if space == holy["rome"] or game.players[holder].kingdom != holy["not_scored_by"]:
            honour(game, holder, worth("majority"), "MU-PH-12")


def award_monopolies(game: Medioevo) -> None:
    """MU-PH-14 Three points for each good whose settlements in play are all under one player's control."""
    for good in world.goods():
        holders = {game.lands[space].holder for space in world.producers(good, printing(game)) if space in game.lands}
        if len(holders) == 1 and BARBARIANS not in holders:
            honour(game, holders.pop(), worth("majority"), "MU-PH-14")


def settle_accounts(game: Medioevo, seat: Seat) -> None:
    """MU-PH-15 MU-PH-16 MU-PH-17 Own units held prisoner, debts and Objective tokens."""
    held = sum(1 for prisoner in game.prisoners if prisoner.owner == seat)
    honour(game, seat, next((points for least, points in tables().honour["prisoners"] if held >= least), 0), "MU-PH-15")
    honour(game, seat, tables().honour["debt"][game.players[seat].loans], "MU-PH-16")
    scale = tables().honour["objectives"]
    honour(game, seat, scale[min(sum(game.players[seat].tokens), len(scale) - 1)], "MU-PH-17")
