"""Diplomacy: wars, armistices, peace, the seven kinds of pact, breaches, disputes, allies."""

from __future__ import annotations

import pytest

from marchland.games.medioevo.rules.cards.effects import lay_effect
from marchland.games.medioevo.rules.diplomacy.allies import CallAlly, Decline, Support, SupportAnswered
from marchland.games.medioevo.rules.diplomacy.diplomacy import (
    Admit,
    Contest,
    DeclareWar,
    Denounce,
    Denounced,
    OfferEnd,
    OfferPeace,
    OfferTruce,
    Vote,
    leave_diplomacy,
)
from marchland.games.medioevo.rules.diplomacy.hostilities import PactBroken, WarBegan, break_pact, provoke
from marchland.games.medioevo.rules.diplomacy.pacts import (
    Accept,
    AddClause,
    DraftPact,
    FavourOnly,
    FreePrisoner,
    Invite,
    KeepSecret,
    NameEnemy,
    PactSigned,
    Propose,
    Refuse,
    SetFee,
    SetPayment,
    SetSupport,
    SetTerm,
    TearUp,
    Terms,
    end_pacts,
    figures,
    use_right,
)
from marchland.games.medioevo.rules.diplomacy.relations import are_at_war, has_right, has_truce, is_hostile, may_attack, may_pass
from marchland.games.medioevo.rules.diplomacy.secrecy import forget_secrets, pacts_seen_by
from marchland.games.medioevo.rules.movement.groups import BoardAll, Go, Take
from marchland.games.medioevo.rules.movement.movement import begin_march
from marchland.games.medioevo.state import Medioevo, Pact, Prisoner, War
from marchland.kernel.errors import IllegalAction

from .bare import act, army, at_desk, bare_table, counts, land, offered, player, vehicle


def table(seats: int = 3, turn: int = 2) -> Medioevo:
    game = bare_table(seats)
    game.turn = turn
    return at_desk(game)


def signed(game: Medioevo, *parties: int, kinds: tuple[str, ...] = ("trade",), **terms: object) -> int:
    number = game.next_pact
    game.pacts[number] = Pact(parties=parties, kinds=kinds, **terms)  # type: ignore[arg-type]
    game.next_pact += 1
    return number


def at_war(game: Medioevo, one: int, other: int, since: int = 1, by: int = -1) -> None:
    game.wars.append(War((one, other), since, by=by))


@pytest.mark.rule("MU-DIP-01")
def test_declaring_war_allows_an_attack_from_the_next_turn() -> None:
    game = table()
    act(game, 0, DeclareWar(1))
    assert are_at_war(game, 0, 1)
    assert not may_attack(game, 0, 1)
    game.turn += 1
    assert may_attack(game, 0, 1)
    assert DeclareWar(1) not in game.options(0)


@pytest.mark.rule("MU-DIP-01", "MU-PH-07")
def test_declaring_war_breaks_every_pact_between_the_two_at_two_points_each() -> None:
    game = table()
    signed(game, 0, 1)
    signed(game, 0, 1, kinds=("peace",))
    other = signed(game, 0, 2)
    act(game, 0, DeclareWar(1))
    assert list(game.pacts) == [other]
    assert game.players[0].honour == 10 - 4
    assert game.players[1].honour == 10
    assert game.ever[0].pacts_broken == 2


@pytest.mark.rule("MU-DIP-02")
def test_undeclared_attack_costs_three_once_and_begins_war() -> None:
    game = table()
    provoke(game, 0, 1)
    assert game.players[0].honour == 7
    assert may_attack(game, 0, 1)
    assert may_attack(game, 1, 0)
    provoke(game, 0, 1)
    assert game.players[0].honour == 7
    assert game.ever[0].undeclared_attacks == 1


@pytest.mark.rule("MU-DIP-02")
def test_war_declared_this_turn_does_not_excuse_an_attack() -> None:
    game = table()
    act(game, 0, DeclareWar(1))
    provoke(game, 0, 1)
    assert game.players[0].honour == 7
    assert len(game.wars) == 1


@pytest.mark.rule("MU-DIP-02")
def test_undeclared_attack_on_a_partner_also_breaks_the_pacts() -> None:
    game = table()
    signed(game, 0, 1, kinds=("passage",))
    provoke(game, 0, 1)
    assert game.players[0].honour == 10 - 3 - 2
    assert not game.pacts


