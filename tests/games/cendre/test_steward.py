"""The steward: what he proposes can be taken, line after line, and nothing that is written fares worse for it."""

from __future__ import annotations

import pytest

from marchland.games.cendre import mail
from marchland.games.cendre import orders as o
from marchland.games.cendre.bots.begun import begin_with
from marchland.games.cendre.bots.writer import plan_for
from marchland.games.cendre.desk import added, compared, forecast, proposals
from marchland.games.cendre.desk.steward import Errand, fit
from marchland.games.cendre.phrases import PHRASEBOOK
from marchland.games.cendre.rules.turn.sheets import Submit
from marchland.games.cendre.sheet.lexicon import lexicon
from marchland.games.cendre.sheet.reader import read_sheet, turn_name
from marchland.games.cendre.state import Cendre
from marchland.games.cendre.title import NATIONS, TITLE
from marchland.kernel.actions import Seat
from marchland.kernel.cards import Proposal
from marchland.kernel.chance import key_from_seed
from marchland.kernel.mail import ACCEPTED

from .test_bot import grown


def take(game: Cendre, seat: Seat, text: str, proposal: Proposal) -> str:
    for section, line in proposal.lines:
        text = added(game, seat, text, line, section)
    return text


def statuses(game: Cendre, seat: Seat, text: str) -> list[str]:
    return [verdict.status for verdict in mail.read(game, seat, text.encode()).verdicts]


def placed_twice(game: Cendre, nation: str, text: str) -> list[str]:
    """Leaders who are sent to two places at once."""
    placed = [
        order.leader for order in read_sheet(text, lexicon(game, nation), turn_name(game)).orders if isinstance(order, o.Place)
    ]
    return [leader for leader in dict.fromkeys(placed) if placed.count(leader) > 1]


def seat_of(game: Cendre, nation: str) -> Seat:
    return game.seats[nation]


TAKEN = [(0, "TRANQUILLE", "en"), (0, "FEU", "it"), (4, "FER", "fr"), (4, "LUNE", "en"), (4, "SEL", "it")]


@pytest.mark.parametrize(("seasons", "nation", "language"), TAKEN)
def test_all_proposals_can_be_taken_one_after_the_other(seasons: int, nation: str, language: str) -> None:
    game, _ = grown(seasons)
    seat = seat_of(game, nation)
    text, taken = mail.form(game, seat, "", language), 0
    while proposed := proposals(game, seat, text, language):
        after = take(game, seat, text, proposed[0])
        assert [line for line in after.splitlines() if line in text.splitlines()] == text.splitlines(), "nothing was overwritten"
        text, taken = after, taken + 1
        assert taken < 60
    assert taken >= 3
    assert set(statuses(game, seat, text)) == {ACCEPTED}


def test_every_nation_gets_proposals_with_reasons_that_fit_together() -> None:
    game, _ = grown(4)
    for nation in NATIONS[::3]:
        seat = seat_of(game, nation)
        text = mail.form(game, seat, "", "fr")
        proposed = proposals(game, seat, text, "fr")
        assert all(one.reason and one.name and "{" not in one.reason for one in proposed), nation
        assert len({one.id for one in proposed}) == len(proposed)
        for one in proposed:
            text = take(game, seat, text, one)
        assert set(statuses(game, seat, text)) <= {ACCEPTED}, nation
        assert placed_twice(game, nation, text) == [], nation


def test_what_is_written_is_respected() -> None:
    """Whoever has an order, an army or a place by order keeps it; what is spent is not spent again."""
    game, _ = grown(0)
    seat = seat_of(game, "TRANQUILLE")
    form = mail.form(game, seat, "", "en")
    first = proposals(game, seat, form, "en")
    ruler = next(one for one in first if one.text.startswith("ruler :"))
    busy = added(game, seat, form, "ruler : embellish", "ORDRES")
    assert not any(line.startswith("ruler :") for one in proposals(game, seat, busy, "en") for _, line in one.lines)
    sent = added(game, seat, form, "place ruler PVA", "LEADERS")
    elsewhere = [one for one in proposals(game, seat, sent, "en") if one.group == ruler.group]
    assert all("PVA" in one.text or one.space in ("", "PVA") for one in elsewhere)
    poor = added(game, seat, form, f"send AKLA gold={game.nations['TRANQUILLE'].goods.gold}", "COMMERCE")
    assert not any(one.section == "MARCHE" for one in proposals(game, seat, poor, "en"))


