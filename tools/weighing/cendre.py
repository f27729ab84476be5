"""The strategists of Terre de Cendre: twenty nations at a table, and the logarithm of the glory they had in the end."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from pathlib import Path
from random import Random

import msgspec

from marchland.games.cendre.bots.strategist.manners import Weights, manners
from marchland.games.cendre.bots.strategist.writer import write_orders
from marchland.games.cendre.rules.common.inquiry import nation_of
from marchland.games.cendre.rules.turn.sheets import Submit
from marchland.games.cendre.state import Cendre
from marchland.games.cendre.title import TITLE
from marchland.kernel.chance import key_from_seed

from .scale import Sample, shaken

YEARS = 10
LEAST = 30
"""Less glory than this counts as so much."""


class Strategists:
    """Those that an expert goes by are moved: `seasoned` in `data/strategists.yaml`."""

    names = Weights.__struct_fields__

    def play(self, seed: str) -> list[Sample]:
        random, game = Random(seed), TITLE.new(20, key_from_seed(seed), {"years": YEARS})
        assert isinstance(game, Cendre)
        moves = {nation: shaken(self.names, random) for nation in sorted(game.seats)}
        weights = {nation: moved(dict(zip(self.names, by, strict=True))) for nation, by in moves.items()}
        while not game.is_over:
            seat = game.deciders[0]
            nation, table = nation_of(game, seat), TITLE.redeal(game, seat, key_from_seed(random.getrandbits(64)))
            assert isinstance(table, Cendre)
            game.play(seat, Submit(write_orders(table, nation, "", weights[nation])))
        return [Sample(nation, log(max(LEAST, game.nations[nation].glory)), by) for nation, by in moves.items()]

    def write(self, steps: Mapping[str, float], record: Mapping[str, object], file: Path) -> None:
        file.write_bytes(msgspec.yaml.encode({"record": record, "seasoned": moved(steps)}))


def moved(by: Mapping[str, float]) -> Weights:
    """The weights in use, each moved by a logarithm."""
    now = manners().seasoned
    return msgspec.structs.replace(now, **{name: round(getattr(now, name) * exp(much), 3) for name, much in by.items()})
