"""What bots answer at once, without searching: sealed bids and taxes, events, reactions, set-up, and whatever else is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from marchland.kernel.actions import Action, Seat

from .. import world
from ..rules.barbarians import rebellions
from ..rules.battle.damage import ChooseCaptive, ChooseDamage
from ..rules.battle.declarations import ChooseProtection, DeclareIntent
from ..rules.battle.flight import AnswerTerms, OfferTerms
from ..rules.battle.melee import ChooseReroll, ChooseSacrifice, KeepDice, Reroll, UseCaptain
from ..rules.cards.windows import React
from ..rules.components.armies import army_at
from ..rules.components.table import homes, printing, settlements
from ..rules.conquest.control import PlaceToken, PlaceTokens
from ..rules.diplomacy.diplomacy import AnswerCharge, AnswerEnd, AnswerOffer, Verdict, Vote
from ..rules.diplomacy.pacts import AnswerPact, WritePact
from ..rules.events.calamities import stricken
from ..rules.events.events import ChooseIcons, ChooseRebellion, PickIcons, Rebel, RerollHorde
from ..rules.events.hordes import Drive, DriveHorde, LeaveHordes, Rouse, SpendPoint, horde_ways
from ..rules.movement.meeting import ChooseFoe
from ..rules.order import Bid, Bids, ExtraBids, purse
from ..rules.purchases.empire import ChooseCard, KeepCard
from ..rules.setup import (
    ChooseArcher,
    ChooseKingdom,
    ChooseStart,
    ChooseStartTransport,
    ChooseToken,
    ChooseVillage,
    KeepFirstCard,
    PlaceArcher,
    PlaceStart,
    PlaceTransport,
    PlaceVillage,
    TakeKingdom,
    TakeToken,
)
from ..rules.taxes import ChooseTax, MeetUpkeep, PayUpkeep, SetTax
from ..rules.trade.routes import PlanRoute, SplitPoints, TakePoints
from ..rules.turn_end import TimeVote
from ..rules.variants.opening_auction import BidKingdom, KingdomBids
from ..state import BARBARIANS, Medioevo
from ..tables import empire_cards
from . import commerce, fighting, statecraft
from .aims import nearness
from .judgement import COIN, best_colour, judge, next_token
from .raids import groups, loss, prize
from .reactions import react
from .realm import realms
from .styles import Style, style_named
from .weights import REBELLIONS, turns_left

KINGDOMS = {
    "first": {"hungary": 4, "empire": 2, "byzantium": 1},
    "second": dict.fromkeys(("byzantium", "empire", "hungary", "novgorod"), 1),
}
"""Honour that a kingdom is worth more than the rest, by printing of the map, from the shares of games it has won."""
TRIED = 10
"""Answers that are tried out where no rule of thumb says what to do."""
REBELLION, BURDEN = 0.6, 1.4
"""Honour that a rebellion costs, on the whole, and where there is one already."""
FIRST_PLACE = 60
"""What the first place is worth in florins, in peace; at war twice as much."""
ICON = 0.25
"""What a point of technology on a card is worth in honour."""
TO_DRIVE = 0.3


def thumb(game: Medioevo, seat: Seat, name: str) -> Action:
    """The answer to a question that is no part of a turn that is searched through."""
    offered = game.options(seat)
    if len(offered) == 1:
        return offered[0]
    question, style = game.decision, style_named(name)
    rule = RULES.get(type(question))
    if rule is not None:
        return rule(game, seat, question, style)
    idle = next((one for one in offered if one.IDLE), None)
    if idle is not None and len(offered) > TRIED:
        return idle
    return best_tried(game, seat, offered, name)


def best_tried(game: Medioevo, seat: Seat, offered: Sequence[Action], name: str) -> Action:
    """The answer after which the table looks best."""
    values = []
    for action in offered[:TRIED]:
        trial = game.clone()
        trial.play(seat, action)
        values.append(judge(trial, seat, name))
    return offered[values.index(max(values))]


# -- sealed answers ----------------------------------------------------------------------------------------


def bid(game: Medioevo, seat: Seat, question: Bids, style: Style) -> Action:
    """Being first is worth the more the more there is to fight; a tie is left to the lot."""
    if isinstance(question, ExtraBids) or not turns_left(game):
        return Bid(0)
    at_war = any(seat in war.sides for war in game.wars) or bool(groups(game, seat))
    wish = FIRST_PLACE * (1 + at_war) * (game.turn > 1) + 5 * (game.turn > 1)
    return Bid(min(wish, purse(game, seat) // 6))


def tax(game: Medioevo, seat: Seat, question: ChooseTax, style: Style) -> Action:
    """Florins against rebellions; the last taxes are looked at once more when the game is scored."""
    left, base = turns_left(game), realms(game)[seat].base
    coin, harm = COIN[min(left, 4)], BURDEN if rebellions(game, seat) else REBELLION
    levels = [one.level for one in game.options(seat) if isinstance(one, SetTax)]
    return SetTax(max(levels, key=lambda level: coin * level * base - harm * REBELLIONS[level]))


def upkeep(game: Medioevo, seat: Seat, question: MeetUpkeep, style: Style) -> Action:
    offered = game.options(seat)
    if PayUpkeep() in offered:
        return PayUpkeep()
    return best_tried(game, seat, offered, "")


def keep_card(game: Medioevo, seat: Seat, question: object, style: Style) -> Action:
    """The card whose objective is nearest, then the one with more points."""
    step = next_token(sum(game.players[seat].tokens), turns_left(game))
    useful = {"green", "violet", "blue"}

    def value(one: Action) -> float:
        if not isinstance(one, KeepCard):
            return -1.0
        icons = empire_cards()[one.card].icons
        aims = 1.0 if style.aims >= 0.5 else style.aims
        return aims * step * nearness(game, seat, one.card) + ICON * len(icons) + 0.1 * len(useful & {*icons})

    return max(game.options(seat), key=value)


def time_vote(game: Medioevo, seat: Seat, question: TimeVote, style: Style) -> Action:
    return statecraft.vote(game, seat, style)


def bid_kingdom(game: Medioevo, seat: Seat, question: KingdomBids, style: Style) -> Action:
    """As much honour as a kingdom is worth more than the others; one after the other is wished for, so that not all bid for one."""
    bids, worth = [one for one in game.options(seat) if isinstance(one, BidKingdom)], KINGDOMS[printing(game)]
    liked = sorted({one.kingdom for one in bids}, key=lambda kingdom: -worth.get(kingdom, 0))
    wanted = liked[seat % min(2, len(liked))]
    fair = [one for one in bids if one.kingdom == wanted and one.honour <= worth.get(wanted, 0)]
    return max(fair, key=lambda one: one.honour, default=bids[0])


def kingdom(game: Medioevo, seat: Seat, question: ChooseKingdom, style: Style) -> Action:
    open_to, worth = [one for one in game.options(seat) if isinstance(one, TakeKingdom)], KINGDOMS[printing(game)]
    return max(open_to, key=lambda one: worth.get(one.kingdom, 0))


# -- events ------------------------------------------------------------------------------------------------


def reroll_horde(game: Medioevo, seat: Seat, question: RerollHorde, style: Style) -> Action:
    """Whoever means to conquer wild land wants weak barbarians."""
    if groups(game, seat) and sum(game.circle.horde) > 2:
        return Reroll((0, 1, 2))
    return KeepDice()


def icons(game: Medioevo, seat: Seat, question: PickIcons, style: Style) -> Action:
    """What hurts others more than oneself."""
    others = [other for other in range(game.seats) if other != seat and not game.players[other].eliminated]

    def harm(one: Action) -> float:
        assert isinstance(one, ChooseIcons)
        struck = [(any(stricken(game, other, icon)) for other in others) for icon in one.icons]
        own = sum(any(stricken(game, seat, icon)) for icon in one.icons)
        return sum(sum(each) for each in struck) - 1.5 * own

    return max(game.options(seat), key=harm)


def drive_worth(game: Medioevo, seat: Seat, space: str) -> float:
    """What it brings to drive a horde into a territory: it lays waste what nobody guards."""
    land = game.lands.get(space)
    if land is None or land.holder == BARBARIANS:
        return 0.0
    harm = loss(game, space) * (0.25 if army_at(game, space, land.holder) else 1.0)
    return -harm if land.holder == seat else harm


def spend_point(game: Medioevo, seat: Seat, question: SpendPoint, style: Style) -> Action:
    """Hordes go where they hurt a rival."""
    best, worth = None, TO_DRIVE
    for one in game.options(seat):
        if isinstance(one, Rouse):
            value = max((drive_worth(game, seat, to) for to in horde_ways(game, one.space)), default=0.0)
            if value > worth:
                best, worth = one, value
    return best or LeaveHordes()


def drive(game: Medioevo, seat: Seat, question: DriveHorde, style: Style) -> Action:
    ways = [one for one in game.options(seat) if isinstance(one, Drive)]
    return max(ways, key=lambda one: drive_worth(game, seat, one.to))


def rebellion(game: Medioevo, seat: Seat, question: ChooseRebellion, style: Style) -> Action:
    """Where there is least to lose, there and beside it: hordes are driven on."""
    sites = [one for one in game.options(seat) if isinstance(one, Rebel)]

    def harm(space: str) -> float:
        beside = [there for there in world.land_neighbours(space) if there in game.lands and game.lands[there].holder == seat]
        return loss(game, space) + 0.3 * max((loss(game, there) for there in beside), default=0.0)

    return min(sites, key=lambda one: harm(one.space))


def place_token(game: Medioevo, seat: Seat, question: PlaceTokens, style: Style) -> Action:
    sites = [one for one in game.options(seat) if isinstance(one, PlaceToken)]
    fresh = [one for one in sites if game.lands[one.space].holder != seat]
    return max(fresh or sites, key=lambda one: prize(game, seat, one.space), default=game.options(seat)[-1])


# -- set-up ------------------------------------------------------------------------------------------------


def frontier_town(game: Medioevo, seat: Seat) -> str:
    """The home settlement with most settlements of others, or nobody's, around it."""
    home = set(homes(game, seat))
    towns = [space for space in sorted(home) if space in settlements(game)]

    def around(space: str) -> float:
        near = [
            there
            for there in sorted(world.within(space, 3))
            if there in settlements(game) and there in game.lands and there not in home
        ]
        return sum(1.0 / world.distance(space, there) for there in near)

    return max(towns, key=around)


