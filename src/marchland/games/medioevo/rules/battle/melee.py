"""Captains, sacrifices, dice and superiority: the choices inside a round (rulebook: Armies, Captain)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import roll
from marchland.kernel.frames import Decision, PreviewLine, Procedure

from ...state import BARBARIANS, Medioevo
from ..components.armies import decks_with, destroy_unit, kinds_in
from .fight import (
    POWERS,
    battle_facts,
    captain_uses,
    change_fight,
    change_side,
    emulations,
    fighters,
    is_naval,
    number_of,
    side_size,
)
from .odds import chance_of_throw

DICE = (4, 6, 8)
DICE_SETS = ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2))


# -- Captains ----------------------------------------------------------------------------------------------


class Lead(Action, frozen=True):
    """One use of a Captain: `as:arc`, `free:cav` or `stop:hi`."""

    use: str


class CaptainsReady(Action, frozen=True):
    """Leave the remaining uses."""

    IDLE = True


class UseCaptain(Decision[Medioevo], frozen=True):
    """MU-BAT-12 Each level of advantage lets a Captain act as a type, free an own type or stop an enemy's."""

    RULE = "MU-BAT-12"
    seat: Seat
    index: int

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return battle_facts(game, seat)

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield CaptainsReady()
        yield from map(Lead, captain_choices(game, self.index))

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, Lead):
            uses = (*game.fights[-1].sides[self.index].uses, action.use)
            change_side(game, self.index, uses=uses)
            if len(uses) < captain_uses(game, self.index) and captain_choices(game, self.index):
                game.push(self)


def captain_choices(game: Medioevo, index: int) -> list[str]:
    """MU-BAT-12 What Captains could still do: each power once per Captain; at sea only as Archers or Light infantry."""
    kinds = POWERS[:2] if is_naval(game) else POWERS
    own, foe = fighters(game, index), fighters(game, 1 - index)
    uses = game.fights[-1].sides[index].uses
    leaders = sum(own[4:])
    choices = [f"as:{kind}" for kind in kinds if not number_of(foe, kind) and uses.count(f"as:{kind}") < leaders]
    shared = [kind for kind in kinds if number_of(own, kind) and number_of(foe, kind)]
    choices += [f"free:{kind}" for kind in shared if f"free:{kind}" not in uses]
    choices += [f"stop:{kind}" for kind in kinds if number_of(foe, kind) and f"stop:{kind}" not in uses]
    return choices


# -- dice --------------------------------------------------------------------------------------------------


class Sacrifice(Action, frozen=True):
    """Give up one Light infantry (or a Captain acting as one) for four points of attack."""

    kind: str


class SacrificeAboard(Action, frozen=True):
    """Give up such a unit aboard one of several Galleys."""

    TOUCHES = ("galley",)
    PREFIX = {"galley": "v"}
    kind: str
    galley: int


class Roll(Action, frozen=True):
    """Roll the three dice."""

    IDLE = True


class Reroll(Action, frozen=True):
    """Roll some of the dice again: their places among d4, d6, d8."""

    dice: tuple[int, ...]


class KeepDice(Action, frozen=True):
    """Let the dice lie."""

    IDLE = True


class RollDice(Procedure[Medioevo], frozen=True):
    """MU-BAT-03 A side sacrifices, rolls d4, d6 and d8, and may roll some again once; barbarian dice lie in the War Circle."""

    index: int
    STEPS = ("sacrifice", "throw", "throw_again")

    def sacrifice(self, game: Medioevo) -> None:
        """MU-BAT-09 Before its own dice a side may give up Light infantry."""
        side = game.fights[-1].sides[self.index]
        if side.owner == BARBARIANS:
            horde_sacrifice(game, self.index)
        elif sacrifices(game, self.index):
            game.push(ChooseSacrifice(side.owner, self.index))

    def throw(self, game: Medioevo) -> None:
        """MU-BAT-03 The dice fall."""
        side = game.fights[-1].sides[self.index]
        if side.owner == BARBARIANS:
            change_side(game, self.index, dice=game.circle.dice)
        else:
            change_side(game, self.index, dice=tuple(roll(game, side.owner, "battle", sides=faces)[0] for faces in DICE))
            change_fight(game, rolled=True)

    def throw_again(self, game: Medioevo) -> None:
        """MU-BAR-05 Barbarians never roll again."""
        side = game.fights[-1].sides[self.index]
        if side.owner != BARBARIANS:
            game.push(ChooseReroll(side.owner, self.index))


