"""Poor players bound by every kind of pact: no purse goes below zero, and everybody always has an answer."""

from random import Random
from typing import Any

import pytest

from marchland.bots.arena import Inspector, varied
from marchland.bots.protocol import answer, make_bot
from marchland.games.medioevo import world
from marchland.games.medioevo.rules.components.table import Paid, note
from marchland.games.medioevo.rules.diplomacy.pacts import KINDS_OF_PACT, RIGHTS, figures
from marchland.games.medioevo.tables import COLOURS
from marchland.games.medioevo.title import TITLE
from marchland.kernel.events import Event

from .table import Table

KINGDOMS = ("byzantium", "hungary", "horde", "mamluks", "empire", "novgorod")
PHASES = ("order", "taxes", "purchases", "combat", "combat", "trade", "trade", "trade")
MOVES = 150


def tangle(seed: str) -> Table:
    """A table full of pacts with and without fees, wars, loans, cards, armies and Caravans abroad, and hardly any money."""
    random = Random(seed)
    seats = random.choice(TITLE.seats)
    pairs = [(one, other) for one in range(seats) for other in range(one + 1, seats)]
    travellers = [_travellers(random, seat, seats) for seat in range(seats)]
    table = Table(
        seats,
        {**varied(TITLE, {}, seed), **{f"ask_{number}": "always" for number in range(1, 7)}},
        at=random.choice(PHASES),
        turn=3,
        players={seat: _pauper(random, seat, seats) for seat in range(seats)},
        pacts=[_pact(random, pair) for pair in pairs],
        wars=[[*pair, random.randint(1, 3)] for pair in pairs if random.random() < 0.2],
        vehicles=[vehicle for _, vehicles in travellers for vehicle in vehicles],
        armies=_armies(random, [camp for camp, _ in travellers]),
        lands={space: {"holder": host, "civil": 1} for host in range(seats) for space in _towns(host)},
    )
    for seat in range(seats):
        note(table.game, seat, proposals=random.choice((0, figures().offers, figures().offers)))  # less talk, more use of pacts
    table.game.menu = None
    return table


def _towns(seat: int) -> list[str]:
    return [space for space in world.kingdoms()[KINGDOMS[seat]].territories if space in world.towns(world.FIRST)]


def _travellers(random: Random, seat: int, seats: int) -> tuple[str, list[dict[str, Any]]]:
    """Where a seat has an army and a wagon abroad, and its transports: a Caravan in a town there, ships in own ports."""
    host = random.choice([other for other in range(seats) if other != seat])
    camp = random.choice(_towns(host))
    ports = [town for town in _towns(seat) if world.towns(world.FIRST)[town].port]
    goods = [random.choice(world.goods())] if random.random() < 0.5 else []
    vehicles = [{"kind": "wagon", "space": camp}, {"kind": "caravan", "space": random.choice(_towns(host)), "goods": goods}]
    vehicles += [{"kind": kind, "space": random.choice(ports)} for kind in ("merchantman", "galley") if ports]
    return camp, [{"owner": seat, **vehicle} for vehicle in vehicles]


def _pauper(random: Random, seat: int, seats: int) -> dict[str, Any]:
    return {
        "florins": random.choice((0, 30, 70, 100, 150, 200, 300, 500)),
        "loans": random.randint(0, 5),
        "hand": list(range(1 + seat, 73, seats))[: random.randint(0, 8)],
        "technology": {colour: random.randint(0, 4) for colour in COLOURS},
    }


def _pact(random: Random, pair: tuple[int, int]) -> dict[str, Any]:
    return {
        "parties": list(pair),
        "kinds": [kind for kind in KINDS_OF_PACT if random.random() < (0.8 if kind in RIGHTS else 0.2)] or ["trade"],
        "guests": random.choice(([], [], [pair[0]], [pair[1]])),
        "per_use": random.choice((0, 10, 20, 50, 50, 100)),
        "units": random.randint(0, 4),
        "until": random.choice((0, 3, 4)),
        "secret": random.random() < 0.3,
    }


def _armies(random: Random, camps: list[str]) -> dict[str, dict[int, dict[str, int]]]:
    armies: dict[str, dict[int, dict[str, int]]] = {}
    for seat, camp in enumerate(camps):
        for space in (camp, random.choice(_towns(seat))):
            armies.setdefault(space, {})[seat] = {"li": random.randint(1, 3), "hi": 1, "arc": 1}
    return armies


def play(table: Table, seed: str, moves: int) -> list[Event]:
    """So many answers by curious players, audited one by one."""
    game = table.game
    bots = [make_bot(TITLE, "curious") for _ in range(game.seats)]
    inspector = Inspector(TITLE, [])
    events: list[Event] = []
    for number in range(moves):
        if game.is_over:
            break
        seat = game.deciders[0]
        news = game.play(seat, answer(bots[seat], TITLE, game, seat, f"{seed}/{number}"))
        inspector.inspect(game, news)
        events += news
    return events


@pytest.mark.rule("MU-DIP-05", "MU-LOA-01", "MU-TRD-06", "MU-ORD-01")
def test_no_purse_goes_below_zero_and_nobody_is_left_without_an_answer() -> None:
    fees = 0
    for number in range(40):
        seed = f"tangle {number}"
        try:
            events = play(tangle(seed), seed, MOVES)
        except Exception as failure:
            raise AssertionError(f"{seed}: {failure!r}") from failure
        fees += sum(1 for event in events if isinstance(event, Paid) and event.rule == "MU-DIP-05")
    assert fees > 20, "the test has to meet what it is about"
