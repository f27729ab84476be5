"""Fictional players: the solitaire and two-player game."""

import pytest

from marchland.games.vinci.bot import Automaton
from marchland.games.vinci.rules.conquest.conquest import Conquered
from marchland.games.vinci.rules.decline import Declined
from marchland.games.vinci.rules.diplomacy import PeaceMade
from marchland.games.vinci.rules.fictional.defence import build_fictional_forts, defence, is_front, spread_evenly
from marchland.games.vinci.rules.fictional.fictional import FictionalTurn, appraise, gain, targets, wants_decline
from marchland.games.vinci.rules.forts import FortBuilt
from marchland.games.vinci.rules.gathering import gather, receive_reinforcements
from marchland.games.vinci.rules.scoring import active_points
from marchland.games.vinci.title import TITLE
from marchland.games.vinci.world import board
from marchland.kernel.chance import key_from_seed, scripted
from marchland.kernel.events import Rolled
from marchland.kernel.testing import Walk

from .table import RED, happened, held, table

F, G, H = 1, 2, 3
"""The fictional seats beside one person."""


def alone(civ=("barbarians",), at=None, options=None, chance=None, **position):
    """One person (seat 0) and three fictional players; seat 1 is the one looked at."""
    return table(seats=1, turn=at, options=options, chance=chance, civ={F: civ} | position.pop("civs", {}), clear=True, **position)


def fictional_turn(game, seat=F, *draws):
    """Let a fictional player have its whole turn, with the given draws and dice."""
    game.chance = scripted(*draws) if draws else game.chance
    game.stack = [(FictionalTurn(seat), "begin")]
    game.outbox = []
    game.run()
    return game.outbox


@pytest.mark.rule("VI-SOLO-01", "VI-SOLO-02", "VI-SOLO-03")
@pytest.mark.parametrize(("people", "fictional"), [(1, 3), (2, 2)])
def test_four_empires_play_with_one_or_two_people(people, fictional):
    game = TITLE.new(people, key_from_seed(1))
    assert len(game.score) == 4
    assert len(game.fictional) == fictional
    assert game.settings.target == 150
    assert game.settings.base_tokens == 6
    assert game.settings.fictional_tokens == 8
    assert len({TITLE.new(people, key_from_seed(seed)).order for seed in range(60)}) > 12, "the whole order is random"


@pytest.mark.rule("VI-SOLO-04")
def test_a_fictional_player_always_takes_the_first_civilization():
    game = alone(civ=(), counters=[3, 0, 0, 0, 0, 0])
    first = game.slots[0]
    fictional_turn(game)
    assert game.civ[F] == first
    assert game.score[F] == 16, "it collects the counters and pays nothing"


@pytest.mark.rule("VI-SOLO-05")
def test_entry_goes_for_value_then_cost_then_lot():
    game = alone(("agriculture", "weapons"), hand={F: 9}, fresh=[F], land={"syria": held(0, 3)})
    events = fictional_turn(game, F, *[0] * 40)
    first = happened(events, Conquered)[0]
    assert first.province == "sicily", "the only farmland that is open and undefended; Syria is defended"
    cheap = alone(("weapons", "forts"), hand={F: 2}, fresh=[F], land={"ireland": held(0, 2)})
    assert min(t.rank for t in targets(cheap, F))[:2] == (-1, 1)


@pytest.mark.rule("VI-SOLO-05", "VI-SOLO-17")
def test_value_counts_points_captives_and_the_own_decline_that_would_be_lost():
    land = {"castile": held(F, 3), "lusitania": "brown", "aquitaine": held(F, declining=True), "neustria": held(F, declining=True)}
    game = alone(("slavery", "livestock"), land=land)
    assert gain(game, F, "lusitania") == 1 + 1 + 1
    assert gain(game, F, "pyrenees") == 0 - 1
    assert gain(game, F, "auvergne") == 0 - 2
    assert gain(game, F, "aquitaine") == 1 - 1 - 1, "itself and its neighbour"
    heir = alone(("heritage", "livestock"), land=land)
    assert gain(heir, F, "pyrenees") == 0
    assert "pyrenees" not in [target.province for target in targets(game, F)], "it takes nothing that loses points"


