"""A table dealt anew holds nothing that the seat does not know: not in its place, and not in another's."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from marchland.games.cendre import redeal as dealing
from marchland.games.cendre.bot import BOTS
from marchland.games.cendre.goods import Goods
from marchland.games.cendre.state import Cendre, Lasting, Mark, Nation, Structure
from marchland.games.cendre.title import TITLE
from marchland.kernel.chance import key_from_seed

KEY, OTHER_KEY = key_from_seed("one"), key_from_seed("other")
TRIED = 200
SMALL = 30

Path = tuple[str | int, ...]


@cache
def grown(seasons: int = 6) -> Cendre:
    """A world with wars, spells, marks, minor nations, prisoners and letters on their way."""
    game, bot = TITLE.new(20, key_from_seed("grown"), {"years": 6}), BOTS["warlord"]()
    for _ in range(seasons):
        for seat, action in [(seat, bot.choose(TITLE.redeal(game, seat, key_from_seed(seat)), seat)) for seat in game.deciders]:
            game.play(seat, action)
    return game


def seat_of(nation: str) -> int:
    return grown().seats[nation]


def dealt(game: Cendre, seat: int | None, key: bytes = KEY) -> dict[str, Any]:
    return msgspec.json.decode(TITLE.redeal(game, seat, key).to_json())


def seen(game: Cendre, seat: int | None) -> bytes:
    return msgspec.json.encode(TITLE.view(game, seat), order="sorted")


@pytest.mark.rule("TC-INFO-04")
def test_what_was_dealt_anew_once_is_dealt_anew_to_the_same() -> None:
    """If anything true were left or only moved, dealing twice would move it twice."""
    for seat in (None, 0, 7, 13, 19):
        again = TITLE.redeal(TITLE.redeal(grown(), seat, OTHER_KEY), seat, KEY)
        assert msgspec.json.decode(again.to_json()) == dealt(grown(), seat)


@pytest.mark.rule("TC-INFO-04")
def test_the_key_decides_what_is_guessed() -> None:
    one, other = dealt(grown(), 3), dealt(grown(), 3, OTHER_KEY)
    for field in ("nations", "lands", "leaders", "garrisons"):
        assert one[field] != other[field]


# -- every leaf of the state ---------------------------------------------------------------------------------------

PUBLIC = {"last_action", "printing"}
"""Not shown by any view, but known to everybody: the gazette tells the last battle of a war, the table its booklets."""


def leaves(data: Any, path: Path = ()) -> Iterator[Path]:
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, (*path, key))
    elif isinstance(data, int) or path[-1] == "name":
        yield path


def sampled(known: list[Path], dice: random.Random) -> list[Path]:
    """Some figures of the large parts of the state, and all of the small ones, which few draws would ever hit."""
    sizes = Counter(path[0] for path in known)
    small = [path for path in known if sizes[path[0]] <= SMALL]
    return small + dice.sample([path for path in known if sizes[path[0]] > SMALL], TRIED)


def changed(game: Cendre, path: Path) -> Cendre:
    plain = msgspec.json.decode(game.to_json())
    *way, last = path
    place = plain
    for key in way:
        place = place[key]
    value = place[last]
    place[last] = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value} the Other"
    return TITLE.load(plain)  # type: ignore[return-value]


def felt_by(game: Cendre, path: Path, seat: int | None) -> bool:
    """A spell near a nation's land, which it feels although it does not know of it."""
    return path[0] == "spells" and seat is not None and len(dealt(game, seat)["spells"]) > 0


@pytest.mark.rule("TC-INFO-04", "TC-INFO-12")
def test_a_figure_that_a_nation_does_not_see_makes_no_difference_to_its_table() -> None:
    """Any figure, switch or name of the whole state, changed alone: either the nation sees it, or its guess stays the same."""
    game, dice = grown(), random.Random("leaves")
    known = [path for path in leaves(msgspec.json.decode(game.to_json())) if path[0] not in ("chance", "schema", "stack", "seats")]
    unseen = 0
    for path in sampled(known, dice):
        seat = dice.choice([None, *range(20)])
        other = changed(game, path)
        if seen(other, seat) == seen(game, seat) and path[-1] not in PUBLIC and not felt_by(game, path, seat):
            unseen += 1
            assert dealt(other, seat) == dealt(game, seat), f"{path} shows to seat {seat}"
    assert unseen > TRIED / 2


