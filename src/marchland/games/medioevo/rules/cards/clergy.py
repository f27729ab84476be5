"""Bishop, Plague doctor, Diplomat: territories and pieces put under protection."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat
from marchland.kernel.memo import kept_with

from ...state import Medioevo
from ..components.table import event_zone, replace
from ..conquest.buildings import buildings_in
from ..registry import ANY, Stage, ability
from .common import PICKS, Pick, is_at_leisure, moment, one_to_three, pick_targets, scene, territories
from .effects import has_effect, lay_effect
from .throws import reading, throw_for_card

BATTLES = ("W-B0", "W-B1", "W-B2", "W-B3", "W-B3b", "W-B4", "W-B5", "W-B6", "W-B7")


# -- Bishop ------------------------------------------------------------------------------------------------


def _not_named_lately(card: int, effect: str) -> Stage:
    """Reading S-40: the same card may not name the same territory in two consecutive turns, whoever plays it."""

    def sites(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
        for space in territories(game, seat, chosen):
            if f"{card}:{space}" not in game.banned_before and not has_effect(game, effect, space):
                yield space

    return sites


def _ban(game: Medioevo, seat: Seat, card: int, effect: str, space: str) -> None:
    lay_effect(game, effect, seat, space)
    game.banned.append(f"{card}:{space}")


@ability(1, windows=(ANY, "W-2e", "W-5b", *BATTLES), stages=(_not_named_lately(1, "no-fight"),))
def forbid_fighting(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-01 Nobody fights in one territory for the rest of the turn; a battle there ends after its round."""
    (space,) = chosen
    _ban(game, seat, 1, "no-fight", space)


@ability(2, windows=(ANY, "W-6b"), stages=(_not_named_lately(2, "no-trade"),))
def forbid_trade(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-02 Nobody trades in one territory for the rest of the turn; a deal under way there is off."""
    (space,) = chosen
    _ban(game, seat, 2, "no-trade", space)
    if game.deals and game.deals[-1].space == space:
        game.deals[-1] = replace(game.deals[-1], off=True)


def _is_somebody_leaving(game: Medioevo, seat: Seat) -> bool:
    """In a battle the only departure under way is a Flight that was declared (MU-FLE-01)."""
    return not moment(game)[0].startswith("W-B") or any(side.flight for side in game.fights[-1].sides)


@ability(
    3,
    windows=(ANY, "W-2h", "W-5a", "W-6a", "W-B1", "W-B7"),
    stages=(_not_named_lately(3, "no-leave"),),
    usable=_is_somebody_leaving,
)
def forbid_departure(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-03 Nothing leaves one territory for the rest of the turn, hordes included; a departure under way is stopped."""
    (space,) = chosen
    _ban(game, seat, 3, "no-leave", space)


# -- Plague doctor -----------------------------------------------------------------------------------------


def _struck_territories(game: Medioevo, seat: Seat, chosen: tuple[str, ...] = ()) -> Iterator[str]:
    """Territories in the area of this turn's event that are not immune yet."""
    zone = event_zone(game)
    yield from (space for space in game.area if space in zone and not has_effect(game, "immune", space))


def _immunise(game: Medioevo, seat: Seat, space: str) -> None:
    lay_effect(game, "immune", seat, space, until="event")


@ability(42, windows=("W-2b", "W-2c"), stages=(), usable=lambda game, seat: any(True for _ in _struck_territories(game, seat)))
def quarantine(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-42 One to three territories, by a die, are immune to this event."""
    throw_for_card(game, seat, 42)


@reading("card 42")
def read_quarantine(game: Medioevo, seat: Seat, chosen: tuple[str, ...], die: int) -> None:
    """MU-CARD-42 The die says how many territories."""
    pick_targets(game, seat, 42, one_to_three(die))


PICKS[42] = Pick("MU-CARD-42", _struck_territories, _immunise)


@ability(43, windows=("W-2b", "W-2c"), stages=(_struck_territories,))
def nurse(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-43 One territory is immune to this event."""
    (space,) = chosen
    _immunise(game, seat, space)


# -- Diplomat ----------------------------------------------------------------------------------------------


def _elements(game: Medioevo, seat: Seat, chosen: tuple[str, ...] = ()) -> Iterator[str]:
    """Transports, engines, buildings and market cubes that are not safe yet: anywhere, or where pillage is threatening."""
    places = set(game.area) | set(game.waters) if is_at_leisure(game) else {scene(game)}
    for id in sorted(game.vehicles):
        if game.vehicles[id].space in places and not has_effect(game, "safe", f"v:{id}"):
            yield f"v:{id}"
    yield from (id for space, id in _immovables(game) if space in places and not has_effect(game, "safe", id))


@kept_with("lands")
def _immovables(game: Medioevo) -> tuple[tuple[str, str], ...]:
    """All buildings and market cubes, with their places."""
    found = []
    for space in game.area:
        land = game.lands[space]
        found += [(space, f"building:{space}:{category}") for category in buildings_in(land)]
        found += [(space, f"cube:{space}:{good}") for good in land.cubes]
    return tuple(found)


def _secure(game: Medioevo, seat: Seat, element: str) -> None:
    lay_effect(game, "safe", seat, element)


THREATS = (ANY, "W-2e", "W-6c", "W-B7")


@ability(50, windows=THREATS, usable=lambda game, seat: any(True for _ in _elements(game, seat)))
def safe_conducts(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-50 One to three elements, by a die, cannot be pillaged this turn."""
    throw_for_card(game, seat, 50)


@reading("card 50")
def read_safe_conducts(game: Medioevo, seat: Seat, chosen: tuple[str, ...], die: int) -> None:
    """MU-CARD-50 The die says how many elements."""
    pick_targets(game, seat, 50, one_to_three(die))


PICKS[50] = Pick("MU-CARD-50", _elements, _secure)


@ability(51, windows=THREATS, stages=(_elements,))
def safe_conduct(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-51 One element cannot be pillaged this turn."""
    (element,) = chosen
    _secure(game, seat, element)
