"""What happened in a game of Byzantium, told afterwards; what one had better know; where points came from."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event
from marchland.kernel.retelling import As, Gain, Notice, plainly
from marchland.kernel.title import Outcome

from .rules.scoring import GameEnded
from .sequence import TurnBegan
from .tables import CAPITAL, CONFIG, SIDES
from .view import ByzantiumView, PlayerView
from .world import ATLAS

ASIDES = frozenset(
    {
        *("ChooseLoss", "GiveMarker", "OfferMilitia", "OfferFlight", "OfferBlock", "ChooseRefuge"),
        *("OfferDoubling", "OfferFire", "ChooseDeserter"),
    }
)
AGAINST = {"MarkerRemoved": "seat", "PriceDoubled": "mover", "SeaBlocked": "fleeing"}
SHOWN = frozenset(
    {
        *("BattleWon", "BattleLost", "SiegeFailed", "CityTaken", "BulgarsTookCity", "ConstantinopleFell", "MarkerRemoved"),
        *("ArmyDestroyed", "ArmyFled", "IncomeReceived", "UpkeepPaid", "CubesDeserted", "CitiesScored", "TurnBegan"),
    }
)
SOURCES = ("start", "control", "conquest", "buildings", "roles", "cities", "capital", "desertion", "uncounted")
OF_EVENTS = {
    "ControlTaken": "control",
    "CityTaken": "conquest",
    "BulgarsTookCity": "conquest",
    "Built": "buildings",
    "RoleTaken": "roles",
    "CitiesScored": "cities",
    "ConstantinopleFell": "capital",
    "CubesDeserted": "desertion",
}
"""Where the points of each kind of event come from."""


def told_as(event: Event) -> As:
    """Whoever loses a city has not done it; a new turn is nobody's."""
    return plainly(event, "" if type(event).__name__ in ("MarkerRemoved", "TurnBegan") else "seat")


# -- notices -------------------------------------------------------------------------------------------


def notices(view: ByzantiumView) -> Iterator[Notice]:
    """Constantinople in danger, the last turn, and points that would not count."""
    if view.over:
        return
    yield from chain(_arabs_before_the_walls(view), _bulgars_before_the_walls(view))
    if view.turn == view.turns:
        yield Notice(key="last_turn", facts={"turns": view.turns})
        yield from _lopsided(view)


def _arabs_before_the_walls(view: ByzantiumView) -> Iterator[Notice]:
    """BY-CONST-04 An Arab army that stands one link away and is stronger than the walls."""
    walls = view.cities[CAPITAL].strength
    for seat, player in enumerate(view.players):
        camp, strength = player.arab.at, player.arab.strength
        if camp is not None and strength > walls and CAPITAL in ATLAS.neighbours(camp):
            key = "danger_you" if seat == view.viewer else "danger_arabs"
            yield Notice(key=key, facts={"seat": seat, "city": camp, "strength": strength, "walls": walls}, about=(CAPITAL, camp))


def _bulgars_before_the_walls(view: ByzantiumView) -> Iterator[Notice]:
    """BY-BULG-10 The Bulgars stand at Adrianople and are stronger than the walls."""
    walls = view.cities[CAPITAL].strength
    if CAPITAL in view.bulgar_targets and view.bulgars > walls:
        yield Notice(key="danger_bulgars", facts={"strength": view.bulgars, "walls": walls}, about=(CAPITAL,))


def _lopsided(view: ByzantiumView) -> Iterator[Notice]:
    """BY-END-02 The lower track of the viewer does not count as it stands."""
    if view.viewer is None:
        return
    low, high = sorted(getattr(view.players[view.viewer], side).points for side in SIDES)
    if 2 * low < high:
        yield Notice(key="lopsided_you", facts={"low": low, "high": high, "need": -(-high // 2)})


# -- points --------------------------------------------------------------------------------------------


def gains(event: Event, sums: Mapping[Seat, int]) -> Iterator[Gain]:
    """Both tracks together; what the end does not count (BY-END-02, BY-CONST-04) is taken off at the end."""
    if isinstance(event, TurnBegan) and event.turn == 1:
        yield from (Gain(seat, "start", sum(CONFIG.points.values())) for seat in sums)
    elif isinstance(event, GameEnded):
        yield from (Gain(seat, "uncounted", score - sums[seat]) for seat, score in enumerate(event.scores))
    elif (source := OF_EVENTS.get(type(event).__name__)) is not None:
        told: Mapping[str, int] = {name: getattr(event, name) for name in ("seat", "points")}
        yield Gain(told["seat"], source, told["points"])


def verdict(view: ByzantiumView, outcome: Outcome) -> Notice | None:
    """BY-END-02 Between equal totals: the sum of both tracks, then cities, then money."""
    tied = [seat for seat, score in enumerate(outcome.scores) if score == max(outcome.scores)]
    if len(tied) < 2:
        return None
    for key, measure in (("tie_tracks", _tracks(view)), ("tie_cities", _cities), ("tie_money", _money)):
        values = {seat: measure(view.players[seat]) for seat in tied}
        best = [seat for seat, value in values.items() if value == max(values.values())]
        if len(best) < len(tied):
            return Notice(key=key, facts={"seat": best, "points": max(outcome.scores), "value": max(values.values())})
    return Notice(key="victory_shared", facts={"winners": outcome.winners, "points": max(outcome.scores)})


def _tracks(view: ByzantiumView) -> Callable[[PlayerView], int]:
    """After the fall only Arab points count, and they are equal."""
    return lambda player: 0 if view.fell_to is not None else player.byzantine.points + player.arab.points


def _cities(player: PlayerView) -> int:
    return player.cities


def _money(player: PlayerView) -> int:
    return player.byzantine.treasury + player.arab.treasury
