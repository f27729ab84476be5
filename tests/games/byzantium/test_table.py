"""Audit, reconciliation, positions, refusals in words, the bot."""

import pytest

from marchland.bots.arena import simulate
from marchland.games.byzantium.audit import reconcile
from marchland.games.byzantium.bot import balanced, evaluate
from marchland.games.byzantium.tables import CONFIG, SHEET
from marchland.games.byzantium.title import TITLE
from marchland.games.byzantium.world import CITIES
from marchland.kernel.chance import key_from_seed
from marchland.kernel.errors import BadFile, MalformedOrder
from marchland.kernel.match import Match
from marchland.kernel.testing import Walk, check_game

from .table import RED, YELLOW, order, play, table

NO_ARMY = {"elite": 0, "main": 0, "militia": 0, "move": 0}


@pytest.mark.rule("BY-INV-01", "BY-INV-04")
def test_a_pawn_in_a_foreign_city_or_in_arabia_is_noticed():
    game = table(2, red={"byzantine": {"at": "nicea"}})
    game.change_realm(RED, "byzantine", at="mosul")
    with pytest.raises(AssertionError, match="BY-INV-01"):
        TITLE.audit(game)
    game.change_realm(RED, "byzantine", at="mecca")
    with pytest.raises(AssertionError, match="BY-INV-04"):
        TITLE.audit(game)


@pytest.mark.rule("BY-INV-02")
@pytest.mark.parametrize(
    ("city", "change"), [("athens", {"tokens": 4}), ("athens", {"tokens": 0}), ("athens", {"side": "bulgar", "tokens": 3})]
)
def test_wrong_token_counts_are_noticed(city, change):
    game = table(2)
    game.change_city(city, **change)
    with pytest.raises(AssertionError, match="BY-INV-02"):
        TITLE.audit(game)


@pytest.mark.rule("BY-INV-02")
def test_too_many_bulgars_are_noticed():
    game = table(2)
    game.bulgars = 12
    with pytest.raises(AssertionError, match="BY-INV-02"):
        TITLE.audit(game)


@pytest.mark.rule("BY-INV-03")
def test_a_marker_without_an_owner_is_noticed():
    game = table(2)
    game.change_city("athens", marker="cube")
    with pytest.raises(AssertionError, match="BY-INV-03"):
        TITLE.audit(game)


def test_money_from_nowhere_is_noticed():
    game = table(2)
    game.change_realm(RED, "arab", treasury=6)
    with pytest.raises(AssertionError, match="BY-CUBE-03"):
        TITLE.audit(game)


@pytest.mark.rule("BY-INV-01", "BY-INV-02", "BY-INV-03", "BY-INV-04", "BY-CUBE-04")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_hold_every_promise(seats):
    for seed in range(4):
        check_game(Walk(TITLE, seats, f"byzantium {seed}"), every=29)


def test_a_forged_history_does_not_reconcile():
    walk = Walk(TITLE, 2, "forged")
    while not walk.state.is_over:
        walk.step()
    reconcile(walk.state, walk.events)
    scoring = [event for event in walk.events if getattr(event, "points", 0)]
    with pytest.raises(AssertionError):
        reconcile(walk.state, [event for event in walk.events if event is not scoring[0]])


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"cites": {}}, "unknown key 'cites'"),
        ({"cities": {"rome": "red"}}, "no city 'rome'"),
        ({"cities": {"athens": "purple"}}, "no seat 'purple'"),
        ({"boxes": {"sultan": "red"}}, "unknown key 'sultan'"),
        ({"phase": "dessert"}, "no phase 'dessert'"),
        ({"red": {"arab": {"at": "rome"}}}, "no city 'rome'"),
        ({"red": {"pool": 40}}, "BY-CUBE-04"),
        ({"red": {"arab": {"at": "athens"}}}, "BY-INV-01"),
    ],
)
def test_a_broken_position_says_what_is_wrong(position, words):
    with pytest.raises(BadFile, match=words):
        table(2, **position)


