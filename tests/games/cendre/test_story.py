"""The season's story: five headlines, orders with their dice, fights step by step, what changed, and what is remembered."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
import pytest

from marchland.games.cendre import mail
from marchland.games.cendre.bot import BOTS
from marchland.games.cendre.goods import Goods
from marchland.games.cendre.phrases import PHRASEBOOK
from marchland.games.cendre.report.pen import Pen
from marchland.games.cendre.report.story_heads import HEADS, LESS_EACH_TIME, TELLERS, News, Reader, ranked, worded
from marchland.games.cendre.rules.civil.operation import OperationTested
from marchland.games.cendre.rules.common.ledger import ControlChanged, OrderRefused, write_land
from marchland.games.cendre.rules.diplomacy.peace import OfferMade
from marchland.games.cendre.rules.diplomacy.relations import WarBegan
from marchland.games.cendre.rules.magic.visions import ArmiesSeen, SeenTroop
from marchland.games.cendre.rules.science import DiscoveryMade
from marchland.games.cendre.rules.standing.account import StabilityChanged
from marchland.games.cendre.rules.towns.stores import StoresOverflowed
from marchland.games.cendre.rules.towns.towns import StructureBuilt
from marchland.games.cendre.rules.war.battle import BattleReport
from marchland.games.cendre.rules.war.movement import ArmyHalted
from marchland.games.cendre.rules.war.raids import RaidResolved
from marchland.games.cendre.state import Cendre, Structure
from marchland.games.cendre.title import TITLE
from marchland.games.cendre.view import view
from marchland.games.cendre.world import SITES
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.chance import key_from_seed
from marchland.kernel.events import Event
from marchland.kernel.mail import Line
from marchland.kernel.story import Fight, Headline, Story

from .warfare import SLOW, A, V, X, army, attack, bare_table, campaign, hold, land, script, war


class Turn(msgspec.Struct, frozen=True):
    """A season that was played: the table before and after it, what happened, and everybody's lines."""

    before: Cendre
    after: Cendre
    events: tuple[Event, ...]
    lines: dict[int, tuple[Line, ...]]


@cache
def turns() -> tuple[Turn, ...]:
    """Two years of twenty warlike nations."""
    game, bot = TITLE.new(20, key_from_seed("story")), BOTS["warlord"]()
    game.outbox = []
    played = []
    for _ in range(6):
        before = game.clone()
        actions = {seat: bot.choose(TITLE.redeal(game, seat, key_from_seed(seat)), seat) for seat in game.deciders}
        lines = {seat: mail.lines(game, seat, action) for seat, action in actions.items()}
        events = [event for seat, action in actions.items() for event in game.play(seat, action)]
        played.append(Turn(before, game.clone(), tuple(events), lines))
    return tuple(played)


def past(seat: int | None, upto: int) -> list[Any]:
    opening = mail.remembered(turns()[0].before, seat, ())
    return [opening, *(mail.remembered(turn.after, seat, turn.events) for turn in turns()[: upto + 1])]


def told(seat: int | None, number: int = -1, language: str = "en") -> Story:
    place = number % len(turns())
    turn = turns()[place]
    lines = turn.lines[seat] if seat is not None else ()
    return mail.story(turn.before, turn.after, seat, turn.events, lines, past(seat, place), language)


def reader(game: Cendre, nation: str, before: Cendre | None = None) -> Reader:
    seat = game.seats[nation]
    return Reader(nation=nation, before=view(before, seat) if before else None, after=view(game, seat))


# -- headlines --------------------------------------------------------------------------------------------------


