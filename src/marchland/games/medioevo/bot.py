"""How good a position is for a seat: honour first, then what earns honour later, then what is under way.

`evaluate` is one number, in tenths of an honour point. It adds up
- what every player has on the table (`worth`): honour, money, land, troops, pieces, knowledge, cards; the best rival's counts
  against it, but not his money, or the bot would put off whatever lets the others collect theirs,
- how the majorities of the final scoring stand (`majorities`),
- what the seat is in the middle of (`bots/`): battles, movements, voyages, Trade Routes, pacts, wars,
- what a sealed answer of its own is worth before the others are known (`sealed_worth`).

Greedy play looks one step ahead, so that every step on a good way must already be worth more than standing still: a movement is
worth what it could take, a route what is left of the way, a draft what the others would sign. Whatever leads nowhere costs a trifle
(`fuss`), and what is due anyway (upkeep) is counted before it is paid.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.contract import Automaton
from marchland.kernel.frames import Together
from marchland.kernel.planning import Mind

from .bots.judgement import judge
from .bots.planning import hunch, reply, sameness, steps, turn_of
from .bots.purchases import bargain, unprepared, useful_colours
from .bots.styles import TASTES as LIKINGS
from .bots.under_way import idleness, promise, start_promise
from .bots.weights import (
    ARREARS,
    CARD,
    FIRST,
    HONOUR,
    KEEP,
    KIT,
    MOBILE,
    POINT,
    PRISONER,
    READY,
    REBELLION,
    REBELLIONS,
    RIVAL,
    SHORTAGE,
    TECHNOLOGY,
    TIRED,
    TOKEN,
    UNIT,
    UNPREPARED,
    UPGRADE,
    USEFUL_POINT,
    VICTORY,
    debt_weight,
    florin,
    land_worth,
    soldiers,
    troops_worth,
    turns_left,
)
from .rules.battle.flight import OfferTerms
from .rules.cards.attention import Heed
from .rules.cards.targets import ChooseTarget
from .rules.components.table import settlements
from .rules.diplomacy.diplomacy import DeclareWar, Denounce, OfferEnd, OfferPeace, OfferTruce, Verdict, Vote
from .rules.diplomacy.pacts import DraftPact
from .rules.loans import net_florins
from .rules.movement.removal import Dismiss
from .rules.order import Bid
from .rules.purchases.empire import KeepCard
from .rules.purchases.purchases import BuyHere, LeaveSite, Purchase
from .rules.taxes import Budget, MeetUpkeep, SetTax, TaxesPhase, income, upkeep_of
from .rules.trade.routes import DropRoute
from .rules.trade.trade import ManageTransport
from .rules.turn_end import KeepQuiet, SayTime, TimeVote
from .rules.variants.deployment import read
from .rules.variants.opening_auction import BidKingdom
from .state import BARBARIANS, Medioevo, Player
from .tables import COLOURS, empire_cards, tables

__all__ = [
    "BOTS",
    "EAGERNESS",
    "MINDS",
    "TASTES",
    "evaluate",
    "hunch",
    "judge",
    "reply",
    "sameness",
    "shortlist",
    "steps",
    "turn_of",
]

TASTES = tuple(LIKINGS)
BOTS: dict[str, Callable[[], Automaton[Medioevo]]] = {}
MINDS = {
    "easy": Mind(style="beginner", width=1, looks=30, seconds=0.045),
    "normal": Mind(style="careless", width=1, looks=200, seconds=0.18),
    "hard": Mind(width=2, looks=450, seconds=0.45),
    "expert": Mind(style="thorough", width=8, looks=5000, seconds=2.7),
}
"""Bots that search: `bots/planning.py` says what a turn is to them, `bots/styles.py` what each looks at."""
EAGERNESS = {
    **dict.fromkeys(("DeclareWar", "Dismiss", "SayTime"), 0.01),
    **dict.fromkeys(("Denounce", "OfferEnd", "Heed", "Remove"), 0.05),
    **dict.fromkeys(("TearUp", "LeaveSite", "Repay"), 0.3),
}
"""For sweeps: what ends the game, pacts and pieces before they have done anything is seldom tried."""
TARGETS = 8
"""Targets of a card or technology that are tried before it is used; half as many at each further choice."""
HESITATION = 0.05


class Account(msgspec.Struct):
    """What a player has on the map."""

    lands: int = 0
    land: float = 0.0
    cathedrals: int = 0
    cities: int = 0
    castles: int = 0
    troops: float = 0.0
    upkeep: int = 0
    kit: float = 0.0


def evaluate(game: Medioevo, seat: Seat) -> float:
    """What a position is worth; where a card or technology waits for its target, by the best of the first few targets."""
    top = game.decision
    if isinstance(top, ChooseTarget) and top.seat == seat:
        tried = game.options(seat)[: TARGETS >> len(top.chosen)]
        return max(evaluate(_after(game, seat, target), seat) for target in tried) - HESITATION
    return position_worth(game, seat)


def _after(game: Medioevo, seat: Seat, action: Action) -> Medioevo:
    trial = game.clone()
    trial.play(seat, action)
    return trial


def position_worth(game: Medioevo, seat: Seat) -> float:
    """The seat's own worth, less a share of its best rival's, and what it is about to do."""
    accounts = survey(game)
    others = [other for other in range(game.seats) if other != seat and not game.players[other].eliminated]
    total = worth(game, seat, accounts[seat], florin(turns_left(game)))
    total -= RIVAL * max((worth(game, other, accounts[other], 0.0) for other in others), default=0.0)
    if game.is_over:  # on the same scale as before, or the bot would put off the end
        return total + VICTORY * (game.ranking.index(seat) == 0)
    if game.players[seat].eliminated:
        return total
    total += intention(game, seat) + start_promise(game, seat)
    if not game.lands:  # kingdoms are still being dealt
        return total
    return total + majorities(game, seat, accounts) + promise(game, seat) - fuss(game, seat)


# -- what is worth a thought -------------------------------------------------------------------------------

STATECRAFT = (DeclareWar, DraftPact, OfferPeace, OfferTruce, OfferEnd, Denounce)
"""Affairs of state: thought about when purchases are made, and terms when a battle is fought."""
OFFERS = (DraftPact, OfferPeace, OfferTruce, OfferEnd)


def shortlist(game: Medioevo, seat: Seat, options: tuple[Action, ...]) -> tuple[Action, ...]:
    """What greedy play looks at: no affairs of state in the middle of other things, no purchase that is no bargain."""
    decision = game.decision
    if isinstance(decision, TimeVote):
        return (KeepQuiet(),)  # a program has no clock: it neither calls time nor denies it
    if isinstance(decision, BuyHere):
        return tuple(o for o in options if isinstance(o, LeaveSite) or bargain(game, seat, decision.space, o) > 0)
    idle: tuple[type[Action], ...] = (Heed, Dismiss)
    if not isinstance(decision, Purchase | OfferTerms):
        idle = (*idle, *STATECRAFT)
    elif was_refused(game, seat):
        idle = (*idle, *OFFERS)
    if isinstance(decision, ManageTransport):
        idle = (*idle, DropRoute)
    return tuple(option for option in options if not isinstance(option, idle))


def was_refused(game: Medioevo, seat: Seat) -> bool:
    """Has an offer of this turn come to nothing? The table does not tell whose answer it was, so nobody is asked again."""
    signed = sum(pact.parties[0] == seat and pact.made == game.turn for pact in game.pacts.values())
    return game.now[seat].proposals > signed


# -- what lies on the table --------------------------------------------------------------------------------


def survey(game: Medioevo) -> list[Account]:
    """One look over the map for all players."""
    accounts = [Account() for _ in range(game.seats)]
    left, towns = turns_left(game), settlements(game)
    for space, land in game.lands.items():
        if land.holder != BARBARIANS:
            account = accounts[land.holder]
            account.lands += 1
            account.land += land_worth(land, space in towns, left)
            if land.civil or land.military or land.cathedral:
                account.cathedrals += land.cathedral
                account.cities += land.civil == 3
                account.castles += land.military == 3
    _count_troops(game, accounts)
    _count_kit(game, accounts)
    return accounts


def _count_troops(game: Medioevo, accounts: list[Account]) -> None:
    for space, standing in game.armies.items():
        for army in standing:
            if army.owner != BARBARIANS:
                account, size = accounts[army.owner], sum(army.counts)
                account.troops += troops_worth(army.counts)
                if army.specials:
                    account.troops += sum(UNIT[special.figure] for special in army.specials if special.owner == army.owner)
                account.upkeep += upkeep_of(game, space) * size
                if space in game.lands and game.lands[space].holder == army.owner:
                    account.land += 0.3 * min(2, size)


def _count_kit(game: Medioevo, accounts: list[Account]) -> None:
    """Transports and engines: the first of a kind is worth more than the next."""
    seen: dict[tuple[Seat, str], int] = {}
    for vehicle in game.vehicles.values():
        number = seen.get((vehicle.owner, vehicle.kind), 0)
        seen[vehicle.owner, vehicle.kind] = number + 1
        account = accounts[vehicle.owner]
        account.upkeep += upkeep_of(game, vehicle.space)
        account.kit += KIT[vehicle.kind] / (1 + number) + UPGRADE * (vehicle.level - 1) + TIRED * vehicle.pm
        if vehicle.kind == "wagon":
            here = sum(sum(army.counts) for army in game.armies.get(vehicle.space, ()) if army.owner == vehicle.owner)
            account.kit += MOBILE * min(here, 3 * vehicle.level)
        if vehicle.cargo is not None:
            account.troops += troops_worth(vehicle.cargo.counts)
            account.upkeep += upkeep_of(game, vehicle.space) * sum(vehicle.cargo.counts)


def worth(game: Medioevo, seat: Seat, account: Account, coin: float) -> float:
    """Honour, land, pieces, knowledge and money of a player."""
    player = game.players[seat]
    if player.eliminated:
        return -1000.0
    left = turns_left(game)
    cash = player.florins - account.upkeep * min(left, KEEP)
    short = 0
    if game.phase == 3 and coin:
        due = budget_due(game, seat, account.upkeep)
        cash += due
        short = max(0, -due - player.florins)
    total = HONOUR * player.honour + coin * cash - debt_weight(left) * player.loans
    total += account.land + soldiers(account.troops) + account.kit - ARREARS * player.arrears
    total += TECHNOLOGY * sum(player.technology) * min(1.0, left / 4)
    total += cards_worth(game, seat, player) + prisoners_worth(game, seat)
    total -= SHORTAGE * short
    if left and player.tax:
        total -= REBELLION * REBELLIONS[player.tax]
    return total + 0.5 * troops_worth(player.camp)


def budget_due(game: Medioevo, seat: Seat, upkeep: int) -> int:
    """Income still to come and upkeep still to be paid in this phase."""
    phase = game.find(TaxesPhase)
    if phase is not None and game.step_of(phase) in ("reactions", "collect"):
        return income(game, seat)[1] - upkeep
    for budget in game.frames(Budget):
        if budget.seat == seat:
            return income(game, seat)[1] * (game.step_of(budget) == "income") - upkeep
    return -upkeep if any(due.seat == seat for due in game.frames(MeetUpkeep)) else 0


def cards_worth(game: Medioevo, seat: Seat, player: Player) -> float:
    """Cards, ready and turned, Objective tokens by their value at the end, and points at hand."""
    scale = tables().honour["objectives"]
    tokens = sum(player.tokens)
    total = HONOUR * 0.8 * float(scale[min(tokens, len(scale) - 1)]) + TOKEN * tokens
    total += sum(CARD + READY * (not held.turned) + 0.012 * held.stored for held in player.hand)
    total += READY * (tokens - sum(player.flipped)) + (CARD + READY) * bool(player.drawn)
    total += sum(0.0138 * ware.florins + USEFUL_POINT * ware.points for ware in map(read, player.order))
    if game.phase != 4 or game.active != seat:
        return total + POINT * sum(player.points)
    useful = useful_colours(player) if player.florins >= 100 else set()
    for colour, number in zip(COLOURS, player.points, strict=True):
        total += number * (USEFUL_POINT if colour in useful else POINT)
    return total - UNPREPARED * unprepared(player) * bool(game.now[seat].points_spent)


def prisoners_worth(game: Medioevo, seat: Seat) -> float:
    taken = sum(1 for prisoner in game.prisoners if prisoner.holder == seat)
    lost = sum(1 for prisoner in game.prisoners if prisoner.owner == seat)
    return PRISONER * (taken - 2 * lost)


# -- majorities --------------------------------------------------------------------------------------------


def majorities(game: Medioevo, seat: Seat, accounts: list[Account]) -> float:
    """Three honour points for the most of this and that: the nearer the end, the surer."""
    whole = tables().turns[str(game.settings["length"])]
    sure = 0.25 + 0.65 * min(1.0, game.turn / whole)
    best_levels = [max(player.technology) * 7 + player.technology.count(max(player.technology)) for player in game.players]
    races: list[list[float]] = [
        [float(account.cathedrals) for account in accounts],
        [float(account.cities) for account in accounts],
        [float(account.castles) for account in accounts],
        [float(account.lands) for account in accounts],
        [float(level) for level in best_levels],
    ]
    total = sum(race_worth(values, seat) for values in races)
    if not turns_left(game):
        total += wealth_share(game, seat)
    holy = tables().holy
    total += sum(3.0 for key in ("rome", "jerusalem") if _holds_holy(game, seat, holy[key]))
    return HONOUR * sure * total


def _holds_holy(game: Medioevo, seat: Seat, space: str) -> bool:
    if space not in game.lands or game.lands[space].holder != seat:
        return False
    return space == tables().holy["rome"] or game.players[seat].kingdom != tables().holy["not_scored_by"]


def wealth_share(game: Medioevo, seat: Seat) -> float:
    """In the last turn riches count; by share, because who is ahead changes with every payment."""
    wealth = [max(0, net_florins(game, other)) for other in range(game.seats)]
    best = max(value for other, value in enumerate(wealth) if other != seat)
    return 3.0 * wealth[seat] / (wealth[seat] + best + 1)


def race_worth(values: list[float], seat: Seat) -> float:
    """Leading is worth most of the three points, a tie one, and coming near a little."""
    mine = values[seat]
    others = max((value for other, value in enumerate(values) if other != seat), default=0.0)
    if mine <= 0:
        return 0.0
    if mine > others:
        return 2.4
    return 0.9 if mine == others else 0.5 * mine / others


# -- sealed answers and idle steps -------------------------------------------------------------------------


def intention(game: Medioevo, seat: Seat) -> float:
    """What a sealed answer of the seat's own is worth before the others are known; then what the order of play is worth."""
    decision = game.decision
    if isinstance(decision, Together) and seat in decision.seats and decision.lane(seat):
        return sealed_worth(game, seat, decision, decision.lane(seat)[0])
    return FIRST * (game.order.index(seat) == 0) if seat in game.order else 0.0


