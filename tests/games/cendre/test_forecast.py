"""The forecast of a sheet: its prices are charged, its ranges hold, its chances come true, and it knows no more than its nation."""

from __future__ import annotations

from collections import defaultdict
from math import sqrt
from typing import NamedTuple

import msgspec
import pytest
from tools.calibration import Tally, compare, seasons

from marchland.games.cendre import desk, mail
from marchland.games.cendre.desk.outlook.fights import clash, likely, odds
from marchland.games.cendre.desk.outlook.foresight import foresee
from marchland.games.cendre.desk.outlook.rehearsal import dealt_for
from marchland.games.cendre.desk.outlook.telling import outlook as outlook_of
from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import (
    Allocate,
    AnyOrder,
    Attack,
    Bid,
    CastSpell,
    ConvertInTown,
    Cultivate,
    Dismiss,
    EstablishCaravan,
    FormArmy,
    MoveCapital,
    Order,
    Pillage,
    Prospect,
    Raid,
    RecruitUnits,
    Research,
    Spy,
    Train,
)
from marchland.games.cendre.phrases import PHRASEBOOK
from marchland.games.cendre.rules.civil.intrigue import learn
from marchland.games.cendre.rules.common.ledger import set_garrison
from marchland.games.cendre.rules.diplomacy.relations import begin_treaty
from marchland.games.cendre.rules.economy.caravans import caravan_price, caravan_route
from marchland.games.cendre.rules.leaders.pay import leader_pay
from marchland.games.cendre.rules.magic.book import SPELLS
from marchland.games.cendre.rules.turn.sheets import Submit
from marchland.games.cendre.rules.war.battle import fight_out
from marchland.games.cendre.rules.war.bodies import army_body, bodies_at
from marchland.games.cendre.rules.war.forces import ATTACK, DEFENCE, Fight
from marchland.games.cendre.rules.war.raids import raid_defenders
from marchland.games.cendre.rules.war.sides import line_up, make_side
from marchland.games.cendre.rules.war.war import pitched, standing
from marchland.games.cendre.state import AUTUMN, Caravan, Cendre, CivilUnits, Listing, Mark, Troop
from marchland.games.cendre.title import BOOKLET_PRINTINGS
from marchland.games.cendre.view import disguise, redeal
from marchland.games.cendre.world import ATLAS, SITES
from marchland.kernel.cards import Forecast, Outlook
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.chance import Chance, key_from_seed

from .monkey import ORDERS, Monkey
from .sorcery import magician, study
from .test_sheet import SPECIMENS
from .test_verdicts import civil_leader, give, table
from .warfare import SLOW, A, M, V, X, Y, army, bare_table, garrison, hold, land, war
from .warfare import leader as captain

replace = msgspec.structs.replace


# -- over games of bots -----------------------------------------------------------------------------------------


class Played(NamedTuple):
    tally: Tally
    positions: list[tuple[Cendre, dict[int, tuple[AnyOrder, ...]]]]


@pytest.fixture(scope="module", params=BOOKLET_PRINTINGS)
def played(request: pytest.FixtureRequest) -> Played:
    """Two years of bots by each printing of the booklets, and every sheet of theirs."""
    found = Played(Tally(), [])
    for before, sheets, happened, after in seasons("forecast", 2, request.param):
        found.positions.append((before, sheets))
        for seat, orders in sheets.items():
            compare(found.tally, foresee(before, seat, orders), happened, after)
    return found


@pytest.fixture(scope="module")
def tally(played: Played) -> Tally:
    return played.tally


@pytest.mark.rule("TC-SHEET-08")
def test_what_is_certain_is_charged(tally: Tally) -> None:
    assert not tally.wrong
    assert tally.prices["as foreseen, with a price"] > 300
    assert tally.prices["refused in the end, for nothing"] < 5


@pytest.mark.rule("TC-CIV-01")
def test_the_dice_meet_the_figures_that_were_shown(tally: Tally) -> None:
    assert tally.figures[True] > 150
    assert tally.figures[False] <= tally.figures[True] // 50


