"""Leaks of every kind, planted in a small game, are caught; the game itself has none."""

import sys
from pathlib import Path

import msgspec
import pytest

from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.chance import key_from_seed
from marchland.kernel.errors import Refusal
from marchland.kernel.frames import PreviewLine
from marchland.kernel.mail import ACCEPTED, DOUBTFUL
from marchland.kernel.secrecy import KINDS, Leak
from marchland.kernel.testing import Walk, check_phrases, check_refusals, check_step, check_views

sys.path.insert(0, str(Path(__file__).parent.parent / "titles"))
from pebbles import mail, view
from pebbles.rules import turns
from pebbles.title import TITLE

sys.path.pop(0)


def walk(**options):
    return Walk(TITLE, 3, "pebbles", options)


def look_around(found, moves=200):
    """Compare what everybody is told at every move, until the game is over."""
    while not found.state.is_over and found.moves < moves:
        check_views(found)
        found.step()
    return found.compared


def secret_of(game, seat):
    """Something about the hands of others that seat does not know."""
    return sum(sum(hand) for other, hand in enumerate(game.hands) if other != seat)


def leak(kind):
    return pytest.raises(Leak, match=rf"(?s)^{kind}\b.* shows something hidden")


def test_an_honest_game_is_told_alike_in_every_respect():
    counted = look_around(walk(written=True)) + look_around(walk())
    assert set(counted) == set(KINDS), "something was never compared"
    assert counted.total() > 1000


def test_a_leaking_view_is_caught(monkeypatch):
    honest = view.view

    def leaking(game, seat):
        return msgspec.structs.replace(honest(game, seat), round=secret_of(game, seat))

    monkeypatch.setattr(view, "view", leaking)
    with leak("view"):
        look_around(walk())


def test_a_leaking_question_is_caught(monkeypatch):
    """The sentence names a fact of the question that depends on what others hold."""
    sentence = dict.fromkeys(("en", "fr", "it"), "{seat} plays, {drew}.")
    monkeypatch.setitem(TITLE.phrases.phrases.decisions, "Turn", sentence)
    monkeypatch.setattr(
        turns.Turn,
        "seen_by",
        lambda self, game, viewer: msgspec.structs.replace(self, drew=secret_of(game, viewer) % 2 == 0),
    )
    with leak("question text"):
        look_around(walk())


def test_asking_somebody_because_of_a_secret_is_caught(monkeypatch):
    """Who stops is asked once more if the next pebble in the bag is odd."""
    honest = turns.Turn.resolve

    def leaking(self, game, action):
        honest(self, game, action)
        if isinstance(action, turns.Stop) and not (self.drew and self.threw) and game.bag and game.bag[-1] % 2:
            game.push(turns.Turn(self.seat, drew=True, threw=True))

    monkeypatch.setattr(turns.Turn, "resolve", leaking)
    monkeypatch.setattr(view, "view", lambda game, seat: None)
    with leak("deciders"):
        look_around(walk(dice=False))


def test_leaking_options_are_caught(monkeypatch):
    honest = turns.Turn.options

    def leaking(self, game):
        options = list(honest(self, game))
        return options if secret_of(game, self.seat) % 2 else options[::-1]

    monkeypatch.setattr(turns.Turn, "options", leaking)
    with leak("options"):
        look_around(walk())


def test_leaking_previews_are_caught(monkeypatch):
    monkeypatch.setattr(turns.Turn, "preview", lambda self, game, seat, action: [PreviewLine("PB-PLACE-01", secret_of(game, seat))])
    with leak("previews"):
        look_around(walk())


def test_leaking_refusals_are_caught(monkeypatch):
    def leaking(self, game, seat, target):
        return [Refusal("PB-PLACE-02", {"space": target, "pebble": secret_of(game, seat)})]

    monkeypatch.setattr(turns.Turn, "why_not", leaking)
    with leak("refusals"):
        look_around(walk())