def inner_town(game: Medioevo, seat: Seat) -> str:
    """The home settlement with most land of one's own around it."""
    home = set(homes(game, seat))
    towns = [space for space in sorted(home) if space in settlements(game)]
    return max(towns, key=lambda space: sum(there in home for there in world.land_neighbours(space)))


def village(game: Medioevo, seat: Seat, question: ChooseVillage, style: Style) -> Action:
    return PlaceVillage(inner_town(game, seat))


def archer(game: Medioevo, seat: Seat, question: ChooseArcher, style: Style) -> Action:
    return PlaceArcher(frontier_town(game, seat))


def start_transport(game: Medioevo, seat: Seat, question: ChooseStartTransport, style: Style) -> Action:
    """Two caravans: when one has ended a Trade Route the other begins the next. A beginner takes a wagon and a caravan."""
    kind = "wagon" if question.levels == 2 and not style.makes_pacts else "caravan"
    return ChooseStart(kind, 1)


def place_transport(game: Medioevo, seat: Seat, question: PlaceTransport, style: Style) -> Action:
    wanted = PlaceStart(frontier_town(game, seat) if question.kind == "wagon" else market_town(game, seat))
    offered = game.options(seat)
    return wanted if wanted in offered else offered[0]


def market_town(game: Medioevo, seat: Seat) -> str:
    """The home settlement from which the shortest round of settlements begins."""
    towns = [space for space in sorted(homes(game, seat)) if space in settlements(game)]
    return min(towns, key=lambda space: commerce.shortest_round(game, seat, space))


