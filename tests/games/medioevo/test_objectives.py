"""Every objective of the 72 Empire cards: not met on a bare table, not met when it is nearly so, met when it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.cards.objectives import CONDITIONS, is_met, objective_table
from marchland.games.medioevo.rules.movement.steps import pay_way
from marchland.games.medioevo.state import BARBARIANS, BattleRecord, March, Medioevo, Pact, Prisoner, RoundRecord, Special, War
from marchland.games.medioevo.tables import COLOURS, empire_cards

from .bare import army, bare_table, ever, hold, land, now, player, technology, vehicle

Case = tuple[Callable[[Medioevo], None], Callable[[Medioevo], None]]


def cathedrals(*spaces: str) -> Callable[[Medioevo], None]:
    def place(game: Medioevo) -> None:
        for space in spaces:
            land(game, space, holder=0, cathedral=1)

    return place


def everything(*steps: Callable[[Medioevo], object]) -> Callable[[Medioevo], None]:
    def place(game: Medioevo) -> None:
        for step in steps:
            step(game)

    return place


def at_war(one: int, other: int) -> Callable[[Medioevo], None]:
    return lambda game: game.wars.append(War((one, other), 1))


def controls(*spaces: str) -> Callable[[Medioevo], None]:
    return everything(*(lambda game, space=space: land(game, space, holder=0) for space in spaces))


def did(**counters: object) -> Callable[[Medioevo], None]:
    return lambda game: now(game, 0, **counters)


def has_done(**counters: object) -> Callable[[Medioevo], None]:
    return lambda game: ever(game, 0, **counters)


def units(space: str, owner: int = 0, **numbers: int) -> Callable[[Medioevo], None]:
    return lambda game: army(game, space, owner, **numbers)


def fleet(*pieces: tuple[str, int]) -> Callable[[Medioevo], None]:
    return everything(*(lambda game, piece=piece: vehicle(game, 0, piece[0], piece[1], "nicaea") for piece in pieces))


def loaded(*cargoes: tuple[str, ...]) -> Callable[[Medioevo], None]:
    return everything(*(lambda game, goods=goods: vehicle(game, 0, "caravan", 3, "nicaea", goods=goods) for goods in cargoes))


def learnt(**levels: int) -> Callable[[Medioevo], None]:
    return lambda game: technology(game, 0, **levels)


def has(**fields: object) -> Callable[[Medioevo], None]:
    return lambda game: player(game, 0, **fields)


def other(seat: int, **fields: object) -> Callable[[Medioevo], None]:
    return lambda game: player(game, seat, **fields)


def pact(*parties: int, kinds: tuple[str, ...] = ("trade",)) -> Callable[[Medioevo], None]:
    def sign(game: Medioevo) -> None:
        game.pacts[game.next_pact] = Pact(parties=parties, kinds=kinds)
        game.next_pact += 1

    return sign


def built(space: str, **levels: int) -> Callable[[Medioevo], None]:
    return lambda game: land(game, space, holder=0, **levels)


def turn(number: int) -> Callable[[Medioevo], None]:
    def set_turn(game: Medioevo) -> None:
        game.turn = number

    return set_turn


def prisoners(number: int) -> Callable[[Medioevo], None]:
    return lambda game: game.prisoners.extend([Prisoner(0, 1, "li")] * number)


HOME = world.kingdoms()["byzantium"].territories
EVERY_HOME = everything(*(units(space, li=1) for space in HOME))
MIDDLE, *AROUND = "kiev", *world.land_neighbours("kiev")
RING = everything(built(MIDDLE, military=3), *(built(space, military=1) for space in AROUND[:4]))
BROKEN_RING = everything(built(MIDDLE, military=3), *(built(space, military=1) for space in AROUND[:3]))
VILLAGES = everything(*(built(space, civil=1) for space in HOME if space in world.towns(world.FIRST)))

CASES: dict[int, Case] = {
    1: (everything(cathedrals("nicaea", "smyrna"), at_war(0, 1)), cathedrals("nicaea", "smyrna")),
    2: (built("nicaea", cathedral=1, cubes=("wine", "salt")), built("nicaea", cathedral=1, cubes=("wine", "salt", "furs"))),
    3: (controls("napoli"), controls("roma")),
    4: (units("nicaea", arc=5), units("nicaea", arc=6)),
    5: (did(battles_won=1), did(battles_won=2)),
    6: (did(conquered=("iconium",)), did(conquered=("baghdad",))),
    7: (did(units_killed_by_archery=2), did(units_killed_by_archery=3)),
    8: (did(battles_won=1), did(battles_won_before_melee=1)),
    9: (did(won_battles=(BattleRecord(3, 1), BattleRecord(2, 0))), did(won_battles=(BattleRecord(3, 0),))),
    10: (fleet(("engine", 1), ("engine", 2)), fleet(("engine", 2), ("engine", 2))),
    11: (
        fleet(("wagon", 1), ("galley", 1), ("caravan", 1)),
        fleet(("wagon", 1), ("galley", 1), ("caravan", 1), ("merchantman", 1)),
    ),
    12: (learnt(red=3, blue=1), learnt(red=3, blue=2)),
    13: (lambda game: hold(game, 0, 1, 2, 3, 4), lambda game: hold(game, 0, 1, 2, 3, 4, 5)),
    14: (controls("buda", "vienna"), controls("buda", "banat")),
    15: (
        everything(units("buda", BARBARIANS, li=2), units("caffa", BARBARIANS, li=1)),
        everything(units("buda", BARBARIANS, li=2), units("banat", BARBARIANS, li=1)),
    ),
    16: (did(transports_plundered=1), has_done(seized_engines=1)),
    17: (did(enemy_units_killed=5), did(enemy_units_killed=6)),
    18: (everything(pact(0, 1), at_war(1, 2)), everything(pact(0, 1), pact(0, 2), at_war(1, 2))),
    19: (did(cubes_sold=4, colours_sold=("salt", "wine")), did(cubes_sold=4, colours_sold=("salt", "wine", "furs"))),
    20: (did(best_sale=499), did(best_sale=500)),
    21: (loaded(("salt", "wine", "furs", "furs")), loaded(("salt", "wine", "furs", "grain"))),
    22: (did(tax_level=40, tax_income=450), did(tax_level=30, tax_income=450)),
    23: (did(checked_tax_level=40, new_rebellions=1), did(checked_tax_level=40)),
    24: (did(battles_won=1), did(defence_wins_at_home=1)),
    25: (everything(*(units(space, li=1) for space in HOME[1:])), EVERY_HOME),
    26: (BROKEN_RING, RING),
    27: (units("nicaea", li=14), everything(units("nicaea", li=14), units("smyrna", hi=1))),
    28: (units("nicaea", li=8), units("nicaea", li=7, cap1=1)),
    29: (did(own_units_lost=4), did(own_units_lost=4, battles_won=1)),
    30: (did(cubes_sold=4), did(route_stages_completed=4)),
    31: (did(route_stages_completed=4), did(route_stages_completed=6)),
    32: (built("nicaea", civil=1, cathedral=1), built("nicaea", civil=1, military=1, cathedral=1)),
    33: (
        everything(built("nicaea", civil=3), built("smyrna", civil=2)),
        everything(built("nicaea", civil=3), built("smyrna", civil=3)),
    ),
    34: (cathedrals("nicaea"), cathedrals("roma")),
    35: (did(battles_won=1), did(attack_wins_vs_players=1)),
    36: (has(florins=3000, loans=1), has(florins=3050, loans=1)),
    37: (everything(other(1, loans=1), other(2, loans=1), has(loans=1)), everything(other(1, loans=1), other(2, loans=2))),
    38: (controls("napoli", "smyrna"), controls("napoli", "smyrna", "candia")),
    39: (prisoners(2), prisoners(3)),
    40: (did(captured=1), did(captured=2)),
    41: (has_done(ransom_income=199), has_done(ransom_income=200)),
    42: (did(event_rolls=2, event_losses=1), did(event_rolls=1)),
    43: (
        everything(*(built(space, civil=1) for space in HOME[:4]), built("nicaea", military=1, military_damage=1)),
        everything(*(built(space, civil=1) for space in HOME[:4]), built("nicaea", military=1)),
    ),
    44: (everything(has(honour=20), other(1, honour=18)), has(honour=20)),
    45: (everything(turn(3), has(honour=9)), everything(turn(4), has(honour=9))),
    46: (did(enemy_units_killed=1), did(captains_killed=1)),
    47: (did(rounds=(RoundRecord(25, 0, False),)), did(rounds=(RoundRecord(25, 0, True),))),
    48: (learnt(**dict.fromkeys(COLOURS[1:], 2)), learnt(**dict.fromkeys(COLOURS, 1))),
    49: (learnt(green=3), learnt(green=4)),
    50: (pact(0, 1), everything(pact(0, 1), pact(0, 2))),
    51: (
        everything(turn(6), pact(0, 1, 2), has_done(pacts_broken=1)),
        everything(turn(6), pact(0, 1, 2)),
    ),
    52: (has_done(building_damage_dealt=2), has_done(building_damage_dealt=3)),
    53: (fleet(("engine", 2)), fleet(("engine", 3))),
    54: (did(rounds=(RoundRecord(5, 1, True),)), did(rounds=(RoundRecord(5, 2, False),))),
    55: (did(max_steps_of_one_military_transport=6), did(max_steps_of_one_military_transport=7)),
    56: (fleet(*[("wagon", 1)] * 5, ("engine", 1)), fleet(*[("wagon", 1)] * 5, ("caravan", 1))),
    57: (has_done(seized_transports=1), did(transports_plundered=1)),
    58: (controls("cracow"), controls("napoli")),
    59: (
        everything(pact(0, 1, kinds=("trade",)), other(1, honour=11)),
        everything(pact(0, 1, kinds=("defence",)), other(1, honour=11)),
    ),
    60: (did(max_tp_spent_in_one_phase=5), did(max_tp_spent_in_one_phase=6)),
    61: (learnt(red=4, blue=4, green=1), learnt(red=4, blue=4, green=2)),
    62: (learnt(red=2, blue=2, green=2), learnt(red=2, blue=2, green=2, violet=2)),
    63: (built("nicaea", cubes=("salt", "wine", "furs")), built("nicaea", cubes=("salt", "wine", "furs", "grain"))),
    64: (loaded(("salt",) * 3, ("salt",) * 2), loaded(("salt",) * 3, ("salt",) * 3)),
    65: (controls("alps", "kiev"), controls("alps", "kiev", "leon")),
    66: (units("nicaea", BARBARIANS, li=4), units("buda", BARBARIANS, li=3, arc=1)),
    67: (units("nicaea", cap1=2), units("nicaea", cap1=2, cap3=1)),
    68: (
        lambda game: army(game, "nicaea", 0, [Special("cap3", "cap2", 0)]),
        lambda game: army(game, "nicaea", 0, [Special("cap2", "cap3", 0)]),
    ),
    69: (built("nicaea", civil=3, military=2), built("nicaea", civil=3, military=3)),
    70: (everything(VILLAGES, built("nicaea", civil=3)), everything(VILLAGES, built("nicaea", civil=2), built("smyrna", civil=3))),
    71: (learnt(violet=2), learnt(violet=3)),
    72: (has(tokens=(3, 0, 0, 1, 0, 0)), has(tokens=(1, 1, 0, 0, 1, 0))),
}


@pytest.mark.rule("MU-EMP-05")
@pytest.mark.parametrize("card", sorted(CASES))
def test_objective_is_met_exactly_when_it_holds(card: int) -> None:
    nearly, fully = CASES[card]
    assert not is_met(bare_table(), 0, card), "met by nothing at all"
    game = bare_table()
    nearly(game)
    assert not is_met(game, 0, card), "met although something is missing"
    game = bare_table()
    fully(game)
    assert is_met(game, 0, card)


def test_every_card_has_an_objective_with_texts_and_a_case() -> None:
    assert set(CONDITIONS) == set(CASES) == set(objective_table()) == set(empire_cards())
    for objective in objective_table().values():
        assert set(objective.name) == set(objective.text) == {"en", "fr", "it"}


@pytest.mark.rule("MU-EMP-05")
def test_hired_hordes_are_not_own_units() -> None:
    game = bare_table()
    army(game, "nicaea", 0, [Special("arc", "arc", BARBARIANS)] * 3, arc=5)
    assert not is_met(game, 0, 4)


@pytest.mark.rule("MU-EMP-05")
def test_jerusalem_is_no_holy_city_for_the_mamluks() -> None:
    game = bare_table(4)
    assert not is_met(game, 3, 3)
    land(game, "jerusalem", holder=0)
    assert is_met(game, 0, 3)


@pytest.mark.rule("MU-EMP-05")
def test_a_concert_of_kings_needs_only_those_still_in_the_game() -> None:
    game = bare_table(4)
    pact(0, 1)(game)
    assert not is_met(game, 0, 50)
    player(game, 2, eliminated=True)
    player(game, 3, eliminated=True)
    assert is_met(game, 0, 50), "a pact with the only other player left"


@pytest.mark.rule("MU-EMP-05", "MU-MOV-04")
def test_a_long_march_is_that_of_one_transport_over_the_whole_turn() -> None:
    game = bare_table()
    wagon, galley = vehicle(game, 0, "wagon", 3, "nicaea", pm=8), vehicle(game, 0, "galley", 1, "aegean", pm=6)
    march = March(0, "nicaea", (wagon,))
    for _ in range(4):
        pay_way(game, march, 1, "smyrna")
    pay_way(game, March(0, "aegean", (galley, wagon)), 1, "ionian")
    assert [game.vehicles[number].steps for number in (wagon, galley)] == [4, 1], "a wagon that is carried does not move itself"
    assert not is_met(game, 0, 55)
    for _ in range(3):
        pay_way(game, march, 0, "smyrna")
    assert is_met(game, 0, 55), "free moves out of a Castle are moves too"


@pytest.mark.rule("MU-EMP-05", "MU-BKR-04")
@pytest.mark.parametrize("card", [14, 15, 66])
def test_the_kingdom_of_a_player_who_went_out_is_nobodys_home(card: int) -> None:
    game = bare_table(4)
    CASES[card][1](game)
    assert is_met(game, 0, card), "Hungary still plays"
    player(game, 1, eliminated=True)
    assert not is_met(game, 0, card), "its land is barbarian land like any other"
