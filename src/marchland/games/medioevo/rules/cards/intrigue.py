"""Infiltrator, Spy, Bard, Joker, Princess: cards against the enemy's units and against other cards."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.frames import Decision

from ... import world
from ...state import BARBARIANS, Medioevo
from ...tables import empire_cards, figure, tables
from ..barbarians import rebellions
from ..battle.fight import change_side, side_of
from ..components.armies import destroy_unit, has_berth, in_reserve, one, place_unit, plus, vehicles_at
from ..components.table import holdings, home_owner, replace, tally
from ..components.vehicles import is_carrier, piece_of, remove_vehicle, spill_goods, upgrade_vehicle
from ..events.events import rebel
from ..purchases.placement import has_token_for
from ..registry import ABILITIES, ANY, Power, Stage, ability
from ..victory.honour import honour, worth
from .common import (
    PICKS,
    Pick,
    enemy_units,
    foe_of,
    is_at_leisure,
    is_before_the_first_die,
    moment,
    one_to_three,
    own_index,
    pick_targets,
    plays,
    printed,
    read_number,
    read_unit,
    units_of_side,
)
from .powers import ANSWERS, Target, can_use, card_owner, held_card, reactivate, set_card, windows_of
from .throws import reading, throw_for_card

# -- Infiltrator -------------------------------------------------------------------------------------------


def _turned_cards(game: Medioevo, seat: Seat) -> Iterator[str]:
    """Used cards of all players that would be reactivated."""
    for player in game.players:
        yield from (f"card:{held.card}" for held in player.hand if held.turned and not held.barred)


def _bar(game: Medioevo, seat: Seat, id: str) -> None:
    owner = card_owner(game, read_number(id))
    assert owner is not None
    held = held_card(game, owner, read_number(id))
    assert held is not None
    set_card(game, owner, replace(held, barred=True))


@ability(13, windows=(ANY, "W-7"), usable=lambda game, seat: any(True for _ in _turned_cards(game, seat)), cost=printed(13))
def sabotage_cards(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-13 One to three used cards, by a die, are not reactivated at the end of this turn."""
    throw_for_card(game, seat, 13)


@reading("card 13")
def read_sabotage_cards(game: Medioevo, seat: Seat, chosen: tuple[str, ...], die: int) -> None:
    """MU-CARD-13 The die says how many cards."""
    pick_targets(game, seat, 13, one_to_three(die))


PICKS[13] = Pick("MU-CARD-13", _turned_cards, _bar)


