"""Answers given beforehand: conditions, plans, and a slow table that is interrupted half as often."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from marchland.bots.arena import Game, simulate
from marchland.bots.interruptions import Interruptions
from marchland.bots.protocol import make_bot
from marchland.bots.slow import HABITS, SlowTable
from marchland.games.medioevo.rules.cards.windows import Pass, React
from marchland.games.medioevo.rules.diplomacy.allies import CallAlly
from marchland.games.medioevo.rules.diplomacy.diplomacy import OfferPeace, OfferTruce
from marchland.games.medioevo.rules.diplomacy.pacts import Accept, Refuse
from marchland.games.medioevo.rules.loans import Borrow
from marchland.games.medioevo.rules.order import Bid
from marchland.games.medioevo.rules.purchases.empire import BuyCard, KeepCard
from marchland.games.medioevo.rules.purchases.purchases import DoneBuying, LeaveSite, Study, Visit
from marchland.games.medioevo.rules.purchases.sites import Recruit
from marchland.games.medioevo.rules.taxes import PayUpkeep, SetTax
from marchland.games.medioevo.rules.trade.trade import DoneTrading, Employ, Rest, Ride
from marchland.games.medioevo.standing import SUBJECTS, USUAL, matter
from marchland.games.medioevo.state import Pact
from marchland.games.medioevo.title import TITLE
from marchland.kernel.actions import Action
from marchland.kernel.chance import key_from_seed
from marchland.kernel.match import Match
from marchland.kernel.matters import ASK, Standing
from marchland.kernel.rehearsal import PlanRefused, PlanTooLong, Rehearsal, invited, plan_for, rehearse
from marchland.kernel.replay import replay
from marchland.kernel.standing import Foresight, given, is_amiss, objections, upset_by

from .open_table import battle, hands, table, until
from .table import Table

KEY = key_from_seed("rehearsal")


def answered(game: Table, *standing: Standing, seat: int | None = None) -> Action | None:
    """What these standing answers of the seat that is asked come to."""
    asked = game.game.deciders[0] if seat is None else seat
    found = given(TITLE, game.game, {asked: Foresight(standing=standing)})
    return found.action if found else None


def shop(**player: Any) -> Table:
    return Table(2, at="purchases", order=[0, 1], players={0: {"florins": 1600, **player}})


# -- conditions --------------------------------------------------------------------------------------------


def test_by_rival_an_offer_of_one_is_refused_and_of_another_accepted() -> None:
    game = table(wars=[[0, 1, 0], [1, 2, 0]], at="purchases")
    never_berta = (Standing(kind="offers", answer="refuse", rivals=(0,)), Standing(kind="offers", answer="accept"))
    assert answered(game.do(OfferPeace(1)), *never_berta) == Refuse()
    assert answered(game.do(Refuse(), DoneBuying(), DoneBuying(), OfferPeace(1)), *never_berta) == Accept()


def test_by_what_is_offered_peace_is_accepted_and_an_armistice_asked_for() -> None:
    game = table(wars=[[0, 1, 0]], at="purchases")
    peace = Standing(kind="offers", answer="accept", means=("peace",))
    assert answered(game.do(OfferTruce(1)), peace) is None
    assert answered(game.do(Refuse(), OfferPeace(1)), peace) == Accept()


def test_by_card_a_window_is_passed_unless_that_card_could_be_played() -> None:
    game = until(battle({"hi": 3}, {"hi": 3}, players=hands(one=[5])), "W-B5", 1)
    passing = Standing(kind="own_battles", answer="pass")
    assert answered(game, passing) == Pass()
    assert answered(game, Standing(kind="own_battles", answer=ASK, means=("card:5",)), passing) is None
    assert answered(game, Standing(kind="own_battles", answer=ASK, means=("card:6",)), passing) == Pass()


def test_always_asked_when_a_certain_rival_attacks() -> None:
    game = until(battle({"hi": 3}, {"hi": 3}, players=hands(one=[5])), "W-B5", 1)
    passing = Standing(kind="own_battles", answer="pass")
    assert answered(game, Standing(kind="own_battles", answer=ASK, rivals=(0,)), passing) is None
    assert answered(game, Standing(kind="own_battles", answer=ASK, rivals=(2,)), passing) == Pass()


def test_by_cost_upkeep_is_paid_below_a_sum() -> None:
    game = table(at="taxes", armies={"nicaea": {0: {"li": 3}}}, players={0: {"florins": 500}})
    while game.asked() != "MeetUpkeep":
        game.do(game.offers()[0])
    assert answered(game, Standing(kind="upkeep", answer="pay", below=60)) is None
    assert answered(game, Standing(kind="upkeep", answer="pay", below=61)) == PayUpkeep()


def test_a_bid_is_the_sum_or_all_there_is() -> None:
    game = table(at="order", players={0: {"florins": 130}, 1: {"florins": 500}})
    while game.asked() != "Bids":
        game.do(game.offers()[0])
    assert answered(game, Standing(kind="bids", answer="bid", amount=200), seat=1) == Bid(200)
    assert answered(game, Standing(kind="bids", answer="bid", amount=200), seat=0) == Bid(130)


def test_a_tax_that_does_not_exist_is_asked_for() -> None:
    game = table(at="taxes")
    while game.asked() != "ChooseTax":
        game.do(game.offers()[0])
    assert answered(game, Standing(kind="tax", answer="level", amount=30)) == SetTax(30)
    assert answered(game, Standing(kind="tax", answer="level", amount=35)) is None


def test_once_is_used_up() -> None:
    game = table(wars=[[0, 1, 0]], at="purchases").do(OfferPeace(1))
    found = given(TITLE, game.game, {1: Foresight(standing=(Standing(kind="offers", answer="refuse", once=True),))})
    assert found is not None
    assert (found.action, found.left.standing) == (Refuse(), ())


def test_the_usual_answers_are_in_order_and_nonsense_is_not() -> None:
    assert objections(USUAL, SUBJECTS, 4) == []
    wrong = (
        Standing(kind="weather", answer="pass"),
        Standing(kind="upkeep", answer="accept"),
        Standing(kind="offers", answer="refuse", rivals=(7,)),
        Standing(kind="phases", answer="pass", rivals=(1,)),
        Standing(kind="pacts", answer="refuse", below=10),
        Standing(kind="upkeep", answer="pay", amount=10),
        Standing(kind="trading", answer="done", means=("wings",)),
    )
    assert len(objections(wrong, SUBJECTS, 4)) == len(wrong)


@pytest.mark.parametrize("secret", [False, True])
def test_a_secret_pact_bears_on_no_condition(secret: bool) -> None:
    """Seat 1 is attacked, holds a card to play and could call seat 2: whether anybody may know of that decides what a rule sees."""
    game = battle({"hi": 3}, {"hi": 3}, players=hands(one=[1]))
    game.game.wars = [msgspec.structs.replace(war, by=0) for war in game.game.wars]
    game.game.pacts[1] = Pact(parties=(1, 2), kinds=("defence",), units=3, secret=secret)
    game = until(game, "W-B0", 1)
    assert any(isinstance(option, CallAlly) for option in game.offers())
    found = matter(game.game, 1)
    assert found is not None
    assert ("ally" in found.means) is not secret
    for viewer in (0, None):
        assert matter(TITLE.redeal(game.game, viewer, KEY), 1) == found  # type: ignore[arg-type]


@pytest.mark.parametrize("secret", [False, True])
def test_nor_does_an_objective_that_only_a_secret_pact_fulfils(secret: bool) -> None:
    """Concert of kings wants pacts with everybody."""
    game = table(at="purchases", players=hands(one=[50])).game
    game.pacts[1] = Pact(parties=(0, 1, 2), kinds=("trade",), secret=secret)
    game.push(React(1, "W-PH"))
    found = matter(game, 1)
    assert found is not None
    assert ("claim" in found.means) is not secret


# -- plans -------------------------------------------------------------------------------------------------


def test_a_basket_is_tried_as_a_whole_and_the_refusal_names_item_and_rule() -> None:
    game = shop(florins=250)
    basket = (Study("red"), Visit("nicaea"), Recruit("li"), Recruit("cav"), Recruit("cav"), Recruit("cav"))
    with pytest.raises(PlanRefused) as caught:
        rehearse(TITLE, game.game, 0, KEY, basket)
    assert basket[caught.value.place] == caught.value.action == Recruit("cav")
    assert caught.value.refusal.rule.startswith("MU-BUY")
    assert game.florins(0) == 250


def test_nothing_can_be_found_out_by_trying() -> None:
    """The draw of a card is dealt anew on the copy, and nothing after it is tried."""
    game = shop()
    rehearsal = rehearse(TITLE, game.game, 0, KEY, [BuyCard()])
    assert not rehearsal.is_open
    with pytest.raises(PlanTooLong):
        rehearse(TITLE, game.game, 0, KEY, [BuyCard(), KeepCard(game.game.deck[1])])


def carried(game: Table, said: dict[int, Foresight]) -> dict[int, Foresight]:
    """Give whatever answers were given beforehand, as a table does."""
    while (found := given(TITLE, game.game, said)) is not None:
        game.do(found.action)
        said[found.seat] = found.left
    return said


def test_a_basket_is_carried_out_item_by_item() -> None:
    game = shop()
    basket = (Study("red"), Visit("nicaea"), Recruit("li"), LeaveSite(), DoneBuying())
    said = carried(game, {0: plan_for(Foresight(), rehearse(TITLE, game.game, 0, KEY, basket))})
    assert (said[0].plan, game.game.deciders) == ((), (1,))
    assert game.units("nicaea", 0) == {"li": 1}


def voyage() -> Table:
    """Seat 0 trades with a Caravan; seat 1 holds a Bishop who can hold it up."""
    vehicles = [{"kind": "caravan", "owner": 0, "space": "nicaea"}]
    return table(at="trade", vehicles=vehicles, players=hands(one=[3]))


def route(game: Table) -> Foresight:
    (caravan,) = game.game.vehicles
    way = (Employ(caravan), Ride("iconium"), Ride("nicaea"), Rest(), DoneTrading())
    return plan_for(Foresight(), rehearse(TITLE, game.game, 0, KEY, way))


def test_a_route_goes_on_while_others_let_it_pass() -> None:
    game = voyage()
    said = carried(game, {0: route(game)})
    assert (game.asked(), game.game.deciders, said[0].begun) == ("React", (1,), True)
    while game.asked() == "React":
        assert upset_by(game.game, said, 1, Pass()) == []
        said = carried(game.do(Pass()), said)
    assert said[0].plan == ()
    assert game.game.deciders != (0,)


def test_a_route_stops_when_somebody_breaks_in() -> None:
    game = voyage()
    said = carried(game, {0: route(game)})
    bishop = next(option for option in game.offers() if option != Pass())
    assert upset_by(game.game, said, 1, bishop) == [0]


def test_a_route_stops_where_its_next_step_can_no_longer_be_made() -> None:
    game = voyage()
    said = carried(game, {0: route(game)})
    bishop = next(option for option in game.offers() if option != Pass())
    game.do(bishop)
    while game.game.deciders != (0,):
        game.do(game.offers()[0])
    assert given(TITLE, game.game, said) is None
    assert is_amiss(TITLE, game.game, 0, said[0])


def test_purchases_are_prepared_before_they_are_asked_for() -> None:
    game = Table(2, at="purchases", order=[1, 0], players={0: {"florins": 1600}})
    assert game.game.deciders == (1,)
    rehearsal = Rehearsal(TITLE, game.game, 0, KEY)
    assert rehearsal.is_open
    rehearsal.act(Study("red"))
    rehearsal.act(DoneBuying())
    carried(game.do(DoneBuying()), {0: plan_for(Foresight(), rehearsal)})
    assert game.asked() == "ChooseMove"


def test_what_depends_on_chance_cannot_be_prepared() -> None:
    game = table(at="events")
    first, *others = game.game.order
    assert game.game.deciders == (first,)
    assert not any(Rehearsal(TITLE, game.game, seat, KEY).is_open for seat in others)


def test_who_will_be_asked_the_same_next_is_invited_to_answer_at_once() -> None:
    game = table(at="order")
    assert (game.asked(), game.game.deciders) == ("React", (0,))
    assert invited(TITLE, game.game, KEY, {}) == (1, 2)
    passing = Foresight(standing=(Standing(kind="phases", answer="pass"),))
    assert invited(TITLE, game.game, KEY, {1: passing}) == (2,)
    assert invited(TITLE, game.do(Borrow(), Pass(), Pass()).game, KEY, {}) == ()


# -- whole games -------------------------------------------------------------------------------------------


def test_a_game_with_answers_given_beforehand_is_the_game_answered_by_hand() -> None:
    """Every entry by hand, in the same order: the same fingerprints, and the record is verified from its key."""
    bots = [make_bot(TITLE, "random") for _ in range(4)]
    game = Game(TITLE, bots, "by hand", {}, check=False, counts=Interruptions())
    slow = SlowTable(TITLE, bots, "by hand", HABITS, game.counts)
    played: list[tuple[int, Action, str]] = []

    def play(seat: int, action: Action) -> None:
        game.play(seat, action)
        played.append((seat, action, game.state.fingerprint()))

    while not game.state.is_over:
        slow.go_on(game.state, play)
    match = Match(TITLE, 4, key_from_seed("by hand"))
    for seat, action, fingerprint in played:
        match.act(seat, action)
        assert match.entries[-1].fingerprint == fingerprint
    assert game.counts.rules.questions.total() == len(played) > 3 * game.counts.people.questions.total()
    assert sum(1 for _ in replay(match.record())) == len(played)


def test_a_slow_table_is_interrupted_less_than_half_as_often() -> None:
    """Of the very same games: what people were asked, and what the rules ask of people who say nothing beforehand."""
    slow = simulate(TITLE, 3, 4, ["random"], "slow", habits=HABITS).report()["interruptions"]
    for figure in ("questions_per_player_turn", "hand_overs_per_player_turn"):
        assert slow[figure] < slow[f"rules_{figure}"] / 2