@pytest.mark.rule("VI-SOLO-06")
def test_expansion_goes_on_until_nothing_is_legal_or_tokens_run_out():
    game = alone(("weapons", "barbarians"), land={"castile": held(F, 9)})
    fictional_turn(game)
    assert len(game.active[F]) >= 5
    few = alone(("general", "weapons"), land={"castile": held(F, 3)})
    fictional_turn(few)
    assert len(few.active[F]) == 3, "no more provinces than own tokens"


@pytest.mark.rule("VI-SOLO-07")
@pytest.mark.parametrize(("die", "declines"), [(1, False), (3, False), (4, True), (6, True)])
def test_a_weak_empire_declines_if_the_die_beats_its_free_tokens(die, declines):
    nine = ("castile", "lusitania", "south_spain", "aquitaine", "neustria", "burgundy", "flanders", "saxony", "hercynia")
    game = alone(land={p: held(F) for p in nine} | {"castile": held(F, 4)}, chance=(die,))
    game.outbox = []
    assert wants_decline(game, F) is declines
    assert happened(game.outbox, Rolled)[0].values == (die,)


@pytest.mark.rule("VI-SOLO-07")
def test_no_die_is_rolled_for_ten_points_or_six_free_tokens():
    provinces = (
        "castile",
        "lusitania",
        "south_spain",
        "aquitaine",
        "neustria",
        "burgundy",
        "flanders",
        "saxony",
        "hercynia",
        "poland",
    )
    strong = alone(land={p: held(F) for p in provinces}, chance=())
    assert wants_decline(strong, F) is False
    rich = alone(land={"castile": held(F, 7)}, chance=())
    assert wants_decline(rich, F) is False


@pytest.mark.rule("VI-SOLO-08")
@pytest.mark.parametrize(("die", "declines"), [(4, False), (5, True), (6, True)])
def test_with_a_field_general_the_test_is_stricter(die, declines):
    game = alone(("general", "weapons"), land={"castile": held(F, 3)}, chance=(die,))
    assert wants_decline(game, F) is declines
    three = alone(("general", "weapons"), land={"castile": held(F, 4)}, chance=())
    assert wants_decline(three, F) is False


@pytest.mark.rule("VI-SOLO-09")
def test_with_rebirth_decline_is_considered_at_the_end_of_the_turn():
    game = alone(("renaissance", "barbarians"), land={"atlas": held(F, 2), "africa": held(0, 9)})
    events = fictional_turn(game, F, 6, *[0] * 20)
    (declined,) = happened(events, Declined)
    assert declined.rule == "VI-SPECIAL-03"
    rolls = [number for number, event in enumerate(events) if isinstance(event, Rolled)]
    scored = [number for number, event in enumerate(events) if type(event).__name__ == "Scored"]
    assert scored[0] < rolls[0]


@pytest.mark.rule("VI-SOLO-10")
def test_tokens_are_spread_for_an_even_defence():
    land = {"castile": held(F, 1), "south_spain": held(F, 1), "pyrenees": held(F, 1), "lusitania": held(F, 1, fort=True)}
    game = alone(land=land, hand={F: 5})
    spread_evenly(game, F, "VI-SOLO-10")
    values = [defence(game, F, p) for p in game.active[F]]
    assert max(values) - min(values) <= 1
    assert game.land["castile"].tokens > game.land["pyrenees"].tokens


@pytest.mark.rule("VI-SOLO-11")
def test_spare_tokens_go_to_the_edge_if_a_civilization_is_announced_else_to_the_front_then_by_value():
    land = {"africa": held(F), "castile": held(F), "thrace": held(F), "asia": held(0, 2)}
    announced = alone(land=land, hand={F: 1, G: 9}, fresh=[G])
    spread_evenly(announced, F, "VI-SOLO-10")
    assert announced.land["africa"].tokens == 2
    front = alone(land=land, hand={F: 1})
    spread_evenly(front, F, "VI-SOLO-10")
    assert front.land["thrace"].tokens == 2
    valued = alone(("agriculture", "forts"), land={"castile": held(F), "neustria": held(F)}, hand={F: 1})
    spread_evenly(valued, F, "VI-SOLO-10")
    assert valued.land["neustria"].tokens == 2