def test_headlines_come_by_weight_and_there_are_five_of_them() -> None:
    game = bare_table()
    hold(game, A, X)
    events = [
        DiscoveryMade(nation=A, discovery="Médecine"),
        StructureBuilt(nation=A, territory="AKL", structure="academie", name="", rule="TC-STRUCT-02"),
        OfferMade(kind="peace", nation=V, other=A, rule="TC-DIP-05"),
        RaidResolved(nation=V, victim=A, territory="AKL", success=True, fought=False, loot=Goods(gold=5)),
        WarBegan(one=A, other=V, since=2, reason="declared", rule="TC-DIP-01"),
        ControlChanged(territory=X, before=V, after=A, reason="conquest", rule="TC-WAR-19"),
        ControlChanged(territory="PVL", before="MERISSE", after="ROC", reason="conquest", rule="TC-WAR-19"),
    ]
    heads = ranked(reader(game, A), events)
    assert [news.key for news, _ in heads] == ["war", "land_taken", "offer", "raided", "discovery"]
    assert [weight for _, weight in heads] == [HEADS[news.key].weight for news, _ in heads]
    assert [HEADS[news.key].kind for news, _ in heads] == ["threatened", "won", "offered", "lost", "gained"]
    assert [(news.key, news.space) for news, _ in ranked(reader(game, "GOBELINS"), events)] == [
        ("world_war", "AKL"),
        ("world_land", X),
        ("world_land", "PVL"),
    ]


def test_what_happened_nowhere_is_looked_for_at_a_capital() -> None:
    game = bare_table()
    home, theirs = (game.nations[nation].capital for nation in (A, V))
    events = [
        WarBegan(one=A, other=V, since=2, reason="declared", rule="TC-DIP-01"),
        OfferMade(kind="peace", nation=V, other=A, rule="TC-DIP-05"),
        DiscoveryMade(nation=A, discovery="Médecine"),
    ]
    assert [news.space for news, _ in ranked(reader(game, A), events)] == [theirs, theirs, home]


def test_each_further_one_of_a_kind_weighs_less_and_a_place_is_good_news_once() -> None:
    game = bare_table()
    hold(game, A, X, "AKL")
    discoveries = [DiscoveryMade(nation=A, discovery=name) for name in ("Médecine", "Nationalisme", "Science militaire")]
    built = [
        StructureBuilt(nation=A, territory=X, structure=kind, name="", rule="TC-STRUCT-02") for kind in ("academie", "chateau")
    ]
    taken = ControlChanged(territory=X, before=V, after=A, reason="conquest", rule="TC-WAR-19")
    heads = ranked(reader(game, A), [*discoveries, *built, taken])
    first = HEADS["discovery"].weight
    assert [(news.key, weight) for news, weight in heads] == [
        ("land_taken", HEADS["land_taken"].weight),
        ("discovery", first),
        ("discovery", first - LESS_EACH_TIME),
        ("discovery", first - 2 * LESS_EACH_TIME),
    ]


def test_land_lost_weighs_more_with_a_town_and_most_as_the_capital() -> None:
    game = bare_table()
    capital = game.nations[A].capital
    hold(game, V, X, "PVL", capital, owner=A)
    land(game, X, town=0)
    land(game, "PVL", town=2)
    land(game, capital, town=4)
    lost = [ControlChanged(territory=code, before=A, after=V, reason="conquest", rule="TC-WAR-19") for code in (X, "PVL", capital)]
    assert [news.key for news, _ in ranked(reader(game, A), lost)] == ["capital_lost", "town_lost", "land_lost"]


def test_bad_news_about_oneself_is_news() -> None:
    """And nobody else's: stability that fell, an order that failed, a treaty that nobody else signed."""
    game = bare_table()
    events = [
        StabilityChanged(nation=A, reason="war", rule="TC-STAB-01", amount=-2, now=5),
        OperationTested(
            nation=A, line=0, operation="recruter", leader="L1", die=1, bonus=0, difficulty=9, success=False, rule="TC-CIV-01"
        ),
        OrderRefused(nation=A, line=1, order="SignPact", rule="TC-DIP-05", facts={"why": "not_countersigned", "nation": V}),
    ]
    assert [news.key for news, _ in ranked(reader(game, A), events)] == ["stability_fell", "operation_failed", "unanswered"]
    assert ranked(reader(game, V), events) == []
    back = StabilityChanged(nation=A, reason="peace", rule="TC-STAB-01", amount=2, now=7)
    assert [news.key for news, _ in ranked(reader(game, A), [events[0], back])] == []


def test_what_is_lost_has_no_sign() -> None:
    lost = StoresOverflowed(nation=A, goods=Goods(metal=5))
    assert [Pen(language).event(lost).count("+") for language in LANGUAGES] == [0, 0, 0]
    assert Pen("en").event(lost) == "Your stores overflow: 5 metal lost."