def test_nothing_is_proposed_for_which_something_written_would_pay() -> None:
    """A slaughterhouse needs the stone that a town could sell; and what is written has been spent before anything is planned."""
    game, _ = grown(0)
    seat, words = seat_of(game, "TRANQUILLE"), lexicon(game, "TRANQUILLE")
    sale = Errand((o.ConvertInTown("CVA", 2),))
    text = added(game, seat, mail.form(game, seat), "dirigeant : construction CVA abattoir", "ORDRES")
    written = read_sheet(text, words, turn_name(game))
    assert fit(game, seat, (), [sale]) == [sale]
    assert fit(game, seat, written.verdicts, [sale]) == []
    plan = plan_for(game.clone(), "TRANQUILLE", lambda sides: 0, {})
    before = plan.purse
    begin_with(plan, (*written.orders, o.Bid("L1", 30)))
    assert (before - plan.purse).gold > 30
    assert (before - plan.purse)["pierre"] > 0


def test_an_army_comes_with_the_lines_it_needs() -> None:
    game, _ = grown(0)
    seats = [seat_of(game, nation) for nation in ("FEU", "COLS", "DESERT")]
    found = [one for seat in seats for one in proposals(game, seat, mail.form(game, seat), "en")]
    marches = [one for one in found if len(one.lines) > 1]
    assert marches
    for one in marches:
        assert [section for section, _ in one.lines[:-1]] == ["LEADERS"] * (len(one.lines) - 1)
        assert one.lines[-1] == (one.section, one.text)


def test_the_chance_that_is_told_is_the_one_on_the_card() -> None:
    game, _ = grown(4)
    told = 0
    for nation in ("CHENE", "FER", "AKLA"):
        seat = seat_of(game, nation)
        text = mail.form(game, seat, "", "en")
        proposed = proposals(game, seat, text, "en")
        for one in proposed:
            text = take(game, seat, text, one)
        ahead = forecast(game, seat, text, "en").outlooks
        lines = text.splitlines()
        assert [one.chance for one in proposed] == [ahead[lines.index(one.text) + 1].chance for one in proposed]
        assert [one.price for one in proposed] == [ahead[lines.index(one.text) + 1].price for one in proposed]
        told += sum(one.chance is not None for one in proposed)
    assert told > 5


def test_proposals_depend_on_nothing_the_nation_does_not_know() -> None:
    """The same from a table on which everything hidden was dealt anew, and the same whenever he is asked."""
    game, _ = grown(4)
    for nation in ("ETOILES", "GRISES"):
        seat = seat_of(game, nation)
        text = mail.form(game, seat, "", "en")
        other = TITLE.redeal(game, seat, key_from_seed("another world"))
        assert proposals(game, seat, text, "en") == proposals(other, seat, text, "en")
        bare = text.split("\n")[0]
        assert compared(game, seat, bare, text, "en") == compared(other, seat, bare, text, "en")


def test_a_bots_sheet_beside_ones_own() -> None:
    """What is there already is not shown, what would be in the way is marked, and the rest can all be taken."""
    game, _ = grown(0)
    seat = seat_of(game, "LUMIERES")
    form = mail.form(game, seat, "", "en")
    whole = form
    for one in proposals(game, seat, form, "en"):
        whole = take(game, seat, whole, one)
    theirs = mail.write(game, seat, mail.read(game, seat, whole.encode()).action or Submit(()), "it")
    mine = added(game, seat, form, "ruler : embellish", "ORDRES")
    found = compared(game, seat, mine, theirs, "en")
    clashing = [one for one in found if one.is_clashing]
    assert [one.text.split(" :")[0] for one in clashing] == ["ruler"]
    text = mine
    for one in found:
        if not one.is_clashing:
            text = take(game, seat, text, one)
    assert set(statuses(game, seat, text)) == {ACCEPTED}
    assert "ruler : embellish" in text
    assert not [one for one in compared(game, seat, text, theirs, "en") if not one.is_clashing]


def test_a_sheet_that_cannot_be_read_gets_no_advice() -> None:
    game, _ = grown(0)
    assert proposals(game, 0, "nonsense", "en") == ()
    assert compared(game, 0, "nonsense", mail.form(game, 0), "en") == ()


def test_every_reason_is_said_in_every_language() -> None:
    reasons = {key: entry for key, entry in PHRASEBOOK.phrases.reasons.items() if key.startswith("why.")}
    assert len(reasons) > 60
    assert all(set(entry) == {"en", "fr", "it"} for entry in reasons.values())
