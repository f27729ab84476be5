"""The second set of accounts: nothing changes on the table unless an event tells of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec
import pytest

from marchland.games.cendre.books import FIGURES, Books
from marchland.games.cendre.bot import BOTS
from marchland.games.cendre.goods import Goods
from marchland.games.cendre.rules.common.ledger import GoodsMoved
from marchland.games.cendre.rules.diplomacy.relations import TreatySigned
from marchland.games.cendre.state import Cendre, Shipment, Structure, Treaty, Troop, War
from marchland.games.cendre.title import TITLE
from marchland.kernel.chance import key_from_seed
from marchland.kernel.events import Event
from tests.games.cendre import realm

replace = msgspec.structs.replace
AKLA, LEADER, LAND = "AKLA", "L1", "VAL"


@cache
def played(seasons: int) -> tuple[Cendre, tuple[Event, ...]]:
    """A game some seasons old with all its events; warlords see to it that much happens."""
    game, player = TITLE.new(20, key_from_seed("books")), BOTS["warlord"]()
    events: list[Event] = list(game.outbox)
    game.outbox = []
    for _ in range(seasons):
        sheets = [(seat, player.choose(TITLE.redeal(game, seat, key_from_seed(seat)), seat)) for seat in game.deciders]
        for seat, sheet in sheets:
            events += game.play(seat, sheet)
    return game, tuple(events)


def balanced(game: Cendre, events: tuple[Event, ...]) -> None:
    books = Books()
    books.enter(events)
    books.balance(game)


def test_the_books_balance_after_every_season() -> None:
    for seasons in (0, 1, 4, 7):
        balanced(*played(seasons))


def _leader(game: Cendre, **fields: object) -> None:
    game.leaders[LEADER] = replace(game.leaders[LEADER], **fields)


def _bury(game: Cendre) -> None:
    del game.leaders[LEADER]


def _desert(game: Cendre) -> None:
    key = min(game.garrisons)
    game.garrisons[key] = (replace(game.garrisons[key][0], count=game.garrisons[key][0].count + 1), *game.garrisons[key][1:])


SILENT: dict[str, Callable[[Cendre], object]] = {
    "gold": lambda game: realm.nation(game, AKLA, gold=game.nations[AKLA].goods.gold + 1),
    "provisions": lambda game: realm.nation(game, AKLA, provisions=game.nations[AKLA].goods.provisions + 1),
    "a resource": lambda game: realm.nation(game, AKLA, bois=game.nations[AKLA].goods.bois + 1),
    "goods on the road": lambda game: game.shipments.append(Shipment(AKLA, "ROC", Goods(gold=1))),
    "spies": lambda game: realm.nation(game, AKLA, espions=game.nations[AKLA].civil.espions + 1),
    "stability": lambda game: realm.nation(game, AKLA, stability=game.nations[AKLA].stability - 1),
    "reputation": lambda game: realm.nation(game, AKLA, reputation=game.nations[AKLA].reputation - 1),
    "tenths": lambda game: realm.nation(game, AKLA, tenths=(game.nations[AKLA].tenths + 1) % 10),
    "glory": lambda game: realm.nation(game, AKLA, glory=game.nations[AKLA].glory + 1),
    "free science": lambda game: realm.nation(game, AKLA, free_science=game.nations[AKLA].free_science + 1),
    "a discovery": lambda game: realm.nation(game, AKLA, known=(*game.nations[AKLA].known, "Ingénierie")),
    "the capital": lambda game: realm.nation(game, AKLA, capital="HNA"),
    "a unit": _desert,
    "units of nobody": lambda game: game.garrisons.update({f"{LAND}:EXT-EAST": (Troop("akl-lances", 1),)}),
    "a leader's nation": lambda game: _leader(game, nation="ROC"),
    "a leader's death": _bury,
    "a prisoner": lambda game: _leader(game, captor="ROC"),
    "a wound": lambda game: _leader(game, wounded=True),
    "the owner": lambda game: realm.land(game, LAND, owner="ROC"),
    "the controller": lambda game: realm.land(game, LAND, controller="ROC"),
    "national land": lambda game: realm.land(game, LAND, national=()),
    "a structure": lambda game: realm.land(game, LAND, structures=(*game.lands[LAND].structures, Structure("merveille"))),
    "a war": lambda game: game.wars.update({"AKLA|ROC": War(one="AKLA", other="ROC", since=0)}),
    "a treaty": lambda game: game.treaties.update({"pact:AKLA|ROC": Treaty("pact", "AKLA", "ROC", 0)}),
    **{what: lambda game, what=what: realm.land(game, LAND, **{what: getattr(game.lands[LAND], what) + 1}) for what in FIGURES},
}


@pytest.mark.parametrize("what", SILENT)
def test_a_silent_change_is_noticed(what: str) -> None:
    game, events = played(0)
    tampered = game.clone()
    SILENT[what](tampered)
    with pytest.raises(AssertionError, match="on the table"):
        balanced(tampered, events)


def test_an_event_without_its_change_is_noticed() -> None:
    game, events = played(0)
    for invented in (
        GoodsMoved(nation=AKLA, goods=Goods(gold=5), reason="tax", rule="TC-ECO-01"),
        TreatySigned(kind="pact", one=AKLA, other="ROC", rule="TC-DIP-08"),
    ):
        with pytest.raises(AssertionError, match="on the table"):
            balanced(game, (*events, invented))


def test_what_one_nation_pays_in_a_peace_another_gets() -> None:
    game, events = played(0)
    poorer = game.clone()
    realm.nation(poorer, AKLA, gold=game.nations[AKLA].goods.gold - 5)
    lost = GoodsMoved(nation=AKLA, goods=Goods(gold=-5), reason="peace", rule="TC-DIP-07")
    with pytest.raises(AssertionError, match="goods by peace"):
        balanced(poorer, (*events, lost))
    realm.nation(poorer, "ROC", gold=game.nations["ROC"].goods.gold + 5)
    balanced(poorer, (*events, lost, GoodsMoved(nation="ROC", goods=Goods(gold=5), reason="peace", rule="TC-DIP-07")))
