"""What must always hold at a table of Vinci."""

from __future__ import annotations

from collections import Counter
from functools import cache

from marchland.kernel.events import Event

from .rules.conquest.conquest import ChooseConquest, conquest_costs
from .rules.empire import parts_of_empire
from .rules.scoring import PointsMoved, Scored
from .rules.setup import GameBegan
from .rules.tiles import powers
from .rules.turn import ConfirmTurn
from .state import NEUTRAL, Vinci
from .tables import FIGURES, tile_set
from .world import Province

Empires = dict[tuple[int, bool], list[Province]]


def audit(game: Vinci) -> None:
    """VI-BAG-02 VI-CHOICE-08 VI-SCORE-07 Tiles, tokens, points and provinces add up."""
    _audit_tiles(game)
    empires = _audit_provinces(game)
    for seat in game.order:
        _audit_empires(game, seat, empires)
        _audit_seat(game, seat)
    if isinstance(game.decision, ConfirmTurn):
        _audit_cohesion(game, game.decision.seat)
    if game.campaign is not None:
        _audit_campaign(game)


def _audit_tiles(game: Vinci) -> None:
    """VI-BAG-02 All 52 tiles are in the bag, on the market or with an empire."""
    pairs = [*game.slots, *game.civ, *game.declining_civ]
    found = sorted([*game.bag, *[face for pair in pairs for face in pair]])
    assert found == _tiles(game.settings.tiles), Counter(found)
    assert all(pair != ("specialization", "specialization") for pair in game.slots), game.slots


_tiles = cache(tile_set)


def _audit_provinces(game: Vinci) -> Empires:
    """Whose they are, in their order: active and declining ones by seat."""
    assert tuple(game.land) == game.board.provinces, "provinces out of order"
    empires: Empires = {}
    for province, held in game.land.items():
        if held is None:
            continue
        empires.setdefault((held.seat, held.declining), []).append(province)
        assert held.tokens >= 0
        if held.seat == NEUTRAL or held.declining:
            assert held.tokens == 1, f"{province}: {held}"
        if held.seat == NEUTRAL:
            assert not held.fort
            assert not held.declining
    return empires


def _audit_empires(game: Vinci, seat: int, empires: Empires) -> None:
    for empire, declining in ((game.active[seat], False), (game.declining[seat], True)):
        listed = tuple(empires.get((seat, declining), ()))
        assert empire == listed, f"seat {seat}, declining {declining}: {empire} is not {listed}"


def _audit_seat(game: Vinci, seat: int) -> None:
    assert game.powers[seat] == powers(game.civ[seat]), f"seat {seat} has other powers than its tiles"
    on_board = sum(held.tokens for p in game.active[seat] if (held := game.land[p]) is not None)
    temporary = game.this_turn.temporary if game.this_turn.seat == seat else 0
    assert game.hand[seat] >= 0
    assert game.score[seat] >= 0, f"seat {seat} has {game.score[seat]} points"
    assert on_board + game.hand[seat] == game.tokens[seat] + temporary, f"tokens of seat {seat} are not conserved"
    if not game.civ[seat]:
        assert not game.tokens[seat]
    if not game.declining[seat]:
        assert not game.declining_civ[seat], f"tiles of seat {seat} without a declining empire"


def _audit_cohesion(game: Vinci, seat: int) -> None:
    """VI-COHES-03 VI-REORG-01 At the end of a turn the empire is whole and every province garrisoned."""
    assert game.powers[seat].ignores_cohesion or len(parts_of_empire(game, seat)) <= 1
    for province in game.active[seat]:
        held = game.land[province]
        assert held is not None
        assert held.tokens >= 1, f"{province} is empty at the end of a turn"


def _audit_campaign(game: Vinci) -> None:
    """VI-CONQ-09 Costs are kept from one conquest to the next only, and are those that would be worked out afresh."""
    assert isinstance(game.decision, ChooseConquest), f"costs of conquests are kept at {game.decision}"
    afresh = conquest_costs(game, game.decision.seat)
    assert game.campaign == afresh, f"seat {game.decision.seat}: {game.campaign} is not {afresh}"


def reconcile(game: Vinci, events: list[Event]) -> None:
    """VI-END-04 Scores follow from the events, and everybody has had as many turns as everybody else."""
    scores = [0] * len(game.score)
    for event in events:
        match event:
            case GameBegan(points=points):
                scores = list(points)
            case Scored(seat=seat, total=total):
                scores[seat] += total
            case PointsMoved(seat=seat, points=moved):
                scores[seat] += moved
    assert scores == game.score, f"events give {scores}, the table shows {game.score}"
    if game.is_over:
        assert len(set(game.turns)) == 1, game.turns
        assert max(game.score) >= 0
        assert FIGURES.market_slots == len(game.slots)