@pytest.mark.rule("MU-DIP-02")
def test_attack_in_a_war_of_an_earlier_turn_costs_nothing() -> None:
    game = table()
    at_war(game, 0, 1)
    provoke(game, 1, 0)
    assert [p.honour for p in game.players] == [10, 10, 10]


@pytest.mark.rule("MU-DIP-03")
def test_armistice_needs_consent_and_stops_fights_for_one_turn() -> None:
    game = table()
    at_war(game, 0, 1)
    act(game, 0, OfferTruce(1))
    act(game, 1, Refuse())
    assert is_hostile(game, 0, 1)
    act(game, 0, OfferTruce(1))
    act(game, 1, Accept())
    assert has_truce(game, 0, 1)
    assert not is_hostile(game, 0, 1)
    assert OfferTruce(1) not in game.options(0)
    game.turn += 1
    assert is_hostile(game, 0, 1)


@pytest.mark.rule("MU-DIP-03")
def test_peace_needs_consent_and_ends_the_war() -> None:
    game = table()
    at_war(game, 0, 1)
    act(game, 0, OfferPeace(1))
    act(game, 1, Accept())
    assert not game.wars
    assert OfferPeace(1) not in game.options(0)


@pytest.mark.rule("MU-DIP-04", "MU-DIP-05")
def test_passage_pact_written_step_by_step() -> None:
    game = table()
    act(game, 0, DraftPact(1), AddClause("passage"), SetTerm(3), FavourOnly(0), Propose(_with_passage()))
    act(game, 1, Accept())
    (pact,) = game.pacts.values()
    assert (pact.kinds, pact.until, pact.guests, pact.made) == (("passage",), 3, (0,), 2)
    assert may_pass(game, 0, 1)
    assert not may_pass(game, 1, 0)


def _with_passage() -> Terms:
    return Terms(parties=(0, 1), kinds=("passage",), until=3, guests=(0,))


@pytest.mark.rule("MU-DIP-05")
@pytest.mark.parametrize("kind", ["trade", "passage", "military", "civil"])
def test_a_right_holds_only_for_its_own_kind(kind: str) -> None:
    game = table()
    signed(game, 0, 1, kinds=(kind,))
    for other in ("trade", "passage", "military", "civil"):
        assert has_right(game, 0, 1, other) is (other == kind)
    assert not has_right(game, 0, 2, kind)


@pytest.mark.rule("MU-DIP-05")
def test_non_belligerence_makes_war_a_breach() -> None:
    game = table()
    signed(game, 0, 1, kinds=("peace",))
    act(game, 0, DeclareWar(1))
    assert game.players[0].honour == 8


@pytest.mark.rule("MU-DIP-05")
def test_trade_pact_with_a_fee_for_each_deal() -> None:
    game = table()
    signed(game, 0, 1, guests=(0,), per_use=50)
    use_right(game, 0, 1, "trade")
    assert (game.players[0].florins, game.players[1].florins) == (950, 1050)
    player(game, 0, florins=40)
    assert not has_right(game, 0, 1, "trade")


@pytest.mark.rule("MU-DIP-04")
def test_pact_with_one_payment_and_two_clauses() -> None:
    game = table()
    act(game, 0, DraftPact(1), AddClause("peace"), AddClause("passage"), SetPayment(100), SetTerm(4))
    (final,) = offered(game, Propose)
    act(game, 0, final)
    act(game, 1, Accept())
    assert (game.players[0].florins, game.players[1].florins) == (900, 1100)
    assert next(iter(game.pacts.values())).kinds == ("passage", "peace")


@pytest.mark.rule("MU-DIP-04")
def test_pact_may_be_handed_over_in_one_piece() -> None:
    game = table()
    act(game, 0, DraftPact(1))
    terms = Terms(parties=(0, 1), kinds=("defence",), units=7, until=9, florins=-35, text="and a daughter's hand")
    act(game, 0, Propose(terms))
    act(game, 1, Accept())
    (pact,) = game.pacts.values()
    assert (pact.units, pact.until, pact.text) == (7, 9, "and a daughter's hand")
    assert game.players[0].florins == 1035