def test_ranges_hold_what_comes(tally: Tally) -> None:
    for kind in tally.inside:
        held = tally.inside[kind] / (tally.inside[kind] + tally.outside[kind])
        assert held >= 0.93, f"{kind}: {held:.0%}"
    inside, outside = sum(tally.inside.values()), sum(tally.outside.values())
    assert inside / (inside + outside) >= 0.95


def test_shown_chances_come_true(tally: Tally) -> None:
    """In each third of the scale as many as was said, give or take what chance allows."""
    thirds: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for _, chance, success in tally.chances:
        thirds[min(2, int(3 * chance.mean))].append((chance.mean, success))
    assert len(tally.chances) > 300
    for found in thirds.values():
        shown, true = sum(mean for mean, _ in found), sum(success for _, success in found)
        spread = sqrt(sum(mean * (1 - mean) for mean, _ in found))
        assert abs(shown - true) <= 3.5 * spread + 0.03 * len(found), f"{shown:.0f} of {len(found)} shown, {true} true"


@pytest.mark.rule("TC-INFO-04")
def test_a_forecast_tells_nothing_that_its_nation_does_not_know(played: Played) -> None:
    """The same for everything that looks the same to the seat: dealt anew under another key, strangers under other names."""
    for before, sheets in played.positions:
        for seat in range(before.turn % 7, 20, 7):
            text = mail.write(before, seat, Submit(sheets[seat]), "en")
            told, key = desk.forecast(before, seat, text, "en"), key_from_seed(f"{before.turn} {seat}")
            for twin in (redeal(before, seat, key), disguise(before, seat, key)):
                assert desk.forecast(twin, seat, text, "en") == told, f"{before.turn} {seat}"


@pytest.mark.rule("TC-TURN-03")
def test_what_autumn_orders_for_the_winter_is_foreseen() -> None:
    game = table()
    game.season = AUTUMN
    leader = civil_leader(game)
    game.leaders[leader.id] = replace(leader, civil=replace(leader.civil, gifts=("insomniaque",)))
    line = Research(leader=leader.id, domain="social")
    now, later = foresee(game, 0, (line, replace(line, winter=True))).lines
    assert now.chance == later.chance
    assert (now.cost, later.refused) == (later.cost, None)


def test_nonsense_is_foreseen_without_a_fault() -> None:
    game = table("nonsense")
    for seat, nation in list(enumerate(sorted(game.seats)))[::3]:
        foresee(game, seat, Monkey(game, nation, f"forecast {nation}").sheet(60))


# -- words ------------------------------------------------------------------------------------------------------


def read(game: Cendre, *orders: Order, language: str = "en") -> Forecast:
    return desk.forecast(game, 0, mail.write(game, 0, Submit(orders), language), language)


