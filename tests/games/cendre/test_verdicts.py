"""The check of a sheet: what it may not tell, and that neither dice nor other lines change a verdict."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from marchland.games.cendre import mail
from marchland.games.cendre import orders as o
from marchland.games.cendre.bot import BOTS
from marchland.games.cendre.sheet.lexicon import lexicon
from marchland.games.cendre.sheet.reader import turn_name, write_sheet
from marchland.games.cendre.state import Cendre, CivilUnits, Leader, Listing, Magic, War
from marchland.games.cendre.title import TITLE
from marchland.kernel.chance import key_from_seed

replace = msgspec.structs.replace
A, M, V = "AKLA", "MERISSE", "VOLTDARG"


def table(seed: object = 1) -> Cendre:
    game = TITLE.new(20, key_from_seed(str(seed)), {})
    game.outbox = []
    game.leaders = {id_: replace(who, specials=()) for id_, who in game.leaders.items()}
    return game


def give(game: Cendre, nation: str, **fields) -> None:
    game.nations[nation] = replace(game.nations[nation], **fields)


def civil_leader(game: Cendre, nation: str = A) -> Leader:
    return next(who for who in game.leaders.values() if who.nation == nation and who.civil and not who.ruler)


def verdicts(game: Cendre, *lines: str, nation: str = A) -> list[tuple[str, str]]:
    """Status and reason of each line."""
    text = "\n".join([f"FEUILLE nation={nation} tour={turn_name(game)}", *lines])
    reading = mail.read(game, game.seats[nation], text.encode())
    assert reading.valid, reading.refusal
    return [(verdict.status, verdict.reasons[0].rule if verdict.reasons else "") for verdict in reading.verdicts]


ACCEPTED, DOUBTFUL = ("accepted", ""), "doubtful"


# -- what a check may not tell ----------------------------------------------------------------------------------


@pytest.mark.rule("TC-SHEET-06", "TC-INFO-04")
def test_a_check_does_not_tell_who_serves_abroad() -> None:
    """The name of a leader of Merisse, of one of Voltdarg and of nobody at all get the same receipt, whoever serves there."""
    game = table()
    give(game, A, civil=CivilUnits(assassins=2))
    who = civil_leader(game)
    names = [civil_leader(game, M).name, civil_leader(game, V).name, "Personne Du Tout"]
    assert [verdicts(game, f'"{who.name}" : assassinat MERISSE:"{name}"') for name in names] == [[ACCEPTED]] * 3


@pytest.mark.rule("TC-SHEET-06", "TC-INFO-04")
@pytest.mark.parametrize("spell", ["mort/7", "froid/8"])
def test_a_check_does_not_tell_whether_a_spell_would_find_its_victim(spell: str) -> None:
    game = table()
    who = civil_leader(game)
    game.leaders[who.id] = replace(who, at="AKL", magic=Magic("fort", 10, 5, (spell.split("/")[0],)))
    game.lands["AKL"] = replace(game.lands["AKL"], source=10, fluid=10)
    near = civil_leader(game, M)
    names = [near.name, civil_leader(game, V).name, "Personne Du Tout"]
    assert [verdicts(game, f'"{who.name}" : sort {spell} MERISSE:"{name}"') for name in names] == [[ACCEPTED]] * 3


@pytest.mark.rule("TC-SHEET-06", "TC-INFO-12")
def test_a_check_does_not_tell_whether_troops_stand_in_a_foreign_territory() -> None:
    game = table()
    who = civil_leader(game)
    game.leaders[who.id] = replace(who, at="AKL", magic=Magic("fort", 10, 5, ("mort",)))
    game.lands["AKL"] = replace(game.lands["AKL"], source=10, fluid=10)
    manned = verdicts(game, f'"{who.name}" : sort mort/5 MER MERISSE')
    game.garrisons = {key: troops for key, troops in game.garrisons.items() if not key.endswith(M)}
    assert manned == verdicts(game, f'"{who.name}" : sort mort/5 MER MERISSE') == [ACCEPTED]


@pytest.mark.rule("TC-SHEET-06", "TC-INFO-04")
def test_a_check_does_not_tell_how_strong_a_foreign_source_is() -> None:
    game = table()
    give(game, A, known=(*game.nations[A].known, "Assécher une source"))
    who = civil_leader(game)
    game.leaders[who.id] = replace(who, at="AKL", magic=Magic("moyen", 5, 9, ("climat",)))
    found = set()
    for source in (0, 1, 10):
        for code in game.lands:
            game.lands[code] = replace(game.lands[code], source=source, fluid=0)
        found |= {status for status, _ in verdicts(game, f'"{who.name}" : assecher MER')}
    assert found == {"accepted"}


# -- what waits for others --------------------------------------------------------------------------------------


@pytest.mark.rule("TC-DIP-05", "TC-SHEET-06")
def test_an_ally_of_the_same_sheet_may_be_called() -> None:
    """EX-15: alliance and call in one season. Without the alliance on the sheet the call is refused."""
    game = table()
    game.wars[f"{A}|{V}"] = War(one=A, other=V, since=game.turn)
    assert verdicts(game, "alliance MERISSE", "activer MERISSE contre VOLTDARG") == [ACCEPTED, ACCEPTED]
    assert verdicts(game, "activer MERISSE contre VOLTDARG", "alliance MERISSE") == [ACCEPTED, ACCEPTED]
    assert verdicts(game, "activer MERISSE contre VOLTDARG") == [("refused", "TC-DIP-05")]
    assert verdicts(game, "alliance FER", "activer MERISSE contre VOLTDARG")[1] == ("refused", "TC-DIP-05")


@pytest.mark.rule("TC-LEAD-13", "TC-SHEET-06")
def test_a_bid_is_refused_for_what_one_knows_and_doubtful_for_want_of_gold() -> None:
    game = table()
    star = civil_leader(game, M)
    game.leaders[star.id] = replace(star, nation="", at="")
    game.market[star.id] = Listing(60, 30, -4)
    give(game, A, goods=replace(game.nations[A].goods, gold=70))
    lines = [f"enchere M{star.id[1:]} or={gold}" for gold in (59, 60, 900)]
    assert [verdicts(game, line)[0] for line in lines] == [("refused", "TC-LEAD-13"), ACCEPTED, (DOUBTFUL, "TC-LEAD-13")]


# -- what depends on dice ---------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SHEET-06")
def test_what_only_luck_decides_is_doubtful_and_stays_on_the_sheet() -> None:
    """Two leaders till the last free acre: the second has nothing to do if the first succeeds, and one who cannot fail will."""
    for seed in range(6):
        game = table(seed)
        one, two = [who for who in game.leaders.values() if who.nation == A and who.civil][:2]
        game.lands["AKL"] = replace(game.lands["AKL"], farms=4, farm_capacity=5)
        lines = [f"{who.id} : culture AKL" for who in (one, two)]
        give(game, A, stability=-6)
        assert verdicts(game, *lines) == [ACCEPTED, (DOUBTFUL, "TC-CIV-06")]
        give(game, A, stability=3)
        assert verdicts(game, *lines) == [ACCEPTED, ("refused", "TC-CIV-06")]


@pytest.mark.rule("TC-SHEET-06", "TC-LEAD-04")
def test_a_drinker_s_line_is_always_doubtful() -> None:
    for seed in range(6):
        game = table(seed)
        who = civil_leader(game)
        game.leaders[who.id] = replace(who, specials=("alcoholic",))
        assert verdicts(game, f"{who.id} : stabilisation") == [(DOUBTFUL, "TC-LEAD-04")]


# -- lines do not touch each other ------------------------------------------------------------------------------

BAD = ("ville MER 9", "philosophie bois bois 1", "tour-de-mage MER", "briser FER", "denoncer ROC", "xyzzy", "placer dirigeant MER")
HARMLESS = ("contrat TRANQUILLE", "pacte NORD")


@cache
def played(seed: int, seasons: int) -> Cendre:
    game, bot = table(seed), BOTS["warlord"]()
    for _ in range(seasons):
        for asked in game.deciders:
            game.play(asked, bot.choose(TITLE.redeal(game, asked, key_from_seed(asked)), asked))
    return game


@pytest.mark.rule("TC-SHEET-02", "TC-SHEET-06")
@pytest.mark.parametrize("seasons", [0, 2, 5])
def test_neither_bad_nor_unrelated_lines_change_the_verdict_of_any_other(seasons: int) -> None:
    game = played(3, seasons)
    for nation in (A, "FER", "LUMIERES"):
        asked = game.seats[nation]
        orders = BOTS["ruler"]().choose(TITLE.redeal(game, asked, key_from_seed("x")), asked).orders
        body = write_sheet(orders, lexicon(game, nation), turn_name(game)).splitlines()[1:]
        alone = verdicts(game, *body, nation=nation)
        others = [line for line in (*BAD, *HARMLESS) if line.split()[-1] != nation]
        assert verdicts(game, *others, *body, nation=nation)[len(others) :] == alone
        assert verdicts(game, *body, *others, nation=nation)[: len(alone)] == alone


@pytest.mark.rule("TC-SHEET-02")
@pytest.mark.parametrize("good", ["culture VAL", "stabilisation", "embellissement"])
def test_a_bad_line_of_the_same_leader_does_not_touch_his_good_one(good: str) -> None:
    game = table()
    who = civil_leader(game)
    lines = verdicts(game, f"{who.id} : culture MER", f"{who.id} : {good}")
    assert lines == [("refused", "TC-LAND-02"), ACCEPTED]
    assert mail.read(game, game.seats[A], f"FEUILLE nation=AKLA tour=201-printemps\n{who.id} : {good}".encode()).action.orders


@pytest.mark.rule("TC-SHEET-06", "TC-INFO-04")
@pytest.mark.parametrize("seasons", [2, 5])
def test_a_receipt_is_the_same_however_hidden_facts_are_dealt(seasons: int) -> None:
    game = played(3, seasons)
    for nation in (A, "FER", "LUMIERES", "NORD"):
        asked = game.seats[nation]
        orders = BOTS["warlord"]().choose(TITLE.redeal(game, asked, key_from_seed("y")), asked)
        sheet = mail.write(game, asked, orders).encode()
        receipt = mail.read(game, asked, sheet)
        for deal in range(2):
            assert mail.read(TITLE.redeal(game, asked, key_from_seed(f"deal {deal}")), asked, sheet) == receipt, nation


@pytest.mark.rule("TC-SHEET-06")
def test_a_verdict_is_the_same_every_time() -> None:
    game = played(3, 5)
    orders = (o.Stabilise(leader=civil_leader(game).id), o.SignPact(M), o.Denounce(V))
    text = write_sheet(orders, lexicon(game, A), turn_name(game)).splitlines()[1:]
    assert len({tuple(verdicts(game, *text)) for _ in range(3)}) == 1
