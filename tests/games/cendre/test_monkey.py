"""Nonsense, well spelt: no sheet stops a turn, touches the accounts of others, or gets a verdict that the turn belies."""

from __future__ import annotations

import pytest

from marchland.games.cendre.audit import reconcile
from marchland.games.cendre.bot import BOTS
from marchland.games.cendre.orders import Disband, Order
from marchland.games.cendre.rules.common.ledger import OrderRefused
from marchland.games.cendre.rules.turn.sheets import Submit
from marchland.games.cendre.sheet.checker import checked
from marchland.games.cendre.sheet.lexicon import lexicon
from marchland.games.cendre.sheet.reader import DOUBTFUL, REFUSED, Verdict, judged, read_sheet, turn_name, write_sheet
from marchland.games.cendre.state import Cendre
from marchland.games.cendre.title import TITLE
from marchland.kernel.chance import key_from_seed

from .monkey import ORDERS, Monkey


def mixed(game: Cendre, seat: int, nation: str, seed: object) -> tuple[Order, ...]:
    """What a bot would write, with nonsense before and after; every third nation writes nothing else."""
    nonsense = Monkey(game, nation, f"{seed}/{game.turn}/{nation}").sheet(24)
    sense = BOTS["warlord"]().choose(TITLE.redeal(game, seat, key_from_seed(seat)), seat).orders if (seat + game.turn) % 3 else ()
    return (*nonsense[:12], *sense, *nonsense[12:])


def play_monkeys(seed: object, years: int) -> None:
    game = TITLE.new(20, key_from_seed(f"monkey {seed}"), {"years": years})
    events, game.outbox = list(game.outbox), []
    while not game.is_over:
        names = {seat: nation for nation, seat in game.seats.items()}
        sheets = [(seat, Submit(mixed(game, seat, names[seat], seed))) for seat in game.deciders]
        for seat, sheet in sheets:
            events += game.apply(seat, sheet)
        TITLE.audit(game)
    reconcile(game, events)


@pytest.mark.rule("TC-SHEET-02")
def test_a_year_of_nonsense_is_played_to_its_end() -> None:
    play_monkeys("quick", 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_years_of_nonsense_are_played_to_their_end(seed: int) -> None:
    play_monkeys(seed, 3)


def test_the_monkey_can_write_everything() -> None:
    game = TITLE.new(20, key_from_seed("all"))
    monkey = Monkey(game, "AKLA", "all")
    assert {type(monkey.order(kind)) for kind in ORDERS} == set(ORDERS)


@pytest.mark.rule("TC-SHEET-06")
@pytest.mark.parametrize("seasons", [0, 3])
def test_what_the_check_refuses_the_turn_refuses_too(seasons: int) -> None:
    """The check sees less than the turn does, and still never refuses a line that would have been carried out."""
    game, bot = TITLE.new(20, key_from_seed("check")), BOTS["ruler"]()
    game.outbox = []
    for _ in range(seasons):
        for seat, action in [(seat, bot.choose(TITLE.redeal(game, seat, key_from_seed(seat)), seat)) for seat in game.deciders]:
            game.play(seat, action)
    written = {seat: bot.choose(TITLE.redeal(game, seat, key_from_seed(seat)), seat) for seat in game.deciders}
    for nation, seat in sorted(game.seats.items())[::6]:
        words = lexicon(game, nation)
        orders = (*Monkey(game, nation, nation).sheet(20), *written[seat].orders)
        sheet = read_sheet(write_sheet(orders, words, turn_name(game)), words, turn_name(game))
        verdicts = [verdict for verdict in checked(game, seat, sheet.verdicts) if verdict.order is not None]
        refused = refused_lines(game, seat, nation, tuple(verdict.order for verdict in verdicts), written)
        wrongly = [verdict for place, verdict in enumerate(verdicts) if verdict.status == REFUSED and place not in refused]
        assert not wrongly
        assert sum(verdict.status == REFUSED for verdict in verdicts) > 5
        assert all(verdict.rule for verdict in verdicts if verdict.status in (REFUSED, DOUBTFUL))


def refused_lines(game: Cendre, seat: int, nation: str, orders: tuple[Order, ...], others: dict[int, Submit]) -> set[int]:
    """The lines of this nation that the real season refuses, with everybody else giving orders too."""
    trial = game.clone()
    happened = [
        event for asked in trial.deciders for event in trial.play(asked, Submit(orders) if asked == seat else others[asked])
    ]
    return {event.line for event in happened if isinstance(event, OrderRefused) and event.nation == nation}


@pytest.mark.rule("TC-SHEET-06")
def test_a_check_leaves_the_game_as_it_was_and_says_the_same_twice() -> None:
    game = TITLE.new(20, key_from_seed("check"))
    words = lexicon(game, "FER")
    verdicts: tuple[Verdict, ...] = tuple(
        judged(number, "", order, (), words) for number, order in enumerate(Monkey(game, "FER", 1).sheet(30), 1)
    )
    before = game.to_json()
    first, second = (checked(game, game.seats["FER"], verdicts) for _ in range(2))
    assert first == second
    assert game.to_json() == before


@pytest.mark.rule("TC-WAR-23")
def test_a_unit_named_twice_is_counted_once() -> None:
    game = TITLE.new(20, key_from_seed("twice"))
    who = next(leader for leader in game.leaders.values() if leader.nation == "AKLA" and leader.military)
    order = Disband(who.id, (("akl-condottieri", 1), ("akl-condottieri", 2)))
    (refused,) = [
        event
        for seat in game.deciders
        for event in game.play(seat, Submit((order,) if seat == game.seats["AKLA"] else ()))
        if isinstance(event, OrderRefused)
    ]
    assert refused.facts["need"] == 3