@pytest.mark.parametrize("step", ["_deal_nations", "_deal_lands", "_deal_garrisons", "_deal_leaders", "_forget_relations"])
def test_whatever_is_left_in_its_place_is_noticed(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above finds each part of the redeal once it is broken."""
    monkeypatch.setattr(dealing, step, lambda *args: None)
    with pytest.raises(AssertionError, match="shows to seat"):
        test_a_figure_that_a_nation_does_not_see_makes_no_difference_to_its_table()


# -- by name -------------------------------------------------------------------------------------------------------


def with_secrets() -> Cendre:
    """FER has cast a secret spell far away, bears a mark, hides a structure and keeps a treasury; AKLA knows nothing of it."""
    game = grown().clone()
    far = next(
        code for code, land in sorted(game.lands.items()) if land.controller == "FER" and code == game.nations["FER"].capital
    )
    game.spells = [Lasting(spell="vie-moissons", caster="FER", level=3, until=99, territory=far)]
    game.marks = [
        Mark(kind="danger", until=99, territory=far, amount=20),
        Mark(kind="glad", until=99, nation="FER"),
        Mark(kind="world", until=99),
    ]
    land = game.lands[far]
    game.lands[far] = msgspec.structs.replace(land, structures=(*land.structures, Structure(kind="entrepots")))
    return game


@pytest.mark.rule("TC-INFO-04", "TC-INFO-06")
def test_secret_spells_marks_structures_and_leaders_of_others_are_not_on_the_table_dealt_anew() -> None:
    game = with_secrets()
    guess = TITLE.redeal(game, seat_of("AKLA"), KEY)
    assert not guess.spells
    assert guess.marks == [Mark(kind="world", until=99)]
    assert all(structure.kind != "entrepots" for structure in guess.lands[game.nations["FER"].capital].structures)
    own = {leader.name for leader in game.leaders.values() if leader.nation == "FER" and not leader.ruler}
    guessed = {leader.name for leader in guess.leaders.values() if leader.nation == "FER"}
    assert own
    assert not own & guessed
    ruler = next(leader.name for leader in game.leaders.values() if leader.nation == "FER" and leader.ruler)
    assert ruler in guessed, "everybody knows who rules"


@pytest.mark.rule("TC-INFO-04")
def test_a_nation_keeps_all_that_is_its_own() -> None:
    game = with_secrets()
    guess = TITLE.redeal(game, seat_of("FER"), KEY)
    assert guess.nations["FER"] == game.nations["FER"]
    assert [spell.spell for spell in guess.spells] == ["vie-moissons"]
    assert {mark.kind for mark in guess.marks} == {"danger", "glad", "world"}
    held = [code for code, land in game.lands.items() if "FER" in (land.owner, land.controller)]
    assert all(guess.lands[code] == game.lands[code] for code in held)
    assert [leader for leader in guess.leaders.values() if leader.nation == "FER"] == [
        leader for leader in game.leaders.values() if leader.nation == "FER"
    ]


@pytest.mark.rule("TC-INFO-04")
def test_treasuries_of_minor_nations_are_guessed() -> None:
    game = grown().clone()
    game.nations["MIN-TIN"] = Nation(id="MIN-TIN", kind="minor", capital="TIN", origin="FER", goods=Goods(gold=500), stability=3)
    guess = TITLE.redeal(game, 0, KEY).nations["MIN-TIN"]
    assert guess.goods.gold < 30
    rich = game.clone()
    rich.nations["MIN-TIN"] = msgspec.structs.replace(game.nations["MIN-TIN"], goods=Goods(gold=9, metal=9))
    assert dealt(rich, 0) == dealt(game, 0)
