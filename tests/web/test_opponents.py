"""Who the bots at a table are: a level and a style at every seat, in words for everybody, and old tables that go on."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.translation import override

from marchland.bots.protocol import LEVELS, minds_of, tastes_of
from marchland.kernel.catalogue import LANGUAGES
from marchland.web.accounts.models import User
from marchland.web.lobby.services import Place, Wish, rematch, seat_fill, seat_leave, seat_take, table_create
from marchland.web.lobby.words import bots_described, bots_to_seat, level_means, level_name
from marchland.web.tables.models import Status, Table
from marchland.web.tables.thinking import bot_levels
from marchland.web.titles import installed, title_named

from .conftest import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def bots_at(table: Table) -> list[str]:
    return [seat.bot for seat in table.seats.all()]


@pytest.mark.parametrize("title_id", sorted(installed()))
def test_everybody_who_can_be_seated_has_a_name_and_levels_and_styles_say_what_they_are_like(title_id: str) -> None:
    title = title_named(title_id)
    for language in LANGUAGES:
        with override(language):
            names = [bot["name"] for group in bots_to_seat(title) for bot in group["bots"]]
            labels = {level_name(title, name) for name in names}
            told = {name: level_means(title, name) for name in (*LEVELS, *tastes_of(title), *minds_of(title))}
            described = {one["name"] for one in bots_described(title)}
        assert set(names) <= set(bot_levels(title_id))
        assert len(labels) == len(names), "no two are told by the same words"
        assert all(told.values()), f"nothing is said of {[name for name, means in told.items() if not means]}"
        assert len(described) >= len(LEVELS)


def test_a_beginner_is_told_from_a_dice_roller() -> None:
    """By what the title has for its easiest level."""
    with override("en"):
        assert level_means(title_named("vinci"), "easy").startswith("Beginners")
        assert level_means(title_named("pebbles"), "easy").startswith("Rolls dice")


def test_a_new_table_has_levels_with_styles_where_the_title_has_styles(ada: User) -> None:
    client = client_of(ada)
    page = client.get("/new/vinci/").content.decode()
    assert '<optgroup label="Computers with a style: raider">' in page
    assert "Who the computers are" in page
    assert "with a style" not in client.get("/new/pebbles/").content.decode()
    form = {"seats": 2, "seat_0": "me", "seat_1": "bot:expert-raider", "pace": "live", "option_target": 50}
    usual = {"misses_allowed": 2, "offer_after": 7, "reliability": 0, "late_1": "default"}
    offered = {f"option_{option.name}": option.default for option in title_named("vinci").options}
    answer = client.post("/new/vinci/", {**offered, **form, **usual})
    assert answer.status_code == 302
    assert bots_at(Table.objects.get()) == ["", "expert-raider"]
    seen = client.get(answer.headers["location"]).content.decode()
    assert "Computer: expert, raider" in seen
    assert "Computer: expert, raider" in client.get("/tables/").content.decode()
    card = client.get(f"{answer.headers['location']}about/?target=seat:1").json()["html"]
    assert "Computer: expert, raider" in card, "where many play, a seat's card alone has room for it"


def test_play_now_asks_for_a_level_and_a_style_and_remembers_both() -> None:
    client = Client()
    page = client.get("/play/vinci/").content.decode()
    assert re.findall(r'name="style" value="(\w*)"', page) == ["", "builder", "raider"]
    client.post("/play/vinci/", {"level": "normal", "style": "builder", "seats": 3})
    assert bots_at(Table.objects.get()) == ["", "normal-builder", "normal-builder"]
    assert 'value="builder" checked' in client.get("/play/vinci/").content.decode()
    assert 'name="style"' not in client.get("/play/pebbles/").content.decode()
    client.post("/play/pebbles/", {"level": "hard", "style": "builder", "seats": 2})
    assert bots_at(Table.objects.get(title="pebbles")) == ["", "hard"], "a style that the title does not have is none"
    client.post("/play/vinci/", {"style": "", "seats": 3})
    assert bots_at(Table.objects.order_by("-pk")[0]) == ["", "hard", "hard"]


def test_a_room_and_a_seat_that_falls_free_offer_styles_too(ada: User, bob: User) -> None:
    table = table_create(ada, Wish("vinci", [Place("me"), Place("open"), Place("open")], {"target": 50}))
    page = client_of(ada).get(f"/t/{table.slug}/").content.decode()
    assert page.count('value="hard-builder"') == 3, "for each free seat, and for all of them at the start"
    client_of(ada).post(f"/t/{table.slug}/fill/", {"seat": 2, "level": "hard-builder"})
    assert "Computer: hard, builder" in client_of(bob).get(f"/t/{table.slug}/").content.decode()
    seat_take(table.slug, bob, 1)
    seat_leave(table.slug, bob)
    assert 'value="easy-raider"' in client_of(ada).get(f"/t/{table.slug}/").content.decode()
    assert bots_at(seat_fill(table.slug, ada, 1, "easy-raider")) == ["", "easy-raider", "hard-builder"]


def test_tables_with_bots_of_former_days_go_on_and_are_played_again(ada: User) -> None:
    """A bot that is offered no more still moves; the next game has one of the usual level in its place."""
    old = ["random", "greedy", "automaton", "builder"]
    table = table_create(ada, Wish("vinci", [Place("me"), *(Place("bot", name) for name in old)], {"target": 50}))
    assert bots_at(table) == ["", *old]
    Table.objects.filter(pk=table.pk).update(status=Status.OVER)
    table.seats.filter(number=1).update(bot="a bot that was")
    assert bots_at(rematch(table.slug, ada)) == ["", "hard", *old[1:]]