@pytest.mark.rule("MU-DIP-04")
@pytest.mark.parametrize(
    ("terms", "objection"),
    [
        (Terms(parties=(0, 1)), "empty"),
        (Terms(parties=(0, 1), kinds=("tribute",)), "clauses"),
        (Terms(parties=(0, 0), kinds=("trade",)), "parties"),
        (Terms(parties=(0, 1), kinds=("trade",), guests=(2,)), "roles"),
        (Terms(parties=(0, 1), kinds=("trade",), until=1), "term"),
        (Terms(parties=(0, 1), kinds=("trade",), units=99), "figures"),
        (Terms(parties=(0, 1), kinds=("trade",), florins=1001), "florins"),
        (Terms(parties=(0, 1), prisoners=(Prisoner(1, 0, "li"),)), "prisoners"),
        (Terms(parties=(1, 0), kinds=("trade",)), "writer"),
    ],
)
def test_pact_out_of_form_is_refused(terms: Terms, objection: str) -> None:
    game = table()
    act(game, 0, DraftPact(1))
    with pytest.raises(IllegalAction) as refusal:
        game.apply(0, Propose(terms))
    assert refusal.value.rule == "MU-DIP-04"
    assert refusal.value.facts["objection"] == objection


@pytest.mark.rule("MU-DIP-04")
def test_pact_of_three_needs_every_signature() -> None:
    game = table()
    act(game, 0, DraftPact(1), Invite(2), AddClause("trade"))
    act(game, 0, *offered(game, Propose))
    act(game, 1, Accept())
    assert not game.pacts
    events = act(game, 2, Accept())
    assert any(isinstance(event, PactSigned) for event in events)
    assert has_right(game, 2, 0, "trade")
    assert has_right(game, 1, 2, "trade")


@pytest.mark.rule("MU-DIP-04")
def test_one_refusal_is_enough_and_offers_are_limited() -> None:
    game = table()
    for _ in range(figures().offers):
        act(game, 0, DraftPact(1), AddClause("trade"))
        act(game, 0, *offered(game, Propose))
        act(game, 1, Refuse())
    assert not game.pacts
    assert not offered(game, DraftPact)


@pytest.mark.rule("MU-DIP-04")
def test_draft_can_be_torn_up() -> None:
    game = table()
    act(game, 0, DraftPact(1), AddClause("trade"), TearUp())
    assert not game.pacts
    assert offered(game, DraftPact)


@pytest.mark.rule("MU-DIP-04")
def test_prisoners_freed_by_a_pact_wait_in_the_camp() -> None:
    game = table()
    game.prisoners.append(Prisoner(1, 0, "cav"))
    act(game, 0, DraftPact(1), FreePrisoner(1, 0, "cav"), SetPayment(50))
    act(game, 0, *offered(game, Propose))
    act(game, 1, Accept())
    assert not game.prisoners
    assert game.players[0].camp == counts(cav=1)
    assert not game.pacts, "nothing lasts when only money and prisoners change hands"


@pytest.mark.rule("MU-DIP-04")
def test_secret_pact_is_seen_by_its_signatories_only() -> None:
    game = table()
    act(game, 0, DraftPact(1), AddClause("offence"), NameEnemy(2), SetSupport(8), KeepSecret(), SetTerm(6))
    events = act(game, 0, *offered(game, Propose))
    events += act(game, 1, Accept())
    assert all(not event.is_seen_by(2) and event.is_seen_by(0) and event.is_seen_by(1) for event in events)
    assert list(pacts_seen_by(game, 0)) == list(pacts_seen_by(game, 1)) == [1]
    assert not pacts_seen_by(game, 2)
    assert not pacts_seen_by(game, None)
    guess = game.clone()
    forget_secrets(guess, 2)
    assert not guess.pacts
    assert game.pacts


@pytest.mark.rule("MU-DIP-04")
def test_draft_on_the_table_is_hidden_from_others() -> None:
    game = table()
    act(game, 0, DraftPact(1), AddClause("offence"), NameEnemy(2))
    guess = game.clone()
    forget_secrets(guess, 2)
    assert "offence" not in str(guess.stack)
    for reader in (1, None):
        unread = game.clone()
        forget_secrets(unread, reader)
        assert "offence" not in str(unread.stack), "nobody reads it before it is proposed"
    same = game.clone()
    forget_secrets(same, 0)
    assert same.stack == game.stack


