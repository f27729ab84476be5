"""Orders on the map: what is lit the rules would carry out, what is drawn is what is written, and nothing tells a secret."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from marchland.bots.protocol import answer, make_bot
from marchland.games.cendre import desk, mail
from marchland.games.cendre import orders as o
from marchland.games.cendre.desk.lights import lit
from marchland.games.cendre.desk.prelude import Prelude
from marchland.games.cendre.desk.trials import Trials
from marchland.games.cendre.desk.writer import Writer
from marchland.games.cendre.position import lay
from marchland.games.cendre.report.pen import Pen
from marchland.games.cendre.rules.civil import intrigue
from marchland.games.cendre.rules.common.ledger import OrderRefused
from marchland.games.cendre.rules.turn.sheets import Submit
from marchland.games.cendre.rules.war.movement import ArmyMoved
from marchland.games.cendre.state import Cendre
from marchland.games.cendre.tables import FOLDER
from marchland.games.cendre.title import NATIONS, TITLE
from marchland.games.cendre.view import disguise, redeal
from marchland.games.cendre.world import ATLAS, SITES, UNITS
from marchland.kernel.cards import Light, Wish
from marchland.kernel.chance import key_from_seed
from marchland.kernel.scenario import Stage, read_scenario
from marchland.kernel.writing import Pointing

EXAMPLES = sorted(path.stem for path in (FOLDER / "scenarios").glob("ex[345]*.yaml"))
AKLA = 0


def example(name: str) -> Stage:
    """A worked example of the rulebook, before anybody has written anything."""
    return Stage(read_scenario(msgspec.yaml.decode((FOLDER / "scenarios" / f"{name}.yaml").read_bytes())))


def opening() -> tuple[Cendre, str]:
    game = TITLE.new(20, key_from_seed("map"))
    return game, mail.form(game, AKLA, "", "en")


def given(game: Cendre, seat: int, text: str, group: str, light: Light) -> str:
    """The text after a click on a light."""
    return desk.changed(game, seat, text, Wish(group, light.kind, light.line, light.values), "en")


def season(game: Cendre, seat: int, text: str) -> list[object]:
    """What becomes of a sheet when nobody else gives orders."""
    table = game.clone()
    action = mail.read(game, seat, text.encode()).action
    return [event for other in table.deciders for event in table.play(other, action if other == seat else Submit())]


def test_the_desk_points() -> None:
    assert isinstance(desk, Pointing)


# -- lights -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-08")
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_marches_of_the_worked_examples_are_lit_and_those_that_they_refuse_are_not(name: str) -> None:
    stage = example(name)
    sheets = [(seat, sheet["orders"]) for seat, sheet in stage.scenario.play[0].items() if isinstance(sheet, dict)]
    refused = {
        entry["nation"] for step in stage.scenario.play for entry in step.get("events", ()) if entry["type"] == "OrderRefused"
    }
    assert sheets
    for who, orders in sheets:
        seat, kept = stage.seat(who), msgspec.convert(orders, tuple[o.AnyOrder, ...])
        for order in (one for one in kept if isinstance(one, o.MarchOrder)):
            text = mail.write(stage.state, seat, Submit(tuple(one for one in kept if one != order)), "en")
            prelude = Prelude(Writer(stage.state, seat, text, "en"))
            kinds = {light.kind for light in lit(prelude, f"leader:{order.leader}", (order.territory,), Pen("en"))}
            meant = {"raid", "raid-tunnel"} if isinstance(order, o.Raid | o.TunnelRaid) else {"attaquer", "deplacer"}
            assert bool(kinds & meant) is (who.upper() not in refused), order


def ways_of(start: str, most: int) -> Iterator[tuple[str, ...]]:
    """Every walk of so many steps at most, over any border."""
    front: list[tuple[str, ...]] = [()]
    for _ in range(most):
        front = [(*way, code) for way in front for code in ATLAS.neighbours(way[-1] if way else start)]
        yield from front


@pytest.mark.rule("TC-WAR-08")
@pytest.mark.parametrize(("name", "leader"), [("ex53-who-may-command", "L3"), ("ex31-lowest-movement", "L78")])
def test_an_army_s_lights_are_where_some_walk_would_bring_it_and_nowhere_else(name: str, leader: str) -> None:
    """By brute force: every walk that the rules take is played, and the army followed. Nobody unknown stands in its way."""
    game = example(name).state
    assert isinstance(game, Cendre)
    nation, home = game.leaders[leader].nation, game.leaders[leader].at
    seat = game.seats[nation]
    game.garrisons = {f"{home}:{nation}": game.garrisons[f"{home}:{nation}"]}
    units = tuple((troop.unit, troop.count) for troop in game.garrisons[f"{home}:{nation}"])
    kept = (o.Place(leader, home), o.FormArmy(leader, units))
    lights = desk.lights(game, seat, mail.write(game, seat, Submit(kept), "en"), f"leader:{leader}", "en")
    trials, reached = Trials(game, seat, kept), set[str]()
    for way in ways_of(home, 3):
        order = o.Attack(leader, way[-1], way[:-1])
        if way[-1] not in reached and way[-1] != home and trials.refusal(order) is None:
            table = game.clone()
            happened = [event for one in table.deciders for event in table.play(one, Submit((*kept, order) if one == seat else ()))]
            reached |= {way[-1]} & {event.end for event in happened if isinstance(event, ArmyMoved) and event.leader == leader}
    assert len(reached) > 3
    assert {light.space for light in lights if light.kind in ("attaquer", "deplacer")} == reached


@pytest.mark.rule("TC-WAR-01")
def test_a_click_gives_the_march_and_the_army_it_needs() -> None:
    game, text = opening()
    leader = next(one for one in game.leaders.values() if one.nation == "AKLA" and one.military)
    group = f"leader:{leader.id}"
    lights = {(light.look, light.space): light for light in desk.lights(game, AKLA, text, group, "en")}
    assert {look for look, _ in lights} == {"march", "attack", "sea", "stay", "place"}
    light = lights["march", "VAL"]
    assert light.order == "March to Valem (VAL)"
    assert "1 step" in light.note
    assert "Valem crossbowmen" in light.note
    written = given(game, AKLA, text, group, light)
    assert [line for line in written.splitlines() if line not in text.splitlines()] == [
        'army "Brasco Denti" foot-condottieri=2 burgher-militia=1',
        '"Brasco Denti" : march VAL',
    ]
    moves = [event for event in season(game, AKLA, written) if isinstance(event, ArmyMoved)]
    assert [(event.leader, event.start, event.end) for event in moves] == [(leader.id, "AKL", "VAL")]
    assert given(game, AKLA, written, group, lights["attack", "BMU"]).count("army") == text.count("army") + 1


@pytest.mark.rule("TC-WAR-12")
@pytest.mark.rule("TC-WAR-13")
def test_each_kind_of_march_has_its_look() -> None:
    """At war with a neighbour: his town is besieged, his open land attacked; units that raid or dig do so from the same place."""
    game, text = opening()
    lay(game, {"wars": [["AKLA", "MERISSE"]], "garrisons": {"AKL": {"AKLA": {}}}}, NATIONS)
    lay(
        game,
        {"leaders": {"L3": {"at": "BPL", "military": {"level": "fort", "command": 14, "strategy": 0, "tactics": []}}}},
        NATIONS,
    )
    text = mail.form(game, AKLA, "", "en")

    def looks(*units: str) -> dict[str, set[str]]:
        lay(game, {"garrisons": {"BPL": {"AKLA": dict.fromkeys(units, 2)}}}, NATIONS)
        found: dict[str, set[str]] = {}
        for light in desk.lights(game, AKLA, text, "leader:L3", "en"):
            found.setdefault(light.space, set()).add(light.look)
        return found

    plain = looks("akl-lances")
    assert plain["MER"] == {"siege"}
    assert "march" in plain["AKL"]
    raiders = next(unit for unit in UNITS.values() if "raid" in unit.traits and "naval" not in unit.traits)
    assert {"siege", "raid"} <= looks(raiders.id)["MER"]
    miners = next(unit for unit in UNITS.values() if "tunnelier" in unit.traits)
    assert {"siege", "tunnel"} <= looks(miners.id)["MER"]


def test_another_order_takes_the_place_of_the_one_a_leader_has() -> None:
    game, text = opening()
    group = "leader:L3"
    first = next(light for light in desk.lights(game, AKLA, text, group, "en") if light.look == "march")
    written = given(game, AKLA, text, group, first)
    second = next(light for light in desk.lights(game, AKLA, written, group, "en") if light.look == "attack")
    assert second.line
    assert "takes along" not in second.note
    again = given(game, AKLA, written, group, second)
    assert len(again.splitlines()) == len(written.splitlines())
    assert "march" not in again


@pytest.mark.parametrize("seat", [0, 4, 13])
def test_what_is_lit_is_accepted_and_carried_out(seat: int) -> None:
    game = TITLE.new(20, key_from_seed("map"))
    text = mail.form(game, seat, "", "en")
    for leader in TITLE.view(game, seat).estate.leaders:  # type: ignore[attr-defined]
        group = f"leader:{leader.id}"
        lights = [
            light for light in desk.lights(game, seat, text, group, "en") if "…" not in light.order and "costs" not in light.note
        ]
        for light in lights[:: 1 + len(lights) // 6]:
            written = given(game, seat, text, group, light)
            fresh = {line for line in written.splitlines() if line not in text.splitlines()}
            assert fresh, light
            verdicts = [one for one in mail.read(game, seat, written.encode()).verdicts if one.text in fresh]
            hopeful = {"accepted", "doubtful"} if light.look in ("attack", "siege") else {"accepted"}  # who knows who is there
            assert {one.status for one in verdicts} <= hopeful, (light, verdicts)
            nation = TITLE.view(game, seat).estate.nation.id  # type: ignore[attr-defined]
            refused = [event for event in season(game, seat, written) if isinstance(event, OrderRefused) and event.nation == nation]
            assert not refused, light


def test_whoever_cannot_act_lights_nothing() -> None:
    game, text = opening()
    assert desk.lights(game, AKLA, text, "town:AKL", "en") == ()
    assert desk.lights(game, AKLA, text, "leader:L999", "en") == ()
    game.leaders["L3"] = msgspec.structs.replace(game.leaders["L3"], wounded=True)
    assert desk.lights(game, AKLA, text, "leader:L3", "en") == ()


# -- traces -------------------------------------------------------------------------------------------------------

SHEET = """place "Brasco Denti" VAL
army "Brasco Denti" valem-crossbowmen=2
[ORDERS]
"Brasco Denti" : march BPL via AKL
ruler : cultivate AKL
"Corvino Talemme" : spy LVO
"Mirella des Brumes" : spell climate/2 VAL
[TRADE]
send MERISSE gold=20
[DIPLOMACY]
caravan MERISSE AKL MER
contract VOLTDARG
"""


def test_every_order_with_a_place_is_drawn_with_its_line() -> None:
    game, text = opening()
    whole = text.replace("[ORDERS]\n", SHEET, 1)
    lines = whole.splitlines()
    found = {lines[trace.line - 1]: (trace.look, trace.spaces) for trace in desk.traces(game, AKLA, whole, "en")}
    assert found == {
        'place "Brasco Denti" VAL': ("place", ("AKL", "VAL")),
        '"Brasco Denti" : march BPL via AKL': ("march", ("VAL", "AKL", "BPL")),
        "ruler : cultivate AKL": ("work", ("AKL",)),
        '"Corvino Talemme" : spy LVO': ("spy", ("AKL", "LVO")),
        '"Mirella des Brumes" : spell climate/2 VAL': ("spell", ("AKL", "VAL")),
        "send MERISSE gold=20": ("shipment", ("AKL", "MER")),
        "caravan MERISSE AKL MER": ("caravan", ("AKL", "BPL", "MER")),
    }
    assert {trace.text for trace in desk.traces(game, AKLA, whole, "it")} >= {"sovrano : coltivare AKL"}
    assert desk.traces(game, AKLA, "no sheet at all", "en") == ()


# -- places -------------------------------------------------------------------------------------------------------


def test_a_place_says_what_it_is_who_is_there_and_what_can_be_ordered_by_whom() -> None:
    game, text = opening()
    found = desk.place(game, AKLA, text, "AKL", "en")
    facts = dict(found.facts)
    assert facts["Land"] == "plain, on the coast, of Akla"
    assert "2 Foot condottieri" in facts["Units here"]
    assert ("VAL", "Valem (VAL)") in found.neighbours
    assert [name for _, name in found.here] == [
        "Silvana Oreandi", "Corvino Talemme", "Brasco Denti", "Mirella des Brumes", "the town of Akla",
    ]  # fmt: skip
    offered = {(group, light.order) for group, light in zip(found.groups, found.orders, strict=True)}
    assert ("leader:L1", "Farming") in offered
    assert all(light.space == "AKL" for light in found.orders)
    for group in ("leader:L1", "leader:L3"):
        everywhere = [light for light in desk.lights(game, AKLA, text, group, "en") if light.space == "AKL"]
        assert [light for one, light in zip(found.groups, found.orders, strict=True) if one == group] == everywhere


@pytest.mark.rule("TC-INFO-07")
def test_a_place_that_was_spied_upon_is_told_with_the_date() -> None:
    game, text = opening()
    assert dict(desk.place(game, AKLA, text, "MER", "en").facts).keys() == {"Land", "Built"}
    game.knowledge["AKLA:MER"] = msgspec.json.encode(intrigue.dossier(game, "MER", spies=True)).decode()
    seen = [said for heading, said in desk.place(game, AKLA, text, "MER", "en").facts if heading == "Seen in spring 201"]
    assert any("Farms" in said for said in seen)
    assert any(said.startswith("Merisse: ") for said in seen)


def test_a_place_that_is_none_says_nothing() -> None:
    game, text = opening()
    assert desk.place(game, AKLA, text, "<b>", "en").facts == ()


# -- secrets ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-INFO-04")
def test_nothing_on_the_map_hangs_on_what_the_nation_cannot_know() -> None:
    game, text = opening()
    game.knowledge["AKLA:MER"] = msgspec.json.encode(intrigue.dossier(game, "MER", spies=True)).decode()
    whole = text.replace("[ORDERS]\n", SHEET, 1)
    twins = (redeal(game, AKLA, key_from_seed("twin")), disguise(game, AKLA, key_from_seed("twin")))
    for group in ("leader:L1", "leader:L3", "leader:L4"):
        shown = desk.lights(game, AKLA, whole, group, "en")
        assert shown
        assert all(desk.lights(twin, AKLA, whole, group, "en") == shown for twin in twins)
    assert all(desk.traces(twin, AKLA, whole, "en") == desk.traces(game, AKLA, whole, "en") for twin in twins)
    for space in ("AKL", "MER", "IST", "LVO"):
        assert all(desk.place(twin, AKLA, whole, space, "en") == desk.place(game, AKLA, whole, space, "en") for twin in twins)
    assert set(SITES) >= {light.space for light in desk.lights(game, AKLA, whole, "leader:L1", "en")}


def test_magicians_are_lit_nothing_that_only_the_table_knows() -> None:
    """Where a spell would find something to burn is tried on tables dealt anew, as everything else."""
    game = TITLE.new(20, key_from_seed("map"))
    for _ in range(5):  # until the world is no longer what the booklets print
        for other in game.deciders:
            game.play(other, answer(make_bot(TITLE, "ruler"), TITLE, game, other, seed=f"{game.turn}"))
    seat = list(NATIONS).index("FEU")
    text = mail.form(game, seat, "", "en")
    twins = [redeal(game, seat, key_from_seed(f"twin {number}")) for number in range(3)]
    mages = [leader.id for leader in game.leaders.values() if leader.nation == "FEU" and leader.magic]
    assert mages
    for mage in mages:
        shown = desk.lights(game, seat, text, f"leader:{mage}", "en")
        assert any(light.look == "spell" for light in shown)
        assert all(desk.lights(twin, seat, text, f"leader:{mage}", "en") == shown for twin in twins)