def outlook(game: Cendre, *orders: Order, language: str = "en") -> Outlook:
    """Of the last of these lines, which stands last on the sheet, too."""
    return list(read(game, *orders, language=language).outlooks.values())[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_order_has_an_outlook_in_every_language(language: str) -> None:
    assert {f"foresee_{type(order).__name__}" for order in SPECIMENS} <= set(PHRASEBOOK.phrases.board)
    seen = foresee(table(), 0, SPECIMENS)
    assert {type(line.order) for line in seen.lines} == set(ORDERS)
    for line in seen.lines:
        found = outlook_of(seen, line, language)
        assert found.price or found.chance or found.notes or found.alarm
        assert "{" not in f"{found.success}{found.failure}{found.busy}"


@pytest.mark.rule("TC-CIV-06")
def test_a_test_is_shown_part_by_part_with_its_rules() -> None:
    game = table()
    leader = civil_leader(game)
    give(game, A, stability=-2)
    game.leaders[leader.id] = replace(leader, civil=replace(leader.civil, competence=3, talents=("culture",), gifts=()))
    found = outlook(game, Cultivate(leader=leader.id, territory="AKL"))
    shown = {figure.text: (figure.amount, figure.rule) for figure in found.figures}
    assert shown["Difficulty (d10)"] == ("5", "TC-LAND-07")
    assert (shown["stability"], shown["competence"], shown["talent"]) == (
        ("-2", "TC-STAB-01"),
        ("+3", "TC-CIV-01"),
        ("+3", "TC-LEAD-09"),
    )
    assert (found.price, found.chance) == ("10 gold", (100, 100))
    give(game, A, stability=-6)
    assert outlook(game, Cultivate(leader=leader.id, territory="AKL")).chance == (60, 60)


@pytest.mark.rule("TC-GEN-05")
def test_what_cannot_succeed_says_so() -> None:
    game = table()
    leader = civil_leader(game)
    give(game, A, stability=-6, goods=Goods(gold=900))
    game.leaders[leader.id] = replace(leader, civil=replace(leader.civil, competence=0, talents=()))
    found = outlook(game, Research(leader=leader.id, domain="social"))
    assert found.chance == (0, 0)
    assert found.alarm == "As things stand this cannot succeed."


@pytest.mark.rule("TC-STRUCT-08")
def test_a_second_try_is_counted_for_the_line_that_will_have_it() -> None:
    game = table()
    one, other = [who for who in game.leaders.values() if who.nation == A and who.civil][:2]
    give(game, A, stability=-3, goods=Goods(gold=900))
    for who in (one, other):
        game.leaders[who.id] = replace(who, civil=replace(who.civil, competence=3, talents=(), gifts=()), wounded=False)
    lines = (Research(leader=one.id, domain="social"), Research(leader=other.id, domain="social"))
    plain = [line.chance.mean for line in foresee(game, 0, lines).lines if line.chance]
    game.marks.append(Mark("second_try", 99, nation=A))
    lucky = [line.chance.mean for line in foresee(game, 0, lines).lines if line.chance]
    first, second = plain
    assert lucky == pytest.approx([first + (1 - first) * first, second + (1 - second) * second * first])


# -- fights -----------------------------------------------------------------------------------------------------


def test_three_dice_against_three() -> None:
    even = clash(0)
    assert even.win == pytest.approx(0.4536, abs=1e-4), "ties are the defender's"
    assert clash(20).win == pytest.approx(1)
    assert clash(0, (1, 0)).win > even.win > clash(0, (-1, 0)).win
    for spread in (even.attack, even.defence):
        assert sum(spread[True].values()) + sum(spread[False].values()) == pytest.approx(1)


@pytest.mark.rule("TC-WAR-15")
@pytest.mark.parametrize("is_raid", [False, True])
def test_the_odds_of_a_fight_are_those_of_the_fight(is_raid: bool) -> None:
    """The same fight a thousand times by the rules' own dice: won as often as was said, with such losses."""
    game = bare_table()
    war(game, A, V)
    hold(game, V, X, danger=0)
    garrison(game, V, X, min_archers=1 if is_raid else 4)
    captain(game, V, X, strategy=12 if is_raid else 0)
    key = army(game, A, X, {"min-cavaliers": 3, SLOW: 3}, strategy=2)
    game.armies[key] = replace(
        game.armies[key], rank=1, mode="raid" if is_raid else "attack", entered="TEA", origin="TEA", way="land"
    )

    def fight(table: Cendre) -> Fight:
        if not is_raid:
            return pitched(table, X, line_up(table, X, standing(table, X)))
        raider = army_body(key, table.armies[key])
        defenders = raid_defenders(table, raider, bodies_at(table, X))
        attack, defence = make_side(table, X, ATTACK, (raider,), ()), make_side(table, X, DEFENCE, defenders, ())
        return Fight(at=X, attack=attack, defence=defence, raid=True)

    game.chance = Chance(key_from_seed("fights"))
    foreseen = odds(game, fight(game), A)
    won, fallen, tries = 0, 0, 600
    for number in range(tries):
        copy = game.clone()
        copy.outbox, copy.chance = [], Chance(key_from_seed(number))
        begun = fight(copy)
        verdict = fight_out(copy, begun, "TC-WAR-15")
        won += verdict.winner.role == ATTACK or (is_raid and verdict.lost[DEFENCE] >= begun.defence.size)
        fallen += verdict.lost[ATTACK]
    assert 0.1 < foreseen.win < 0.9
    assert abs(won / tries - foreseen.win) <= 3.5 * sqrt(foreseen.win * (1 - foreseen.win) / tries)
    expected = sum(number * share for number, share in foreseen.own.items())
    assert fallen / tries == pytest.approx(expected, abs=0.15)
    low, high = likely(foreseen.own)
    assert low <= expected <= high


@pytest.mark.rule("TC-WAR-21")
def test_an_attack_on_wild_land_shows_its_odds_and_losses() -> None:
    game = table()
    leader = next(who for who in game.leaders.values() if who.nation == A and who.military)
    game.leaders[leader.id] = replace(leader, at="VAL")
    aim = "HRO"
    assert dealt_for(game, 0).lands[aim].danger != SITES[aim].danger
    lines = (FormArmy(leader.id, (("akl-arbaletriers", 2),)), Attack(leader=leader.id, territory=aim))
    found = outlook(game, *lines)
    assert found.chance
    assert found.chance[0] == found.chance[1] < 100
    assert {figure.rule for figure in found.figures} >= {"TC-WAR-14", "TC-WAR-15"}
    assert any("of 2; theirs" in note for note in found.notes)
    assert "If nobody else interferes." in found.notes
    (odds_there,) = foresee(game, 0, lines).lines[1].odds
    assert odds_there.against == 4 + SITES[aim].danger // 5, "the printed danger, and the die in its middle"
    game.lay_land(aim, replace(game.lands[aim], danger=80))
    assert outlook(game, *lines) == found, "what lives there is not known: the printed table is"


def is_beside(home: str, code: str) -> bool:
    return ATLAS.border_type.get((home, code)) == "open"


@pytest.mark.rule("TC-INFO-07")
def test_a_garrison_that_spies_have_seen_counts_instead_of_a_guess() -> None:
    game = table()
    war(game, A, V)
    leader = next(who for who in game.leaders.values() if who.nation == A and who.military)
    home = leader.at
    aim = next(code for code in sorted(game.lands) if is_beside(home, code))
    game.lay_land(aim, replace(game.lands[aim], controller=V, owner=V))
    unit = game.garrisons[f"{home}:{A}"][0].unit
    lines = (FormArmy(leader.id, ((unit, 2),)), Attack(leader=leader.id, territory=aim))
    set_garrison(game, aim, V, (Troop("min-archers", 12),))
    guessed = foresee(game, 0, lines).lines[1].chance
    learn(game, A, aim, "TC-INFO-07", spies=True)
    seen = foresee(game, 0, lines).lines[1].chance
    assert guessed
    assert seen
    assert seen.most < 0.1 < guessed.most


# -- the balance and what is ahead ------------------------------------------------------------------------------


def warned(found: Forecast) -> set[str]:
    return {warning.rule for warning in found.warnings}


@pytest.mark.rule("TC-STRUCT-05", "TC-CITY-04")
def test_overflow_and_famine_are_seen_coming() -> None:
    game = table()
    give(game, A, goods=Goods(gold=500, provisions=90, bois=99))
    full = read(game)
    wood = next(row for row in full.rows if row.id == "bois")
    assert wood.limit
    assert wood.most < 99
    assert "TC-STRUCT-05" in {part.rule for part in wood.parts}
    assert warned(full) & {"TC-STRUCT-05", "TC-CITY-04"} == {"TC-STRUCT-05"}
    give(game, A, goods=Goods())
    poor = read(game)
    assert {row.id for row in poor.rows if row.is_short} >= {"provisions"}
    assert warned(poor) & {"TC-STRUCT-05", "TC-CITY-04"} == {"TC-CITY-04"}


@pytest.mark.rule("TC-LAND-14")
def test_a_famine_that_only_troubles_would_bring_is_a_warning_too() -> None:
    game = table()
    game.year = 204
    for code in ("AKL", "VAL", "BPL"):
        game.lay_land(code, replace(game.lands[code], danger=30))
    give(game, A, goods=Goods(gold=500, provisions=4))
    found = read(game)
    food = next(row for row in found.rows if row.id == "provisions")
    assert (food.least, food.is_short) == (0, True)
    assert food.most > 0
    assert warned(found) >= {"TC-CITY-04", "TC-LAND-14"}


@pytest.mark.rule("TC-SHEET-08")
def test_lines_that_want_more_than_there_is_are_named() -> None:
    game = table()
    leaders = [who.id for who in game.leaders.values() if who.nation == A and who.civil][:2]
    give(game, A, goods=Goods.one(SITES["AKL"].resource, 1) + Goods(gold=30))
    found = read(game, *(Research(leader=who, domain="social") for who in leaders))
    short = [warning.text for warning in found.warnings if warning.rule == "TC-CIV-18"]
    assert short == [f"Line {max(found.outlooks)} will lack gold or goods"]
    sold = ConvertInTown("AKL", 1)
    assert "TC-CITY-07" not in warned(read(game, sold))
    give(game, A, goods=Goods(gold=30))
    assert "TC-CITY-07" in warned(read(game, sold))


@pytest.mark.rule("TC-WAR-01", "TC-SCI-01", "TC-SHEET-05", "TC-STAB-03")
def test_command_discoveries_idle_leaders_and_the_stability_test_are_mentioned() -> None:
    game = table()
    leader = next(who for who in game.leaders.values() if who.nation == A and who.military)
    game.leaders[leader.id] = replace(leader, military=replace(leader.military, command=1))
    unit = game.garrisons[f"{leader.at}:{A}"][0].unit
    give(game, A, science=(99, *game.nations[A].science[1:]), free_science=4)
    found = read(game, FormArmy(leader.id, ((unit, 2),)))
    texts = {warning.rule: warning.text for warning in found.warnings}
    assert texts["TC-WAR-01"].endswith("(1)")
    assert {"TC-SCI-01", "TC-SHEET-05"} <= set(texts)
    assert "TC-STAB-03" in {note.rule for note in found.notes}
    assert leader.name not in texts["TC-SHEET-05"]
    give(game, A, stability=-6, reputation=-5, civil=CivilUnits())
    assert "TC-STAB-04" in warned(read(game))


@pytest.mark.rule("TC-LEAD-13")
def test_a_bid_may_be_lost_and_then_costs_nothing() -> None:
    game = table()
    somebody = replace(civil_leader(game, V), id="L900", nation="", at="")
    game.leaders["L900"], game.market["L900"] = somebody, Listing(40, 10, 0)
    (gold, *_), (plain, *_) = read(game, Bid("L900", 50)).rows, read(game).rows
    assert (gold.least, gold.most) == (plain.least - 50 - leader_pay(game, A), plain.most)
    assert outlook(game, Bid("L900", 50)).price == "50 gold, if the bid wins"


@pytest.mark.rule("TC-ECO-03")
def test_a_caravan_that_a_foreign_town_may_have_no_room_for_costs_something_or_nothing() -> None:
    game = table()
    give(game, A, known=(*game.nations[A].known, "Établir une caravane"))
    begin_treaty(game, "contract", A, M, "TC-ECO-02")
    line = EstablishCaravan(M, "AKL", "MER")
    (free,) = foresee(game, 0, (line,)).lines
    price = free.cost.least
    assert price == free.cost.most == caravan_price(caravan_route(game, "AKL", "MER"))
    route = ("LIM", "MER")
    game.caravans += [Caravan(creator="LUMIERES", partner=M, start="LIM", end="MER", route=route, since=n) for n in range(12)]
    seen = foresee(game, 0, (line,))
    assert (seen.lines[0].cost.least, seen.lines[0].cost.most) == (Goods(), price)
    assert (seen.balance.orders.least, seen.balance.orders.most) == (price * -1, Goods())


@pytest.mark.rule("TC-MAG-02")
def test_a_spell_shows_the_fluid_it_drinks() -> None:
    game = table()
    who = next(leader for leader in game.leaders.values() if leader.nation == A and leader.magic)
    known = [spell for spell in SPELLS.values() if spell.colour in who.magic.colours and spell.target == "any_territory"]
    spell = min(known, key=lambda spell: spell.level)
    game.lay_land(who.at, replace(game.lands[who.at], fluid=9, colour="", source=9))
    seen = foresee(game, 0, (CastSpell(leader=who.id, spell=spell.id),)).lines[0]
    assert seen.fluid
    assert (seen.fluid.cost, seen.fluid.place, seen.fluid.have) == (spell.level, who.at, 9)


@pytest.mark.rule("TC-SPELL-RATS-3")
def test_what_a_spell_steals_may_not_be_there() -> None:
    """How much others have is their secret: six provisions at best, nothing at worst."""
    game, mage = study(colour="rats", colours=("rats",))
    (seen,) = foresee(game, 0, (CastSpell(leader=mage, spell="rats/3", territory=Y),)).lines
    assert seen.refused is None
    assert (seen.cost.least, seen.cost.most) == (Goods(provisions=-6), Goods())


# -- figures that the rules give in the end ---------------------------------------------------------------------


def gold(game: Cendre, *orders: Order) -> tuple[int, int]:
    """What will be left of it."""
    left = foresee(game, 0, orders).balance.left
    return left.least.gold, left.most.gold


@pytest.mark.rule("TC-WAR-23")
@pytest.mark.parametrize(("town", "shares"), [(2, 2), (4, 4), (6, 4)])
def test_plunder_is_counted_by_the_town_as_it_was_and_is_no_food(town: int, shares: int) -> None:
    game = bare_table()
    war(game, A, V)
    hold(game, A, X, owner=V, town=town)
    who = captain(game, A, X)
    garrison(game, A, X, min_cavaliers=4)
    lines = (FormArmy(who, (("min-cavaliers", 4),)), Pillage(leader=who))
    seen = foresee(game, 0, lines)
    assert seen.lines[1].refused is None
    assert seen.balance.orders.least == Goods()
    assert seen.balance.orders.most == Goods(10 * shares, 0, *[shares] * 6)


@pytest.mark.rule("TC-WAR-12")
def test_raiders_carry_off_no_more_than_the_land_is_known_to_yield() -> None:
    game = bare_table()
    war(game, A, V)
    hold(game, V, X, population=3, farms=3, exploitations=3, farm_capacity=5, resource_level=5)
    home = next(code for code in sorted(game.lands) if is_beside(X, code))
    hold(game, A, home)
    garrison(game, A, home, min_cavaliers=4)
    who = captain(game, A, home)
    lines = (FormArmy(who, (("min-cavaliers", 4),)), Raid(leader=who, territory=X))
    resource = SITES[X].resource
    assert foresee(game, 0, lines).balance.orders.most == Goods(gold=20, provisions=4) + Goods.one(resource, 4)
    learn(game, A, X, "TC-INFO-08", spies=False)
    seen = foresee(game, 0, lines)
    assert seen.balance.orders.most == Goods(gold=15, provisions=3) + Goods.one(resource, 3)
    assert "15 gold" in outlook_of(seen, seen.lines[1], "en").success


@pytest.mark.rule("TC-CITY-04")
def test_whoever_starves_is_not_paid() -> None:
    game = table()
    fed = foresee(game, 0, ()).balance
    give(game, A, goods=replace(game.nations[A].goods, provisions=0))
    hungry = foresee(game, 0, ()).balance
    assert hungry.lacking == Goods(provisions=2)
    assert (fed.upkeep.least.gold, hungry.upkeep.least.gold, hungry.upkeep.most.gold) == (-132, -112, -112)
    assert gold(game) == (420, 434)
    who = next(who for who in game.leaders.values() if who.nation == A and who.military)
    game.leaders[who.id] = replace(who, at="VAL", military=replace(who.military, command=40))
    set_garrison(game, "VAL", A, (Troop("akl-arbaletriers", 40),))
    lines = (FormArmy(who.id, (("akl-arbaletriers", 40),)), Attack(leader=who.id, territory="HRO"))
    assert not foresee(game, 0, lines).balance.upkeep.most.at_least_nothing(), "those who fall are not saved twice"


@pytest.mark.rule("TC-STAB-03", "TC-LAND-11")
def test_income_follows_the_stability_that_the_test_can_leave() -> None:
    """Akla cannot lose its test; with a bad name and no artists it cannot win it."""
    game = table()
    seen = foresee(game, 0, ())
    assert (seen.steadiness.loss.most, seen.balance.income.least.gold, seen.balance.income.most.gold) == (0, 158, 172)
    give(game, A, reputation=-5, civil=CivilUnits())
    seen = foresee(game, 0, ())
    assert (seen.steadiness.gain.most, seen.balance.income.most.gold) == (0, 158)


@pytest.mark.rule("TC-GEN-03")
def test_a_capital_that_may_or_may_not_move_is_reckoned_both_ways() -> None:
    game = table()
    give(game, A, stability=1)
    ruler = next(who.id for who in game.leaders.values() if who.nation == A and who.ruler)
    assert gold(game, MoveCapital(leader=ruler, territory="VAL")) == (321, 364)


@pytest.mark.rule("TC-STAB-04")
def test_a_revolution_sets_stability_to_nothing() -> None:
    game = table()
    give(game, A, stability=-6, reputation=-5, civil=CivilUnits())
    income = foresee(game, 0, ()).balance.income
    assert (income.least.gold, income.most.gold) == (57, 144)


@pytest.mark.rule("TC-TURN-02", "TC-LAND-14")
def test_nobody_is_warned_of_troubles_that_the_first_year_does_not_know() -> None:
    game = table()
    game.lay_land("VAL", replace(game.lands["VAL"], danger=60))
    assert "TC-LAND-14" not in warned(read(game))
    game.season = AUTUMN
    assert "TC-LAND-14" in warned(read(game)), "spring comes next, in the second year"


@pytest.mark.rule("TC-STAB-01", "TC-STAB-03")
def test_a_point_above_the_highest_stability_is_not_promised_and_winter_is_mentioned() -> None:
    game = table()
    told = [note.text for note in read(game).notes if note.rule == "TC-STAB-03"]
    assert [text.split(",")[0] for text in told] == ["Stability test: 70 % to gain a point"]
    give(game, A, stability=3)
    game.season = AUTUMN
    test, winter = [note.text for note in read(game).notes if note.rule == "TC-STAB-03"]
    assert test.startswith("Stability test: already at its highest, 0 % to lose a point")
    assert winter.startswith("Winter has a stability test of its own")


# -- words that say what comes ----------------------------------------------------------------------------------


@pytest.mark.rule("TC-CIV-17")
def test_prospectors_come_home_from_their_own_land() -> None:
    game = table()
    give(game, A, civil=CivilUnits(prospecteurs=3), stability=-6)
    who = civil_leader(game)
    game.leaders[who.id] = replace(who, civil=replace(who.civil, competence=1, talents=(), gifts=()))
    game.lay_land("VAL", replace(game.lands["VAL"], resource_level=2))
    at_home, abroad = (outlook(game, Prospect(leader=who.id, territory=code)).failure for code in ("VAL", "MER"))
    assert (at_home, abroad) == ("What was paid is lost.", "What was paid is lost, and so are the agents (1).")


@pytest.mark.rule("TC-WAR-02")
def test_as_many_join_as_there_are_recruits() -> None:
    game = table()
    give(game, A, goods=Goods(*[900] * 8))
    who = next(who for who in game.leaders.values() if who.nation == A and who.military)
    game.leaders[who.id] = replace(who, at="AKL")
    game.lay_land("AKL", replace(game.lands["AKL"], recruits=5))
    found = outlook(game, RecruitUnits(leader=who.id, unit="akl-arbaletriers", number=9, most=True))
    assert "5 of the 5 recruits" in found.busy
    assert found.success.startswith("5 ")


@pytest.mark.rule("TC-SCI-01")
def test_no_more_points_are_allocated_than_there_are() -> None:
    game = table()
    give(game, A, free_science=5)
    assert outlook(game, Allocate("physique", 6)).success.startswith("5 free points")


@pytest.mark.rule("TC-WAR-01")
def test_an_army_is_told_without_those_who_are_not_there() -> None:
    game = table()
    who = next(who for who in game.leaders.values() if who.nation == A and who.military)
    set_garrison(game, who.at, A, (Troop("akl-arbaletriers", 2),))
    found = outlook(game, FormArmy(who.id, (("akl-arbaletriers", 4),)))
    assert "(2 of" in found.success
    assert "Units asked for that are not there and do not come: 2." in found.notes


@pytest.mark.rule("TC-GEN-05")
@pytest.mark.parametrize(("language", "said"), [("fr", "commandement +1"), ("en", "command +1"), ("it", "comando +1")])
def test_training_beyond_all_levels_names_the_characteristic(language: str, said: str) -> None:
    game = table()
    give(game, A, goods=Goods(gold=900))
    who = next(who for who in game.leaders.values() if who.nation == A and who.military)
    game.leaders[who.id] = replace(who, military=replace(who.military, level="très fort", command=1))
    assert outlook(game, Train(leader=who.id, kind="militaire", level="command"), language=language).success.endswith(f"{said}.")


@pytest.mark.rule("TC-GEN-02", "TC-SHEET-05")
def test_whoever_is_dismissed_is_not_idle() -> None:
    game = table()
    who = civil_leader(game)
    ruler = next(who.id for who in game.leaders.values() if who.nation == A and who.ruler)
    assert who.name in foresee(game, 0, ()).idle
    assert who.name not in foresee(game, 0, (Dismiss(leader=ruler, target=who.id),)).idle


@pytest.mark.rule("TC-INFO-10")
def test_spies_are_sought_whatever_they_find_but_only_where_there_is_a_nation_to_seek() -> None:
    game = table()
    give(game, A, civil=CivilUnits(espions=3))
    who = civil_leader(game)
    wild = next(code for code in sorted(game.lands) if not game.lands[code].controller)
    held, vacant = (outlook(game, Spy(leader=who.id, territory=code)) for code in ("MER", wild))
    sought = "Either way the master of the land looks for whoever sent the spies."
    assert (sought in held.notes, sought in vacant.notes) == (True, False)
    assert "master" not in held.success + vacant.success


@pytest.mark.rule("TC-SPELL-TERRE-2", "TC-MAG-02")
def test_of_two_spells_that_work_once_either_may_be_the_one() -> None:
    """What a spell makes is certain; cast by two magicians who are as good, it comes to one of them, by chance."""
    game, mage = study(colour="terre")
    near = "TEA"
    hold(game, A, near)
    land(game, near, source=5, fluid=5)
    other, made = magician(game, A, near, "terre"), Goods(pierre=-3, metal=-1)
    lines = (CastSpell(leader=mage, spell="terre/2", territory=X), CastSpell(leader=other, spell="terre/2", territory=near))
    (alone,) = foresee(game, 0, lines[:1]).lines
    assert (alone.cost.least, alone.cost.most) == (made, made)
    both = foresee(game, 0, lines)
    assert [(line.cost.least, line.cost.most) for line in both.lines] == [(made, Goods())] * 2
    assert (both.balance.orders.least, both.balance.orders.most) == (made * -1, made * -1)
