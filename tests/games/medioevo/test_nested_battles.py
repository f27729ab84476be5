"""A battle fought inside another's round: what belongs to the outer round outlives it, and does not leak into it."""

from __future__ import annotations

import pytest

from marchland.games.medioevo.rules.battle.aftermath import CloseRound
from marchland.games.medioevo.rules.battle.battle import begin_battle
from marchland.games.medioevo.rules.battle.fight import shots
from marchland.games.medioevo.rules.cards.effects import expire, has_effect, lay_effect
from marchland.games.medioevo.state import BARBARIANS, Circle, Crew, Effect, Medioevo

from .bare import army, bare_table, battle, counts, hold, in_window, play_card, player, set_side, technology, use, vehicle


def besieger(*cards: int) -> tuple[Medioevo, Crew]:
    """Seat 0 besieges a horde at Wallachia with two men at a Catapult; a lone man of seat 1 stands next door."""
    game = bare_table()
    hold(game, 0, *cards)
    technology(game, 0, orange=3)
    player(game, 0, points=(0, 0, 1, 0, 0, 0), florins=0)
    battle(game, "wallachia", 0, BARBARIANS, {"li": 5}, {"li": 3})
    army(game, "tarnovo", 1, li=1)
    game.circle = Circle((1, 1, 8), counts(li=1))
    crew = Crew(vehicle(game, 0, "engine", 1, "wallachia"), counts(li=2))
    set_side(game, 0, crews=(crew,))
    return in_window(game, "W-B1", "wallachia"), crew


def fight_out(game: Medioevo) -> None:
    """The inner battle takes its course."""
    while len(game.fights) > 1:
        game.apply(game.deciders[0], game.options()[0])


@pytest.mark.rule("MU-CARD-10", "MU-TEC-33", "MU-BAT-14")
def test_a_battle_that_nation_provokes_leaves_the_scientists_crew_doubled() -> None:
    game, crew = besieger(10)
    play_card(game, 0, 10)
    assert shots(game, 0, crew) == 4
    use(game, 0, "nation", "tarnovo")
    assert [fight.place for fight in game.fights] == ["wallachia", "tarnovo"]
    fight_out(game)
    assert [fight.place for fight in game.fights] == ["wallachia"]
    assert shots(game, 0, crew) == 4, "the outer round is not over"
    game.push(CloseRound())
    game.run()
    assert shots(game, 0, crew) == 2, "now it is"


@pytest.mark.rule("MU-CARD-28", "MU-BAT-14")
def test_a_surgeon_mends_the_losses_of_his_own_round_only() -> None:
    game = bare_table()
    battle(game, "roma", 0, 1, {"hi": 3}, {"hi": 3})
    lay_effect(game, "mend", 0, until="round")
    army(game, "napoli", 0, li=1)
    army(game, "napoli", 2, li=1)
    begin_battle(game, "napoli", 2, 0)
    set_side(game, 1, lost=counts(li=1))
    game.push(CloseRound())
    game.run()
    assert not any(game.players[0].fallen), "nobody was treated in the inner battle"
    game.fights.pop()
    assert has_effect(game, "mend", seat=0)
    set_side(game, 0, lost=counts(hi=2))
    game.stack.clear()
    game.push(CloseRound())
    game.run()
    assert game.players[0].fallen == counts(hi=2)
    assert not has_effect(game, "mend", seat=0)


@pytest.mark.rule("MU-BAT-14")
def test_effects_of_games_saved_before_they_had_a_depth_still_work_and_end() -> None:
    game = bare_table()
    battle(game, "roma", 0, 1, {"hi": 3}, {"hi": 3})
    game.effects += [Effect("mend", 0, until="round"), Effect("tireless", 0, "v:1", until="move")]
    assert has_effect(game, "mend", seat=0)
    expire(game, "round")
    expire(game, "move")
    assert game.effects == []
