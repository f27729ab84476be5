"""Setting up: kingdoms, play area, starting pieces and cards (rulebook: Setup; The kingdoms)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import pick, shuffled
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, Procedure, Together
from marchland.kernel.title import Value

from .. import world
from ..state import BARBARIANS, Land, Medioevo, Player
from ..tables import COLOURS, FIGURES, SHIPS, TRANSPORTS, empire_cards, tables
from .components.armies import place_unit
from .components.table import (
    bumped,
    change,
    change_land,
    colour_index,
    draw_supply,
    has_port,
    has_settlement,
    homes,
    lay_lands,
    printing,
)
from .components.vehicles import new_vehicle
from .conquest.buildings import name_of
from .order import OrderPhase
from .purchases.empire import CardsDrawn, KeepCard, keep_card
from .variants.opening_auction import OpeningAuction


class KingdomTaken(Event, frozen=True):
    RULE = "MU-SET-10"
    seat: Seat
    kingdom: str


class VillagePlaced(Event, frozen=True):
    RULE = "MU-SET-03"
    TOUCHES = ("space",)
    seat: Seat
    space: str


class TokenTaken(Event, frozen=True):
    RULE = "MU-SET-06"
    seat: Seat
    colour: str


class TakeKingdom(Action, frozen=True):
    """Play this kingdom."""

    kingdom: str


class PlaceVillage(Action, frozen=True):
    TOUCHES = ("space",)
    space: str


class PlaceArcher(Action, frozen=True):
    TOUCHES = ("space",)
    space: str


class ChooseStart(Action, frozen=True):
    """A starting transport."""

    kind: str
    level: int


class PlaceStart(Action, frozen=True):
    TOUCHES = ("space",)
    space: str


class TakeToken(Action, frozen=True):
    """The free Objective token."""

    TOUCHES = ("colour",)
    PREFIX = {"colour": "token"}
    colour: str


class Setup(Procedure[Medioevo], frozen=True):
    """MU-SET-01 Auction, kingdoms, Village, Archer and transports, fire hordes, Empire cards, Objective token."""

    STEPS = ("deal_kingdoms", "auction", "choose_kingdoms", "survey", "villages", "pieces", "fires", "deal_cards", "tokens")

    def deal_kingdoms(self, game: Medioevo) -> None:
        """MU-SET-10 At random or by the starting auction; choosing comes after the order is known."""
        match game.settings["kingdoms"]:
            case "random":
                for seat, kingdom in enumerate(shuffled(game, random_kingdoms(game))):
                    take_kingdom(game, seat, kingdom)
            case "auction":
                game.push(OpeningAuction(random_kingdoms(game)))

    def auction(self, game: Medioevo) -> None:
        """MU-SET-01 The order auction of setup is phase 1 of the first turn (reading R-63)."""
        game.push(OrderPhase())

    def choose_kingdoms(self, game: Medioevo) -> None:
        """MU-SET-10 In turn order, each kingdom linked to one already chosen."""
        if game.settings["kingdoms"] == "choice":
            game.push(*(ChooseKingdom(seat) for seat in game.order))

    def survey(self, game: Medioevo) -> None:
        """MU-SET-10 With fewer than six, only land within three of a chosen home is in play, and the seas next to it."""
        lay_board(game)

    def villages(self, game: Medioevo) -> None:
        """MU-SET-03 One Village on a home settlement."""
        game.push(*(ChooseVillage(seat) for seat in game.order))

    def pieces(self, game: Medioevo) -> None:
        """MU-SET-03 An Archer and two levels of transports at home."""
        for seat in reversed(game.order):
            game.push(ChooseArcher(seat), ChooseStartTransport(seat, tables().start["transport_levels"]))

    def fires(self, game: Medioevo) -> None:
        """MU-SET-04 A barbarian in every fire territory in play."""
        for space in world.fires(printing(game)):
            if space in game.lands:
                place_unit(game, space, BARBARIANS, "li", "MU-SET-04")

    def deal_cards(self, game: Medioevo) -> None:
        """MU-SET-05 Three cards each, one is kept in secret."""
        for seat in game.order:
            cards = tuple(game.deck[: tables().start["dealt"]])
            del game.deck[: len(cards)]
            change(game, seat, drawn=cards)
            game.emit(CardsDrawn(seat=seat, cards=cards, audience=(seat,)))
        game.push(KeepFirstCard(seats=tuple(range(game.seats))))

    def tokens(self, game: Medioevo) -> None:
        """MU-SET-06 One free Objective token of any colour."""
        game.push(*(ChooseToken(seat) for seat in game.order))


class ChooseKingdom(Decision[Medioevo], frozen=True):
    """MU-SET-10 A kingdom linked to one already taken."""

    RULE = "MU-SET-10"
    seat: Seat

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from map(TakeKingdom, open_kingdoms([player.kingdom for player in game.players if player.kingdom]))

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, TakeKingdom)
        take_kingdom(game, self.seat, action.kingdom)


class ChooseVillage(Decision[Medioevo], frozen=True):
    """MU-SET-03 On any own home settlement; no technology is needed."""

    RULE = "MU-SET-03"
    seat: Seat

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from (PlaceVillage(space) for space in sorted(homes(game, self.seat)) if has_settlement(game, space))

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, PlaceVillage)
        draw_supply(game, name_of("civil", 1))
        change_land(game, action.space, civil=1)
        game.emit(VillagePlaced(seat=self.seat, space=action.space))


class ChooseArcher(Decision[Medioevo], frozen=True):
    """MU-SET-03 Anywhere at home."""

    RULE = "MU-SET-03"
    seat: Seat

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from map(PlaceArcher, sorted(homes(game, self.seat)))

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, PlaceArcher)
        place_unit(game, action.space, self.seat, "arc", "MU-SET-02")


class ChooseStartTransport(Decision[Medioevo], frozen=True):
    """MU-SET-02 Two levels of transports, split freely; ships only in a kingdom with a port."""

    RULE = "MU-SET-02"
    seat: Seat
    levels: int

    def options(self, game: Medioevo) -> Iterator[Action]:
        for kind in TRANSPORTS:
            if start_sites(game, self.seat, kind) and game.supply[kind]:
                yield from (ChooseStart(kind, level) for level in range(1, self.levels + 1))

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, ChooseStart)
        rest = self.levels - action.level
        if rest:
            game.push(ChooseStartTransport(self.seat, rest))
        game.push(PlaceTransport(self.seat, action.kind, action.level))


class PlaceTransport(Decision[Medioevo], frozen=True):
    """MU-SET-03 Land transports anywhere at home, ships in home ports."""

    RULE = "MU-SET-03"
    seat: Seat
    kind: str
    level: int

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from map(PlaceStart, start_sites(game, self.seat, self.kind))

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, PlaceStart)
        new_vehicle(game, self.seat, self.kind, self.level, action.space, "MU-SET-02")


class KeepFirstCard(Together[Medioevo], frozen=True):
    """MU-SET-05 One of three, chosen in secret after seeing both sides."""

    RULE = "MU-SET-05"

    def options_for(self, game: Medioevo, seat: Seat) -> Iterator[Action]:
        yield from map(KeepCard, game.players[seat].drawn)

    def settle(self, game: Medioevo, answers: dict[Seat, tuple[Action, ...]]) -> None:
        for seat in game.order:
            (kept, *_) = answers[seat]
            assert isinstance(kept, KeepCard)
            keep_card(game, seat, kept.card)
        game.deck[:] = shuffled(game, sorted(game.deck))


class ChooseToken(Decision[Medioevo], frozen=True):
    """MU-SET-06 Any colour that is left, in turn order."""

    RULE = "MU-SET-06"
    seat: Seat

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from (TakeToken(colour) for colour in COLOURS if game.supply[f"objective:{colour}"])

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, TakeToken)
        draw_supply(game, f"objective:{action.colour}")
        change(game, self.seat, tokens=bumped(game.players[self.seat].tokens, colour_index(action.colour), 1))
        game.emit(TokenTaken(seat=self.seat, colour=action.colour))


# -- kingdoms ----------------------------------------------------------------------------------------------


def open_kingdoms(taken: list[str]) -> list[str]:
    """MU-SET-10 Kingdoms that may be chosen next: any at first, then one linked to a kingdom in play (reading R-45)."""
    free = [kingdom for kingdom in world.kingdoms() if kingdom not in taken]
    if not taken:
        return free
    return [kingdom for kingdom in free if any(other in taken for other in world.links(kingdom))]


def random_kingdoms(game: Medioevo) -> tuple[str, ...]:
    """MU-SET-10 A connected set of as many kingdoms as players."""
    taken: list[str] = []
    while len(taken) < game.seats:
        taken.append(pick(game, open_kingdoms(taken)))
    return tuple(taken)


def take_kingdom(game: Medioevo, seat: Seat, kingdom: str) -> None:
    change(game, seat, kingdom=kingdom)
    game.emit(KingdomTaken(seat=seat, kingdom=kingdom))


def lay_board(game: Medioevo) -> None:
    """MU-SET-10 Territories and seas in play; home land is controlled from the start."""
    home = {space: seat for seat in range(game.seats) for space in homes(game, seat)}
    if game.seats == len(world.kingdoms()):
        area, waters = world.lands(), world.seas()
    else:
        area = tuple(sorted({there for space in home for there in world.within(space, tables().neighbour)}))
        waters = tuple(sorted({sea for space in area for sea in world.sea_neighbours(space)}))
    lay_lands(game, {space: Land(holder=home.get(space, BARBARIANS)) for space in area})
    game.waters = waters


def start_sites(game: Medioevo, seat: Seat, kind: str) -> list[str]:
    """MU-SET-03 Where a starting transport may stand."""
    own = sorted(homes(game, seat))
    if kind not in SHIPS:
        return own
    return [space for space in own if has_port(game, space)]


def out_of_play(space: str) -> Refusal:
    """MU-SET-10 With fewer players a part of the map is not played on."""
    return Refusal("MU-SET-10", {"space": space})


def card_numbers() -> list[int]:
    return sorted(empire_cards())


def new_player(seat: int, settings: Mapping[str, Value]) -> Player:
    """MU-SET-02 MU-SET-07 What every player starts with."""
    start = tables().start
    return Player(
        florins=start["florins"],
        honour=start["honour"],
        reserve=tuple(tables().reserve[figure] for figure in FIGURES),
        stars=tables().control_tokens,
        heed=str(settings[f"ask_{seat + 1}"]),
        team=1 + seat % 2 if settings["teams"] else 0,
    )
