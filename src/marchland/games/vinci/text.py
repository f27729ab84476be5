"""A position of Vinci in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from marchland.kernel.typography import colon
from marchland.kernel.views import Section, by_name

from .phrases import PHRASEBOOK, face_name, roman, space_name
from .rules.tiles import token_number
from .view import SeatView, VinciView
from .world import board


def sections(view: VinciView, language: str, players: Sequence[str] = ()) -> Iterator[Section]:
    yield _land(view, language, players)
    yield _market(view, language)
    yield _seats(view, language, players)


def at_hand(view: VinciView, language: str) -> str:
    """Tokens to conquer with, and to lay down afterwards."""
    hand = view.seats[view.viewer].hand if view.viewer is not None else 0
    return PHRASEBOOK.measure("text.at_hand", hand, language)


def _word(key: str, language: str) -> str:
    return PHRASEBOOK.word(f"text.{key}", language)


def _columns(language: str, *keys: str) -> tuple[str, ...]:
    return tuple(_word(key, language) for key in keys)


def _seats(view: VinciView, language: str, players: Sequence[str]) -> Section:
    rows = tuple(_seat_row(view.seats[seat], language, players) for seat in view.order)
    return Section(_word("seats", language), _columns(language, "player", "points", "civ", "hand", "tokens", "income"), rows)


def _seat_row(seat: SeatView, language: str, players: Sequence[str]) -> tuple[str, ...]:
    civ = _civ(seat.civ, language)
    kept = f" | {_word('declining', language)}{colon(language)}{_civ(seat.declining_civ, language)}" if seat.declining_civ else ""
    name = PHRASEBOOK.seat(seat.seat, language, players)
    worth = f"{seat.active_points} + {seat.declining_points}"
    return (name, str(seat.score), civ + kept, str(seat.hand), str(seat.tokens), worth)


def _civ(civ: tuple[str, ...], language: str) -> str:
    return " + ".join(face_name(face, language) for face in civ) or "-"


def _market(view: VinciView, language: str) -> Section:
    rows = tuple(
        (
            roman(offer.slot, language),
            _civ(offer.civ, language),
            str(token_number(offer.civ)),
            str(offer.price),
            str(offer.counters),
        )
        for offer in view.market
    )
    return Section(_word("market", language), _columns(language, "slot", "civ", "tokens", "price", "counters"), rows)


def _land(view: VinciView, language: str, players: Sequence[str]) -> Section:
    rows = by_name(_province_row(view, province, language, players) for province in view.land)
    return Section(_word("land", language), _columns(language, "province", "terrain", "holder", "tokens", "neighbours"), rows)


def _province_row(view: VinciView, province: str, language: str, players: Sequence[str]) -> tuple[str, ...]:
    ground, held = board(view.board), view.land[province]
    marks = [symbol for symbol in ("port", "mine") if ground.has_symbol(province, symbol)]
    marks += ["edge"] if province in ground.edge_provinces else []
    terrain = ", ".join(_word(key, language) for key in (ground.terrain[province], *marks))
    near = ", ".join(space_name(view.board, other, language) for other in ground.links[province])
    if held is None:
        return (space_name(view.board, province, language), terrain, PHRASEBOOK.word("nobody", language), "", near)
    notes = [key for key, is_so in (("declining", held.declining), ("fort", held.fort)) if is_so]
    holder = ", ".join([PHRASEBOOK.seat(held.seat, language, players), *(_word(key, language) for key in notes)])
    return (space_name(view.board, province, language), terrain, holder, str(held.tokens), near)
