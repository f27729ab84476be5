"""What may be seen of the table: everything but sealed answers, the decks, objectives, hidden purchases and secret pacts."""

from __future__ import annotations

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.chance import Chance, pick, shuffled
from marchland.kernel.views import View, forget, header

from .rules.components.table import change, holdings, printing, replace
from .rules.diplomacy.secrecy import forget_secrets, pacts_seen_by
from .rules.loans import net_florins
from .rules.order import LADDER, MODEST, Bid, Bids
from .rules.purchases.placement import unit_limit
from .rules.taxes import income, upkeep
from .rules.variants.deployment import hidden_florins, hidden_points
from .state import (
    Army,
    Circle,
    Counts,
    Deal,
    Effect,
    Fight,
    Happening,
    Held,
    Land,
    March,
    Medioevo,
    Pact,
    Prisoner,
    Route,
    Vehicle,
    War,
)
from .tables import event_cards


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One player's place at the table. `objectives` and `drawn` are filled for the viewer's own seat only."""

    seat: Seat
    kingdom: str
    team: int
    eliminated: bool
    florins: int
    net_florins: int
    honour: int
    loans: int
    arrears: int
    tax: int
    technology: tuple[int, ...]
    reserve: tuple[int, ...]
    hand: tuple[Held, ...]
    objectives: dict[str, int]
    drawn: tuple[int, ...]
    tokens: tuple[int, ...]
    flipped: tuple[int, ...]
    points: tuple[int, ...]
    stars: int
    camp: Counts
    exiles: Counts
    blood: int
    route: Route | None
    heed: str
    orders: tuple[str, ...]
    territories: int
    income: int
    upkeep: int
    unit_limit: int
    recruits: int


class MedioevoView(View, frozen=True, kw_only=True):
    turn: int
    turns: str
    honour_limit: int
    map: str
    phase: int
    order: tuple[Seat, ...]
    active: Seat
    area: tuple[str, ...]
    waters: tuple[str, ...]
    lands: dict[str, Land]
    armies: dict[str, tuple[Army, ...]]
    vehicles: dict[str, Vehicle]
    supply: dict[str, int]
    circle: Circle
    deck: int
    top_objective: int
    event_pile: int
    event_back: int
    event_discard: tuple[str, ...]
    happening: Happening | None
    tolerated: int
    prisoners: tuple[Prisoner, ...]
    pacts: dict[str, Pact]
    wars: tuple[War, ...]
    effects: tuple[Effect, ...]
    fights: tuple[Fight, ...]
    marches: tuple[March, ...]
    deals: tuple[Deal, ...]
    seats: tuple[SeatView, ...]
    honour: tuple[int, ...]
    scores: tuple[int, ...]
    ranking: tuple[Seat, ...]
    reason: str


def view(game: Medioevo, seat: Seat | None) -> MedioevoView:
    return MedioevoView(
        **header(game, seat),
        turn=game.turn,
        turns=str(game.settings["length"]),
        honour_limit=int(game.settings.get("honour_limit", 0)),
        map=printing(game),
        phase=game.phase,
        order=game.order,
        active=game.active,
        area=game.area,
        waters=game.waters,
        lands=dict(game.lands),
        armies=dict(game.armies),
        vehicles={str(id): vehicle for id, vehicle in game.vehicles.items()},
        supply=dict(game.supply),
        circle=game.circle,
        deck=len(game.deck),
        top_objective=game.objectives[game.deck[0]] if game.deck else 0,
        event_pile=len(game.events),
        event_back=event_cards()[game.events[0]].back if game.events else 0,
        event_discard=tuple(game.event_discard),
        happening=game.happening,
        tolerated=game.tolerated,
        prisoners=tuple(game.prisoners),
        pacts={str(id): pact for id, pact in pacts_seen_by(game, seat).items()},
        wars=tuple(game.wars),
        effects=tuple(game.effects),
        fights=tuple(game.fights),
        marches=tuple(game.marches),
        deals=tuple(game.deals),
        seats=tuple(seat_view(game, other, seat) for other in range(game.seats)),
        honour=tuple(player.honour for player in game.players),
        scores=scores(game),
        ranking=game.ranking,
        reason=game.reason,
    )


def scores(game: Medioevo) -> tuple[int, ...]:
    """Nobody knows them before the end."""
    return game.scores


def seat_view(game: Medioevo, seat: Seat, viewer: Seat | None) -> SeatView:
    player = game.players[seat]
    own = viewer == seat
    known = replace(game, pacts=pacts_seen_by(game, viewer))  # a tax that a secret pact preserves would tell of the pact
    screen = 0 if own else hidden_florins(game, seat)
    return SeatView(
        seat=seat,
        kingdom=player.kingdom,
        team=player.team,
        eliminated=player.eliminated,
        florins=player.florins + screen,
        net_florins=net_florins(game, seat) + screen,
        honour=player.honour,
        loans=player.loans,
        arrears=player.arrears,
        tax=player.tax,
        technology=player.technology,
        reserve=player.reserve,
        hand=player.hand,
        objectives={str(card): back for card, back in own_objectives(game, seat).items()} if own else {},
        drawn=player.drawn if own else (),
        tokens=player.tokens,
        flipped=player.flipped,
        points=player.points if own else with_hidden_points(game, seat),
        stars=player.stars,
        camp=player.camp,
        exiles=player.exiles,
        blood=player.blood,
        route=player.route,
        heed=player.heed,
        orders=player.order if own else (),
        territories=len(holdings(game, seat)),
        income=income(known, seat)[1],
        upkeep=upkeep(game, seat),
        unit_limit=unit_limit(game, seat),
        recruits=player.recruits,
    )


def with_hidden_points(game: Medioevo, seat: Seat) -> tuple[int, ...]:
    """MU-VAR-06 A pool as others know it: what was spent behind the screen is still in it."""
    return tuple(map(sum, zip(game.players[seat].points, hidden_points(game, seat), strict=True)))


def own_objectives(game: Medioevo, seat: Seat) -> dict[int, int]:
    """The objectives on the backs of a player's cards, and of those he is choosing from."""
    player = game.players[seat]
    return {card: game.objectives[card] for card in (*(held.card for held in player.hand), *player.drawn)}