def test_a_leaking_log_is_caught(monkeypatch):
    """Everybody reads in the log what is left in the bag."""
    honest = turns.place

    def leaking(game, seat, pebble, space):
        honest(game, seat, pebble, space)
        game.emit(turns.Placed(seat=seat, pebble=sum(game.bag), space=space))

    monkeypatch.setattr(turns, "place", leaking)
    with leak("log"):
        look_around(walk())


def test_a_leaking_report_is_caught(monkeypatch):
    honest = mail.report

    def leaking(game, seat, events, played):
        return msgspec.structs.replace(honest(game, seat, events, played), turn=str(secret_of(game, seat)))

    monkeypatch.setattr(mail, "report", leaking)
    with leak("reports"):
        look_around(walk(written=True))


def test_a_report_of_what_only_others_saw_is_caught(monkeypatch):
    honest = mail.report
    monkeypatch.setattr(
        mail, "report", lambda game, seat, events, played: honest(game, seat, events, [dict.fromkeys(LANGUAGES, str(len(events)))])
    )
    drew = turns.Drew(seat=1, pebble=3, audience=(1,))
    found = walk(written=True)
    found.last_turn = [drew]
    with leak("reports"):
        check_views(found)


def test_leaking_verdicts_are_caught(monkeypatch):
    honest = mail.read

    def leaking(game, seat, data):
        reading = honest(game, seat, data)
        status = ACCEPTED if secret_of(game, seat) % 2 else DOUBTFUL
        verdicts = tuple(msgspec.structs.replace(verdict, status=status) for verdict in reading.verdicts)
        return msgspec.structs.replace(reading, verdicts=verdicts)

    monkeypatch.setattr(mail, "read", leaking)
    with leak("verdicts"):
        look_around(walk(written=True))


# -- other promises ----------------------------------------------------------------------------------------------


def play(found, check):
    while not found.state.is_over:
        check(found)
        if check is not check_step:
            found.step()


def test_a_refusal_without_the_figures_of_its_sentence_is_caught(monkeypatch):
    monkeypatch.setattr(turns.Turn, "why_not", lambda self, game, seat, target: [Refusal("PB-PLACE-02", {"space": target})])
    with pytest.raises(AssertionError, match=r"the sentence of PB-PLACE-02 names pebble, which .* lacks"):
        play(walk(), check_refusals)


def test_a_refusal_is_never_told_with_holes():
    whole = Refusal("PB-PLACE-02", {"space": "a", "pebble": 2})
    assert TITLE.phrases.reason(whole, "en")
    for refusal in (Refusal("PB-PLACE-02", {"space": "a"}), Refusal("PB-PLACE-02"), Refusal("PB-PLACE-02", bare=True)):
        assert TITLE.phrases.reason(refusal, "en") == ""
    assert not TITLE.phrases.lacking(Refusal("PB-PLACE-02", bare=True))


def test_a_refusal_that_cites_no_rule_is_caught(monkeypatch):
    monkeypatch.setattr(turns.Turn, "refusals", lambda self, game, seat, action: iter([Refusal("PB-NONE-99")]))
    with pytest.raises(AssertionError, match="cites no rule"):
        play(walk(), check_refusals)


def test_a_question_without_a_sentence_is_caught(monkeypatch):
    monkeypatch.delitem(TITLE.phrases.phrases.decisions, "WrittenBids")
    with pytest.raises(AssertionError, match="WrittenBids"):
        check_phrases(TITLE)


def test_taking_back_what_has_shown_a_card_is_caught(monkeypatch):
    """A pebble drawn in the open, without a word that this uncovers something."""

    def leaking(game, seat):
        game.hands[seat] = tuple(sorted((*game.hands[seat], game.bag.pop())))

    monkeypatch.setattr(turns, "draw", leaking)
    with pytest.raises(AssertionError, match="can be taken back has shown something"):
        play(walk(), check_step)


def test_the_key_of_a_redeal_decides_everything():
    found = walk()
    one, same, other = (TITLE.redeal(found.state, 0, key_from_seed(seed)).to_json() for seed in (1, 1, 2))
    assert one == same != other
