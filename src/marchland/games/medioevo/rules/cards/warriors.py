"""Warlord, Crossbowman, Scientist 10 and 12, Artilleryman 52, Surgeon, Jailer: cards that change a battle round."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat
from marchland.kernel.chance import roll

from ...state import BARBARIANS, Medioevo
from ..battle.declarations import ChooseProtection
from ..battle.fight import change_side, engines, fighters, has_capture_ratio, side_of
from ..components.armies import INDEX
from ..components.table import replace
from ..events.calamities import wounded_by_event
from ..registry import ANY, ability
from .common import (
    PICKS,
    Pick,
    is_at_leisure,
    is_in_battle,
    moment,
    one_to_three,
    own_index,
    pick_targets,
    printed,
    read_number,
    scene,
)
from .effects import has_effect, lay_effect
from .throws import reading, throw_for_card

# -- Warlord -----------------------------------------------------------------------------------------------


def _can_outnumber(game: Medioevo, seat: Seat) -> bool:
    return is_in_battle(game, seat) and not side_of(game, own_index(game, seat)).outnumbering


@ability(4, windows=("W-B1", "W-B3", "W-B4"), usable=_can_outnumber)
def outnumber(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-04 This round a power of the player's army is blocked only by at least as many enemies of the type."""
    change_side(game, own_index(game, seat), outnumbering=True)


