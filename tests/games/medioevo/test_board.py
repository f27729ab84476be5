"""The drawing of the table: everything it needs, in every language, and nothing that is hidden."""

import msgspec
import pytest

from marchland.games.medioevo import board, world
from marchland.games.medioevo.phrases import PHRASEBOOK
from marchland.games.medioevo.title import TITLE
from marchland.kernel.testing import Walk

LANGUAGES = ("en", "fr", "it")


@pytest.fixture(scope="module")
def walk():
    """A game that has got going, at a moment when there are transports on the map."""
    walk = Walk(TITLE, 3, "board", {"objectives": "shuffled"})
    while walk.moves < 500 or not walk.state.vehicles:
        walk.step()
    return walk


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_scene_for_every_seat_and_for_spectators(walk, language):
    for seat in (None, 0, 1, 2):
        scene = board.scene(TITLE.view(walk.state, seat), language)
        assert scene.map.exists()
        assert set(scene.holders) <= set(world.lands())
        assert {chip["space"] for chip in scene.armies} <= {*world.lands(), *world.seas()}
        assert len(scene.seats) == 3


def test_words_in_every_language():
    for key, entry in PHRASEBOOK.phrases.board.items():
        assert set(entry) == set(LANGUAGES), key


@pytest.mark.rule("MU-EMP-01")
def test_a_rivals_objectives_are_not_in_the_scene(walk):
    for seat in (None, 0, 1, 2):
        scene = board.scene(TITLE.view(walk.state, seat), "en")
        for card in scene.cards:
            assert bool(card["objective"]) == (card["seat"] == seat)


@pytest.mark.rule("MU-BUY-10")
def test_only_the_buyer_sees_what_he_draws():
    walk = Walk(TITLE, 2, "draw")
    while not any(player.drawn for player in walk.state.players):
        walk.step()
    buyer = next(seat for seat, player in enumerate(walk.state.players) if player.drawn)
    assert board.scene(TITLE.view(walk.state, buyer), "en").drawn
    assert not board.scene(TITLE.view(walk.state, None), "en").drawn


def test_the_templates_draw_the_scene(walk):
    pytest.importorskip("jinja2")
    from marchland.render import Scene, SeatCard, draw

    cards = tuple(SeatCard(seat=seat, name=f"P{seat}", kind="human") for seat in range(3))
    view = TITLE.view(walk.state, 0)
    parts = draw(Scene(title=TITLE, view=view, language="it", seats=cards, prompt="", choices=(), entry=0))
    assert "data-piece" in parts["pieces"]
    assert 'data-target="card:' in parts["panels"]
    assert parts["board"].startswith("<svg")
    assert msgspec.json.encode(parts)


def test_options_on_a_piece_are_reached_through_its_space(walk):
    view = TITLE.view(walk.state, 0)
    number, vehicle = next(iter(view.vehicles.items()))
    assert board.place_of(view, f"v:{number}") == vehicle.space
    assert board.place_of(view, "unit:kiev:0:arc") == board.place_of(view, "building:kiev:civil") == "kiev"
    assert board.place_of(view, "card:5") == board.place_of(view, "kiev") == board.place_of(view, "v:999") == ""


def test_everything_an_option_touches_that_lies_on_the_table_has_a_note(walk):
    view = TITLE.view(walk.state, 0)
    for language in LANGUAGES:
        notes = board.scene(view, language).notes
        assert all(notes[f"v:{number}"] for number in view.vehicles)
        assert all(notes[f"card:{held.card}"] for seat in view.seats for held in seat.hand)
        assert all(notes[space] for space in view.lands)


def test_the_frame_holds_the_part_in_play_and_not_the_whole_map():
    whole = board.scene(TITLE.view(Walk(TITLE, 2, "frame").state, None), "en").frame
    walk = Walk(TITLE, 2, "frame")
    while not walk.state.area:
        walk.step()
    part = board.scene(TITLE.view(walk.state, None), "en").frame
    assert part[2] * part[3] < 0.8 * whole[2] * whole[3]


@pytest.mark.rule("MU-EMP-01")
def test_a_reaction_window_names_a_moment_that_can_be_waived(walk):
    from marchland.games.medioevo.rules.cards.windows import MOMENTS, Pass, React

    assert {*MOMENTS.values(), "own_battles", "other_battles"} == set(TITLE.moments)
    question = React(0, "W-5a", "kiev")
    assert question.moment(walk.state) == "moves"
    assert question.waiver() == Pass()
