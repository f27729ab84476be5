"""Facts about lands and armies that are kept from one move to the next."""

import random

import pytest

from marchland.games.medioevo.audit import audit
from marchland.games.medioevo.rules.components.table import holdings
from marchland.games.medioevo.title import TITLE
from marchland.kernel.chance import key_from_seed
from marchland.kernel.memo import Ledger

from .table import Table


def test_whatever_is_kept_is_true_after_every_move():
    game, choose = TITLE.new(6, key_from_seed("kept")), random.Random(1).choice
    asked = set()
    for _ in range(400):
        seat = game.deciders[0]
        game.play(seat, choose(game.options(seat)))
        audit(game)
        asked |= {work.__name__ for part in game.LEDGERS for work, *_ in getattr(game, part).known}
    assert {part for part in game.LEDGERS if isinstance(getattr(game, part), Ledger)} == set(game.LEDGERS)
    assert asked >= {"by_holder", "by_owner", "contested", "open_sites", "unit_limit"}


def test_the_audit_finds_what_is_kept_and_not_true():
    game = Table(2).game
    space = holdings(game, 0)[0]
    audit(game)
    dict.__setitem__(game.lands, space, game.lands[holdings(game, 1)[0]])
    with pytest.raises(AssertionError, match="by_holder"):
        audit(game)


def test_a_copy_of_a_game_and_the_game_go_on_alone():
    game = Table(2).game
    space = holdings(game, 0)[0]
    twin = game.clone()
    twin.lands[space] = twin.lands[holdings(twin, 1)[0]]
    assert space in holdings(game, 0)
    assert space not in holdings(twin, 0)
    assert space in holdings(twin, 1)