def _bribable(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Enemy units, Captains excepted, of which the player has a figure in reserve; at sea there must be room for it aboard."""
    if not has_berth(game, game.fights[-1].place, seat):
        return
    for id in enemy_units(game, seat, chosen):
        kind = read_unit(id)[2]
        if figure(kind) != "cap" and in_reserve(game, seat, kind):
            yield id


@ability(14, windows=("W-B0", "W-B1"), stages=(_bribable,), usable=is_before_the_first_die, cost=printed(14))
def bribe(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-14 Before the first die an enemy unit is replaced for good by one of the player's.

    MU-PH-05 It is no part of the army that fights then: who destroys the others has not destroyed it.
    """
    (unit,) = chosen
    space, owner, kind = read_unit(unit)
    destroy_unit(game, space, owner, kind, "MU-CARD-14")
    index = 1 - own_index(game, seat)
    change_side(game, index, start=side_of(game, index).start - 1)
    place_unit(game, space, seat, kind, "MU-CARD-14")


def _nearby(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Territories within three steps of the player's, but not his own."""
    own = holdings(game, seat)
    reach = {there for space in own for there in world.within(space, tables().neighbour)}
    yield from (space for space in game.area if space in reach and game.lands[space].holder != seat)


@ability(15, windows=(ANY,), stages=(_nearby,), cost=printed(15))
def stir_up(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-15 A rebellion breaks out in a neighbouring territory and is fought at once.

    MU-PH-07 It costs a player honour in whose kingdom it occurs while he has another one there, as any rebellion does.
    """
    (space,) = chosen
    victim = game.lands[space].holder
    if victim != BARBARIANS and victim == home_owner(game, space) and rebellions(game, victim):
        honour(game, victim, worth("new_rebellion"), "MU-EVT-16")
    rebel(game, victim, space, "MU-CARD-15")


# -- Spy ---------------------------------------------------------------------------------------------------


SPY = 16
"""The three Spies share the figures of their first card."""


class LoseAgent(Decision[Medioevo], frozen=True):
    """MU-CARD-16 MU-CARD-17 MU-CARD-18 A failed spy costs one of the player's own units in the battle."""

    RULE = "MU-CARD-16"
    FORCED = True
    seat: Seat
    card: int = 16

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from map(Target, units_of_side(game, own_index(game, self.seat)))

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, Target)
        space, owner, kind = read_unit(action.id)
        destroy_unit(game, space, owner, kind, f"MU-CARD-{self.card}")
        tally(game, owner, own_units_lost=1)


def _spy_succeeds(game: Medioevo, seat: Seat, card: int, die: int) -> bool:
    """MU-CARD-16 MU-CARD-17 MU-CARD-18 One d8: 1-3 works, 7-8 costs an own unit, between them nothing happens."""
    if die >= printed(SPY, "failure"):
        game.push(LoseAgent(seat, card))
    return die <= printed(SPY, "success")


def _enemy_wheels(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Engines and War wagons of the enemy, also a Caravan that serves as one this turn (MU-CARD-11)."""
    foe = foe_of(game, seat)
    for id, vehicle in vehicles_at(game, game.fights[-1].place, foe):
        if vehicle.kind == "engine" or is_carrier(game, id):
            yield f"v:{id}"


@ability(16, windows=("W-B0", "W-B1"), stages=(_enemy_wheels,), usable=is_before_the_first_die)
def sabotage(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-16 An enemy War wagon or engine in the battle may lose a level."""
    throw_for_card(game, seat, 16, chosen, sides=8)


@reading("card 16")
def read_sabotage(game: Medioevo, seat: Seat, chosen: tuple[str, ...], die: int) -> None:
    """MU-CARD-16 On 1 to 3 it does; one of level I is removed."""
    (target,) = chosen
    if not _spy_succeeds(game, seat, 16, die):
        return
    id = read_number(target)
    vehicle = game.vehicles[id]
    lower = vehicle.level - 1
    if lower and has_token_for(game, vehicle.owner, lower, vehicle.level) and game.supply[piece_of(vehicle.kind, lower)]:
        upgrade_vehicle(game, id, lower, "MU-CARD-16")
        spill_goods(game, id)
    else:
        remove_vehicle(game, id, "MU-CARD-16")


@ability(17, windows=("W-B0", "W-B1"), stages=(enemy_units,), usable=is_before_the_first_die)
def ambush(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-17 An enemy unit in the battle may be removed."""
    throw_for_card(game, seat, 17, chosen, sides=8)


@reading("card 17")
def read_ambush(game: Medioevo, seat: Seat, chosen: tuple[str, ...], die: int) -> None:
    """MU-CARD-17 On 1 to 3 it is."""
    (unit,) = chosen
    if _spy_succeeds(game, seat, 17, die):
        space, owner, kind = read_unit(unit)
        destroy_unit(game, space, owner, kind, "MU-CARD-17")
        tally(game, owner, own_units_lost=1)
        tally(game, seat, enemy_units_killed=1, captains_killed=int(figure(kind) == "cap"))


@ability(18, windows=("W-B0", "W-B1"), stages=(enemy_units,), usable=is_before_the_first_die)
def trap(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-18 An enemy unit may be kept out of the battle, though damage can still hit it."""
    throw_for_card(game, seat, 18, chosen, sides=8)


@reading("card 18")
def read_trap(game: Medioevo, seat: Seat, chosen: tuple[str, ...], die: int) -> None:
    """MU-CARD-18 On 1 to 3 it is."""
    (unit,) = chosen
    if _spy_succeeds(game, seat, 18, die):
        index = 1 - own_index(game, seat)
        change_side(game, index, benched=plus(side_of(game, index).benched, one(read_unit(unit)[2])))


# -- Bard --------------------------------------------------------------------------------------------------


def _finished_cards(card: int) -> Stage:
    """Cards used this turn whose play is over (reading T-14), other than the Bard himself; amid an action those that work there."""

    def listed(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
        busy = {card, *(play.card for play in plays(game))}
        for held in (held for player in game.players for held in player.hand):
            if held.turned and not held.idle and held.card not in busy:
                if is_at_leisure(game) or moment(game)[0] in ABILITIES[held.card].windows:
                    yield f"card:{held.card}"

    return listed


def _reactivate(game: Medioevo, id: str) -> None:
    owner = card_owner(game, read_number(id))
    assert owner is not None
    reactivate(game, owner, read_number(id))


ENCORES = (
    *(ANY, "W-2a", "W-2b", "W-2c", "W-2d", "W-2e", "W-2h", "W-4e"),
    *("W-5a", "W-5b", "W-5f", "W-5m", "W-6a", "W-6b", "W-6c", "W-7", "W-D"),
    *("W-B0", "W-B1", "W-B2", "W-B3", "W-B3b", "W-B4", "W-B5", "W-B6", "W-B7"),
)


@ability(44, windows=ENCORES, stages=(_finished_cards(44),))
def free_encore(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-44 One card used this turn, anyone's, is upright again."""
    (card,) = chosen
    _reactivate(game, card)


@ability(45, windows=ENCORES, stages=(_finished_cards(45),), cost=printed(45))
def paid_encore(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-45 For 50 florins one card used this turn, anyone's, is upright again."""
    (card,) = chosen
    _reactivate(game, card)


# -- Joker and Princess ------------------------------------------------------------------------------------


def _is_annoyed(game: Medioevo, seat: Seat) -> bool:
    """A card of another player is being played and nobody has cancelled it."""
    answered = plays(game)[-1:]
    return bool(answered) and answered[0].seat != seat and not answered[0].cancelled


@ability(48, windows=(ANSWERS,), usable=_is_annoyed, cost=printed(48))
def mock(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-48 For 50 florins the card just turned gives neither ability nor points."""
    game.update(plays(game)[-2], cancelled=True)


@ability(49, windows=(ANSWERS,), usable=_is_annoyed)
def mock_freely(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-49 The card just turned gives neither ability nor points."""
    game.update(plays(game)[-2], cancelled=True)


def _can_give_both(game: Medioevo, seat: Seat) -> bool:
    """The card just turned has what it was not turned for: points, or an ability that works at this moment."""
    answered = plays(game)[-1:]
    if not answered or answered[0].both or answered[0].cancelled:
        return False
    play = answered[0]
    if play.ability:
        return bool(empire_cards()[play.card].choices)
    return _works_now(game, play.seat, ABILITIES[play.card])


def _works_now(game: Medioevo, seat: Seat, power: Power) -> bool:
    here = power.windows & set(windows_of(moment(game)[0]))
    return bool(here) and power.cost <= game.players[seat].florins and can_use(game, seat, power)


@ability(59, windows=(ANSWERS,), usable=_can_give_both)
def enchant(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-59 The card just turned gives its player both its ability and its points."""
    game.update(plays(game)[-2], both=True)


def _gives_points(game: Medioevo, seat: Seat) -> bool:
    """The card just turned gives points: it was turned for them, or Princess 59 adds them to its ability."""
    for play in plays(game)[-1:]:
        added = play.both and empire_cards()[play.card].choices
        return bool(play.colours or added) and not play.cancelled
    return False


@ability(60, windows=(ANSWERS,), usable=_gives_points)
def bless(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-60 The card just turned gives its player twice its points."""
    answered = plays(game)[-2]
    game.update(answered, times=answered.times * printed(60, "times"))
