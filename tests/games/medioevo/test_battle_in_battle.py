"""A battle fought while another is still being settled goes exactly as it would alone."""

from random import Random
from typing import Any

import pytest

from marchland.games.medioevo.rules.battle.battle import begin_battle
from marchland.games.medioevo.state import BARBARIANS
from marchland.kernel.chance import Chance, key_from_seed
from marchland.kernel.events import Event

from .table import Table

FIELD, SEA = "wallachia", "aegean"
OTHER_ARMIES = {"epirus": {2: {"cav": 2, "arc": 1, "cap2": 1}, 3: {"li": 2, "hi": 2, "arc": 2}}}
OTHER_BATTLE = {"place": "epirus", "attacker": 2, "defender": 3}
KINDS = ("li", "hi", "cav", "arc", "cap1", "cap2")


def troops(random: Random, most: int) -> dict[str, int]:
    """Some of every kind, and at least one unit that fights."""
    return {"li": 1, **{kind: random.randint(0, most) for kind in random.sample(KINDS, 4)}}


def position(seed: str, at_sea: bool, foe: int) -> dict[str, Any]:
    """Seats 0 and 1, or seat 0 and a horde, with engines, walls and wagons; beside them the armies of seats 2 and 3."""
    random = Random(seed)
    facts: dict[str, Any] = {"order": random.sample(range(4), 4), "wars": [[0, 1, 0], [2, 3, 0]], "turn": 2, "circle": [1, 3, 5]}
    facts["lands"] = {"epirus": {"holder": 3}}
    if at_sea:
        galleys = [{"owner": owner, "kind": "galley", "level": 2, "space": SEA} for owner in (0, 1, 0, 1)]
        cargoes: list[dict[str, int]] = [{"li": 1, "arc": 1}, {"hi": 2, "arc": 1}, {"hi": 2}, {"cav": 2, "cap1": 1}]
        fleet = [{**galley, "cargo": cargo} for galley, cargo in zip(galleys, cargoes, strict=True)]
        engine = {"owner": 1, "kind": "engine", "level": 2, "space": SEA, "aboard": 2}
        return {**facts, "vehicles": [*fleet, engine], "armies": OTHER_ARMIES}
    enemy: Any = "barbarians" if foe == BARBARIANS else foe
    horde = {"li": 4, "arc": 2, "cap1": 1}
    armies = {**OTHER_ARMIES, FIELD: {0: troops(random, 3), enemy: horde if foe == BARBARIANS else troops(random, 3)}}
    vehicles = [{"owner": 0, "kind": "wagon", "space": FIELD}, {"owner": 0, "kind": "engine", "level": 2, "space": FIELD}]
    if foe != BARBARIANS:
        vehicles.append({"owner": 1, "kind": "engine", "level": 1, "space": FIELD})
        facts["lands"][FIELD] = {"holder": 1, "military": random.randint(1, 3)}
    return {**facts, "vehicles": vehicles, "armies": armies}


def fought(seed: str, at_sea: bool, foe: int, inside: bool) -> tuple[list[Event], list[Any], Any]:
    """What happens in the battle, what is asked, and what is left afterwards; `inside` the battle of the other two."""
    facts = position(seed, at_sea, foe)
    table = Table(4, **facts, **({"battle": OTHER_BATTLE} if inside else {}))
    game, random = table.game, Random(seed)
    game.chance = Chance(key_from_seed(seed))
    outer = len(game.fights)
    begin_battle(game, SEA if at_sea else FIELD, 0, foe)
    game.menu = None
    game.outbox = []
    game.run()
    events, asked = list(game.outbox), []
    while len(game.fights) > outer:
        asked.append((game.decision, game.options()))
        stands = random.random() < 0.7  # what is listed first goes on fighting
        events += game.play(game.deciders[0], game.options()[0] if stands else random.choice(game.options()))
    left = (game.armies, game.vehicles, game.prisoners, game.lands, game.players, game.now, game.ever)
    return events, asked, left


RULES = [f"MU-BAT-{number:02}" for number in range(1, 15)]
RULES += [
    "MU-SIE-01",
    "MU-SIE-02",
    "MU-NAV-01",
    "MU-NAV-02",
    "MU-NAV-03",
    "MU-NAV-04",
    "MU-FLE-01",
    "MU-CAP-01",
    "MU-CAP-02",
    "MU-CAP-03",
]
RULES += ["MU-SUR-01", "MU-FOR-01", "MU-BAR-02", "MU-BAR-03", "MU-BAR-04", "MU-BAR-05", "MU-PH-05", "MU-PH-07"]


@pytest.mark.rule(*RULES)
@pytest.mark.parametrize(("at_sea", "foe"), [(False, 1), (False, BARBARIANS), (True, 1)])
def test_a_battle_inside_another_goes_as_it_would_alone(at_sea: bool, foe: int) -> None:
    for number in range(25):
        seed = f"{number} {at_sea} {foe}"
        alone, inside = (fought(seed, at_sea, foe, within) for within in (False, True))
        assert inside[0][: len(alone[0])] == alone[0], seed
        assert inside[1:] == alone[1:], seed