def sealed_worth(game: Medioevo, seat: Seat, decision: Together[Medioevo], action: Action) -> float:
    player = game.players[seat]
    match action:
        case SetTax(level=level):
            base = sum(1 + land.civil for land in game.lands.values() if land.holder == seat)
            before = REBELLIONS[player.tax] if player.tax else 0.0
            return florin(turns_left(game)) * level * base - REBELLION * (REBELLIONS[level] - before)
        case Bid(florins=florins):
            return FIRST * min(1.0, florins / 80) - florin(turns_left(game)) * florins * min(1.0, 0.4 + florins / 100)
        case KeepCard(card=card):
            return 0.3 * len(empire_cards()[card].icons)
        case BidKingdom(honour=bid):
            return -0.1 * abs(bid - 1)
        case Vote(breach=breach) if isinstance(decision, Verdict):
            return -1.0 * breach  # nothing proves a breach that the engine has not found itself
        case SayTime():
            return -1.0
        case _:
            return 0.0


def fuss(game: Medioevo, seat: Seat) -> float:
    """What costs a little because it leads nowhere by itself: offers, removals, orders to allies, questions left open."""
    now = game.now[seat]
    return 0.25 * now.proposals + 0.2 * now.dismissals + 0.1 * now.orders + idleness(game, seat)
