"""The strategists of Terre de Cendre: twenty nations at a table, and the logarithm of the glory they had in the end."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from pathlib import Path
from random import Random
from statistics import fmean

import msgspec

from marchland.games.cendre.bots.strategist.manners import Weights, manners
from marchland.games.cendre.bots.strategist.writer import write_orders
from marchland.games.cendre.rules.common.inquiry import nation_of
from marchland.games.cendre.rules.turn.sheets import Submit
from marchland.games.cendre.state import Cendre
from marchland.games.cendre.title import TITLE
from marchland.kernel.chance import key_from_seed

from .scale import Sample, led_by, shaken

YEARS = 10
LEAST = 30
"""Less glory than this counts as so much."""


class Strategists:
    """Those that an expert goes by are moved: `seasoned` in `data/strategists.yaml`."""

    names = Weights.__struct_fields__

    def play(self, seed: str) -> list[Sample]:
        random, nations = Random(seed), sorted(laid(seed).seats)
        moves = {nation: shaken(self.names, random) for nation in nations}
        weights = {nation: moved(dict(zip(self.names, by, strict=True))) for nation, by in moves.items()}
        return [Sample(nation, came_to, moves[nation]) for nation, came_to in ends(seed, weights, random).items()]

    def gain(self, file: Path, seed: str) -> float:
        found, nations = msgspec.yaml.decode(file.read_bytes(), type=Found).seasoned, sorted(laid(seed).seats)
        gains = []
        for first in (0, 1):
            weights = {nation: found if place % 2 == first else manners().seasoned for place, nation in enumerate(nations)}
            gains.append(led_by(list(ends(seed, weights, Random(seed)).values()), first))
        return fmean(gains)

    def write(self, steps: Mapping[str, float], record: Mapping[str, object], file: Path) -> None:
        file.write_bytes(msgspec.yaml.encode({"record": record, "seasoned": moved(steps)}))


class Found(msgspec.Struct):
    """What `write` has written."""

    seasoned: Weights


def laid(seed: str) -> Cendre:
    game = TITLE.new(20, key_from_seed(seed), {"years": YEARS})
    assert isinstance(game, Cendre)
    return game


def ends(seed: str, weights: Mapping[str, Weights], random: Random) -> dict[str, float]:
    """A game, every nation by its weights: what each came to."""
    game = laid(seed)
    while not game.is_over:
        seat = game.deciders[0]
        nation, table = nation_of(game, seat), TITLE.redeal(game, seat, key_from_seed(random.getrandbits(64)))
        assert isinstance(table, Cendre)
        game.play(seat, Submit(write_orders(table, nation, "", weights[nation])))
    return {nation: log(max(LEAST, game.nations[nation].glory)) for nation in weights}


def moved(by: Mapping[str, float]) -> Weights:
    """The weights in use, each moved by a logarithm."""
    now = manners().seasoned
    return msgspec.structs.replace(now, **{name: round(getattr(now, name) * exp(much), 3) for name, much in by.items()})
