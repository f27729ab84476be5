"""Phase 2: barbarian dice, the event, barbarian points, rebellions (rulebook: Events phase)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import roll, shuffled
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Decision, Procedure

from ...state import BARBARIANS, Circle, Happening, Medioevo
from ...tables import event_cards, tables
from ..barbarians import Arrival, Rebelled, raise_horde, rebellions
from ..battle.melee import DICE, DICE_SETS, KeepDice, Reroll
from ..cards.effects import expire
from ..cards.windows import open_window
from ..components.armies import by_kind, one, plus, size
from ..components.table import change_land, homes, living, note, replace, tally
from ..victory.honour import honour, worth
from .calamities import Calamity
from .hordes import SpendPoints


class HordeRolled(Event, frozen=True):
    RULE = "MU-EVT-02"
    faces: tuple[int, ...]
    horde: dict[str, int]


class EventDrawn(Event, frozen=True):
    RULE = "MU-EVT-03"
    REVEALS = True
    seat: Seat
    event: str


class IconsChosen(Event, frozen=True):
    RULE = "MU-EVT-03"
    seat: Seat
    event: str
    icons: tuple[str, ...]


class TaxTolerated(Event, frozen=True):
    RULE = "MU-EVT-15"
    REVEALS = True
    florins: int


class RebellionsDue(Event, frozen=True):
    RULE = "MU-EVT-15"
    seat: Seat
    rebellions: int


class ChooseIcons(Action, frozen=True):
    """The two effects of the event that happen."""

    icons: tuple[str, ...]


class Rebel(Action, frozen=True):
    """Where a rebellion breaks out."""

    TOUCHES = ("space",)
    space: str


class EventsPhase(Procedure[Medioevo], frozen=True):
    """MU-EVT-01 Barbarian dice; from the second turn on also an event, barbarian points and rebellions."""

    STEPS = (
        "roll_horde",
        "reroll",
        "dice_final",
        "horde",
        "draw",
        "drawn",
        "choose",
        "chosen",
        "strike",
        "roam",
        "tolerate",
        "rebel",
    )

    def roll_horde(self, game: Medioevo) -> None:
        """MU-EVT-02 The first player rolls d4, d6 and d8 for the barbarians."""
        first = living(game)[0]
        dice = tuple(die for faces in DICE for die in roll(game, first, "barbarians", sides=faces))
        set_circle(game, dice)

    def reroll(self, game: Medioevo) -> None:
        """MU-EVT-02 He may roll a chosen set again once."""
        game.push(RerollHorde(living(game)[0]))

    def dice_final(self, game: Medioevo) -> None:
        """MU-EVT-02 The dice are final but for an Assassin."""
        open_window(game, "W-2a")

    def horde(self, game: Medioevo) -> str | None:
        """MU-EVT-02 Dice and figures are fixed for the turn."""
        game.emit(HordeRolled(faces=game.circle.dice, horde=by_kind(game.circle.horde)))
        return DONE if game.turn == 1 else None

    def draw(self, game: Medioevo) -> None:
        """MU-EVT-03 The first player draws the top Event."""
        draw_event(game, living(game)[0])

    def drawn(self, game: Medioevo) -> None:
        """MU-EVT-03 The card lies open; a Sage may choose another one."""
        open_window(game, "W-2b")

    def choose(self, game: Medioevo) -> None:
        """MU-EVT-03 He picks two of its three icons."""
        game.push(PickIcons(living(game)[0]))

    def chosen(self, game: Medioevo) -> None:
        """MU-EVT-03 Before it strikes a Plague doctor may protect territories."""
        open_window(game, "W-2c")

    def strike(self, game: Medioevo) -> None:
        """MU-EVT-04 Every player with matching pieces in the area rolls once per icon, in turn order."""
        assert game.happening is not None
        icons = game.happening.icons
        game.push(*(Calamity(seat, icon) for seat in living(game) for icon in icons))

    def roam(self, game: Medioevo) -> None:
        """MU-EVT-09 The first player has three barbarian points."""
        expire(game, "event")
        game.happening = None
        game.push(SpendPoints(living(game)[0], tables().events["barbarian_points"]))

    def tolerate(self, game: Medioevo) -> None:
        """MU-EVT-15 The back of the new top Event says which tax is tolerated."""
        reveal_tolerance(game)

    def rebel(self, game: Medioevo) -> None:
        """MU-EVT-15 Players who taxed more suffer rebellions, one player after the other."""
        game.push(*(Unrest(seat) for seat in living(game)))


class RerollHorde(Decision[Medioevo], frozen=True):
    """MU-EVT-02 One reroll of any set of the barbarians' dice."""

    RULE = "MU-EVT-02"
    seat: Seat

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield KeepDice()
        yield from map(Reroll, DICE_SETS)

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, Reroll):
            dice = list(game.circle.dice)
            for place in action.dice:
                (dice[place],) = roll(game, self.seat, "barbarians again", sides=DICE[place])
            set_circle(game, tuple(dice))


class PickIcons(Decision[Medioevo], frozen=True):
    """MU-EVT-03 Two of the three icons happen."""

    RULE = "MU-EVT-03"
    seat: Seat

    def options(self, game: Medioevo) -> Iterator[Action]:
        assert game.happening is not None
        first, second, third = event_cards()[game.happening.card].icons
        yield from map(ChooseIcons, ((first, second), (first, third), (second, third)))

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, ChooseIcons)
        assert game.happening is not None
        game.happening = replace(game.happening, icons=action.icons)
        game.emit(IconsChosen(seat=self.seat, event=game.happening.card, icons=action.icons))


