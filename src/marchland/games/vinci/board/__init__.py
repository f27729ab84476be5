"""Vinci's board: the figures that its templates draw, taken from a view."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from marchland.kernel.board import Board, Figures

from ..phrases import PHRASEBOOK
from ..tables import DATA, FIGURES, Civ, Face, endures, kind_of
from ..view import Offer, SeatView, VinciView
from .answers import answers as answers
from .answers import muster, track
from .track import TRACK_WIDTH, Cell, Marker, markers, track_cells
from .wording import said, say

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
CARTOUCHE = (168, 150)
COMPASS = (96, 392)


class VinciBoard(Board, frozen=True, kw_only=True):
    """The score track around the map, and the market beside it."""

    cells: Sequence[Cell]
    markers: Sequence[Marker]
    market: Sequence[Figures]
    target: int
    cartouche: tuple[float, float] = CARTOUCHE


def scene(view: VinciView, language: str) -> VinciBoard:
    """What the templates of this folder need, and what every board tells the page."""
    return VinciBoard(
        map=DATA / FIGURES.boards[view.board],
        margin=TRACK_WIDTH,
        holders={province: said(held, language) for province, held in view.land.items() if held},
        with_seas=True,
        things=(track(language),),
        compass=COMPASS,
        cells=track_cells(),
        markers=markers(view.scores, view.order),
        market=[_offer(offer, muster(offer, view), language) for offer in view.market],
        seats={seat.seat: _seat(seat, view, language) for seat in view.seats},
        target=view.target,
        panels_name=say("market_tab", language),
        words=PHRASEBOOK.board_words(language),
    )


# -- tiles ---------------------------------------------------------------------------------------------


@cache
def tile(face: Face, language: str) -> dict[str, object]:
    """One tile as the page shows it."""
    kind = kind_of(face)
    return {
        "kind": kind.id,
        "name": kind.name[language],
        "category": kind.category,
        "category_name": say(f"category_{kind.category}", language),
        "tokens": kind.tokens[face],
        "enduring": endures(face),
        "help": say(f"help_{kind.id}", language),
        "doubles": kind.doubles,
    }


def _tiles(civ: Civ, language: str) -> list[dict[str, object]]:
    return [tile(face, language) for face in civ]


@lru_cache(maxsize=1024)
def _offer(offer: Offer, tokens: int, language: str) -> dict[str, object]:
    return {
        "slot": offer.slot,
        "numeral": ROMAN[offer.slot - 1],
        "price": offer.price,
        "counters": offer.counters,
        "bonus": offer.counters * FIGURES.skip_price,
        "tiles": _tiles(offer.civ, language),
        "tokens": tokens,
        "text": _offer_text(offer, tokens, language),
    }


def _offer_text(offer: Offer, tokens: int, language: str) -> str:
    tiles = f" {say('and', language)} ".join(kind_of(face).name[language] for face in offer.civ)
    price = say("price", language, n=offer.price) if offer.price else say("free", language)
    bonus = f", {say('bonus', language, n=offer.counters * FIGURES.skip_price)}" if offer.counters else ""
    return say(
        "offer_text",
        language,
        n=ROMAN[offer.slot - 1],
        tiles=tiles,
        tokens=say("tokens", language, n=tokens),
        price=price + bonus,
    )


# -- seats ---------------------------------------------------------------------------------------------


def _seat(seat: SeatView, view: VinciView, language: str) -> dict[str, object]:
    return {
        "score": seat.score,
        "share": min(100, round(100 * seat.score / view.target)) if view.target else 0,
        "tiles": _tiles(seat.civ, language),
        "declining": _tiles(seat.declining_civ, language),
        "hand": seat.hand,
        "tokens": seat.tokens,
        "temporary": view.this_turn.temporary if view.this_turn.seat == seat.seat else 0,
        "active_points": seat.active_points,
        "declining_points": seat.declining_points,
        "provinces": sum(1 for held in view.land.values() if held and held.seat == seat.seat and not held.declining),
        "old_provinces": sum(1 for held in view.land.values() if held and held.seat == seat.seat and held.declining),
        "waiting": seat.waiting,
        "peace": seat.peace,
        "fictional": seat.fictional,
        "text": say("seat_text", language, score=seat.score, tokens=seat.tokens, hand=seat.hand),
    }
