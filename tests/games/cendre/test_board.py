"""The board of the ash land: drawn from a view alone, for every nation and for spectators, by structure."""

from __future__ import annotations

import re

import msgspec
import pytest

from marchland import render
from marchland.games.cendre import mail
from marchland.games.cendre.board import chart, marks, scene
from marchland.games.cendre.board.layers import overlays
from marchland.games.cendre.phrases import PHRASEBOOK
from marchland.games.cendre.position import lay
from marchland.games.cendre.rules.civil import intrigue
from marchland.games.cendre.sheet import grammar
from marchland.games.cendre.sheet.help import entries
from marchland.games.cendre.title import TITLE
from marchland.games.cendre.world import MAJORS, SITES
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.chance import key_from_seed
from marchland.kernel.title import find_title


def game(seats: int = 20):
    return TITLE.new(seats, key_from_seed("board"))


def at_table(state, seat, language="en"):
    cards = tuple(render.SeatCard(seat=number, name=f"Player {number}") for number in state.seats.values())
    return render.Scene(title=TITLE, view=TITLE.view(state, seat), language=language, seats=cards)


def drawn(state, seat, language="en"):
    return render.draw(at_table(state, seat, language))


def test_every_territory_can_be_pointed_at_and_tells_what_is_known():
    parts = drawn(game(), 0)
    assert set(re.findall(r'class="hit \w+"[^>]*data-target="(\w+)"', parts["hits"])) == set(SITES)
    akla = render.about(at_table(game(), 0), "AKL")
    assert "plain" in akla
    assert "Farms 5/8" in akla
    assert "Next to Bois des Murmures (BMU), Bois Pluvieux (BPL), Hauts de Narten (HNA), Istar (IST)" in akla
    foreign = render.about(at_table(game(), 0), "MER")
    assert "of Merisse" in foreign
    assert "Farms" not in foreign


@pytest.mark.parametrize("seat", [0, 7])
def test_only_known_units_stand_on_the_map(seat):
    state = game()
    found = marks.armies(TITLE.view(state, seat), marks.numbers(TITLE.view(state, seat)))
    assert {key[:3] for key in TITLE.view(state, seat).estate.troops} <= set(found)
    assert all(stack["mine"] for army in found.values() for stack in army["stacks"])
    assert marks.armies(TITLE.view(state, None), {}) == {}


def test_the_drawing_does_not_change_with_what_a_nation_cannot_know():
    state = game()
    for seat in (0, 3):
        before = drawn(state, seat)
        assert drawn(TITLE.redeal(state, seat, key_from_seed("other")), seat) == before


def test_a_spectator_sees_the_world_and_nobodys_books():
    parts = drawn(game(), None)
    assert "ce-realm" not in parts["panels"]
    assert "ce-leader" not in parts["pieces"]
    assert parts["panels"].count("<tr") == 1 + len(MAJORS)


def test_nations_have_colours_and_charges_of_their_own_played_or_not():
    known = marks.numbers(TITLE.view(game(3), 0))
    assert sorted(known.values()) == list(range(20))
    assert {nation: known[nation] for nation in game(3).seats} == game(3).seats


def test_a_realm_is_one_outline_without_its_inner_borders():
    alone = [len(chart.outline((code,))) for code in ("AKL", "VAL")]
    together = chart.outline(("AKL", "VAL"))
    assert together.count("M") == 1
    assert len(together) < sum(alone)