def set_circle(game: Medioevo, dice: tuple[int, ...]) -> None:
    """MU-EVT-02 One Light infantry, and one more, an Archer, a Captain for d4, d6, d8 of 3 or less."""
    low = tables().events["horde_hit"]
    d4, d6, d8 = dice
    horde = one("li")
    for die, kind in ((d4, "li"), (d6, "arc"), (d8, "cap1")):
        if die <= low:
            horde = plus(horde, one(kind))
    game.circle = Circle((d4, d6, d8), horde)


def draw_event(game: Medioevo, seat: Seat) -> None:
    """MU-EVT-03 The top card becomes this turn's event; the pile is refilled from below when one card is left (reading S-31)."""
    card = game.events.pop(0)
    game.event_discard.append(card)
    refill_events(game)
    game.happening = Happening(card)
    game.emit(EventDrawn(seat=seat, event=card))


def refill_events(game: Medioevo) -> None:
    if len(game.events) <= 1:
        game.events.extend(shuffled(game, game.event_discard))
        game.event_discard.clear()


def reveal_tolerance(game: Medioevo) -> None:
    game.tolerated = event_cards()[game.events[0]].back
    game.emit(TaxTolerated(florins=game.tolerated))


# -- rebellions --------------------------------------------------------------------------------------------


class Unrest(Procedure[Medioevo], frozen=True):
    """MU-EVT-15 The rebellions of one player."""

    seat: Seat
    left: int = -1
    burdened: bool = False
    STEPS = ("count", "outbreak")

    def count(self, game: Medioevo) -> None:
        """MU-EVT-15 One rebellion for every ten florins of tax above what is tolerated, by the level set last turn."""
        tax = game.players[self.seat].tax
        number = max(0, tax - game.tolerated) // 10
        note(game, self.seat, checked_tax_level=tax)
        if number:
            game.emit(RebellionsDue(seat=self.seat, rebellions=number))
        game.update(self, left=number, burdened=bool(rebellions(game, self.seat)))

    def outbreak(self, game: Medioevo) -> str:
        """MU-EVT-16 Each one is placed in turn; if there was a rebellion before, each new one at home costs an honour point."""
        if self.left <= 0 or game.players[self.seat].eliminated:
            return DONE
        game.update(self, left=self.left - 1)
        announce_rebellion(game, self.seat, "MU-EVT-17", self.burdened)
        return "outbreak"


class Rebellion(Procedure[Medioevo], frozen=True):
    """MU-EVT-17 One rebellion: the site, a moment for Law to divert it, the outbreak. Law sets `space` and `diverted`."""

    seat: Seat
    rule: str
    burdened: bool = False
    space: str = ""
    diverted: bool = False
    STEPS = ("choose", "warn", "outbreak")

    def choose(self, game: Medioevo) -> str | None:
        """MU-EVT-17 It breaks out where the player has the fewest units; he chooses among equals."""
        if not rebellion_sites(game, self.seat):
            return DONE
        game.push(ChooseRebellion(self.seat))
        return None

    def warn(self, game: Medioevo) -> None:
        """MU-EVT-17 It is announced; Law may divert it."""
        open_window(game, "W-2r", self.space)

    def outbreak(self, game: Medioevo) -> None:
        """MU-EVT-16 MU-PH-07 The horde rises; at home with another rebellion in progress it costs honour."""
        if self.burdened and not self.diverted:
            honour(game, self.seat, worth("new_rebellion"), "MU-EVT-16")
        rebel(game, BARBARIANS if self.diverted else self.seat, self.space, self.rule)


class ChooseRebellion(Decision[Medioevo], frozen=True):
    """MU-EVT-17 The owner breaks ties between equally weak home territories."""

    RULE = "MU-EVT-17"
    FORCED = True
    seat: Seat

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from map(Rebel, rebellion_sites(game, self.seat))

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, Rebel)
        game.update(game.running(Rebellion), space=action.space)


def announce_rebellion(game: Medioevo, seat: Seat, rule: str, burdened: bool | None = None) -> None:
    """MU-EVT-17 A rebellion is due; `burdened` says whether one was in progress before."""
    game.push(Rebellion(seat, rule, bool(rebellions(game, seat)) if burdened is None else burdened))


def rebellion_sites(game: Medioevo, seat: Seat) -> list[str]:
    """MU-EVT-17 Controlled home land with the fewest own units; without any, home land already in rebellion (reading S-23)."""
    held = [space for space in homes(game, seat) if game.lands[space].holder == seat]
    if not held:
        return sorted(rebellions(game, seat))
    fewest = min(size(game, space, seat) for space in held)
    return sorted(space for space in held if size(game, space, seat) == fewest)


def announced_rebellion(game: Medioevo) -> Rebellion | None:
    """The rebellion that window W-2r is about: Law updates its `space` and `diverted`."""
    return game.find(Rebellion)


def rebel(game: Medioevo, seat: Seat, space: str, rule: str) -> None:
    """MU-EVT-17 A rebellion: a War Circle horde rises in a territory of the player and acts at once."""
    game.emit(Rebelled(seat=seat, space=space, rule=rule))
    change_land(game, space, incursion=False)
    if seat != BARBARIANS:
        tally(game, seat, new_rebellions=1)
    raise_horde(game, space, rule)
    game.push(Arrival(space))