def token(game: Medioevo, seat: Seat, question: ChooseToken, style: Style) -> Action:
    wanted = TakeToken(best_colour(game, seat))
    offered = game.options(seat)
    return wanted if wanted in offered else offered[0]


Rule = Callable[[Medioevo, Seat, Any, Style], Action]


def _first(game: Medioevo, seat: Seat, question: object, style: Style) -> Action:
    return game.options(seat)[0]


RULES: dict[type[Any], Rule] = {
    Bids: bid,
    ExtraBids: bid,
    ChooseTax: tax,
    MeetUpkeep: upkeep,
    ChooseCard: keep_card,
    KeepFirstCard: keep_card,
    TimeVote: time_vote,
    KingdomBids: bid_kingdom,
    ChooseKingdom: kingdom,
    RerollHorde: reroll_horde,
    PickIcons: icons,
    SpendPoint: spend_point,
    DriveHorde: drive,
    ChooseRebellion: rebellion,
    PlaceTokens: place_token,
    ChooseVillage: village,
    ChooseArcher: archer,
    ChooseStartTransport: start_transport,
    PlaceTransport: place_transport,
    ChooseToken: token,
    React: lambda game, seat, question, style: react(game, seat, question),
    DeclareIntent: lambda game, seat, question, style: fighting.intent(game, seat, question),
    ChooseProtection: lambda game, seat, question, style: fighting.protect(game.options(seat)),
    UseCaptain: lambda game, seat, question, style: fighting.lead(game.options(seat)),
    ChooseSacrifice: lambda game, seat, question, style: fighting.sacrifice(game, seat, question),
    ChooseReroll: lambda game, seat, question, style: fighting.reroll(game, seat, question),
    ChooseDamage: lambda game, seat, question, style: fighting.damage(game, seat, question),
    ChooseCaptive: _first,
    OfferTerms: lambda game, seat, question, style: fighting.offer_terms(),
    AnswerTerms: lambda game, seat, question, style: fighting.terms(game, seat, question),
    ChooseFoe: lambda game, seat, question, style: fighting.foe(game, seat, question),
    AnswerPact: lambda game, seat, question, style: statecraft.answer_pact(game, seat, question.terms, style),
    AnswerOffer: lambda game, seat, question, style: statecraft.answer_offer(game, seat, question, style),
    AnswerEnd: lambda game, seat, question, style: statecraft.answer_end(game, seat, question, style),
    WritePact: lambda game, seat, question, style: statecraft.draft(game, seat, question, style),
    AnswerCharge: _first,
    Verdict: lambda game, seat, question, style: Vote(False),
    PlanRoute: lambda game, seat, question, style: commerce.next_of_plan(game, question, style.longest_route),
    SplitPoints: lambda game, seat, question, style: TakePoints(0),
}
"""By kind of question, the rule of thumb that answers it."""