def _sides(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    yield from ("side:0", "side:1")


@ability(5, windows=("W-B5",), stages=(_sides,))
def encourage(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-05 Two more attack value this round for either side, players or barbarians."""
    (side,) = chosen
    index = read_number(side)
    change_side(game, index, bonus=side_of(game, index).bonus + printed(5, "attack"))


# -- Crossbowman -------------------------------------------------------------------------------------------


def _has_fighters(game: Medioevo, seat: Seat) -> bool:
    return is_in_battle(game, seat) and any(fighters(game, own_index(game, seat)))


@ability(7, windows=("W-B3",), usable=_has_fighters)
def more_bows(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-07 One to three different units, by a die, also shoot as Archers this round."""
    throw_for_card(game, seat, 7)


@reading("card 7")
def read_bows(game: Medioevo, seat: Seat, chosen: tuple[str, ...], die: int) -> None:
    """MU-CARD-07 The die says how many units, no more than fight."""
    index = own_index(game, seat)
    marksmen = min(one_to_three(die), sum(fighters(game, index)))
    change_side(game, index, marksmen=side_of(game, index).marksmen + marksmen)


def steadiness(game: Medioevo, seat: Seat) -> int:
    """MU-CARD-08 One off each archery die for every pair of own Archers, at most three."""
    archers = fighters(game, own_index(game, seat))[INDEX["arc"]]
    return min(archers // printed(8, "archers"), printed(8, "most"))


@ability(8, windows=("W-B3", "W-B3b"), usable=lambda game, seat: is_in_battle(game, seat) and steadiness(game, seat) > 0)
def steady_hands(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-08 The player's archery dice of this round are lowered for pairs of Archers."""
    change_side(game, own_index(game, seat), steady=steadiness(game, seat))


def _arrows(game: Medioevo, seat: Seat) -> Iterator[str]:
    arrows = side_of(game, own_index(game, seat)).arrows
    yield from (f"number:{place}" for place in range(len(arrows)))


def _shoot_again(game: Medioevo, seat: Seat, id: str) -> None:
    index = own_index(game, seat)
    arrows = list(side_of(game, index).arrows)
    arrows[read_number(id)] = roll(game, seat, "archery again", sides=8)[0]
    change_side(game, index, arrows=tuple(arrows))


@ability(9, windows=("W-B3b",), usable=lambda game, seat: is_in_battle(game, seat) and any(True for _ in _arrows(game, seat)))
def second_volley(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-09 The player may reroll his archery dice, each once."""
    pick_targets(game, seat, 9, len(side_of(game, own_index(game, seat)).arrows))


PICKS[9] = Pick("MU-CARD-09", _arrows, _shoot_again)


# -- Scientist and Artilleryman ----------------------------------------------------------------------------


def _crewed_engines(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    if is_in_battle(game, seat):
        for crew in side_of(game, own_index(game, seat)).crews:
            if any(crew.counts) and not has_effect(game, "double-crew", f"v:{crew.engine}"):
                yield f"v:{crew.engine}"


@ability(10, windows=("W-B1",), stages=(_crewed_engines,))
def double_crew(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-10 The crew of one engine counts double this round, even beyond three shots."""
    (engine,) = chosen
    lay_effect(game, "double-crew", seat, engine, until="round")


def _own_walls(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Own military buildings, also the Tower that a Militia's territory counts as having (MU-CARD-26)."""
    for space in game.area:
        land = game.lands[space]
        if land.holder != seat or not (land.military or has_effect(game, "militia-tower", space, seat)):
            continue
        if not has_effect(game, "second-protection", space, seat) and (is_at_leisure(game) or space == scene(game)):
            yield space


@ability(12, windows=(ANY, "W-B0", "W-B1", "W-B7"), stages=(_own_walls,))
def double_walls(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-12 One military building protects against a second kind of attack for the rest of the turn, this round included."""
    (space,) = chosen
    lay_effect(game, "second-protection", seat, space)
    if moment(game)[0] == "W-B1" and is_in_battle(game, seat) and side_of(game, own_index(game, seat)).protections:
        game.push(ChooseProtection(seat, own_index(game, seat)))


@ability(
    52, windows=("W-B0", "W-B1"), usable=lambda game, seat: is_in_battle(game, seat) and bool(engines(game, own_index(game, seat)))
)
def extra_gunners(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-52 Each of the player's engines counts one more crew unit for this battle, even without crew."""
    index = own_index(game, seat)
    change_side(game, index, extra_crew=side_of(game, index).extra_crew + printed(52, "crew"))


# -- Surgeon -----------------------------------------------------------------------------------------------


def _may_be_hurt(game: Medioevo, seat: Seat) -> bool:
    """Damage lies before the player, or is about to: artillery and archery dice are on the table."""
    if not is_in_battle(game, seat):
        return False
    own, foe = side_of(game, own_index(game, seat)), side_of(game, 1 - own_index(game, seat))
    return own.pending > 0 or (not own.dice and bool(foe.arrows or foe.sure or any(crew.dice for crew in foe.crews)))


def _needs_a_surgeon(game: Medioevo, seat: Seat) -> bool:
    return _may_be_hurt(game, seat) if game.fights else wounded_by_event(game) == seat


@ability(27, windows=("W-B2", "W-B3b", "W-B6", "W-B7", "W-2d"), usable=_needs_a_surgeon)
def dress_wound(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-27 The first damage point on one of the player's units is ignored, in battle or by an event."""
    if not game.fights:
        assert game.happening is not None
        game.happening = replace(game.happening, spared=game.happening.spared + printed(27, "points"))
        return
    index = own_index(game, seat)
    side = side_of(game, index)
    if side.pending:
        change_side(game, index, pending=side.pending - printed(27, "points"))
    else:
        change_side(game, index, spared=side.spared + printed(27, "points"))


def _may_lose_units(game: Medioevo, seat: Seat) -> bool:
    """Damage threatens, or units of this round have already fallen."""
    return _may_be_hurt(game, seat) or (is_in_battle(game, seat) and any(side_of(game, own_index(game, seat)).lost))


@ability(28, windows=("W-B2", "W-B3b", "W-B6", "W-B7"), usable=_may_lose_units)
def mend(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-28 Units lost in this round may be bought back next turn at half price."""
    lay_effect(game, "mend", seat, until="round")


def _is_under_fire(game: Medioevo, seat: Seat) -> bool:
    return _may_be_hurt(game, seat) and not side_of(game, own_index(game, seat)).lingering


@ability(29, windows=("W-B2", "W-B3b"), usable=_is_under_fire)
def keep_on_their_feet(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-29 Casualties of archery and artillery leave only at the end of this round."""
    change_side(game, own_index(game, seat), lingering=True)


# -- Jailer ------------------------------------------------------------------------------------------------


def _can_jail(game: Medioevo, seat: Seat) -> bool:
    if not is_in_battle(game, seat):
        return False
    own, foe = side_of(game, own_index(game, seat)), side_of(game, 1 - own_index(game, seat))
    shot = not foe.dice and bool(own.arrows or own.sure or any(crew.dice for crew in own.crews))
    return foe.owner != BARBARIANS and (foe.pending > 0 or shot)


@ability(39, windows=("W-B2", "W-B3b", "W-B6"), usable=_can_jail)
def jail(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-39 One unit of another player that would be destroyed becomes a prisoner instead."""
    index = 1 - own_index(game, seat)
    change_side(game, index, jailed=side_of(game, index).jailed + 1)


def _captures_short_of_the_ratio(game: Medioevo, seat: Seat) -> bool:
    if not is_in_battle(game, seat):
        return False
    index = own_index(game, seat)
    return side_of(game, index).capturing and not has_capture_ratio(game, index)


@ability(40, windows=("W-B1", "W-B5"), usable=_captures_short_of_the_ratio)
def easier_ratio(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-40 For this battle twice the enemy's units are enough to capture without a reduced attack."""
    change_side(game, own_index(game, seat), ratio=printed(40, "ratio"))


@ability(41, windows=("W-B1", "W-B5"), usable=_captures_short_of_the_ratio)
def smaller_penalty(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-41 The reduction of a capturing attack is two points smaller this round."""
    index = own_index(game, seat)
    change_side(game, index, capture_relief=side_of(game, index).capture_relief + printed(41, "points"))