def test_what_was_lost_and_won_back_in_one_season_is_no_loss() -> None:
    game = bare_table()
    hold(game, A, X)
    away = ControlChanged(territory=X, before=A, after=V, reason="conquest", rule="TC-WAR-19")
    assert ranked(reader(game, A), [away]) == []


def test_every_sort_of_headline_has_a_sentence_and_every_sentence_is_one() -> None:
    sentences = {key.removeprefix("story_head_") for key in PHRASEBOOK.phrases.board if key.startswith("story_head_")}
    assert sentences == set(HEADS)
    assert {head.kind for head in HEADS.values()} == {"won", "lost", "gained", "threatened", "offered", "told"}
    assert all(issubclass(kind, Event) for kind in TELLERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_years_are_told_to_everybody_without_a_hole(language: str) -> None:
    sentences = [text for seat in (None, *range(20)) for number in (1, -1) for text in _texts(told(seat, number, language))]
    assert len(sentences) > 2000
    assert [text for text in sentences if not text.strip() or re.search(r"[{}]|None|Goods\(|story\.|\(\)", text)] == []


def _texts(record: Any) -> list[str]:
    """Every sentence of a story."""
    if isinstance(record, tuple | list):
        return [text for part in record for text in _texts(part)]
    if not isinstance(record, msgspec.Struct):
        return []
    own = [getattr(record, name) for name in ("text", "heading", "result", "name", "about", "outcome") if hasattr(record, name)]
    return [*filter(None, own), *(text for name in record.__struct_fields__ for text in _texts(getattr(record, name)))]


# -- orders -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-INFO-05")
def test_own_orders_have_their_outcome_and_the_die_that_decided_it() -> None:
    turn = turns()[-1]
    found = [(seat, deed) for seat in range(20) for deed in told(seat).deeds]
    tests = {(e.nation, e.line): e for e in turn.events if type(e).__name__ in ("OperationTested", "GeneralTest")}
    names = {seat: nation for nation, seat in turn.after.seats.items()}
    thrown = [(seat, deed) for seat, deed in found if deed.throw is not None]
    assert len(thrown) > 20
    for seat, deed in thrown:
        event = tests[names[seat], deed.line - 1]
        assert (deed.throw.dice, deed.throw.bonus, deed.throw.needed) == ((event.die,), event.bonus, event.difficulty)
        assert deed.throw.is_met == (event.die + event.bonus >= event.difficulty) == (deed.status == "done")
    assert {deed.status for _, deed in found} >= {"done", "failed", "refused"}
    assert all(any(cause.rule for cause in deed.causes) for _, deed in found if deed.status == "refused")
    assert [deed.text for deed in told(0, language="it").deeds] == [line["it"] for line in turn.lines[0]]


def test_a_raid_is_told_at_its_order_and_has_failed_if_it_was_beaten_off() -> None:
    outcomes = set()
    for number, turn in enumerate(turns()):
        for raid in (event for event in turn.events if isinstance(event, RaidResolved) and event.nation in turn.after.seats):
            deeds = told(turn.after.seats[raid.nation], number).deeds
            (deed,) = [one for one in deeds if re.search(rf" : (tunnel-)?raid .*{raid.territory}\b", one.text)]
            assert any(PHRASEBOOK.event(raid, "en") == cause.text for cause in deed.causes)
            assert deed.status == ("done" if raid.success else "failed")
            outcomes.add(raid.success)
    assert outcomes == {True, False}


@pytest.mark.rule("TC-WAR-22")
def test_an_attack_that_others_forestalled_has_failed_and_is_news() -> None:
    """A and GOBELINS, who are no enemies, both come for the vacant plain; the Goblins are there first, and take it."""
    game = bare_table()
    hold(game, A, "PVL")
    hold(game, "GOBELINS", "WAN")
    land(game, X, controller="", owner="")
    key = army(game, A, "PVL", {SLOW: 5})
    attack(game, key, X)
    attack(game, army(game, "GOBELINS", "WAN", {SLOW: 40}, command=40, strategy=9), X)
    before, name = game.clone(), game.leaders[key].name
    script(game, *[6] * 40)
    events = campaign(game)
    assert (game.armies[key].at, game.lands[X].controller) == ("PVL", "GOBELINS")
    line = Line(dict.fromkeys(LANGUAGES, f'"{name}" : attaquer {X}'))
    seat = game.seats[A]
    story = mail.story(before, game, seat, [event for event in events if event.is_seen_by(seat)], (line,), (), "en")
    why = f"{name} turns back from Prairies Méridionales (PME) without a fight: Goblin Empire took it first."
    assert [(deed.status, deed.causes[-1].text, deed.space) for deed in story.deeds] == [("failed", why, X)]
    assert why in [head.text for head in story.headlines]


def test_an_army_that_was_stopped_has_failed_at_its_own_line() -> None:
    stopped = 0
    for number, turn in enumerate(turns()):
        for halt in (event for event in turn.events if isinstance(event, ArmyHalted) and event.nation in turn.after.seats):
            seat = turn.after.seats[halt.nation]
            why = PHRASEBOOK.event(halt, "en")
            deeds = [deed for deed in told(seat, number).deeds if any(cause.text == why for cause in deed.causes)]
            assert [deed.status for deed in deeds] == ["failed"]
            stopped += 1
    assert stopped > 3


# -- fights -----------------------------------------------------------------------------------------------------


def battle() -> tuple[Cendre, Cendre, list[Event]]:
    """V comes with eight from WAN and meets five of A in PME; the dice are 4 4 4 against 4 2 1, and nobody is ambushed."""
    game = bare_table()
    war(game, A, V)
    hold(game, A, X)
    hold(game, V, "WAN")
    hold(game, A, "PVL")
    army(game, A, X, {SLOW: 5})
    key = army(game, V, "WAN", {SLOW: 8}, strategy=2)
    attack(game, key, X)
    before = game.clone()
    return before, game, campaign(game, 3, 4, 4, 4, 4, 2, 1, 10, 10)


def fight_of(nation: str | None, language: str = "en") -> Fight:
    before, game, events = battle()
    seat = game.seats[nation] if nation else None
    (fight,) = mail.story(before, game, seat, events, (), (), language).fights
    return fight


@pytest.mark.rule("TC-WAR-14", "TC-WAR-15", "TC-WAR-16")
def test_a_battle_is_told_step_by_step() -> None:
    fight = fight_of(A)
    attackers, defenders = fight.attack, fight.defence
    assert (attackers.units, attackers.force, attackers.dice, attackers.total) == (8, 16, (4, 4, 4), 12 + 2 + 1)
    assert [(figure.text, figure.amount) for figure in attackers.figures] == [("strategy", "+2"), ("superiority", "+1")]
    assert (defenders.units, defenders.force, defenders.dice, defenders.total) == (5, 10, (4, 2, 1), 7)
    assert [(figure.amount, figure.text) for figure in defenders.troops] == [("5", "Ash puppets")]
    assert (attackers.is_victor, defenders.is_victor, defenders.is_own) == (True, False, True)
    assert (attackers.lost, attackers.fallen) == (1, ())
    assert (defenders.lost, [(figure.amount, figure.text) for figure in defenders.fallen]) == (4, [("4", "Ash puppets")])
    assert {stage.id: [line.text for line in stage.lines] for stage in fight.stages} == {
        "ambush": ["No ambush: 3, 10 needed."],
        "forces": ["Voltdarg: 8 units, force 16 (8 Ash puppets)", "Akla: 5 units, force 10 (5 Ash puppets)"],
        "dice": [
            "Voltdarg: dice 4 + 4 + 4 = 12; strategy +2, superiority +1; total 15",
            "Akla: dice 4 + 2 + 1 = 7; no bonus; total 7",
        ],
        "losses": ["Voltdarg: 1 of 8 lost", "Akla: 4 of 5 lost (4 Ash puppets)"],
        "leaders": ["Captain L1 of Akla in battle (die 10): unhurt."],
        "after": ["1 unit of Akla leave Prairies Méridionales (PME) for Plat du Vlang (PVL) (beaten), 0 lost on the way."],
    }
    assert fight.result == "Voltdarg: master of the field. Prairies Méridionales (PME) is now held by Voltdarg."


@pytest.mark.rule("TC-INFO-12")
def test_who_did_not_fight_hears_of_a_battle_what_all_the_world_hears() -> None:
    for nation in ("GOBELINS", None):
        fight = fight_of(nation)
        assert (fight.is_own, fight.stages) == (False, ())
        for host in (fight.attack, fight.defence):
            assert (host.force, host.total, host.dice, host.troops, host.figures, host.fallen) == (None, None, (), (), (), ())
        assert (fight.attack.units, fight.defence.units, fight.attack.lost) == (8, 5, 1)


def test_several_fights_of_a_season_are_kept_apart() -> None:
    most = 0
    for number, turn in enumerate(turns()):
        for seat in range(20):
            seen = [event for event in turn.events if isinstance(event, BattleReport) and event.is_seen_by(seat)]
            fights = [fight for fight in told(seat, number).fights if fight.attack.total is not None]
            assert [(fight.space, fight.attack.total, fight.defence.total) for fight in fights] == [
                (event.territory, event.attack_total, event.defence_total) for event in seen
            ]
            assert all(len(fight.stages[-1].lines) <= 4 for fight in fights)
            most = max(most, len(fights))
    assert most > 1


# -- what changed, and figures ----------------------------------------------------------------------------------


def test_comparisons_and_graphs_show_the_figures_of_the_states() -> None:
    turn = turns()[-1]
    for nation, seat in sorted(turn.after.seats.items()):
        story = told(seat)
        rows = {row.id: (row.was, row.now) for row in story.compared}
        for game, column in ((turn.before, 0), (turn.after, 1)):
            record = game.nations[nation]
            held = [entry for entry in game.lands.values() if entry.controller == nation]
            expected = {
                "gold": record.goods.gold, "bois": record.goods.bois, "stability": record.stability, "glory": record.glory,
                "reputation": record.reputation, "lands": len(held), "towns": sum(entry.town for entry in held),
                "science": sum(record.science) + record.free_science, "units": _units(game, nation),
            }  # fmt: skip
            assert {key: rows[key][column] for key in expected} == expected
        lines = {graph.id: graph.series[0] for graph in story.graphs}
        assert [*lines] == ["glory", "gold", "towns", "science", "stability"]
        games = [turns()[0].before, *(one.after for one in turns())]
        assert lines["gold"].values == tuple(game.nations[nation].goods.gold for game in games)
        assert lines["glory"].values == tuple(game.nations[nation].glory for game in games)
        assert len(story.turns) == len(games)
        assert len(story.graphs[0].series) == 20


def _units(game: Cendre, nation: str) -> int:
    garrisons = [troop for key, troops in game.garrisons.items() if key[4:] == nation for troop in troops]
    return sum(troop.count for troop in garrisons) + sum(
        troop.count for entry in game.armies.values() if entry.nation == nation for troop in entry.troops
    )


def test_the_map_of_changes_has_every_change_of_the_public_map_and_no_other() -> None:
    turn = turns()[2]
    story = told(None, 2)
    was, now = view(turn.before, None).lands, view(turn.after, None).lands
    moved = {code for code in SITES if was[code].controller != now[code].controller}
    assert {change.space for change in story.changes if change.kind == "held"} == moved != set()
    assert {change.space for change in story.changes if change.kind != "capital"} == {
        code for code in SITES if was[code] != now[code]
    }
    assert {area.space for area in story.sketch.areas if "changed" in area.look} == {change.space for change in story.changes}
    left, top, width, height = story.sketch.box
    assert all(left <= x <= left + width and top <= y <= top + height for _, x, y, _ in story.sketch.pins)


def test_only_the_master_of_a_land_sees_what_is_built_behind_its_walls() -> None:
    before = TITLE.new(20, key_from_seed("walls"))
    after = before.clone()
    write_land(after, "VIL", structures=(Structure("academie"), Structure("chateau")), town=3, roads=True)
    changes = {
        nation: {(change.kind, change.space) for change in _story(before, after, nation).changes} for nation in ("FER", "AKLA")
    }
    built = [change.text for change in _story(before, after, "FER").changes if change.kind == "built"]
    assert {("built", "VIL"), ("grown", "VIL")} <= changes["FER"]
    assert any("Academy" in text for text in built)
    assert changes["AKLA"] == {("built", "VIL"), ("roads", "VIL")} - ({("roads", "VIL")} if before.lands["VIL"].roads else set())
    assert not any("Academy" in change.text for change in _story(before, after, "AKLA").changes)


def _story(before: Cendre, after: Cendre, nation: str) -> Story:
    return mail.story(before, after, after.seats[nation], (), (), (), "en")


# -- memory -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-INFO-07", "TC-INFO-12")
def test_what_was_learnt_is_remembered_with_its_date() -> None:
    game = TITLE.new(20, key_from_seed("memory"))
    seat = game.seats[A]
    seen = ArmiesSeen(nation=A, territory="VIL", troops=(SeenTroop("FER", "mag-pantins-cendre", 4),), people=(), audience=(seat,))
    summer, autumn = game.clone(), game.clone()
    summer.season, autumn.season = "ete", "automne"
    seasons = [mail.remembered(game, seat, ()), mail.remembered(summer, seat, (seen,)), mail.remembered(autumn, seat, ())]
    then = mail.story(game, summer, seat, (seen,), (), seasons[:2], "en")
    later = mail.story(summer, autumn, seat, (), (), seasons, "en")
    (fresh,) = [entry for entry in then.memory if entry.space == "VIL"]
    (kept,) = [entry for entry in later.memory if entry.space == "VIL"]
    assert (fresh.when, fresh.is_new, kept.when, kept.is_new) == ("spring 201", True, "spring 201", False)
    assert "4 Ash puppets" in kept.text
    other = game.seats["GOBELINS"]
    assert mail.remembered(summer, other, (seen,)).sights == ()


# -- secrets ----------------------------------------------------------------------------------------------------


def as_json(thing: Any) -> bytes:
    return msgspec.json.encode(thing, order="sorted")


@pytest.mark.rule("TC-INFO-04", "TC-INFO-12")
def test_a_story_does_not_change_when_hidden_facts_change() -> None:
    for number in (2, 5):
        turn = turns()[number]
        for seat in (None, *range(0, 20, 3)):
            key = key_from_seed(f"{seat} {number}")
            before, after = (TITLE.redeal(game, seat, key) for game in (turn.before, turn.after))
            seen = [event for event in turn.events if event.is_seen_by(seat)]
            lines = turn.lines[seat] if seat is not None else ()
            season = mail.remembered(after, seat, seen)
            assert as_json(season) == as_json(mail.remembered(turn.after, seat, turn.events))
            again = mail.story(before, after, seat, seen, lines, [*past(seat, number - 1), season], "en")
            assert as_json(again) == as_json(told(seat, number))
            assert mail.headlines(before, after, seat, seen, "en") == told(seat, number).headlines


def test_everybodys_story_holds_what_is_public_alone() -> None:
    story = told(None)
    assert (story.reader, story.deeds, story.compared, story.memory) == ("", (), (), ())
    assert [graph.id for graph in story.graphs] == ["glory"]
    assert all(not fight.is_own for fight in story.fights)
    assert story.fights
    assert {head.kind for head in story.headlines} <= {"told", "threatened", "gained", "lost"}


def test_the_report_on_paper_begins_with_the_headlines() -> None:
    turn = turns()[-1]
    for seat in range(0, 20, 5):
        report = mail.report(turn.after, seat, turn.events, turn.lines[seat])
        page = mail.document(report, "it")
        assert page.parts[0].heading == "L'essenziale"
        heads = mail.headlines(None, turn.after, seat, turn.events, "it")
        assert [line.text for line in page.parts[0].blocks[0].lines] == [head.text for head in heads]


def test_a_headline_in_words() -> None:
    news = News("raided", {"nation": V, "territory": X, "spoils": Goods(gold=5, bois=2)}, X)
    expected = Headline(
        kind="lost", text="Voltdarg raids Prairies Méridionales (PME); carried off: 5 gold, 2 wood.", weight=65, space=X
    )
    assert worded(news, 65, "en") == expected
    assert "5 or, 2 bois" in worded(news, 65, "fr").text
