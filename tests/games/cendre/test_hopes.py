"""What cannot succeed is never simply accepted: tests that a ten does not pass, marches that do not arrive, lost attacks."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre import mail
from marchland.games.cendre.sheet.reader import turn_name
from marchland.games.cendre.state import Cendre, Civil, Mark, Military, Troop, War

from .test_verdicts import A, V, civil_leader, give, table

replace = msgspec.structs.replace
ACCEPTED = ("accepted", "", "")


def verdicts(game: Cendre, *lines: str) -> list[tuple[str, str, str]]:
    """Status, rule and reason of each line."""
    text = "\n".join([f"FEUILLE nation={A} tour={turn_name(game)}", *lines])
    reading = mail.read(game, game.seats[A], text.encode())
    assert reading.valid
    reasons = [(verdict.status, verdict.reasons[:1]) for verdict in reading.verdicts]
    return [(status, why[0].rule if why else "", str(why[0].facts.get("why", "")) if why else "") for status, why in reasons]


@pytest.mark.rule("TC-SHEET-06", "TC-CIV-01")
def test_a_test_that_ten_does_not_pass_is_doubtful_and_one_that_it_does_is_not() -> None:
    game = table()
    who = civil_leader(game)
    game.leaders[who.id] = replace(who, civil=Civil("faible", 1))
    found = {}
    for stability in range(-30, 0):
        give(game, A, stability=stability)
        found[stability] = verdicts(game, f"{who.id} : culture AKL")[0]
    hopeless = [stability for stability, verdict in found.items() if verdict == ("doubtful", "TC-CIV-06", "hopeless")]
    assert hopeless
    assert hopeless == list(range(-30, max(hopeless) + 1))
    assert {found[stability] for stability in range(max(hopeless) + 1, 0)} == {ACCEPTED}


@pytest.mark.rule("TC-SHEET-06", "TC-GEN-03")
def test_a_general_test_that_ten_does_not_pass_is_doubtful() -> None:
    game = table()
    for stability, verdict in ((-9, ("doubtful", "TC-GEN-03", "hopeless")), (3, ACCEPTED)):
        give(game, A, stability=stability, goods=replace(game.nations[A].goods, gold=2000))
        assert verdicts(game, "dirigeant : deplacer-capitale VAL") == [verdict]


@pytest.mark.rule("TC-SHEET-06", "TC-INFO-04")
def test_nothing_is_said_of_tests_on_what_others_hide() -> None:
    game = table()
    give(game, A, stability=-30)
    who = civil_leader(game)
    assert verdicts(game, f"{who.id} : agitation MER") == [ACCEPTED]


def army(game: Cendre, *troops: Troop, at: str = "AKL") -> tuple[str, str]:
    """A general with these troops, and the line that gives him his army."""
    who = next(leader for leader in game.leaders.values() if leader.nation == A and leader.military)
    game.leaders[who.id] = replace(who, at=at, military=Military("fort", 9, 0))
    game.garrisons[f"{at}:{A}"] = troops
    units = " ".join(f"{troop.unit}={troop.count}" for troop in troops)
    return who.id, f"armee {who.id} {units} de {at}"


@pytest.mark.rule("TC-SHEET-06", "TC-WAR-08")
def test_a_march_over_land_that_nobody_may_enter_is_doubtful() -> None:
    game = table()
    who, forms = army(game, Troop("akl-lances", 1))
    over, around = (verdicts(game, forms, f"{who} : deplacer BPL via {code}")[1] for code in ("IST", "VAL"))
    assert over == ("doubtful", "TC-WAR-08", "barred")
    assert around == ("refused", "TC-LAND-06", "")
    assert verdicts(game, forms, f"{who} : deplacer BPL")[1] == ACCEPTED


@pytest.mark.rule("TC-SHEET-06", "TC-WAR-08", "TC-EVT-03")
def test_a_long_march_in_a_year_of_mud_is_doubtful() -> None:
    game = table()
    who, forms = army(game, Troop("akl-lances", 1), at="BPL")
    way = f"{who} : deplacer VAL via AKL"
    dry = verdicts(game, forms, way)[1]
    game.marks.append(Mark("mud", game.turn + 4))
    assert (dry, verdicts(game, forms, way)[1]) == (ACCEPTED, ("doubtful", "TC-WAR-08", "not_there"))


@pytest.mark.rule("TC-SHEET-06", "TC-WAR-15")
def test_an_attack_that_the_best_throw_does_not_win_is_doubtful_if_the_enemy_is_in_sight() -> None:
    game = table()
    game.wars[f"{A}|{V}"] = War(one=A, other=V, since=0)
    who, forms = army(game, Troop("akl-milice", 1))
    line = f"{who} : attaquer VAL"
    game.lay_land("VAL", replace(game.lands["VAL"], controller=V))
    game.garrisons.pop(f"VAL:{A}", None)
    game.garrisons[f"VAL:{V}"] = (Troop("vol-hallebardiers", 60),)
    unseen = verdicts(game, forms, line)[1]
    game.garrisons[f"VAL:{A}"] = (Troop("akl-milice", 1),)
    seen = verdicts(game, forms, line)[1]
    game.garrisons[f"VAL:{V}"] = (Troop("vol-conscrits", 1),)
    assert (unseen, seen, verdicts(game, forms, line)[1]) == (ACCEPTED, ("doubtful", "TC-WAR-15", "hopeless"), ACCEPTED)
