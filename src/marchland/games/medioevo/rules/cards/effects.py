"""What cards and technologies leave behind until a round, battle, movement, turn ends. The README lists the names."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat
from marchland.kernel.errors import Refusal

from ...state import Effect, Medioevo
from ..components.table import earn

ROUND = ("round", "battle")
UNKNOWN = 0
"""The depth of what belongs to no battle, and of everything in games saved before depths were kept."""


def lay_effect(game: Medioevo, name: str, seat: Seat, target: str = "", amount: int = 0, until: str = "turn") -> None:
    """Something lasts from now on; what lasts for a round or battle belongs to the one in progress."""
    game.effects.append(Effect(name, seat, target, amount, until, depth(game, until)))


def effects(game: Medioevo, name: str, target: str | None = None, seat: Seat | None = None) -> Iterator[Effect]:
    """The effects of a name, narrowed by target and beneficiary; those of a battle that is interrupted rest meanwhile."""
    for effect in game.effects:
        if effect.name == name and (target is None or effect.target == target) and (seat is None or effect.seat == seat):
            if effect.until not in ROUND or effect.depth in (UNKNOWN, depth(game, effect.until)):
                yield effect


def has_effect(game: Medioevo, name: str, target: str | None = None, seat: Seat | None = None) -> bool:
    return bool(game.effects) and next(effects(game, name, target, seat), None) is not None


def total_effect(game: Medioevo, name: str, target: str | None = None, seat: Seat | None = None) -> int:
    return sum(effect.amount for effect in effects(game, name, target, seat)) if game.effects else 0


def use_up(game: Medioevo, effect: Effect) -> None:
    """Remove one effect that has done its work."""
    game.effects.remove(effect)


def expire(game: Medioevo, until: str) -> None:
    """T-08: everything that lasts until this moment ends; a battle inside another ends only what belongs to it."""
    if game.effects:
        here = (UNKNOWN, depth(game, until))
        game.effects = [effect for effect in game.effects if effect.until != until or effect.depth not in here]


def end_movement(game: Medioevo, vehicles: tuple[int, ...]) -> None:
    """MU-CARD-53 MU-CARD-55 What lasts for a movement ends with that of its own transport or engine, whoever moves before."""
    arrived = {f"v:{id}" for id in vehicles}
    game.effects = [effect for effect in game.effects if effect.until != "move" or effect.target not in arrived]


def depth(game: Medioevo, until: str) -> int:
    """Which battle on the table this moment belongs to."""
    return len(game.fights) if until in ROUND else UNKNOWN


def is_hidden(game: Medioevo, vehicles: tuple[int, ...]) -> bool:
    """MU-CARD-55 MU-CARD-56 Does a group pass unnoticed: are all its transports hidden, and with them what they carry?"""
    moving = [id for id in vehicles if id in game.vehicles and not game.vehicles[id].aboard]
    return bool(moving) and all(has_effect(game, "unseen", f"v:{id}") for id in moving)


def is_safe(game: Medioevo, element: str) -> bool:
    """MU-CARD-50 MU-CARD-51 Is this element protected from pillage this turn?"""
    return has_effect(game, "safe", element)


def is_fighting_banned(game: Medioevo, space: str) -> bool:
    """MU-CARD-01 Has a Bishop forbidden all fighting here this turn?"""
    return has_effect(game, "no-fight", space)


def fighting_ban(space: str) -> Refusal:
    return Refusal("MU-CARD-01", {"space": space})


def is_trade_banned(game: Medioevo, space: str) -> bool:
    """MU-CARD-02 Has a Bishop forbidden all trade here this turn?"""
    return has_effect(game, "no-trade", space)


def trade_ban(space: str) -> Refusal:
    return Refusal("MU-CARD-02", {"space": space})


def is_departure_banned(game: Medioevo, space: str) -> bool:
    """MU-CARD-03 Has a Bishop forbidden everything to leave this turn?"""
    return has_effect(game, "no-leave", space)


def departure_ban(space: str) -> Refusal:
    return Refusal("MU-CARD-03", {"space": space})


def is_served(game: Medioevo, seat: Seat) -> bool:
    """MU-CARD-32 MU-CARD-33 Does an Architect serve this player?"""
    return bool(game.effects) and (has_effect(game, "discount", seat=seat) or has_effect(game, "half-price", seat=seat))


def discounted(game: Medioevo, seat: Seat, florins: int) -> int:
    """MU-CARD-32 MU-CARD-33 The price of a building for a player whom Architects serve."""
    florins -= total_effect(game, "discount", seat=seat)
    return florins // 2 if has_effect(game, "half-price", seat=seat) else florins


def use_discounts(game: Medioevo, seat: Seat) -> None:
    """MU-CARD-32 MU-CARD-33 An Architect's reduction serves one building."""
    for name in ("discount", "half-price"):
        for effect in list(effects(game, name, seat=seat)):
            use_up(game, effect)


def share_interest(game: Medioevo) -> None:
    """MU-CARD-37 A Magnate receives half of the interest that others paid, if his player is still in the game."""
    for effect in list(effects(game, "interest-share")):
        if not game.players[effect.seat].eliminated:
            paid = sum(game.now[seat].interest_paid for seat in range(game.seats) if seat != effect.seat)
            earn(game, effect.seat, paid // 2, "MU-CARD-37")