# -- dealing anew ------------------------------------------------------------------------------------------


def redeal(game: Medioevo, seat: Seat | None, key: bytes) -> Medioevo:
    """A copy in which everything this seat cannot see is dealt anew."""
    dealt = game.clone()
    dealt.chance = Chance(key)
    deal_cards(dealt, seat)
    deal_backs(dealt, seat)
    deal_events(dealt)
    clear_screens(dealt, seat)
    forget_secrets(dealt, seat)
    forget(dealt, seat, key)
    guess_bids(dealt, seat)
    return dealt


def guess_bids(game: Medioevo, seat: Seat | None) -> None:
    """Sealed bids of others are guessed to be modest, as bids for the order of play usually are."""
    decision = game.decision
    if isinstance(decision, Bids) and decision.lanes:
        modest = tuple(Bid(florins) for florins in LADDER if florins <= MODEST)
        lanes = [
            (pick(game, modest[: len(tuple(decision.options_for(game, other)))]),) if lane and other != seat else lane
            for other, lane in zip(decision.seats, decision.lanes, strict=True)
        ]
        game.update(decision, lanes=tuple(lanes))


def deal_cards(game: Medioevo, seat: Seat | None) -> None:
    """Other players' draws and the deck under its visible top card."""
    others = [other for other in range(game.seats) if other != seat and game.players[other].drawn]
    top, rest = game.deck[:1], game.deck[1:]
    pool = shuffled(game, sorted(rest + [card for other in others for card in game.players[other].drawn]))
    for other in others:
        number = len(game.players[other].drawn)
        change(game, other, drawn=tuple(pool[:number]))
        del pool[:number]
    game.deck = top + pool


def deal_backs(game: Medioevo, seat: Seat | None) -> None:
    """With shuffled objectives: the backs that the seat cannot see."""
    if game.settings["objectives"] != "shuffled":
        return
    known = set(own_objectives(game, seat)) if seat is not None else set()
    hidden = [card for card in range(1, len(game.objectives)) if card not in known and card not in game.deck[:1]]
    backs = shuffled(game, sorted(game.objectives[card] for card in hidden))
    for card, back in zip(hidden, backs, strict=True):
        game.objectives[card] = back


def deal_events(game: Medioevo) -> None:
    """The Event pile: its top card shows its back, and only that."""
    if not game.events:
        return
    back = event_cards()[game.events[0]].back
    pile = sorted(game.events)
    top = pick(game, [card for card in pile if event_cards()[card].back == back])
    pile.remove(top)
    game.events = [top, *shuffled(game, pile)]


def clear_screens(game: Medioevo, seat: Seat | None) -> None:
    """MU-VAR-06 Purchases behind other players' screens are unknown: as a guess there are none."""
    for other in range(game.seats):
        if other != seat and game.players[other].order:
            florins = game.players[other].florins + hidden_florins(game, other)
            change(game, other, florins=florins, points=with_hidden_points(game, other), order=())
