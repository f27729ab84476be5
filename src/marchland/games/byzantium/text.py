"""A position of Byzantium in words."""

from collections.abc import Iterable, Iterator, Sequence

from marchland.kernel.views import Section, by_name

from .phrases import PHRASEBOOK, city_name
from .tables import SIDES
from .view import ByzantiumView, CityView, RealmView
from .world import ATLAS, CITIES


def sections(view: ByzantiumView, language: str, players: Sequence[str] = ()) -> Iterator[Section]:
    yield _cities(view, language, players)
    yield _boxes(view, language, players)
    yield _armies(view, language, players)
    yield _players(view, language, players)


def at_hand(view: ByzantiumView, language: str) -> str:
    """Cubes to act with, and the money of both sides."""
    if view.viewer is None:
        return ""
    own = view.players[view.viewer]
    return PHRASEBOOK.measure("at_hand", own.pool, language, {"byzantine": own.byzantine.treasury, "arab": own.arab.treasury})


def _columns(language: str, *keys: str) -> tuple[str, ...]:
    return tuple(PHRASEBOOK.word(f"column.{key}", language) for key in keys)


def _section(language: str, heading: str, columns: Sequence[str], rows: Iterable[tuple[str, ...]]) -> Section:
    return Section(PHRASEBOOK.word(f"heading.{heading}", language), _columns(language, *columns), tuple(rows))


def _cities(view: ByzantiumView, language: str, players: Sequence[str]) -> Section:
    rows = by_name(_city_row(view.cities[city], city, language, players) for city in CITIES)
    return _section(language, "cities", ("city", "side", "tokens", "strength", "control", "armies", "neighbours"), rows)


def _city_row(city: CityView, name: str, language: str, players: Sequence[str]) -> tuple[str, ...]:
    control = "" if city.controller is None else PHRASEBOOK.seat(city.controller, language, players)
    mark = f" ({PHRASEBOOK.word('marker.fortification', language)})" if city.marker == "fortification" else ""
    pawns = ", ".join(
        f"{PHRASEBOOK.seat(pawn.seat, language, players)} ({PHRASEBOOK.name('side', pawn.side, language)})" for pawn in city.pawns
    )
    side = PHRASEBOOK.name("side", city.side, language)
    near = ", ".join(city_name(other, language) for other in ATLAS.neighbours(name))
    return (city_name(name, language), side, str(city.tokens), str(city.strength), control + mark, pawns, near)


def _boxes(view: ByzantiumView, language: str, players: Sequence[str]) -> Section:
    rows = (
        (PHRASEBOOK.name("box", name, language), str(box.room), ", ".join(PHRASEBOOK.seat(s, language, players) for s in box.cubes))
        for name, box in view.boxes.items()
    )
    return _section(language, "boxes", ("box", "room", "cubes"), rows)


def _armies(view: ByzantiumView, language: str, players: Sequence[str]) -> Section:
    columns = ("player", "side", "slots", "at", "treasury", "balance", "points")
    rows = (
        _army_row(getattr(player, side), PHRASEBOOK.seat(seat, language, players), side, language)
        for seat, player in enumerate(view.players)
        for side in SIDES
    )
    return _section(language, "armies", columns, rows)


def _army_row(realm: RealmView, player: str, side: str, language: str) -> tuple[str, ...]:
    elite = f"{realm.elite}+1" if realm.guard else str(realm.elite)
    at = city_name(realm.at, language) if realm.at else "-"
    slots = "/".join((elite, *map(str, (realm.main, realm.militia, realm.move))))
    balance = f"+{realm.income} -{realm.upkeep}"
    return (player, PHRASEBOOK.name("side", side, language), slots, at, str(realm.treasury), balance, str(realm.points))


def _players(view: ByzantiumView, language: str, players: Sequence[str]) -> Section:
    columns = ("player", "pool", "casualties", "tax", "fortifications", "cities", "total", "passed")
    rows = (
        (
            PHRASEBOOK.seat(seat, language, players),
            *map(str, (player.pool, player.casualties, player.tax, player.fortifications, player.cities, player.total)),
            PHRASEBOOK.word("yes", language) if player.passed else "",
        )
        for seat, player in enumerate(view.players)
    )
    title = f"{PHRASEBOOK.word('heading.turn', language)} {view.turn}/{view.turns}"
    state = f"{title}, {PHRASEBOOK.word('heading.bulgars', language)} {view.bulgars} (+{view.bulgar_supply})"
    return Section(state, _columns(language, *columns), tuple(rows))