@pytest.mark.rule("VI-SOLO-12")
def test_a_fort_goes_where_most_neighbours_are_foreign():
    game = alone(("forts", "barbarians"), land={"castile": held(F, 3), "pyrenees": held(F, 3), "lusitania": held(F, 3)})
    game.outbox = []
    build_fictional_forts(game, F)
    assert happened(game.outbox, FortBuilt)[0].province == "pyrenees"
    twice = alone(("forts", "specialization"), land={"castile": held(F, 3), "pyrenees": held(F, 3)})
    build_fictional_forts(twice, F)
    assert all(twice.land[p].fort for p in twice.active[F])


@pytest.mark.rule("VI-SOLO-13")
def test_peace_is_offered_to_a_person():
    events = fictional_turn(alone(("diplomacy", "weapons"), land={"castile": held(F, 9)}))
    assert [event.opponent for event in happened(events, PeaceMade)] == [RED]
    events = fictional_turn(alone(("diplomacy", "specialization"), land={"castile": held(F, 9)}))
    partners = [event.opponent for event in happened(events, PeaceMade)]
    assert partners[0] == RED
    assert partners[1] in (G, H)


@pytest.mark.rule("VI-SOLO-14")
def test_shipbuilding_starts_at_an_open_sea():
    for seed in range(12):
        game = alone(("galleys", "barbarians"), hand={F: 6}, fresh=[F])
        game.chance = type(game.chance)(key_from_seed(seed))
        first = happened(fictional_turn(game), Conquered)[0].province
        assert first in game.board.open_sea_coasts


@pytest.mark.rule("VI-SOLO-15")
def test_heritage_breaks_ties_in_favour_of_protecting_the_decline():
    land = {"castile": held(F, 9), "aquitaine": held(F, declining=True), "lusitania": held(0, 1), "neustria": held(0, 1)}
    land |= {"burgundy": held(0, 1), "pyrenees": held(F, 1)}
    game = alone(("heritage", "barbarians"), land=land, hand={F: 9})
    ranks = {target.province: target.rank for target in targets(game, F)}
    assert ranks["burgundy"] < ranks["lusitania"], "same value and cost, but Burgundy threatens Aquitaine"


@pytest.mark.rule("VI-SOLO-16")
def test_espionage_counts_when_costs_are_compared():
    land = {"castile": held(F, 9), "lusitania": held(0, 4), "south_spain": held(0, 1)}
    game = alone(("espionage", "barbarians"), land=land)
    game.this_turn = type(game.this_turn)(F)
    receive_reinforcements(game, F)
    gather(game, F)
    found = {target.province: target for target in targets(game, F)}
    assert found["lusitania"].espionage
    assert found["lusitania"].rank < found["south_spain"].rank, "the same price, but spies save more there"


@pytest.mark.rule("VI-SOLO-18", "VI-COHES-09")
def test_no_cohesion_and_nothing_is_given_up():
    land = {"castile": held(F, 2), "greece": held(F, 2), "lusitania": held(0, 9), "south_spain": held(0, 9), "pyrenees": held(0, 9)}
    land |= {p: held(0, 9) for p in ("dalmatia", "pannonia", "thrace")}
    game = alone(land=land)
    fictional_turn(game, F, 1, *[0] * 20)
    assert game.active[F] == ("castile", "greece")


@pytest.mark.rule("VI-SOLO-19")
def test_astronomy_and_revolution_widen_the_choice():
    assert "sardinia" in {t.province for t in targets(alone(("astronomy", "barbarians"), hand={F: 9}, fresh=[F]), F)}
    assert "castile" in {t.province for t in targets(alone(("revolution", "barbarians"), hand={F: 9}, fresh=[F]), F)}


