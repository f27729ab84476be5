"""What must stay hidden: objective sides, draws, secret pacts and drafts, sealed bids, purchases behind screens.

Each test changes a hidden thing and compares what another seat and a spectator see: view, options and events.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from marchland.games.medioevo.rules.cards.attention import Heed
from marchland.games.medioevo.rules.diplomacy.pacts import Accept, DraftPact, Propose, Terms
from marchland.games.medioevo.rules.order import Bid
from marchland.games.medioevo.rules.purchases.empire import BuyCard
from marchland.games.medioevo.state import Medioevo, Pact
from marchland.games.medioevo.title import TITLE
from marchland.kernel.chance import key_from_seed
from marchland.kernel.events import Event

from .table import Table

OUTSIDERS = (1, 2, None)
KEY = key_from_seed("another world")


def seen(game: Medioevo, seat: int | None) -> bytes:
    return msgspec.json.encode(TITLE.view(game, seat), order="sorted")


def heard(events: list[Event], seat: int | None) -> list[Event]:
    """The events that reach a seat, or a spectator."""
    return [event for event in events if event.audience is None or seat in event.audience]


def after(table: Table, *answers: Any) -> tuple[Medioevo, list[Event]]:
    start = len(table.events)
    table.do(*answers)
    return table.game, table.events[start:]


@pytest.mark.rule("MU-EMP-01", "MU-SET-05")
@pytest.mark.parametrize("seat", OUTSIDERS)
def test_the_back_of_a_card_is_its_owners_secret(seat: int | None) -> None:
    table = Table(3, options={"objectives": "shuffled"}, players={0: {"hand": [5, 6]}}, deck=[1, 2, 3])
    game, other = table.game, table.game.clone()
    other.objectives[5], other.objectives[6] = game.objectives[6], game.objectives[5]
    assert seen(game, seat) == seen(other, seat)
    assert seen(game, 0) != seen(other, 0), "the owner may look at it"


@pytest.mark.rule("MU-BUY-10")
@pytest.mark.parametrize("seat", OUTSIDERS)
def test_cards_that_are_being_chosen_from_are_seen_by_the_buyer_alone(seat: int | None) -> None:
    worlds = [Table(3, at="purchases", order=[0, 1, 2], deck=deck) for deck in ([1, 2, 9, 3], [1, 3, 9, 2])]
    (one, told), (two, told_too) = (after(table, BuyCard()) for table in worlds)
    assert one.players[0].drawn != two.players[0].drawn
    assert seen(one, seat) == seen(two, seat)
    assert heard(told, seat) == heard(told_too, seat)
    assert heard(told, 0) != heard(told_too, 0)


@pytest.mark.rule("MU-DIP-04")
@pytest.mark.parametrize("seat", [2, None])
def test_a_secret_pact_is_known_to_those_who_signed_it_alone(seat: int | None) -> None:
    def world(units: int) -> tuple[Medioevo, list[Event]]:
        table = Table(3, at="purchases", order=[0, 1, 2])
        terms = Terms(parties=(0, 1), kinds=("offence",), units=units, against=(2,), secret=True)
        return after(table, DraftPact(1), Propose(terms), Accept())

    (one, told), (two, told_too) = world(2), world(8)
    assert [pact.units for pact in one.pacts.values()] == [2]
    assert seen(one, seat) == seen(two, seat)
    assert heard(told, seat) == heard(told_too, seat) == []
    assert seen(one, 1) != seen(two, 1)
    assert TITLE.redeal(one, 2, KEY).pacts == {}, "a bot of the third player knows nothing of it"


@pytest.mark.rule("MU-DIP-04")
@pytest.mark.parametrize("seat", [2, None])
def test_a_draft_is_unknown_to_third_players_while_it_is_written_and_answered(seat: int | None) -> None:
    tables = [Table(3, at="purchases", order=[0, 1, 2]) for _ in range(2)]
    for table, kind in zip(tables, ("peace", "defence"), strict=True):
        table.do(DraftPact(1), f"addclause {kind}")
    assert seen(tables[0].game, seat) == seen(tables[1].game, seat)
    for table, kind in zip(tables, ("peace", "defence"), strict=True):
        table.do(Propose(Terms(parties=(0, 1), kinds=(kind,), secret=True)))
    assert seen(tables[0].game, seat) == seen(tables[1].game, seat)
    assert heard(tables[0].last, seat) == heard(tables[1].last, seat) == []
    assert heard(tables[0].last, 1) != heard(tables[1].last, 1), "whoever is to sign reads it"


@pytest.mark.rule("MU-DIP-04", "MU-DIP-08")
def test_an_accusation_lays_the_pact_open_and_a_breach_too() -> None:
    pact = {"parties": [0, 1], "kinds": ["peace"], "secret": True}
    table = Table(3, at="purchases", order=[0, 1, 2], pacts=[pact])
    assert TITLE.view(table.game, 2).pacts == {}
    table.do("denounce 1 1")
    assert list(TITLE.view(table.game, 2).pacts.values()) == [Pact(parties=(0, 1), kinds=("peace",))]


@pytest.mark.rule("MU-ORD-01")
@pytest.mark.parametrize("seat", OUTSIDERS)
def test_bids_are_sealed_until_all_have_bid(seat: int | None) -> None:
    def world(florins: int) -> tuple[Medioevo, list[Event]]:
        game = TITLE.new(3, key_from_seed("bids"), {})
        game.outbox = []
        return game, game.apply(0, Bid(florins))

    (one, told), (two, told_too) = world(10), world(1600)
    assert seen(one, seat) == seen(two, seat)
    assert heard(told, seat) == heard(told_too, seat)
    if seat is not None:
        assert one.options(seat) == two.options(seat)


@pytest.mark.rule("MU-TAX-01")
@pytest.mark.parametrize("seat", OUTSIDERS)
def test_tax_levels_are_sealed_until_all_are_set(seat: int | None) -> None:
    (one, told), (two, told_too) = (after(Table(3, at="taxes"), f"settax {level}") for level in (10, 50))
    assert seen(one, seat) == seen(two, seat)
    assert heard(told, seat) == heard(told_too, seat)


@pytest.mark.rule("MU-VAR-06")
@pytest.mark.parametrize("seat", OUTSIDERS)
def test_purchases_behind_a_screen_are_hidden_with_what_they_cost(seat: int | None) -> None:
    def world(goods: str) -> tuple[Medioevo, list[Event]]:
        player = {"technology": {"blue": 1}, "points": {"blue": 1}}
        table = Table(3, at="purchases", order=[0, 1, 2], options={"deployment": True}, players={0: player})
        return after(table, "calldeployment", "ordergoods", f"order {goods}", "closeorder")

    (one, told), (two, told_too) = world("li"), world("wagon:2")
    assert one.players[0].florins != two.players[0].florins
    assert one.players[0].points != two.players[0].points
    assert seen(one, seat) == seen(two, seat)
    assert heard(told, seat) == heard(told_too, seat)


@pytest.mark.rule("MU-EMP-01")
def test_the_character_side_of_a_card_is_public_and_its_objective_the_owners_alone() -> None:
    table = Table(3, players={0: {"hand": [5, {"card": 36, "turned": True, "stored": 100}]}})
    own = TITLE.view(table.game, 0).seats[0]
    assert own.objectives == {"5": 5, "36": 36}
    for seat in OUTSIDERS:
        shown = TITLE.view(table.game, seat).seats[0]
        assert shown.hand == own.hand, "which characters, whether turned, and what lies on them"
        assert shown.objectives == {}


@pytest.mark.rule("MU-DIP-04", "MU-TAX-03")
@pytest.mark.parametrize("seat", [2, None])
def test_nobody_reckons_from_a_players_tax_that_a_secret_pact_lets_an_army_in(seat: int | None) -> None:
    pact = {"parties": [0, 1], "kinds": ["passage"], "guests": [0], "secret": True}
    position: dict[str, Any] = {"armies": {"buda": {0: {"li": 1}, 1: {"li": 1}}}, "players": {1: {"tax": 50}}}
    open_world, secret_world = Table(3, **position).game, Table(3, pacts=[pact], **position).game
    assert seen(open_world, seat) == seen(secret_world, seat)
    assert [TITLE.view(secret_world, viewer).seats[1].income for viewer in (0, 1)] == [350, 350], "who signed it knows"
    assert TITLE.view(secret_world, seat).seats[1].income == 300


@pytest.mark.rule("MU-EMP-01")
def test_what_somebody_wants_to_be_asked_is_no_secret() -> None:
    table = Table(2, at="purchases", order=[0, 1])
    table.do(Heed("battles"))
    assert TITLE.view(table.game, 1).seats[0].heed == "battles"
