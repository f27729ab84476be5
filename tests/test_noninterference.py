"""What is hidden makes no difference to what anybody is told: a sample of `make secrets`, and leaks planted in the titles."""

import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from marchland.games.byzantium import view as byzantium_view
from marchland.games.cendre import mail
from marchland.games.cendre.desk import facts
from marchland.games.medioevo.rules.cards import windows
from marchland.games.medioevo.rules.diplomacy import pacts
from marchland.games.vinci.rules.conquest.conquest import ChooseConquest
from marchland.kernel.chance import key_from_seed
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, PreviewLine
from marchland.kernel.mail import DOUBTFUL
from marchland.kernel.secrecy import DESKS, Leak, Reader, compare
from marchland.kernel.testing import Walk, check_views
from marchland.kernel.title import find_title

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import noninterference

sys.path.pop(0)

SAMPLE = {"vinci": 4000, "byzantium": 4000, "medioevo": 12_000, "cendre": 300}


@pytest.mark.parametrize("title_id", SAMPLE)
def test_nothing_anybody_is_told_depends_on_what_is_hidden_from_him(title_id):
    counted = Counter()
    for walk in noninterference.walks(find_title(title_id), "sample"):
        assert not noninterference.look_around(walk, counted, every=5, enough=SAMPLE[title_id])
        if counted.total() >= SAMPLE[title_id]:
            break


def look_around(title_id, seats, moves=600, every=1, **options):
    walk = Walk(find_title(title_id), seats, "planted", options)
    while not walk.state.is_over and walk.moves < moves:
        if walk.moves % every == 0:
            check_views(walk)
        walk.step()


def test_a_board_that_shows_the_dice_to_come_is_caught(monkeypatch):
    honest = byzantium_view.view

    def leaking(game, seat):
        return msgspec.structs.replace(honest(game, seat), decision=game.chance.key.hex())

    monkeypatch.setattr(byzantium_view, "view", leaking)
    with pytest.raises(Leak, match=r"^view"):
        look_around("byzantium", 3, 5)


def test_a_preview_that_shows_the_dice_to_come_is_caught(monkeypatch):
    def leaking(self, game, seat, action):
        return [PreviewLine("VI-CONQ-13", game.chance.key[0])]

    monkeypatch.setattr(ChooseConquest, "preview", leaking)
    with pytest.raises(Leak, match=r"^previews"):
        look_around("vinci", 3, 60)


def test_the_terms_of_a_pact_in_a_public_question_are_caught(monkeypatch):
    for question in (pacts.WritePact, pacts.AnswerPact):
        monkeypatch.setattr(question, "seen_by", Decision.seen_by)
    with pytest.raises(Leak, match=r"^question text"):
        look_around("medioevo", 4)


def test_being_asked_because_of_a_secret_objective_is_caught(monkeypatch):
    monkeypatch.setattr(windows, "is_secret", lambda game, action: False)
    with pytest.raises(Leak, match=r"^(deciders|view|log|question)"):
        look_around("medioevo", 4, 2000, every=3, objectives="shuffled")


def test_a_verdict_that_hangs_on_the_name_of_a_foreign_leader_is_caught(monkeypatch):
    """Nobody learns by writing a sheet who serves elsewhere."""
    honest = mail.checked

    def leaking(game, seat, verdicts):
        strangers = [leader.name for leader in game.leaders.values() if game.seats.get(leader.nation) != seat and not leader.ruler]
        judged = honest(game, seat, verdicts)
        return tuple(
            msgspec.structs.replace(verdict, status=DOUBTFUL) if any(name in verdict.text for name in strangers) else verdict
            for verdict in judged
        )

    monkeypatch.setattr(mail, "checked", leaking)
    with pytest.raises(Leak, match=r"(?s)^verdicts"):
        look_around("cendre", 3)


def test_a_log_that_names_foreign_leaders_is_caught(monkeypatch):
    """Everybody reads what was meant for a few."""
    monkeypatch.setattr(Event, "is_seen_by", lambda self, seat: True)
    with pytest.raises(Leak, match=r"^log"):
        look_around("cendre", 1, 8)


def test_a_desk_that_knows_the_gold_of_others_is_caught(monkeypatch):
    """What stands on cards comes from the view and from tables dealt anew, never from the table itself."""
    title = find_title("cendre")
    state = title.new(2, key_from_seed("desk"), {})
    reader = Reader(title, 0, sheets=(b"#" * DESKS * 2,))
    compare(reader, state, key_from_seed("dealt"))
    monkeypatch.setitem(
        facts.OF_HALLS, "treasury", lambda who: iter([str(sum(one.goods.gold for one in who.game.nations.values()))])
    )
    with pytest.raises(Leak, match=r"(?s)^verdicts groups"):
        compare(reader, state, key_from_seed("dealt"))
