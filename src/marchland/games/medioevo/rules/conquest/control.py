"""Who controls a territory, and the Control tokens of military buildings (rulebook: Control)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, Procedure
from marchland.kernel.memo import kept_with

from ... import world
from ...state import BARBARIANS, Medioevo
from ..components.armies import by_owner, parties
from ..components.table import change, change_land, home_owner
from ..diplomacy.relations import are_teammates, is_guest, may_attack


class ControlChanged(Event, frozen=True):
    """A territory has another controller, by conquest or because the old one lost it."""

    TOUCHES = ("space",)
    seat: Seat
    space: str
    before: Seat
    rule: str


class TokenPlaced(Event, frozen=True):
    RULE = "MU-CTL-04"
    TOUCHES = ("space",)
    seat: Seat
    space: str


class TokenRemoved(Event, frozen=True):
    RULE = "MU-CTL-03"
    TOUCHES = ("space",)
    seat: Seat
    space: str


def refresh_control(game: Medioevo, space: str) -> None:
    """MU-CTL-02 Land whose controller has neither unit nor token there, and is not at home, is lost at once."""
    if world.is_sea(space):
        return
    land = game.lands[space]
    present = parties(game, space)
    if land.incursion and (BARBARIANS not in present or present == [BARBARIANS]):
        change_land(game, space, incursion=False)
    if BARBARIANS in present:
        remove_token(game, space)
        set_holder(game, space, BARBARIANS, "MU-TAX-03")
    elif land.holder == BARBARIANS or not keeps_control(game, space, land.holder, present):
        set_holder(game, space, claimant(game, space, present), "MU-CTL-02")


def refresh_contested(game: Medioevo) -> None:
    """MU-TAX-03 When wars, peace or pacts have changed, land with foreign troops in it may change hands."""
    for space in contested(game):
        refresh_control(game, space)


@kept_with("armies", "lands")
def contested(game: Medioevo) -> tuple[str, ...]:
    """Land with troops in it that are not its holder's, sorted."""
    standing = [(space, owner) for owner, armies in by_owner(game).items() for space, _ in armies if space in game.lands]
    return tuple(sorted({space for space, owner in standing if game.lands[space].holder != owner}))


def keeps_control(game: Medioevo, space: str, seat: Seat, present: list[Seat]) -> bool:
    """MU-TAX-03 Controlled land is garrisoned without an enemy beside the garrison, or home, or marked by a token.

    An enemy who came as a guest takes land without a garrison only by an attack, from the turn after the declaration on.
    """
    if seat in present:
        return not any(is_contender(game, seat, other) for other in present)
    return game.lands[space].token == seat or home_owner(game, space) == seat


def is_contender(game: Medioevo, holder: Seat, other: Seat) -> bool:
    """MU-TAX-03 Does another's army dispute this land: an enemy who may attack by now, and whom no pact lets in?"""
    return other != holder and may_attack(game, holder, other) and not is_guest(game, other, holder)


def is_disputed(game: Medioevo, space: str) -> bool:
    """MU-TAX-03 Is there an army in this land that neither a pact with its holder nor a team lets in, war or no war?"""
    holder = game.lands[space].holder
    strangers = (other for other in parties(game, space) if other != holder)
    return any(not is_guest(game, other, holder) and not are_teammates(game, other, holder) for other in strangers)


def claimant(game: Medioevo, space: str, present: list[Seat]) -> Seat:
    """MU-CTL-01 Home land returns to its owner when no army and no token of another is there; else a lone army or a token holds."""
    token = game.lands[space].token
    if token != BARBARIANS and keeps_control(game, space, token, present):
        return token
    owner = home_owner(game, space)
    if owner != BARBARIANS and all(seat == owner for seat in present):
        return owner
    return present[0] if len(present) == 1 else BARBARIANS


def set_holder(game: Medioevo, space: str, seat: Seat, rule: str) -> None:
    before = game.lands[space].holder
    if before != seat:
        change_land(game, space, holder=seat)
        game.emit(ControlChanged(seat=seat, space=space, before=before, rule=rule))