@pytest.mark.rule("MU-DIP-05")
def test_fee_is_offered_only_for_one_sided_rights() -> None:
    game = table()
    act(game, 0, DraftPact(1), AddClause("trade"))
    assert not offered(game, SetFee)
    act(game, 0, FavourOnly(0))
    assert offered(game, SetFee)


@pytest.mark.rule("MU-DIP-08")
def test_breach_ends_the_pact_and_costs_two() -> None:
    game = table()
    number = signed(game, 0, 1)
    break_pact(game, 1, number)
    assert not game.pacts
    assert game.players[1].honour == 8


def dispute(votes: tuple[bool, ...], seats: int = 4) -> Medioevo:
    game = table(seats)
    number = signed(game, 0, 1, kinds=("defence",), units=5, secret=True)
    act(game, 0, Denounce(number, 1))
    assert pacts_seen_by(game, 3), "a disputed pact is public"
    act(game, 1, Contest())
    for seat, vote in enumerate(votes):
        act(game, seat, Vote(vote))
    return game


@pytest.mark.rule("MU-DIP-08", "MU-DIP-06")
def test_majority_for_breach_costs_the_accused_two() -> None:
    game = dispute((True, False, True, True))
    assert game.players[1].honour == 8
    assert not game.pacts


@pytest.mark.rule("MU-DIP-08")
def test_tied_vote_changes_nothing() -> None:
    game = dispute((True, False, True, False))
    assert game.players[1].honour == 10
    assert game.pacts


@pytest.mark.rule("MU-DIP-08")
def test_votes_are_sealed_until_all_are_in() -> None:
    game = table()
    number = signed(game, 0, 1)
    act(game, 0, Denounce(number, 1))
    act(game, 1, Contest())
    assert game.deciders == (0, 1, 2)
    assert not act(game, 2, Vote(True))


@pytest.mark.rule("MU-DIP-08")
def test_accused_may_admit() -> None:
    game = table()
    number = signed(game, 0, 1)
    act(game, 0, Denounce(number, 1))
    events = act(game, 1, Admit())
    assert any(isinstance(event, PactBroken) for event in events)
    assert game.players[1].honour == 8


@pytest.mark.rule("MU-DIP-09")
def test_pact_ends_at_its_term() -> None:
    game = table(turn=3)
    signed(game, 0, 1, until=3)
    whole_game = signed(game, 0, 2)
    end_pacts(game)
    assert list(game.pacts) == [whole_game]
    assert game.players[0].honour == 10


@pytest.mark.rule("MU-DIP-09")
def test_pact_ends_early_if_all_agree() -> None:
    game = table()
    number = signed(game, 0, 1, 2)
    act(game, 0, OfferEnd(number))
    act(game, 1, Accept())
    assert game.pacts
    act(game, 2, Accept())
    assert not game.pacts
    assert [p.honour for p in game.players] == [10, 10, 10]


@pytest.mark.rule("MU-DIP-06")
def test_ally_who_comes_is_at_war_with_the_attacker() -> None:
    game = table()
    number = signed(game, 0, 1, kinds=("defence",), units=6)
    at_war(game, 0, 2, by=2)
    act(game, 0, CallAlly(number, 1, 2))
    act(game, 1, Support())
    assert are_at_war(game, 1, 2)
    assert game.pacts
    assert not offered(game, CallAlly), "once a turn"


@pytest.mark.rule("MU-DIP-06")
def test_ally_is_not_owed_in_a_war_the_caller_began() -> None:
    game = table()
    signed(game, 0, 1, kinds=("defence",), units=6)
    at_war(game, 0, 2, by=0)
    assert not offered(at_desk(game), CallAlly)


@pytest.mark.rule("MU-DIP-06", "MU-DIP-08")
def test_declining_a_call_breaks_the_alliance() -> None:
    game = table()
    number = signed(game, 0, 1, kinds=("defence",), units=6)
    at_war(game, 0, 2, by=2)
    act(game, 0, CallAlly(number, 1, 2))
    act(game, 1, Decline())
    assert not game.pacts
    assert game.players[1].honour == 8