@pytest.mark.rule("VI-SOLO-20")
def test_the_formula_prefers_an_empty_mountain_to_strong_farmland():
    """A farmer: 3 - 2 x 0 = 3 is smaller than 8 - 2 x 2 = 4."""
    land = {"burgundy": held(F, 12), "neustria": held(0, 6)}
    options = {"fictional_ranking": "formula"}
    game = alone(("agriculture", "barbarians"), land=land, options=options, hand={F: 12})
    mountain = appraise(game, F, "western_alps", 3)
    farmland = appraise(game, F, "neustria", 8)
    assert mountain is not None
    assert farmland is not None
    assert mountain.rank[0] == 3
    assert farmland.rank[0] == 4
    plain = alone(("agriculture", "barbarians"), land=land, hand={F: 12})
    assert appraise(plain, F, "neustria", 8).rank < appraise(plain, F, "western_alps", 3).rank


@pytest.mark.rule("VI-SOLO-20")
def test_the_harder_settings():
    options = {"fictional_points": 15, "fictional_tokens": 9, "fictional_hunt": True}
    game = TITLE.new(1, key_from_seed(3), options)
    assert sorted(game.score) == [10, 15, 15, 15]
    assert game.settings.fictional_tokens == 9
    land = {"castile": held(F, 9), "lusitania": held(0), "aquitaine": held(G), "pyrenees": held(F)}
    hunting = alone(land=land, options=options, hand={F: 9})
    ranks = {target.province: target.rank for target in targets(hunting, F)}
    assert ranks["lusitania"] < ranks["aquitaine"]


def test_the_automaton_plays_any_seat_to_the_end():
    walk = Walk(TITLE, 3, "automata")
    automaton = Automaton()
    while not walk.state.is_over:
        seat = walk.state.deciders[0]
        walk.state.apply(seat, automaton.choose(TITLE.redeal(walk.state, seat, key_from_seed(walk.moves)), seat))
        walk.moves += 1
        TITLE.audit(walk.state)
    assert max(walk.state.score) >= 150


@pytest.mark.rule("VI-SOLO-12")
@pytest.mark.parametrize(("poor", "rich"), [("anatolia", "auvergne"), ("africa", "italy"), ("finland", "prussia")])
def test_between_equally_exposed_provinces_the_fort_faces_the_more_valuable_neighbours(poor, rich):
    """Three foreign neighbours each, but with Agriculture those of the second are worth more."""
    game = alone(("forts", "agriculture"), land={poor: held(F, 3), rich: held(F, 3)})
    game.outbox = []
    build_fictional_forts(game, F)
    assert happened(game.outbox, FortBuilt)[0].province == rich


@pytest.mark.rule("VI-SOLO-10", "VI-SOLO-12", "VI-COHES-09", "VI-SOLO-06", "VI-SOLO-18")
def test_a_fictional_turn_ends_with_all_tokens_spread_and_its_defenders_settled():
    land = {"castile": held(F, 6), "lusitania": held(0, 2), "sicily": held(0, 1), "south_spain": held(G, 9), "pyrenees": held(G, 9)}
    game = alone(("forts", "weapons"), land=land, civs={0: ("barbarians",)})
    events = fictional_turn(game, F, 1, *[0] * 40)
    assert "lusitania" in game.active[F]
    assert (game.hand[F], sum(game.land[p].tokens for p in game.active[F])) == (0, game.tokens[F])
    assert len(happened(events, FortBuilt)) == 1
    assert (game.land["sicily"].tokens, game.hand[0]) == (2, 0), "the survivor of Lusitania"
    exile = alone(("barbarians",), hand={F: 1}, fresh=[F])
    fictional_turn(exile, F, *[0] * 40)
    assert (exile.active[F], exile.hand[F]) == ((), 1), "one token opens no province, and it is kept"