def test_every_refusal_has_words_in_three_languages():
    """Point at everything on the board at many moments: each reason can be said."""
    targets = [*CITIES, *(f"slot:{slot}" for slot in SHEET), *(f"box:{box}" for box in (*CONFIG.boxes, "tax", "church", "mosque"))]
    for seed in range(3):
        walk = Walk(TITLE, 3, f"refusals {seed}")
        while not walk.state.is_over:
            seat = walk.state.deciders[0]
            if walk.moves % 7 == 0:
                for target in targets:
                    for refusal in walk.state.decision.why_not(walk.state, seat, target):
                        assert refusal.rule in TITLE.catalogue.rules
                        sentences = {TITLE.phrases.reason(refusal, language) for language in ("en", "fr", "it")}
                        assert all("{" not in sentence for sentence in sentences)
            walk.step()


def test_the_position_can_be_told_in_three_languages():
    walk = Walk(TITLE, 4, "told")
    for _ in range(80):
        walk.step()
    for language in ("en", "fr", "it"):
        sections = list(TITLE.parts.text.sections(TITLE.view(walk.state, None), language, ("Ada", "Bo", "Cy", "Di")))
        assert [len(section.rows) for section in sections] == [34, 10, 8, 4]
        assert all(len(row) == len(section.columns) for section in sections for row in section.rows)
        assert all(not column.startswith("column") for section in sections for column in section.columns)


@pytest.mark.parametrize(("low", "high", "worth"), [(10, 20, 30), (10, 28, 28), (10, 24, 29), (0, 12, 12)])
def test_the_evaluation_softens_the_half_rule(low, high, worth):
    assert balanced(low, high) == balanced(high, low) == worth


def test_the_evaluation_likes_points_and_hates_defeat():
    game = table(2)
    better = table(2, red={"arab": {"points": 14}})
    assert evaluate(better, RED) > evaluate(game, RED) > evaluate(better, YELLOW)
    lost = table(2, phase="final", turn=3, yellow={"arab": {"points": 20}, "byzantine": {"points": 20}})
    assert evaluate(lost, RED) < -100 < 100 < evaluate(lost, YELLOW)


def test_the_evaluation_sees_through_an_unpaid_cube():
    game = table(2)
    paying = game.clone()
    play(paying, "takecontrol damascus")
    assert type(paying.decision).__name__ == "PayCube"
    assert evaluate(paying, RED) > evaluate(game, RED)
    before = paying.to_json()
    evaluate(paying, RED)
    assert paying.to_json() == before, "evaluating leaves the game alone"


def test_the_evaluation_weighs_an_attack_that_waits_by_its_odds():
    position = {"cities": {"jerusalem": {"tokens": 3, "control": "yellow"}}}
    strong = table(2, **position, red={"arab": {**NO_ARMY, "main": 9, "move": 2, "at": "tabuk"}})
    waiting = strong.clone()
    play(waiting, "march arab jerusalem")
    assert waiting.deciders == (YELLOW,)
    assert evaluate(waiting, RED) > evaluate(strong, RED)


@pytest.mark.slow
def test_greedy_beats_random_nine_times_in_ten():
    tally = simulate(TITLE, 20, 2, ["greedy", "random"], "byzantium greedy")
    assert tally.wins["greedy"] >= 18


def test_undo_reaches_back_to_the_last_die():
    match = Match(TITLE, 2, key_from_seed("undo"))
    seat = match.state.deciders[0]
    match.act(seat, order("takecontrol mecca"))
    assert match.can_undo(seat)
    match.undo(seat)
    assert match.state.cities["mecca"].controller is None


@pytest.mark.parametrize(
    ("text", "possible"),
    [
        ("build temple", "church, mosque"),
        ("claim sultan", "emperor, caliph, fleet_byzantine, fleet_arab"),
        ("build 3", "church, mosque"),
    ],
)
def test_a_word_that_names_nothing_is_answered_with_those_that_do(text, possible):
    with pytest.raises(MalformedOrder, match=f"there is no .*; it may be {possible}"):
        order(text)
    kind, _, word = text.partition(" ")
    field = {"build": "building", "claim": "box"}[kind]
    with pytest.raises(MalformedOrder, match=possible):
        TITLE.vocabulary.action({"type": kind.capitalize(), field: word})
