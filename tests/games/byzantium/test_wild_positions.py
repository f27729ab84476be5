"""Random play from wild positions: fleets at sea, armies everywhere, empty pools. Ordinary random games seldom get there."""

from collections import Counter
from random import Random

import pytest

from marchland.games.byzantium.position import lay
from marchland.games.byzantium.tables import CAPITAL, CONFIG
from marchland.games.byzantium.title import TITLE
from marchland.games.byzantium.world import BALKANS, CITIES, SITES
from marchland.kernel.testing import Walk, check_position, check_step

from .table import NAMES

RARE = {"OfferDoubling", "ConfirmDoubled", "OfferFire", "OfferBlock", "ChooseOpponent", "GiveMarker", "OfferMilitia"}


def wild_city(city, dice, names):
    """A city that has changed hands, perhaps with a marker."""
    side = dice.choice(["byzantine", "arab", "arab"])
    if city in BALKANS and dice.random() < 0.3:
        return {"side": "bulgar", "tokens": dice.randint(1, 2)}
    if SITES[city].side == "arab":
        side = "arab"
    found = {"side": side, "tokens": dice.randint(1, 3)}
    return found | ({"control": dice.choice(names)} if dice.random() < 0.5 else {})


def wild_army(side, cities, dice):
    """An army of any size in one of a few cities of its colour, so that armies meet."""
    homes = [city for city in CITIES if city != CAPITAL and cities[city]["side"] == side]
    slots = {"elite": dice.randint(0, 2), "main": dice.randint(1, 4), "militia": dice.randint(0, 2), "move": dice.randint(2, 4)}
    return {**slots, "treasury": dice.randint(0, 9), "at": dice.choice(homes[:4])}


def wild_position(seats, dice):
    names = NAMES[:seats]
    cities = {city: wild_city(city, dice, names) for city in CITIES if city != CAPITAL}
    boxes = {box: dice.choice(names) for box in ("fleet_byzantine", "emperor", "caliph") if dice.random() < 0.8}
    players = {}
    for name in names:
        armies = {side: wild_army(side, cities, dice) for side in ("byzantine", "arab")}
        players[name] = {"pool": dice.randint(0, 2), **armies}
    return {"cities": cities, "boxes": boxes, "players": players, "turn": 2, "bulgars": dice.randint(0, CONFIG.bulgars.cubes)}


def wild_walk(seed, seats):
    walk = Walk(TITLE, seats, f"wild {seed}")
    lay(walk.state, wild_position(seats, Random(f"wild {seed}")), NAMES[:seats])
    TITLE.audit(walk.state)
    return walk


def play_out(walk, every):
    """Play to the end with all checks of the conformance suite; which decisions came up."""
    asked = Counter()
    while not walk.state.is_over:
        asked[type(walk.state.decision).__name__] += 1
        if walk.moves % every == 0:
            check_position(walk)
        check_step(walk)
    return asked


@pytest.mark.rule("BY-FLEET-01", "BY-FLEET-02", "BY-FLEET-05", "BY-FLEE-04", "BY-INV-01")
def test_wild_games_end_and_hold_every_promise():
    asked = Counter()
    for seed in range(36):
        asked += play_out(wild_walk(seed, 2 + seed % 3), every=41)
    assert set(asked) >= RARE
