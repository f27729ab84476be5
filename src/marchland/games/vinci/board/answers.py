"""What the things of this board answer: provinces, seas, the slots of the market, the track."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.board import Answer, Mark, Thing

from ..rules.scoring import province_points
from ..rules.tiles import token_number
from ..state import Holding
from ..tables import FIGURES, Face, kind_of
from ..view import Offer, VinciView
from ..world import Province
from ..world import board as ground_of
from .track import HEIGHT, TRACK_WIDTH, WIDTH
from .wording import said, say

TRACK = "track"
TERMS = {"port": "port", "mine": "mine"}


def answers(view: VinciView, thing: str, language: str) -> tuple[Answer, ...]:
    kind, _, number = thing.partition(":")
    if thing in view.land:
        return tuple(_province(view, thing, language))
    if thing in ground_of(view.board).seas:
        return (Answer("", term="sea"),)
    if thing == TRACK:
        return tuple(_track(view, language))
    if kind == "slot" and number.isdigit():
        return tuple(answer for offer in view.market if offer.slot == int(number) for answer in _offer(offer, view, language))
    return ()


def track(language: str) -> Thing:
    """The whole track is one thing: a frame around the map."""
    left, right, bottom = -TRACK_WIDTH, WIDTH + TRACK_WIDTH, HEIGHT + TRACK_WIDTH
    name = say("track", language)
    outline = f"M{left} {left}H{right}V{bottom}H{left}zM0 0H{WIDTH}V{HEIGHT}H0z"
    size = WIDTH + 2 * TRACK_WIDTH, HEIGHT + 2 * TRACK_WIDTH
    return Thing(id=TRACK, name=name, text=name, x=left, y=left, w=size[0], h=size[1], d=outline, is_inert=True)


# -- a province ----------------------------------------------------------------------------------------


def _province(view: VinciView, province: Province, language: str) -> Iterator[Answer]:
    ground, held = ground_of(view.board), view.land[province]
    yield Answer("", term=ground.terrain[province])
    yield from (Answer("", term=term) for symbol, term in TERMS.items() if ground.has_symbol(province, symbol))
    if held is None:
        yield Answer(say("unoccupied", language))
        return
    mark: Mark = said(held, language)
    holder = "" if mark.seat is None else f"{{{mark.seat}}}"
    yield Answer(mark.text.replace("{name}", holder))
    if mark.seat is not None:
        yield Answer(_worth(view, province, held, language), head=say("brings", language))


def _worth(view: VinciView, province: Province, held: Holding, language: str) -> str:
    """Points a turn to whoever holds it, with the tiles of that empire."""
    seat = view.seats[held.seat]
    worth = province_points(view.board, seat.declining_civ if held.declining else seat.civ)[province]
    return say("points_a_turn", language, n=worth)


# -- beside the map ------------------------------------------------------------------------------------


def muster(offer: Offer, view: VinciView) -> int:
    """VI-TOKENS-01 VI-SOLO-03 How many tokens a pair brings at this table: its tiles' and those for the size of the game."""
    beside_fictional = any(seat.fictional for seat in view.seats)
    base = FIGURES.base_tokens_beside_fictional if beside_fictional else FIGURES.base_tokens[len(view.seats)]
    return token_number(offer.civ) + base


def _offer(offer: Offer, view: VinciView, language: str) -> Iterator[Answer]:
    yield from (_tile(face, language) for face in offer.civ)
    yield Answer(say("tokens", language, n=muster(offer, view)), term="muster")
    yield Answer(say("price", language, n=offer.price) if offer.price else say("free", language), term="price")
    if offer.counters:
        yield Answer(say("bonus", language, n=offer.counters * FIGURES.skip_price), term="counters")


def _tile(face: Face, language: str) -> Answer:
    kind = kind_of(face)
    return Answer(say(f"help_{kind.id}", language), head=kind.name[language])


def _track(view: VinciView, language: str) -> Iterator[Answer]:
    yield Answer("", term="score_track")
    yield Answer(say("target", language, n=view.target))
    ranked = sorted(range(len(view.scores)), key=lambda seat: -view.scores[seat])
    yield from (Answer(str(view.scores[seat]), head=f"{{{seat}}}") for seat in ranked)