def test_occupied_land_is_striped_in_the_colour_of_its_owner():
    state = game()
    lay(state, {"lands": {"VAL": {"owner": "AKLA", "controller": "MERISSE"}}}, {})
    view = TITLE.view(state, 0)
    assert marks.occupied(view, marks.numbers(view)) == [{"code": "VAL", "owner": view.seats["AKLA"]}]
    assert 'id="stripes-VAL"' in drawn(state, 0)["tints"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_books_speak_every_language(language):
    assert not [key for key, entry in PHRASEBOOK.phrases.board.items() if not entry.get(language)]
    panels = drawn(game(), 0, language)["panels"]
    assert PHRASEBOOK.phrases.board["treasury"][language] in panels
    assert scene(TITLE.view(game(), 0), language).panels_name == PHRASEBOOK.phrases.board["panels"][language]


# -- help at the desk -------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SHEET-02")
def test_help_knows_every_kind_of_order_and_cites_rules_that_exist():
    assert {grammar.fold(keyword) for keyword in entries()} == set(grammar.specs())
    assert {entry.rule for entry in entries().values()} <= set(TITLE.catalogue.rules)


NEEDS_SOMEBODY = ("ransom", "accept-ransom", "bid")
"""Examples that name a prisoner or a leader on the market: there may be none."""


@pytest.mark.parametrize("seat", range(20))
def test_every_example_of_the_help_can_be_read(seat):
    state = game()
    kinds = mail.kinds(state, seat, "en")
    lines = [part for kind in kinds for part in (f"[{kind.section}]", kind.example)]
    sheet = "\n".join([f"FEUILLE nation={mail.seat_names(state)[seat]} tour={mail.turn_name(state)}", *lines])
    reading = mail.read(state, seat, sheet.encode())
    unread = [verdict.text for verdict in reading.verdicts if any(reason.rule.startswith("TC-SHEET") for reason in verdict.reasons)]
    assert [text for text in unread if not text.startswith(NEEDS_SOMEBODY)] == []
    assert len(reading.verdicts) == len(kinds)


def test_a_sheet_written_back_reads_as_the_same_answer():
    from marchland.bots.protocol import answer, make_bot

    state = game()
    action = answer(make_bot(TITLE, "ruler"), TITLE, state, 0, "seed")
    reading = mail.read(state, 0, mail.write(state, 0, action).encode())
    assert reading.action.orders
    assert set(reading.action.orders) <= set(action.orders)


LAYERS = {"owners", "terrain", "roads", "armies", "resources", "danger", "magic", "claims"}


def shown(parts, layer):
    """What a layer draws, in both of the parts that hold any."""
    return [found for part in ("tints", "pieces") for found in re.findall(rf'<g[^>]* data-layer="{layer}"[^>]*>', parts[part])]


def test_layers_can_be_switched_and_those_that_need_an_estate_are_no_spectators():
    parts = drawn(game(), 0)
    assert set(re.findall(r'data-switch="(\w+)"', parts["layers"])) == LAYERS
    for layer in LAYERS:
        is_on = re.search(rf'data-switch="{layer}"( checked)?', parts["layers"])[1] is not None
        assert shown(parts, layer)
        assert all(('data-off=""' in found) is not is_on for found in shown(parts, layer))
    assert set(re.findall(r'data-switch="(\w+)"', drawn(game(), None)["layers"])) == {"owners", "terrain", "roads"}


def test_layers_tell_own_land_as_it_is_and_foreign_land_as_it_was_seen():
    state = game()
    akla = TITLE.view(state, 0).estate.nation.id
    made = intrigue.dossier(state, "MER", spies=True)
    state.knowledge[f"{akla}:MER"] = msgspec.json.encode(made).decode()
    found = overlays(TITLE.view(state, 0), {}, "en")
    assert {land["code"]: land["old"] for land in found["danger"]} == {"AKL": False, "BPL": False, "VAL": False, "MER": True}
    assert {land["code"]: land["old"] for land in found["resources"]}["MER"] is True
    (seen,) = found["remembered"]
    assert (seen["code"], seen["since"]) == ("MER", "spring 201")
    assert sum(stack["count"] for stack in seen["stacks"]) == sum(number for _, _, number in made.units)
    assert {"code": "AKL", "kind": "national"} in found["claims"]


def test_titles_without_layers_have_no_switch_for_them():
    vinci = find_title("vinci")
    state = vinci.new(3, key_from_seed("layers"))
    cards = tuple(render.SeatCard(seat=seat, name=str(seat)) for seat in range(3))
    table = render.Scene(title=vinci, view=vinci.view(state, 0), language="en", seats=cards)
    assert render.draw(table, only=("layers",)) == {"layers": ""}
