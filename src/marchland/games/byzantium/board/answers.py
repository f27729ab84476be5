"""What the things of this board answer: cities, slots of one's sheet, boxes, tracks, the turn and the Bulgars."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.board import Answer, Thing
from marchland.kernel.typography import colon

from ..tables import CONFIG, SIDES, Side
from ..view import ByzantiumView, CityView
from . import furniture, tracks
from .chart import sheet
from .wording import count, known, named, say

CAPITAL = "constantinople"


def answers(view: ByzantiumView, thing: str, language: str) -> tuple[Answer, ...]:
    kind, _, name = thing.partition(":")
    if thing in view.cities:
        return tuple(_city(view, thing, language))
    if kind == "slot":
        return tuple(_slot(view, name, language))
    if kind == "box":
        return tuple(_box(view, thing, language))
    if kind == "track" and name in SIDES:
        return tuple(_track(view, name, language))
    if thing == "turn":
        return (Answer(say("turn_of", language, n=view.turn, of=view.turns), term="turn"), _began(view, language))
    if thing == "horde":
        return (Answer(say("horde", language, n=view.bulgars, supply=view.bulgar_supply), term="bulgars"),)
    return ()


# -- on the map ----------------------------------------------------------------------------------------


def _city(view: ByzantiumView, city: str, language: str) -> Iterator[Answer]:
    held = view.cities[city]
    yield Answer("", term="constantinople" if city == CAPITAL else f"city_{held.side}")
    if held.controller is not None:
        key = "fortified_by" if held.marker == "fortification" else "controlled_by"
        yield Answer(say(key, language, name=named(held.controller)))
    elif city != CAPITAL:
        yield Answer(say("uncontrolled", language))
    yield from (Answer(_army(view, pawn.seat, pawn.side, language)) for pawn in held.pawns)
    yield from _worth(held, language)
    yield Answer(say("siege_needs", language, n=held.strength + 1), head=say("taking", language))


def _army(view: ByzantiumView, seat: int, side: Side, language: str) -> str:
    strength = getattr(view.players[seat], side).strength
    army = say("army_of", language, side=known(f"side.{side}", language), name=named(seat))
    return f"{army}{colon(language)}{say('strength', language)} {strength}"


def _worth(held: CityView, language: str) -> Iterator[Answer]:
    """What it brings to whoever controls it: nothing to anybody while it is Persian or Bulgar."""
    if held.side in SIDES and held.tokens:
        income = say("income_a_turn", language, n=held.tokens * CONFIG.income_per_token)
        yield Answer(f"{count('token', held.tokens, language)}, {income}", head=say("brings", language))


# -- beside it -----------------------------------------------------------------------------------------


def _slot(view: ByzantiumView, name: str, language: str) -> Iterator[Answer]:
    side, _, slot = name.rpartition("-")
    if view.viewer is None:
        return
    player = view.players[view.viewer]
    cubes = getattr(getattr(player, side), slot) if side in SIDES else getattr(player, name, None)
    if isinstance(cubes, int):
        yield Answer(count("cube", cubes, language), term=slot if side in SIDES else name)


def _box(view: ByzantiumView, thing: str, language: str) -> Iterator[Answer]:
    box = furniture.boxes(view, language).get(thing)
    if box is None:
        return
    yield Answer(box.help)
    if box.is_box:
        yield Answer(count("place", box.room - len(box.cubes), language))
    yield from (Answer(count("cube", pile.count, language), head=named(pile.seat)) for pile in box.piles)


def _track(view: ByzantiumView, side: Side, language: str) -> Iterator[Answer]:
    yield Answer("", term="score_track")
    points = {seat: getattr(player, side).points for seat, player in enumerate(view.players)}
    ranked = sorted(points, key=lambda seat: -points[seat])
    yield from (Answer(str(points[seat]), head=named(seat)) for seat in ranked)


def _began(view: ByzantiumView, language: str) -> Answer:
    return Answer(say("began", language), head=named(view.first))


def beside(view: ByzantiumView, language: str) -> tuple[Thing, ...]:
    """What only answers: the two tracks, the turns and the camp of the Bulgars."""
    turn, horde = furniture.turn_track(view, language), furniture.horde(view, language)
    return (
        *(_outlined(side, language) for side in SIDES),
        _inert("turn", str(turn["text"]), 12, furniture.TURN_TOP, 420, 90),
        _inert("horde", str(horde["text"]), *furniture.camp()),
    )


def _inert(id: str, text: str, x: float, y: float, w: float, h: float) -> Thing:
    return Thing(id=id, name=text, text=text, x=x, y=y, w=w, h=h, is_inert=True)


def _outlined(side: Side, language: str) -> Thing:
    """An L along two sides of the map."""
    name = say(f"track_{side}", language)
    wide, high, edge = sheet().width, sheet().height, tracks.WIDTH
    outline = (
        f"M{-edge} {high + edge}V{-edge}H{wide + edge}V0H0V{high + edge}z"
        if side == SIDES[0]
        else f"M0 {high + edge}H{wide + edge}V0H{wide}V{high}H0z"
    )
    return Thing(id=f"track:{side}", name=name, text=name, x=0, y=0, w=wide, h=high, d=outline, is_inert=True)
