"""The board: what stands on the map and on the sheets is there to be seen, pointed at and heard."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache
from html import unescape
from itertools import pairwise
from math import hypot
from xml.etree import ElementTree

import pytest

from marchland.games.byzantium.board import scene, story, tracks
from marchland.games.byzantium.board.chart import links, scenery, sheet, spots, waves
from marchland.games.byzantium.phrases import PHRASEBOOK
from marchland.games.byzantium.rules.combat.combat import AttackDeclared
from marchland.games.byzantium.rules.cubes import CubeSpent
from marchland.games.byzantium.state import Byzantium
from marchland.games.byzantium.tables import CONFIG, SHEET
from marchland.games.byzantium.title import TITLE
from marchland.games.byzantium.world import CITIES
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.chance import key_from_seed
from marchland.kernel.events import Event, Rolled
from marchland.render import Choice, Scene, SeatCard, draw

from .table import BLUE, RED, YELLOW, play, table

NAMES = ("Ada", "Bob", "Cem", "Dora")
FORTIFIED = {"control": "yellow", "fortified": True}


def page(game: Byzantium, viewer: int | None = RED, language: str = "en", recent: Sequence[Event] = ()) -> dict[str, str]:
    """The parts of the page as this seat sees them."""
    asked = viewer is not None and viewer in game.deciders
    actions = game.options(viewer) if asked else ()
    return draw(
        Scene(
            title=TITLE,
            view=TITLE.view(game, viewer),
            language=language,
            seats=tuple(SeatCard(seat=seat, name=NAMES[seat], you=seat == viewer) for seat in range(len(game.players))),
            choices=tuple(
                Choice(
                    index,
                    TITLE.phrases.action(action, language),
                    action.touches(),
                    tuple(game.decision.preview(game, viewer, action)),
                    type(action).__name__,
                )
                for index, action in enumerate(actions)
            ),
            recent=recent,
        )
    )


@cache
def wild(seed: int = 3, answers: int = 150) -> Byzantium:
    """A game after many answers by chance."""
    game, chance = TITLE.new(4, key_from_seed(seed)), random.Random(seed)
    for _ in range(answers):
        if not game.is_over:
            game.apply(game.deciders[0], chance.choice(game.options()))
    return game


def pieces(game: Byzantium) -> dict[str, ElementTree.Element]:
    """The moving things on the map by their name."""
    root = ElementTree.fromstring(f"<g>{page(game)['pieces']}</g>")
    return {piece.get("data-piece", ""): piece for piece in root.iter() if piece.get("data-piece")}


def drawn(piece: ElementTree.Element) -> list[str]:
    """The symbols a piece is made of, in order."""
    return [use.get("href", "").removeprefix("#") for use in piece.iter("use")]


def texts(piece: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in piece.iter("text")]


# -- cities --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("city", "side"), [("damascus", "byzantine"), ("mecca", "arab"), ("hira", "persian"), ("athens", "bulgar")]
)
def test_the_shape_of_a_city_tells_its_side(city, side):
    game = table(2, cities={"athens": {"side": "bulgar", "tokens": 1}})
    assert drawn(pieces(game)[city])[-1] == f"by-city-{side}"


@pytest.mark.parametrize(("city", "tokens"), [("candia", 1), ("ankara", 2), ("antioch", 3)])
def test_a_city_is_a_pile_of_its_tokens_with_their_number(city, tokens):
    found = pieces(table(2))[city]
    assert drawn(found) == ["by-city-byzantine"] * tokens
    assert texts(found) == [str(tokens)]


def test_constantinople_has_walls_of_its_own():
    capital = pieces(table(2))["constantinople"]
    assert drawn(capital) == ["by-walls"]
    assert texts(capital) == [str(CONFIG.constantinople.strength)]


def test_a_marker_shows_who_controls_a_city_and_whether_it_is_fortified():
    found = pieces(table(3, cities={"ankara": "blue", "nicea": FORTIFIED}))
    assert drawn(found["ankara"])[-2:] == ["by-cube", "charge-2"]
    assert drawn(found["nicea"])[-2:] == ["by-tower", "charge-1"]
    assert "by-cube" not in drawn(found["smyrna"])


def test_armies_carry_their_owners_charge_and_their_strength_under_a_banner_of_their_side():
    game = table(
        3, cities={"nicea": "red"}, red={"byzantine": {"at": "nicea", "elite": 2, "main": 3}}, blue={"arab": {"at": "tabuk"}}
    )
    nicea, tabuk = pieces(game)["nicea"], pieces(game)["tabuk"]
    (byzantine,) = [group for group in nicea.iter("g") if "by-pawn" in group.get("class", "")]
    (arab,) = [group for group in tabuk.iter("g") if "by-pawn" in group.get("class", "")]
    assert (drawn(byzantine), texts(byzantine)) == (["charge-0"], ["5"])
    assert (drawn(arab), texts(arab)) == (["charge-2"], ["4"])
    cloths = [path.get("d") for pawn in (byzantine, arab) for path in pawn.iter("path") if path.get("class") == "cloth"]
    assert cloths[0] != cloths[1]


def test_every_city_can_be_pointed_at_and_says_everything_about_itself():
    game = table(3, cities={"nicea": FORTIFIED}, yellow={"byzantine": {"at": "nicea"}})
    hits = ElementTree.fromstring(f"<g>{page(game)['hits']}</g>")
    labels = {hit.get("data-target"): hit.get("aria-label") for hit in hits}
    assert set(CITIES) <= set(labels)
    assert labels["nicea"] == "Nicea, Byzantine city, 2 tokens, fortified by Bob, Byzantine army of Bob"
    assert labels["hira"] == "Hira, Persian city, 2 tokens, nobody's"


# -- boxes, tracks, turns ------------------------------------------------------------------------------


def test_a_box_shows_whose_cubes_lie_on_it_and_which_places_are_free():
    found = pieces(table(3, boxes={"growth_arab": ["red", "blue"], "emperor": "yellow"}))
    growth, emperor = found["box:growth_arab"], found["box:emperor"]
    assert [name for name in drawn(growth) if name.startswith("charge")] == ["charge-0", "charge-2"]
    assert sum(rect.get("class") == "by-slot" for rect in growth.iter("rect")) == CONFIG.boxes["growth_arab"] - 2
    assert "full" in emperor.get("class", "").split()
    assert "full" not in growth.get("class", "").split()


def test_areas_count_the_cubes_of_each_player():
    found = pieces(table(2, red={"tax": 3, "churches": 2}, yellow={"churches": 1}))
    assert texts(found["box:tax"]) == ["Tax", "3"]
    assert [name for name in drawn(found["box:church"]) if name.startswith("charge")] == ["charge-0", "charge-1"]


def test_those_who_passed_stand_in_their_order_and_the_first_has_a_flag():
    game = table(3, passed=["blue", "yellow"], act="red")
    box = drawn(pieces(game)["box:pass"])
    assert [name for name in box if name.startswith(("charge", "by-first"))] == ["charge-2", "by-first", "charge-1"]
    cards = re.findall(r'<li class="seat-card.*?</li>', page(game)["seats"], re.S)
    assert ["begins the next turn" in card for card in cards] == [False, False, True]


@pytest.mark.parametrize("side", ["byzantine", "arab"])
def test_a_track_is_an_unbroken_way_from_the_first_corner_to_the_last(side):
    cells = tracks.cells(side)
    assert [cell.n for cell in cells] == list(range(tracks.LENGTH + 1))
    steps = [hypot(b.cx - a.cx, b.cy - a.cy) for a, b in pairwise(cells)]
    assert all(44 < step < 52 for step in steps)


def test_both_tracks_share_their_first_and_last_corner_and_nothing_else():
    byzantine, arab = ({(cell.x, cell.y): cell.n for cell in tracks.cells(side)} for side in ("byzantine", "arab"))
    assert {byzantine[place] for place in set(byzantine) & set(arab)} == {0, tracks.LENGTH}


def test_markers_stand_on_their_score_beside_each_other_and_go_round_again():
    found = {marker["seat"]: marker for marker in tracks.markers("arab", [7, 7, tracks.LENGTH + 3])}
    cell = tracks.cells("arab")[7]
    assert (found[0]["x"], found[0]["y"]) == (cell.cx, cell.cy)
    assert found[1]["x"] == cell.cx - tracks.SHIFT
    assert (found[2]["x"], found[2]["beyond"]) == (tracks.cells("arab")[3].cx, tracks.LENGTH)


def test_the_turn_and_the_bulgars_are_on_the_board():
    game = table(2, turn=2, bulgars=9)
    found = pieces(game)
    assert [group.get("class") for group in found["turn"] if group.get("class") in ("now", "gone", "")] == ["gone", "now", ""]
    assert drawn(found["horde"]) == ["by-cube"] * 9
    assert "Turn 2 of 3" in page(game)["panels"]


# -- sheets --------------------------------------------------------------------------------------------


def test_every_players_whole_sheet_is_on_his_card():
    game = table(
        2,
        boxes={"emperor": "yellow", "fleet_arab": "yellow"},
        yellow={
            "pool": 4,
            "byzantine": {"elite": 2, "main": 5, "militia": 1, "move": 3, "treasury": 17, "points": 21, "at": "athens"},
        },
    )
    card = re.findall(r'<li class="seat-card.*?</li>', page(game)["seats"], re.S)[YELLOW]
    plain = unescape(re.sub(r"<[^>]+>", " ", card))
    for said in ("Byzantine Elite: 2 + Emperor's guard", "Byzantine Main Army: 5", "Byzantine Militia: 1", "Byzantine Move: 3"):
        assert said in plain
    for said in ("cube pool: 4", "bezants: 17", "points: 21", "Athens", "Emperor", "Fleet", "fortifications left: 2"):
        assert re.search(said.replace(": ", r":\s+"), plain), said


def test_only_ones_own_slots_can_be_pointed_at():
    seats = page(table(2), viewer=RED)["seats"]
    assert sorted(re.findall(r'data-target="slot:([\w-]+)"', seats)) == sorted([*SHEET, "pool", "casualties"])
    assert "slot:" not in page(table(2), viewer=None)["seats"]


def test_a_card_says_when_only_the_higher_track_counts():
    game = table(
        2, red={"byzantine": {"points": 21}, "arab": {"points": 10}}, yellow={"byzantine": {"points": 20}, "arab": {"points": 10}}
    )
    seats = scene(TITLE.view(game, RED), "en").seats
    assert (seats[RED]["halved"], seats[YELLOW]["halved"]) == (True, False)


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_whatever_an_option_touches_can_be_pointed_at(seed):
    """Everything that a game by chance offers, from the first question to the last."""
    game, chance = TITLE.new(3, key_from_seed(seed)), random.Random(seed)
    shown = {name: set(re.findall(r'data-target="([^"]+)"', part)) for name, part in page(game).items()}
    places = shown["hits"] | {f"slot:{slot}" for slot in (*SHEET, "pool", "casualties")} | {f"seat:{seat}" for seat in range(3)}
    while not game.is_over:
        for action in game.options():
            assert set(action.touches()) <= places, action
        game.apply(game.deciders[0], chance.choice(game.options()))


def test_boxes_can_be_pointed_at_on_the_map_and_beside_it():
    parts = page(table(2))
    boxes = {f"box:{name}" for name in (*CONFIG.boxes, "tax", "church", "mosque", "pass")}
    for part in ("hits", "panels"):
        assert boxes <= set(re.findall(r'data-target="([^"]+)"', parts[part]))


# -- fights --------------------------------------------------------------------------------------------


def assault() -> Byzantium:
    """Red's Arabs are about to fall on Yellow at Ankara, as in the rulebook's great example."""
    return table(
        3,
        dice=(4, 2, 6, 1, 5, 1, 1, 1, 1),
        cities={"ankara": "yellow", "caesarea": {"side": "arab", "tokens": 1, "control": "red"}},
        red={"arab": {"at": "caesarea", "elite": 1, "main": 3, "move": 3}},
        yellow={"byzantine": {"at": "ankara", "elite": 1, "main": 1, "militia": 2, "move": 1}},
    )


def test_the_odds_of_an_attack_stand_on_its_button_before_it_is_made():
    choices = page(assault())["choices"]
    button = next(found for found in re.findall(r"<li>.*?</li>", choices, re.S) if "Move the Arab army to Ankara" in found)
    assert "−1 Move cube" in button
    assert re.search(r'<span class="figure">\d+–\d+ %</span>', button)
    assert "if every army stands" in button
    assert button.count('class="gauge"') == 3


def test_a_fight_under_way_shows_its_phase_both_forces_and_where_it_comes_from():
    game = assault()
    play(game, "march arab ankara")
    combat = scene(TITLE.view(game, RED), "en").combat
    assert [phase["name"] for phase in combat["phases"] if phase["state"] == "now"] == ["Flight"]
    assert (combat["attacker"]["dice"], combat["attacker"]["strength"]) == (4, 4)
    assert [(army["seat"], army["dice"], army["strength"]) for army in combat["defenders"]] == [(YELLOW, 2, 2)]
    assert combat["arrow"].startswith("M")
    parts = page(game)
    assert 'data-front="battle-ankara"' in parts["panels"]
    assert "by-clash" in parts["pieces"]


def test_a_fight_is_told_blow_by_blow_with_all_its_dice():
    game = assault()
    events = play(game, "march arab ankara", "stand")
    while "Lose" in {type(option).__name__ for option in game.options()}:
        events += game.apply(game.deciders[0], game.options()[0])
    told = story(events, TITLE.view(game, RED), "en", NAMES)["battle"]
    throws = [blow for blow in told["blows"] if blow["kind"] == "dice"]
    assert [(throw["seat"], [die["value"] for die in throw["dice"]], throw["hits"]) for throw in throws[:2]] == [
        (RED, [4, 2, 6, 1], 2),
        (YELLOW, [5, 1], 1),
    ]
    assert [die["hit"] for die in throws[0]["dice"]] == [True, False, True, False]
    assert told["blows"][0]["text"] == "Ada attacks Ankara (Arab army)."
    panels = page(game, recent=events)["panels"]
    assert panels.count('class="die counts"') == sum(throw["hits"] for throw in throws)


def test_a_story_ends_where_the_fight_does_and_only_the_last_one_is_told():
    attack = AttackDeclared(seat=RED, side="arab", city="ankara")
    other = AttackDeclared(seat=BLUE, side="arab", city="nicea")
    throw = Rolled(seat=RED, sides=6, values=(4,), purpose="attack", draw=1)
    spent = CubeSpent(seat=RED, source="pool", to="box:tax")
    view = TITLE.view(table(3), RED)
    told = story([attack, throw, other, throw, spent, throw], view, "en", NAMES)["battle"]
    assert (told["city"], len(told["blows"])) == ("nicea", 2)
    assert story([throw, spent], view, "en", NAMES)["battle"] is None


ARMY = {"byzantine": {"at": "ankara", "elite": 1, "main": 1, "militia": 2, "move": 1}}
MILITIA = {"byzantine": {"militia": 2}}
NOBODY = {"byzantine": {"militia": 0}}


@pytest.mark.parametrize(
    ("defence", "answers", "phase"),
    [
        (ARMY, (), "Flight"),
        (ARMY, ("stand",), "Battle"),
        (MILITIA, (), "Militia"),
        (MILITIA, ("usemilitia",), "Militia"),
        (NOBODY, (), "Siege"),
    ],
)
def test_the_phase_follows_who_is_fought(defence, answers, phase):
    game = table(
        2,
        dice=(6,) * 20,
        cities={"ankara": "yellow", "caesarea": {"side": "arab", "tokens": 1, "control": "red"}},
        red={"arab": {"at": "caesarea", "elite": 1, "main": 3, "move": 3}},
        yellow=defence,
    )
    play(game, "march arab ankara", *answers)
    combat = scene(TITLE.view(game, RED), "en").combat
    assert [step["name"] for step in combat["phases"] if step["state"] == "now"] == [phase]


# -- words and places ----------------------------------------------------------------------------------


def test_no_word_of_the_board_lacks_a_language():
    assert [
        f"{key}.{language}" for key, entry in PHRASEBOOK.phrases.board.items() for language in LANGUAGES if not entry.get(language)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_drawn_in_every_language_at_any_time(language):
    parts = page(wild(), wild().deciders[0] if wild().deciders else RED, language)
    assert "by-chart" in parts["board"]
    assert parts["seats"].count('class="realm') == 8


def test_every_city_has_a_place_for_its_name():
    assert set(scenery().labels) == set(CITIES)
    assert set(scenery().markers_right) | set(scenery().armies_left) <= set(CITIES)


def test_kinds_of_links_differ_in_shape_and_not_in_colour_alone():
    assert {link["type"] for link in links()} == {"road", "desert", "sea"}
    straight = {link.d for link in sheet().links}
    assert [link["d"] not in straight for link in links()] == [link["type"] == "sea" for link in links()]
    assert [link["factor"] for link in links() if link["factor"]] == [2]


def test_waves_run_from_city_to_city():
    for link in (link for link in sheet().links if link.type == "sea"):
        ends = [tuple(map(float, point.split())) for point in waves(link.points)[1:].split("L")]
        for end, city in ((ends[0], link.between[0]), (ends[-1], link.between[1])):
            x, y = spots()[city]
            assert hypot(end[0] - x, end[1] - y) < 8