@pytest.mark.rule("MU-DIP-06")
def test_ally_bound_by_another_pact_may_decline_freely() -> None:
    game = table()
    number = signed(game, 0, 1, kinds=("defence",), units=6)
    signed(game, 1, 2, kinds=("peace",))
    at_war(game, 0, 2, by=2)
    act(game, 0, CallAlly(number, 1, 2))
    act(game, 1, Decline())
    assert len(game.pacts) == 2
    assert game.players[1].honour == 10


@pytest.mark.rule("MU-DIP-06")
@pytest.mark.parametrize("answer", [Support(), Decline()])
def test_ally_of_both_sides_must_betray_one(answer: Support | Decline) -> None:
    game = table()
    number = signed(game, 0, 1, kinds=("defence",), units=6)
    other = signed(game, 1, 2, kinds=("defence",), units=4)
    at_war(game, 0, 2, by=2)
    act(game, 0, CallAlly(number, 1, 2))
    act(game, 1, answer)
    assert game.players[1].honour == 8
    assert list(game.pacts) == ([number] if isinstance(answer, Support) else [other])


@pytest.mark.rule("MU-DIP-07")
def test_offensive_alliance_is_owed_against_the_named_enemy() -> None:
    game = table(4)
    number = signed(game, 0, 1, kinds=("offence",), units=8, against=(2,))
    at_war(game, 0, 3, by=0)
    assert not offered(at_desk(game), CallAlly)
    at_war(game, 0, 2, by=0)
    at_desk(game)
    act(game, 0, CallAlly(number, 1, 2))
    act(game, 1, Decline())
    assert game.players[1].honour == 8


@pytest.mark.rule("MU-DIP-06")
def test_player_out_of_the_game_has_neither_wars_nor_pacts() -> None:
    game = table()
    signed(game, 0, 1)
    at_war(game, 1, 2)
    leave_diplomacy(game, 1)
    assert not game.pacts
    assert not game.wars


@pytest.mark.rule("MU-DIP-05")
def test_passage_through_a_partners_land_costs_the_fee_for_each_territory() -> None:
    game = table()
    signed(game, 0, 1, kinds=("passage",), guests=(0,), per_use=20)
    land(game, "tarnovo", holder=1, token=1)
    land(game, "wallachia", holder=1, token=1)
    army(game, "adrianople", 0, hi=2)
    wagon = vehicle(game, 0, "wagon", 1, "adrianople", pm=6)
    at_desk(game, 0, "W-5", 5)
    begin_march(game, 0, "adrianople")
    game.run()
    act(game, 0, Take(wagon), BoardAll(), Go("tarnovo"), Go("wallachia"))
    assert (game.players[0].florins, game.players[1].florins) == (960, 1040)
    assert game.lands["tarnovo"].holder == 1
    assert game.players[0].honour == 10


@pytest.mark.rule("MU-DIP-04", "MU-DIP-06")
def test_a_call_under_a_secret_pact_stays_among_its_signatories() -> None:
    game = table(4)
    number = signed(game, 0, 1, kinds=("defence",), units=6, secret=True)
    at_war(game, 0, 2, by=2)
    events = act(game, 0, CallAlly(number, 1, 2))
    assert not game.effects, "nothing on the table tells of it"
    guess = game.clone()
    forget_secrets(guess, 3)
    assert not pacts_seen_by(guess, 3)
    assert guess.pacts[number].kinds == ("trade",), "only that there is something to talk about"
    guess.apply(1, Decline())
    events += act(game, 1, Support())
    assert [event for event in events if event.is_seen_by(3)] == [event for event in events if event.audience is None]
    assert any(event.audience == (0, 1) for event in events)


@pytest.mark.rule("MU-BAR-01")
def test_players_are_enemies_only_in_a_war_barbarians_always() -> None:
    game = table()
    assert (are_at_war(game, 0, 1), are_at_war(game, 0, -1), are_at_war(game, -1, 2)) == (False, True, True)
    at_war(game, 0, 1)
    assert (are_at_war(game, 1, 0), are_at_war(game, 0, 2)) == (True, False)