# -- Control tokens ----------------------------------------------------------------------------------------


def remove_token(game: Medioevo, space: str) -> None:
    """MU-CTL-03 A token goes when the land is conquered, invaded by barbarians or fought over; reconquest does not restore it."""
    owner = game.lands[space].token
    if owner != BARBARIANS:
        change_land(game, space, token=BARBARIANS)
        change(game, owner, stars=game.players[owner].stars + 1)
        game.emit(TokenRemoved(seat=owner, space=space))


def drop_token(game: Medioevo, space: str) -> None:
    """A token is taken away and the land may change hands."""
    remove_token(game, space)
    refresh_control(game, space)


def token_sites(game: Medioevo, seat: Seat, space: str) -> list[str]:
    """MU-CTL-04 Adjacent land in play, controlled by no other player and free of other armies, without an own token."""
    return [
        there
        for there in world.land_neighbours(space)
        if there in game.lands
        and game.lands[there].holder in (seat, BARBARIANS)
        and game.lands[there].token == BARBARIANS
        and all(owner == seat for owner in parties(game, there))
    ]


def is_attributable(game: Medioevo, seat: Seat, space: str) -> bool:
    """Reading S-24: a token belongs to a military building of its owner in any adjacent territory."""
    return any(
        there in game.lands and game.lands[there].holder == seat and game.lands[there].military
        for there in world.land_neighbours(space)
    )


def drop_orphans(game: Medioevo, space: str) -> None:
    """MU-CTL-06 When a military building is gone or lost, tokens next to it that no building of their owner supports go too."""
    for there in world.land_neighbours(space):
        owner = game.lands[there].token if there in game.lands else BARBARIANS
        if owner != BARBARIANS and not is_attributable(game, owner, there):
            drop_token(game, there)


def inherit_tokens(game: Medioevo, seat: Seat, loser: Seat, space: str) -> None:
    """MU-CTL-05 Tokens of a captured and kept building become the conqueror's if he has some left, else go (reading R-12)."""
    for there in world.land_neighbours(space):
        if there in game.lands and game.lands[there].token == loser and not is_attributable(game, loser, there):
            remove_token(game, there)
            if game.players[seat].stars and all(owner in (seat, loser) for owner in parties(game, there)):
                put_token(game, seat, there)
            refresh_control(game, there)


def put_token(game: Medioevo, seat: Seat, space: str) -> None:
    change(game, seat, stars=game.players[seat].stars - 1)
    change_land(game, space, token=seat)
    game.emit(TokenPlaced(seat=seat, space=space))


class PlaceToken(Action, frozen=True):
    TOUCHES = ("space",)
    space: str


class SkipToken(Action, frozen=True):
    """Give up the remaining tokens."""


class PlaceTokens(Decision[Medioevo], frozen=True):
    """MU-CTL-04 Tokens of a new military building go at once into adjacent land, or are lost."""

    RULE = "MU-CTL-04"
    seat: Seat
    space: str
    tokens: int

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from map(PlaceToken, token_sites(game, self.seat, self.space))
        yield SkipToken()

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, PlaceToken):
            put_token(game, self.seat, action.space)
            refresh_control(game, action.space)
            offer_tokens(game, self.seat, self.space, self.tokens - 1)


def offer_tokens(game: Medioevo, seat: Seat, space: str, tokens: int) -> None:
    """MU-CTL-04 Ask for the next token as long as there are tokens, sites and tokens in the reserve."""
    if tokens and game.players[seat].stars and token_sites(game, seat, space):
        game.push(PlaceTokens(seat, space, tokens))


class Resume(Procedure[Medioevo], frozen=True):
    """MU-TAX-03 After a free action control is looked at again before its player goes on."""

    STEPS = ("check",)

    def check(self, game: Medioevo) -> None:
        """MU-TAX-03 Wars and pacts may have changed who controls what."""
        settle_control(game)


def settle_control(game: Medioevo) -> None:
    """MU-TAX-03 When no movement and no battle is going on, control follows wars and pacts."""
    if not game.fights and not game.marches:
        refresh_contested(game)