@pytest.mark.rule("VI-SOLO-11")
def test_the_front_is_next_to_an_active_empire_and_not_to_brown_tokens():
    land = {"castile": held(F), "greece": held(F), "lusitania": "brown", "thrace": held(G, declining=True), "asia": held(0)}
    game = alone(land=land)
    assert [is_front(game, F, p) for p in ("castile", "greece")] == [False, False]
    bordered = alone(land=land | {"dalmatia": held(G)})
    assert [is_front(bordered, F, p) for p in ("castile", "greece")] == [False, True]


@pytest.mark.rule("VI-SOLO-14")
def test_open_seas_are_the_ocean_and_the_great_seas():
    coasts = board("standard").open_sea_coasts
    assert {"ireland", "lusitania", "scotland"} <= set(coasts)
    assert "castile" not in coasts
    sizes = {sea: board("standard").atlas[sea].attributes.get("size") for sea in board("standard").seas}
    for province in board("standard").provinces:
        open_here = any(sizes[sea] in ("ocean", "great") for sea in board("standard").atlas[province].seas)
        assert (province in coasts) is open_here, province


@pytest.mark.rule("VI-SOLO-05", "VI-SOLO-14", "VI-SOLO-19")
def test_shipbuilding_takes_another_coast_where_every_open_sea_is_barred():
    land = {province: held(0, 30) for province in board("standard").open_sea_coasts}
    game = alone(("galleys", "barbarians"), hand={F: 6}, fresh=[F], land=land)
    first = happened(fictional_turn(game, F, *[0] * 40), Conquered)[0].province
    assert first not in board("standard").open_sea_coasts


@pytest.mark.rule("VI-SOLO-10")
def test_the_defence_a_fictional_player_counts():
    land = {"castile": held(F, 2), "lusitania": held(F, 2, fort=True), "pyrenees": held(F, 1)}
    plain, militia = alone(("barbarians",), land=land), alone(("militia",), land=land)
    assert [defence(plain, F, p) for p in land] == [2 + 2, 2 + 2 + 1, 3 + 1]
    assert [defence(militia, F, p) for p in land] == [5, 6, 5]


@pytest.mark.rule("VI-SOLO-10", "VI-SOLO-12", "VI-COHES-09")
def test_a_fictional_general_gives_his_lent_tokens_back():
    game = alone(("general", "weapons"), land={"castile": held(F, 3)})
    fictional_turn(game, F, 1, *[0] * 40)
    own = [game.land[p].tokens for p in game.active[F]]
    assert (sum(own), game.tokens[F], game.hand[F]) == (3, 3, 0)


@pytest.mark.rule("VI-SOLO-06", "VI-SOLO-18", "VI-SOLO-05", "VI-SOLO-14", "VI-SOLO-19")
def test_a_fictional_player_scores_and_is_a_newcomer_only_once():
    game = alone(("weapons", "barbarians"), hand={F: 9}, fresh=[F], score={F: 20})
    events = fictional_turn(game, F, *[0] * 60)
    (scored,) = [event for event in events if type(event).__name__ == "Scored"]
    assert (scored.seat, scored.active) == (F, active_points(game, F))
    assert game.score[F] == 20 + scored.total
    assert game.fresh[F] is False


@pytest.mark.rule("VI-SOLO-12")
def test_neighbours_of_others_are_foreign_and_own_ones_are_not():
    """Aquitaine: one own neighbour of four. Castile: none of three is its own. Others hold everything around."""
    own = {"aquitaine": held(F, 3), "neustria": held(F, 3, fort=True), "castile": held(F, 3)}
    around = {p: held(0, 2) for centre in own for p in board("standard").links[centre]}
    for land in (own, around | own):
        game = alone(("forts", "agriculture"), land=land)
        game.outbox = []
        build_fictional_forts(game, F)
        assert happened(game.outbox, FortBuilt)[0].province == "castile", "three foreign neighbours each, but these are worth more"
    inside = {p: held(F, 2) for p in ("castile", "lusitania", "south_spain", "pyrenees")}
    game = alone(("forts", "barbarians"), land=inside)
    game.outbox = []
    build_fictional_forts(game, F)
    assert happened(game.outbox, FortBuilt)[0].province == "pyrenees", "Castile's neighbours are all its own"