@pytest.mark.rule("MU-DIP-05", "MU-DIP-04")
def test_a_draft_offers_each_thing_once_and_only_where_it_makes_sense() -> None:
    """Fees for one-sided rights, support and enemies for alliances, others to invite, terms from this turn on."""
    game = table(4, turn=2)
    act(game, 0, DraftPact(1))
    kinds = {type(option) for option in game.options(0)}
    assert kinds == {TearUp, AddClause, Invite, SetTerm, KeepSecret, SetPayment}
    assert offered(game, Invite) == [Invite(2), Invite(3)]
    assert offered(game, SetTerm) == [SetTerm(turn) for turn in (2, 3, 4, 6)]
    assert offered(game, SetPayment) == [SetPayment(sum) for sum in (50, 100, 200, -50, -100, -200)]
    act(game, 0, AddClause("offence"), Invite(3), SetTerm(4), SetPayment(50), KeepSecret())
    assert "offence" not in {option.clause for option in offered(game, AddClause)}
    assert offered(game, Invite) == [Invite(2)]
    assert not offered(game, SetTerm)
    assert not offered(game, SetPayment)
    assert not offered(game, KeepSecret)
    assert not offered(game, FavourOnly)
    assert offered(game, SetSupport) == [SetSupport(units) for units in (2, 4, 6, 8)]
    assert offered(game, NameEnemy) == [NameEnemy(2)], "nobody who signs is an enemy"
    act(game, 0, SetSupport(4), NameEnemy(2), AddClause("trade"))
    assert not offered(game, SetSupport)
    assert not offered(game, NameEnemy)
    assert offered(game, FavourOnly) == [FavourOnly(0), FavourOnly(1), FavourOnly(3)]
    act(game, 0, FavourOnly(1))
    assert offered(game, SetFee) == [SetFee(20), SetFee(50)]


@pytest.mark.rule("MU-DIP-09", "MU-DIP-04")
@pytest.mark.parametrize("secret", [False, True])
def test_the_end_of_a_secret_pact_is_told_to_its_signatories_only(secret: bool) -> None:
    game = table(turn=3)
    signed(game, 0, 1, until=3, secret=secret)
    game.outbox = []
    end_pacts(game)
    (event,) = game.outbox
    assert [event.is_seen_by(seat) for seat in (0, 1, 2, None)] == [True, True, not secret, not secret]


@pytest.mark.rule("MU-DIP-06", "MU-DIP-07")
@pytest.mark.parametrize(("kind", "by", "rule"), [("defence", 2, "MU-DIP-06"), ("offence", 0, "MU-DIP-07")])
def test_an_answer_to_a_call_cites_the_alliance_it_is_owed_under(kind: str, by: int, rule: str) -> None:
    game = table()
    number = signed(game, 0, 1, kinds=(kind,), units=6)
    at_war(game, 0, 2, by=by)
    at_desk(game)
    act(game, 0, CallAlly(number, 1, 2))
    (answer,) = [event for event in act(game, 1, Support()) if isinstance(event, SupportAnswered)]
    assert (answer.rule, answer.seat, answer.rival, answer.enemy, answer.units, answer.comes) == (rule, 1, 0, 2, 6, True)


@pytest.mark.rule("MU-DIP-04")
def test_every_pact_has_a_number_of_its_own() -> None:
    game = table()
    for kind in ("trade", "peace"):
        act(game, 0, DraftPact(1), AddClause(kind))
        act(game, 0, *offered(game, Propose))
        act(game, 1, Accept())
    assert {number: pact.kinds for number, pact in game.pacts.items()} == {1: ("trade",), 2: ("peace",)}


@pytest.mark.rule("MU-DIP-03", "MU-DIP-09")
@pytest.mark.parametrize("offer", [OfferTruce(1), OfferPeace(1), OfferEnd(1)])
def test_every_offer_counts_once_of_the_three_in_a_turn(offer: OfferTruce | OfferPeace | OfferEnd) -> None:
    game = table()
    at_war(game, 0, 1)
    signed(game, 0, 1)
    at_desk(game)
    for _ in range(3):
        assert offer in game.options(0)
        act(game, 0, offer)
        act(game, 1, Refuse())
    assert offer not in game.options(0)
    assert offer.__class__ not in {type(option) for option in game.options(0)}


