"""Positions for scenarios and tests: who holds what, and whose turn it is.

Keys (all optional): `land` {province: nobody | brown | N | {seat, tokens, declining, fort}}, `clear` (true: no brown
tokens), `civ` {seat: [face, face]}, `declining` {seat: [face]}, `hand` {seat: n}, `score` {seat: n},
`counters` [n, ...], `slots` [[face, face], ...], `peace` {seat: [seat]}, `fresh` [seat, ...] (civilizations that have had
no turn yet), `order` [seat, ...], `ending` (true), `turn` {seat: SEAT, at: STEP}: the step of the turn play begins with
(`at: conquer` stands for all that comes before it: Medicine and Field General tokens have come, forces are gathered).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marchland.kernel.actions import Seat
from marchland.kernel.errors import BadFile

from .rules.conquest.conquest import drop_lost_tiles
from .rules.empire import hold, lead
from .rules.fictional.fictional import FictionalTurn
from .rules.gathering import gather, receive_reinforcements
from .rules.turn import Turn, begin_turn
from .sequence import WholeGame, turn_of
from .state import NEUTRAL, Holding, Vinci
from .tables import FACES, tile_set

PLAIN_CIV = ("barbarians",)
"""What a seat with tokens has when no civilization is named: a tile without any effect."""
KEYS = {"land", "clear", "civ", "declining", "hand", "score", "counters", "slots", "peace", "fresh", "order", "ending", "turn"}


def lay(game: Vinci, position: Mapping[str, Any], names: Sequence[str]) -> None:
    """Lay the position on the table of a new game and run to the first decision of the turn."""
    unknown = set(position) - KEYS
    if unknown:
        raise BadFile(f"position: unknown key {sorted(unknown)[0]!r}; known: {', '.join(sorted(KEYS))}")
    _lay_land(game, position, names)
    _lay_civilizations(game, position, names)
    _lay_figures(game, position, names)
    _lay_bag(game)
    _lay_turn(game, position.get("turn"), names)


def seat_of(name: Any, names: Sequence[str], game: Vinci) -> Seat:
    """A seat by its scenario name, or by number (fictional seats have only numbers)."""
    if str(name) in names:
        return list(names).index(str(name))
    if str(name).isdigit() and int(name) < len(game.score):
        return int(name)
    raise BadFile(f"position: no seat {name!r}")


def _lay_land(game: Vinci, position: Mapping[str, Any], names: Sequence[str]) -> None:
    if position.get("clear"):
        for province in game.land:
            hold(game, province, None)
    for province, what in position.get("land", {}).items():
        if province not in game.land:
            raise BadFile(f"position: no province {province!r} on this board")
        hold(game, province, _holding(what, names, game))


def _holding(what: Any, names: Sequence[str], game: Vinci) -> Holding | None:
    if what in ("nobody", None):
        return None
    if what == "brown":
        return Holding(NEUTRAL, 1)
    if not isinstance(what, Mapping) or "seat" not in what:
        raise BadFile(f"position: {what!r} is neither nobody, brown nor {{seat, tokens}}")
    seat = seat_of(what["seat"], names, game)
    return Holding(seat, what.get("tokens", 1), what.get("declining", False), what.get("fort", False))


def _lay_civilizations(game: Vinci, position: Mapping[str, Any], names: Sequence[str]) -> None:
    for seat in range(len(game.score)):
        game.civ[seat], game.declining_civ[seat], game.hand[seat] = (), (), 0
    for key, civs in (("civ", game.civ), ("declining", game.declining_civ)):
        for name, faces in position.get(key, {}).items():
            _check_faces(faces)
            civs[seat_of(name, names, game)] = tuple(faces)
    for seat, civ in enumerate(game.civ):
        lead(game, seat, civ)
    if "slots" in position:
        for pair in position["slots"]:
            _check_faces(pair)
        game.slots = [tuple(pair) for pair in position["slots"]]
        game.counters = [0] * len(game.slots)


def _check_faces(faces: Any) -> None:
    for face in faces:
        if face not in FACES:
            raise BadFile(f"position: no tile {face!r}; tiles are {', '.join(FACES)}")


def _lay_figures(game: Vinci, position: Mapping[str, Any], names: Sequence[str]) -> None:
    for name, tokens in position.get("hand", {}).items():
        game.hand[seat_of(name, names, game)] = tokens
    for name, points in position.get("score", {}).items():
        game.score[seat_of(name, names, game)] = points
    for name, partners in position.get("peace", {}).items():
        game.peace[seat_of(name, names, game)] = tuple(seat_of(partner, names, game) for partner in partners)
    fresh = [seat_of(name, names, game) for name in position.get("fresh", ())]
    for seat in range(len(game.score)):
        game.fresh[seat] = seat in fresh
        held = [game.land[p] for p in game.active[seat]]
        game.tokens[seat] = game.hand[seat] + sum(holding.tokens for holding in held if holding is not None)
        if game.tokens[seat] and not game.civ[seat]:
            lead(game, seat, PLAIN_CIV)
        drop_lost_tiles(game, seat)
    game.counters = list(position.get("counters", game.counters))
    game.ending = bool(position.get("ending", False))
    if "order" in position:
        game.order = tuple(seat_of(name, names, game) for name in position["order"])


def _lay_bag(game: Vinci) -> None:
    """Everything that lies nowhere else is in the bag; a tile on the market that is needed elsewhere is replaced."""
    bag = tile_set(game.settings.tiles)
    for face in [face for civ in (*game.civ, *game.declining_civ) for face in civ]:
        if face not in bag:
            raise BadFile(f"position: too many tiles {face!r}")
        bag.remove(face)
    game.slots = [_pair_from(bag, pair) for pair in game.slots]
    game.bag = bag


def _pair_from(bag: list[str], pair: tuple[str, ...]) -> tuple[str, ...]:
    faces = []
    for face in pair:
        found = face if face in bag else bag[0]
        bag.remove(found)
        faces.append(found)
    return tuple(faces)


def _lay_turn(game: Vinci, turn: Mapping[str, Any] | None, names: Sequence[str]) -> None:
    """The stack of a round in which it is this seat's turn, at the given step."""
    if turn is None:
        return
    seat = seat_of(turn["seat"], names, game)
    step = turn.get("at", "begin")
    frame = FictionalTurn(seat) if seat in game.fictional else Turn(seat)
    if step not in frame.STEPS:
        raise BadFile(f"position: a turn has no step {step!r}; its steps are {', '.join(frame.STEPS)}")
    rest = game.order[game.order.index(seat) + 1 :]
    game.end_game()
    game.push_at(WholeGame(), "end_or_go_on")
    game.push(*(turn_of(game, other) for other in rest))
    if step != "begin":
        begin_turn(game, seat)
        game.peace[seat] = ()
    if step == "conquer":
        receive_reinforcements(game, seat)
        gather(game, seat)
    game.push_at(frame, step)
    game.run()
    game.outbox = []