class ChooseSacrifice(Decision[Medioevo], frozen=True):
    """MU-BAT-09 Each Light infantry given up adds four to the attack."""

    RULE = "MU-BAT-09"
    seat: Seat
    index: int

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return battle_facts(game, seat)

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield Roll()
        fight = game.fights[-1]
        for kind in sacrifices(game, self.index):
            decks = decks_with(game, fight.place, self.seat, kind) if is_naval(game) else []
            yield from (SacrificeAboard(kind, galley) for galley in sorted(decks)) if len(decks) > 1 else (Sacrifice(kind),)

    def resolve(self, game: Medioevo, action: Action) -> None:
        match action:
            case Sacrifice(kind=kind):
                give_up(game, self.index, kind)
            case SacrificeAboard(kind=kind, galley=galley):
                give_up(game, self.index, kind, galley)
            case _:
                return
        if sacrifices(game, self.index):
            game.push(self)


class ChooseReroll(Decision[Medioevo], frozen=True):
    """MU-BAT-03 One reroll of any set of dice (reading S-07)."""

    RULE = "MU-BAT-03"
    seat: Seat
    index: int

    def preview(self, game: Medioevo, seat: Seat, action: Action) -> list[PreviewLine]:
        chance = chance_of_throw(game, self.index, action.dice if isinstance(action, Reroll) else ())
        return [] if chance is None else [PreviewLine("MU-BAT-05", chance, unit="percent_throw")]

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return battle_facts(game, seat)

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield KeepDice()
        yield from map(Reroll, DICE_SETS)

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, Reroll):
            dice = list(game.fights[-1].sides[self.index].dice)
            for place in action.dice:
                dice[place] = roll(game, self.seat, "battle again", sides=DICE[place])[0]
            change_side(game, self.index, dice=tuple(dice))


def sacrifices(game: Medioevo, index: int) -> list[str]:
    """MU-BAT-09 What may be given up: Light infantry while the power works, Captains who act as one."""
    side = game.fights[-1].sides[index]
    allowed = sum(int(power.split(":")[1]) for power in side.powers if power.startswith("li:"))
    if side.sacrificed >= allowed:
        return []
    own = fighters(game, index)
    kinds = ["li"] if number_of(own, "li") else []
    if emulations(game, index, "li"):
        kinds += [kind for kind in kinds_in(own) if kind.startswith("cap")]
    return kinds


def give_up(game: Medioevo, index: int, kind: str, galley: int = 0) -> None:
    """MU-BAT-09 A unit is removed and the attack grows by four."""
    fight = game.fights[-1]
    side = fight.sides[index]
    destroy_unit(game, fight.place, side.owner, kind, "MU-BAT-09", galley)
    change_side(game, index, sacrificed=side.sacrificed + 1)


def horde_sacrifice(game: Medioevo, index: int) -> None:
    """MU-BAR-04 An outnumbered horde with two or more active Light infantry gives up one, with four or more two."""
    fight = game.fights[-1]
    able = any(power.startswith("li:") for power in fight.sides[index].powers)
    light = number_of(fighters(game, index), "li")
    if able and light >= 2 and side_size(game, index) < side_size(game, 1 - index):
        for _ in range(2 if light >= 4 else 1):
            give_up(game, index, "li")


class PressHome(Action, frozen=True):
    """One more damage point."""


class Ease(Action, frozen=True):
    """One own loss less."""


class UseSuperiority(Decision[Medioevo], frozen=True):
    """MU-BAT-05 Overwhelming superiority: one damage more, or one own loss less."""

    RULE = "MU-BAT-05"
    seat: Seat

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return battle_facts(game, seat)

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield PressHome()
        yield Ease()

    def resolve(self, game: Medioevo, action: Action) -> None:
        fight = game.fights[-1]
        if isinstance(action, PressHome):
            change_fight(game, score=fight.score + 1)
        else:
            change_fight(game, eased=fight.eased + 1)