@pytest.mark.rule("MU-DIP-04", "MU-VAR-06")
def test_a_demand_under_deployment_does_not_tell_what_is_behind_the_others_screen() -> None:
    """Seat 1 has 100 left; a demand of 101 can be made, and only he knows that he cannot sign it."""
    demand = Terms(parties=(0, 1), kinds=("trade",), florins=-101)
    for hidden in (False, True):
        game = table()
        player(game, 1, florins=100)
        if hidden:
            lay_effect(game, "deployment", 0)
        act(game, 0, DraftPact(1))
        if not hidden:
            with pytest.raises(IllegalAction):
                game.apply(0, Propose(demand))
            continue
        act(game, 0, Propose(demand))
        assert game.options(1) == (Refuse(),)
        act(game, 1, Refuse())
        act(game, 0, DraftPact(1), Propose(Terms(parties=(0, 1), kinds=("trade",), florins=-100)))
        assert set(game.options(1)) == {Refuse(), Accept()}
        act(game, 1, Refuse())
        act(game, 0, DraftPact(1))
        with pytest.raises(IllegalAction):
            game.apply(0, Propose(Terms(parties=(0, 1), kinds=("trade",), florins=1001)))


@pytest.mark.rule("MU-DIP-03", "MU-DIP-05")
@pytest.mark.parametrize("kinds", [("trade",), ("passage",)])
def test_an_armistice_shuts_the_partners_land_to_invaders_not_to_guests(kinds: tuple[str, ...]) -> None:
    game = table()
    at_war(game, 0, 1)
    game.wars = [War((0, 1), 1, truce=game.turn)]
    signed(game, 0, 1, kinds=kinds)
    land(game, "tarnovo", holder=1, token=1)
    army(game, "adrianople", 0, hi=2)
    wagon = vehicle(game, 0, "wagon", 1, "adrianople", pm=6)
    at_desk(game, 0, "W-5", 5)
    begin_march(game, 0, "adrianople")
    game.run()
    act(game, 0, Take(wagon), BoardAll())
    assert (Go("tarnovo") in game.options(0)) is (kinds == ("passage",))
    if kinds == ("passage",):
        act(game, 0, Go("tarnovo"))
        assert game.lands["tarnovo"].holder == 1
        assert game.players[0].honour == 10


@pytest.mark.rule("MU-DIP-08")
def test_a_player_accuses_three_times_a_turn_at_most() -> None:
    game = table()
    number = signed(game, 0, 1)
    at_desk(game)
    for _ in range(3):
        act(game, 0, Denounce(number, 1))
        act(game, 1, Contest())
        for seat in range(3):
            act(game, seat, Vote(False))
    assert not offered(game, Denounce)
    assert game.pacts


@pytest.mark.rule("MU-DIP-08", "MU-DIP-04")
def test_an_accusation_makes_a_secret_pact_public_with_its_signatories_and_clauses() -> None:
    game = table()
    number = signed(game, 0, 1, kinds=("trade", "peace"), secret=True)
    at_desk(game)
    (event,) = [event for event in act(game, 0, Denounce(number, 1)) if isinstance(event, Denounced)]
    assert (event.seat, event.rival, event.pact, event.parties, event.clauses) == (0, 1, number, (0, 1), ("trade", "peace"))
    assert event.is_seen_by(2)
    assert event.is_seen_by(None)


@pytest.mark.rule("MU-DIP-02")
def test_an_undeclared_war_is_told_as_such_and_is_one_turn_old() -> None:
    game = table(turn=4)
    game.outbox = []
    provoke(game, 1, 0)
    assert [(war.sides, war.since, war.by) for war in game.wars] == [((0, 1), 3, 1)]
    (event,) = [event for event in game.outbox if isinstance(event, WarBegan)]
    assert (event.seat, event.other, event.declared, event.rule) == (1, 0, False, "MU-DIP-02")


@pytest.mark.rule("MU-DIP-04")
def test_pact_of_four_asks_the_three_others_one_after_the_other() -> None:
    game = table(4)
    act(game, 0, DraftPact(1), Invite(2), Invite(3), AddClause("trade"))
    act(game, 0, *offered(game, Propose))
    for seat in (1, 2, 3):
        assert game.deciders == (seat,)
        assert not game.pacts
        act(game, seat, Accept())
    assert [pact.parties for pact in game.pacts.values()] == [(0, 1, 2, 3)]
