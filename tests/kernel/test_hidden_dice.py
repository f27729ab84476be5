"""Dice behind a screen, and blanks in the one-line form of an action."""

import sys

from marchland.kernel.actions import Action
from marchland.kernel.chance import Chance, key_from_seed, roll, scripted, verify_roll
from marchland.kernel.events import NOBODY, Rolled
from marchland.kernel.vocabulary import Vocabulary

from .toy import new


class Name(Action, frozen=True):
    names: tuple[str, ...]


def test_a_die_may_be_rolled_behind_the_screen():
    game = new(scripted(4))
    assert roll(game, 0, "secret", audience=NOBODY) == (4,)
    (rolled,) = [event for event in game.outbox if isinstance(event, Rolled)]
    assert not rolled.is_seen_by(0)
    assert not rolled.is_seen_by(None)
    assert rolled.draw == 0


def test_hidden_dice_can_be_verified_like_any_other():
    key = key_from_seed("screen")
    game = new(Chance(key))
    roll(game, 1, "secret", dice=3, sides=10, audience=(1,))
    assert all(verify_roll(key, event) for event in game.outbox if isinstance(event, Rolled))


def test_blanks_inside_strings_survive_the_one_line_form():
    vocabulary = Vocabulary([sys.modules[__name__]])
    action = Name(("Science militaire", 'a "quoted" one'))
    assert " " not in vocabulary.text(action).split(" ", 1)[1]
    assert vocabulary.parse(vocabulary.text(action)) == action
