"""Crowded tables for card games: many Empire cards in hand, wars everywhere, and players who like to use them."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from marchland.games.medioevo import world
from marchland.games.medioevo.audit import audit
from marchland.games.medioevo.position import lay
from marchland.games.medioevo.rules.cards.powers import CardTurned, PlayCard
from marchland.games.medioevo.state import Medioevo
from marchland.games.medioevo.tables import COLOURS
from marchland.games.medioevo.title import TITLE
from marchland.kernel.actions import Action
from marchland.kernel.chance import key_from_seed

KINGDOMS = ("byzantium", "hungary", "horde")
EAGER = ("Muster", "Go", "TryCapture", "Man", "SellCubes", "Employ", "Take", "BoardAll", "BuyCard")
SHY = (
    "PassRound",
    "DoneTrading",
    "DoneBuying",
    "Rest",
    "Flee",
    "Halt",
    "Pass",
    "TurnCard",
    "FlipToken",
    "BorrowPoints",
    "UseTechnology",
)
SILENT = ("Heed", "Dismiss", "Claim", "OfferPeace", "OfferTruce", "DraftPact", "DropRoute", "Offer", "UseTechnology")
WEIGHTS = {"PlayCard": 6.0, **dict.fromkeys(EAGER, 3.0), **dict.fromkeys(SHY, 0.2), **dict.fromkeys(SILENT, 0.02)}
"""How much likelier, or unlikelier, than others these answers are: wars go on, cards are kept for their abilities."""
CURIOSITY = 0.8


def crowded_table(seed: int) -> Medioevo:
    """Three kingdoms at war, each with troops, engines, ships, loaded caravans, a Trade Route, buildings and many cards."""
    dice = random.Random(seed)
    game = TITLE.new(3, key_from_seed(f"cards-{seed}"), {"objectives": "shuffled"})
    assert isinstance(game, Medioevo)
    cards = dice.sample(range(1, 73), dice.choice((45, 72)))
    homes = {seat: list(world.kingdoms()[kingdom].territories) for seat, kingdom in enumerate(KINGDOMS)}
    home = {space for lands in homes.values() for space in lands}
    fronts = sorted({near for space in home for near in world.within(space, 1) if not world.is_sea(near)} - home)
    camps = dict(enumerate(dice.sample(fronts, 3)))
    vehicles = [vehicle for seat in homes for vehicle in _vehicles(dice, seat, homes[seat], camps[seat])]
    position: dict[str, Any] = {
        "kingdoms": dict(enumerate(KINGDOMS)),
        "turn": 2,
        "order": dice.sample(range(3), 3),
        "circle": [dice.randint(1, 4), dice.randint(1, 6), dice.randint(1, 8)],
        "lands": {space: _land(dice, space, space in home) for space in (*sorted(home), *fronts)},
        "armies": _armies(dice, homes, fronts, camps),
        "vehicles": vehicles,
        "wars": [[0, 1, 0], [0, 2, 0], [1, 2, 1]],
        "players": {seat: _player(dice, seat, cards[seat::3], vehicles) for seat in homes},
        "at": dice.choice(["events", "purchases", "combat", "combat", "trade"]),
    }
    lay(game, position, [])
    return game


def _land(dice: random.Random, space: str, home: bool) -> dict[str, Any]:
    """Market cubes in every settlement; buildings at home."""
    town = world.towns(world.FIRST).get(space)
    cubes = sorted(dice.sample([good for good in world.goods() if town and good != town.good], dice.randint(1, 3))) if town else []
    walls = dice.choice((0, 0, 1, 2, 3)) if home else 0
    return {"civil": dice.choice((0, 1, 2)) if town and home else 0, "military": walls, "cubes": cubes}


def _armies(dice: random.Random, homes: dict[int, list[str]], fronts: list[str], camps: dict[int, str]) -> dict[str, Any]:
    armies: dict[str, dict[Any, dict[str, int]]] = {}
    for seat, lands in homes.items():
        for space in dice.sample(lands, 5):
            armies.setdefault(space, {})[seat] = {"li": 1, "hi": dice.randint(0, 2), "cav": dice.randint(0, 1)}
        armies[lands[0]] = {seat: {"li": 2, "arc": 3, "cap1": 1}}
    for space in dice.sample([space for space in fronts if space not in camps.values()], 5):
        armies[space] = {"barbarians": {"li": dice.randint(1, 2), "arc": dice.randint(0, 1)}}
    for seat, space in camps.items():
        armies[space] = {seat: {"li": 2, "hi": 2, "arc": dice.randint(0, 4), "cav": 1}}
    return armies


def _vehicles(dice: random.Random, seat: int, lands: list[str], camp: str) -> list[dict[str, Any]]:
    """A War wagon and an engine in the camp abroad and at home, a Galley at sea with cargo, and two loaded Caravans."""
    towns = [space for home in lands for space in sorted(world.within(home, 2)) if space in world.towns(world.FIRST)]
    own = [space for space in lands if space in world.towns(world.FIRST)]
    goods = dice.sample(world.goods(), 3)
    seas = [sea for space in lands for sea in world.sea_neighbours(space)] or [world.seas()[seat]]
    return [
        {"owner": seat, "kind": "wagon", "level": 2, "space": lands[0]},
        {"owner": seat, "kind": "wagon", "level": 1, "space": camp},
        {"owner": seat, "kind": "galley", "level": 2, "space": dice.choice(seas), "cargo": {"li": 2, "arc": 1}},
        {"owner": seat, "kind": "engine", "level": 1, "space": camp},
        {"owner": seat, "kind": "engine", "level": 2, "space": lands[0]},
        {"owner": seat, "kind": "caravan", "level": 2, "space": dice.choice(own), "goods": sorted(goods)},
        {"owner": seat, "kind": "caravan", "level": 1, "space": dice.choice(towns), "goods": sorted(goods[:2])},
    ]


def _player(dice: random.Random, seat: int, cards: list[int], vehicles: list[dict[str, Any]]) -> dict[str, Any]:
    """Money and loans, some of each technology, and a route that has reached its destination."""
    carrier = 7 * seat + 6
    here = vehicles[carrier - 1]["space"]
    stages = dice.sample(sorted(space for space in world.within(here, 3) if space in world.towns(world.FIRST) and space != here), 4)
    return {
        "florins": dice.choice((120, 1500, 4000)),
        "loans": dice.randint(0, 2),
        "technology": {colour: dice.randint(0, 4) for colour in COLOURS},
        "hand": cards,
        "route": {
            "origin": stages[0],
            "stages": stages[1:],
            "done": sorted(stages[1:]),
            "destination": here,
            "carrier": carrier,
        },
    }


def play(game: Medioevo, seed: int, moves: int, used: Counter[int]) -> None:
    """So many answers of players who like to use their cards; the table is audited after each, played abilities are counted."""
    dice = random.Random(-seed)
    for _ in range(moves):
        if game.is_over:
            return
        seat = game.deciders[0]
        options = game.options(seat)
        assert options, game.decision
        for event in game.apply(seat, choose(dice, options, used)):
            if isinstance(event, CardTurned) and not event.colours:
                used[event.card] += 1
        audit(game)
        assert all(player.florins >= 0 for player in game.players)


def choose(dice: random.Random, options: tuple[Action, ...], used: Counter[int]) -> Action:
    """An answer by weight; an ability that has never been used before is hard to resist."""
    fresh = [option for option in options if isinstance(option, PlayCard) and not used[option.card]]
    if fresh and dice.random() < CURIOSITY:
        return dice.choice(fresh)
    return dice.choices(options, [WEIGHTS.get(type(option).__name__, 1.0) for option in options])[0]
