"""Printings of the map: a game keeps the one it was begun with, and each keeps what the rulebooks ask of fires."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.medioevo import board, world
from marchland.games.medioevo.board.wording import say
from marchland.games.medioevo.bots.replies import KINGDOMS
from marchland.games.medioevo.rules.cards.objectives import is_met
from marchland.games.medioevo.rules.events.calamities import stricken
from marchland.games.medioevo.rules.events.hordes import reinforceable
from marchland.games.medioevo.state import BARBARIANS, Happening, Medioevo
from marchland.games.medioevo.title import MAP_PRINTINGS, TITLE
from marchland.kernel.chance import key_from_seed
from marchland.kernel.testing import Walk
from marchland.render.mapfile import load_sheet

from .table import Table

each_printing = pytest.mark.parametrize("printing", MAP_PRINTINGS)


def begun(**options: object) -> Medioevo:
    """Six players, the fires lit."""
    walk = Walk(TITLE, 6, "printings", options)
    while not walk.state.armies or type(walk.state.decision).__name__ != "KeepFirstCard":
        walk.step()
    assert isinstance(walk.state, Medioevo)
    return walk.state


def hordes(game: Medioevo) -> list[str]:
    return sorted(space for space, standing in game.armies.items() if standing[0].owner == BARBARIANS)


def test_new_tables_have_the_latest_printing_and_kept_games_that_name_none_the_first() -> None:
    assert TITLE.for_new_table({})["map"] == MAP_PRINTINGS[-1]
    kept = TITLE.new(3, key_from_seed("kept"))
    assert "map" not in kept.to_plain()["settings"], "states of before have not changed their text"
    assert TITLE.view(kept, None).map == MAP_PRINTINGS[0]


@each_printing
def test_fires_burn_in_neutral_land_and_near_every_kingdom(printing: str) -> None:
    """Reading C-25; that of the number (8 to 12) is kept by the later printing only."""
    fires = world.fires(printing)
    assert set(fires).isdisjoint(world.home_of())
    assert "trebisonda" in fires
    for kingdom in world.kingdoms().values():
        assert any(world.distance(fire, home) <= 2 for fire in fires for home in kingdom.territories), kingdom.id
    assert printing == MAP_PRINTINGS[0] or 8 <= len(fires) <= 12


@pytest.mark.parametrize("printing", MAP_PRINTINGS[1:])
def test_whatever_a_later_printing_names_is_land_on_the_map(printing: str) -> None:
    """What is misspelt would burn nowhere, and nobody would notice."""
    named = msgspec.json.decode(world.MAPS[printing].read_bytes())["attributes"]["fire"]
    assert sorted(named) == sorted(world.fires(printing))


@pytest.mark.rule("MU-SET-04")
@each_printing
def test_barbarians_begin_where_the_tables_map_has_fires(printing: str) -> None:
    game = begun(map=printing)
    assert hordes(game) == sorted(world.fires(printing))
    assert set(hordes(game)) <= set(reinforceable(game)) == set(world.fires(printing))


@pytest.mark.rule("MU-EVT-03")
@each_printing
def test_the_event_of_the_marches_strikes_around_the_fires_of_the_map(printing: str) -> None:
    fires = set(world.fires(printing))
    around = {there for fire in fires for there in world.land_neighbours(fire)}
    assert {space for space in world.event_zone("marches", printing) if not world.is_sea(space)} == fires | around


@pytest.mark.rule("MU-EVT-03")
def test_what_stands_around_the_fires_of_the_tables_map_is_struck() -> None:
    held = {space: {"holder": 0, "token": 0, "civil": 1} for space in ("aleppo", "cracow")}
    struck = []
    for printing in MAP_PRINTINGS:
        game = Table(6, options={"map": printing}, lands=held).game
        game.happening = Happening("marches-1", ("buildings",))
        struck.append([piece for piece in stricken(game, 0, "buildings") if piece.split(":")[1] in held])
    assert struck == [["building:aleppo:civil"], ["building:cracow:civil"]]


@pytest.mark.rule("MU-EMP-05")
def test_a_keeper_of_fires_keeps_those_of_the_tables_map() -> None:
    held = {space: {"holder": 0, "token": 0} for space in ("kiev", "ryazan", "cumania")}
    assert set(held) <= set(world.fires()) - set(world.fires("second"))
    first, second = (Table(6, options={"map": printing}, lands=held).game for printing in MAP_PRINTINGS)
    assert is_met(first, 0, 65)
    assert not is_met(second, 0, 65)


@each_printing
def test_the_board_draws_and_tells_the_fires_of_the_tables_map(printing: str) -> None:
    scene = board.scene(TITLE.view(begun(map=printing), None), "en")
    assert scene.map is not None
    drawn = {place.id for place in load_sheet(scene.map).places if "flame" in place.symbols}
    told = {space for space, note in scene.notes.items() if say("fire", "en") in note}
    assert drawn == told == set(world.fires(printing))


def test_what_else_is_drawn_does_not_change_from_printing_to_printing() -> None:
    first, second = (load_sheet(world.MAPS[printing]) for printing in MAP_PRINTINGS)
    assert [(place.id, place.path, place.town) for place in first.places] == [(p.id, p.path, p.town) for p in second.places]
    assert first.lines == second.lines


def test_bots_know_the_worth_of_kingdoms_on_every_map() -> None:
    assert set(KINGDOMS) == set(MAP_PRINTINGS)
    assert all(set(worth) <= set(world.kingdoms()) for worth in KINGDOMS.values())
