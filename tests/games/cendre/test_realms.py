"""What is kept by nation, by kind or added up at once, for speed: right after every change and in every copy."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre.audit import audit
from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import Attack, CivilOrder, Claim, Cultivate, LeaderOrder, Order
from marchland.games.cendre.rules.common.inquiry import by_controller, controlled, held, lines, owned, structures_of
from marchland.games.cendre.rules.common.ledger import set_control, set_owner, write_land

from .realm import TITLE, A, M, V, land, sheet, table


def scanned(game, nation):
    """The same three questions, asked of every territory."""
    lands = sorted(game.lands.items())
    return (
        tuple(code for code, here in lands if here.controller == nation),
        tuple(code for code, here in lands if here.owner == nation),
        tuple(code for code, here in lands if here.controller == here.owner == nation),
    )


def kept(game, nation):
    return controlled(game, nation), owned(game, nation), held(game, nation)


def test_realms_follow_every_change_of_control_and_ownership():
    game = table()
    first, second, *_ = owned(game, M)
    set_control(game, first, A, "conquest", "TC-WAR-01")
    set_control(game, second, V, "conquest", "TC-WAR-01")
    set_owner(game, first, A, "annexed", "TC-DIP-07")
    write_land(game, second, owner="", controller="")
    for nation in (*game.nations, ""):
        assert kept(game, nation) == scanned(game, nation), nation
    assert first in held(game, A)
    assert first not in owned(game, M)
    assert second in controlled(game, "")
    audit(game)


def test_a_nation_that_lost_its_last_land_has_no_realm_and_nobody_is_no_nation():
    game = table()
    for code in controlled(game, M):
        set_control(game, code, A, "conquest", "TC-WAR-01")
    assert controlled(game, M) == ()
    assert set(by_controller(game)) == {here.controller for here in game.lands.values()} - {""}
    audit(game)


def test_what_happens_in_a_copy_stays_there():
    game = table()
    before = kept(game, M), kept(game, A)
    twin = game.clone()
    for code in owned(twin, M):
        write_land(twin, code, owner=A, controller=A)
    assert (kept(game, M), kept(game, A)) == before
    assert kept(twin, M) == ((), (), ())
    audit(game)
    write_land(game, "AKL", controller=V)
    assert "AKL" in controlled(twin, A)


def test_a_saved_game_is_read_with_its_realms_though_files_leave_them_out():
    game = table()
    write_land(game, "MER", controller=A)
    plain = game.to_plain()
    assert not {"controls", "owns"} & set(plain)
    read = TITLE.load(plain)
    assert (read.controls, read.owns) == (game.controls, game.owns)
    assert read.fingerprint() == game.fingerprint()


def test_the_audit_finds_a_territory_that_was_laid_past_the_realms():
    game = table()
    game.lands["MER"] = msgspec.structs.replace(game.lands["MER"], controller=A)
    with pytest.raises(AssertionError, match="realms"):
        audit(game)


def test_structures_serve_those_alone_who_own_and_control_the_land():
    game = table()
    land(game, "AKL", structures=("entrepots",))
    assert structures_of(game, A, "entrepots") == ["AKL"]
    assert structures_of(game, A, "chateau") == []
    land(game, "AKL", controller=M)
    assert structures_of(game, A, "entrepots") == structures_of(game, M, "entrepots") == []


def test_lines_of_a_kind_are_those_of_its_special_cases_too():
    game = table()
    orders = (Claim(leader="L1", territory="MER"), Attack(leader="L2", territory="MER"), Cultivate(leader="L3", territory="AKL"))
    sheet(game, A, *orders)
    assert lines(game, A, Attack) == [(1, orders[1])]
    assert lines(game, A, CivilOrder) == [(0, orders[0]), (2, orders[2])]
    assert lines(game, A, Attack, Claim) == [(0, orders[0]), (1, orders[1])]
    assert lines(game, A, LeaderOrder) == lines(game, A, Order) == list(enumerate(orders))
    assert lines(game, M, Order) == []


def test_goods_added_up_at_once_are_those_added_one_by_one():
    goods = [Goods(gold=3, mer=1), Goods(provisions=2, gold=-1), Goods(metal=4, bois=5, pierre=6, precieux=7, agricole=8)]
    assert Goods.together(goods) == goods[0] + goods[1] + goods[2] == Goods(2, 2, 8, 5, 4, 6, 7, 1)
    assert Goods.together([]) == Goods()
