"""Fictional players: the automata of the games for one and two (VI-SOLO)."""

from __future__ import annotations

from typing import NamedTuple

from marchland.kernel.actions import Seat
from marchland.kernel.chance import pick, roll
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Procedure

from ...state import Vinci
from ...tables import FIGURES
from ...world import Province
from ..conquest.conquest import can_use_espionage, conquer, conquest_costs
from ..decline import Decline
from ..diplomacy import make_peace
from ..empire import is_on_the_board, opponents_clockwise
from ..gathering import gather, receive_reinforcements
from ..reorganization import take_up_all_tokens
from ..scoring import active_points, province_points, score_turn
from ..turn import begin_or_pass, settle_defenders
from .defence import build_fictional_forts, spread_evenly


class DeclineConsidered(Event, frozen=True):
    RULE = "VI-SOLO-07"
    seat: Seat
    worth: int
    available: int
    die: int
    declines: bool


class FictionalTurn(Procedure[Vinci], frozen=True):
    """VI-SOLO-06 VI-SOLO-18 A fictional player's turn: no choice, only rules and dice; no cohesion, no province given up."""

    STEPS = (
        "begin",
        "consider_decline",
        "make_peace",
        "gather_forces",
        "enter",
        "expand",
        "let_defenders_redeploy",
        "reorganize",
        "score",
        "consider_rebirth",
    )
    seat: Seat

    def begin(self, game: Vinci) -> str | None:
        return begin_or_pass(game, self.seat)

    def consider_decline(self, game: Vinci) -> str | None:
        """VI-SOLO-07 VI-SOLO-09 VI-DECL-11 At the start of the turn, unless the civilization is new or has Rebirth."""
        if game.fresh[self.seat] or game.powers[self.seat].may_decline_after_scoring:
            return None
        if wants_decline(game, self.seat):
            game.push(Decline(self.seat, "VI-DECL-01"))
            return DONE
        return None

    def make_peace(self, game: Vinci) -> None:
        """VI-SOLO-13 Peace is always offered to a real player; doubled, to both or to one real and one fictional player."""
        for _ in range(game.powers[self.seat].peace_targets):
            others = [seat for seat in opponents_clockwise(game, self.seat) if seat not in game.peace[self.seat]]
            people = [seat for seat in others if seat not in game.fictional]
            make_peace(game, self.seat, pick(game, people or others))

    def gather_forces(self, game: Vinci) -> None:
        receive_reinforcements(game, self.seat)
        gather(game, self.seat)

    def enter(self, game: Vinci) -> None:
        """VI-SOLO-05 VI-SOLO-14 VI-SOLO-19 The first province: the most valuable, then the cheapest; Shipbuilding starts on an
        open sea.
        """
        if not is_on_the_board(game, self.seat):
            candidates = targets(game, self.seat)
            if game.powers[self.seat].cost_coast and game.fresh[self.seat]:
                at_open_sea = [target for target in candidates if target.province in game.board.open_sea_coasts]
                candidates = at_open_sea or candidates
            attack_best(game, self.seat, candidates)
        game.fresh[self.seat] = False

    def expand(self, game: Vinci) -> str | None:
        """VI-SOLO-06 Province after province, as long as one is within reach, affordable and can be garrisoned."""
        own = len(game.active[self.seat])
        if not 0 < own < game.tokens[self.seat]:
            return None
        return "expand" if attack_best(game, self.seat, targets(game, self.seat)) else None

    def let_defenders_redeploy(self, game: Vinci) -> None:
        settle_defenders(game, self.seat)

    def reorganize(self, game: Vinci) -> None:
        """VI-SOLO-10 VI-SOLO-12 VI-COHES-09 Even defence, then forts; cohesion is not asked."""
        take_up_all_tokens(game, self.seat)
        if is_on_the_board(game, self.seat):
            spread_evenly(game, self.seat, "VI-SOLO-10")
            build_fictional_forts(game, self.seat)

    def score(self, game: Vinci) -> None:
        score_turn(game, self.seat)

    def consider_rebirth(self, game: Vinci) -> None:
        """VI-SOLO-09 With Rebirth the decline is considered at the end of every turn."""
        if game.powers[self.seat].may_decline_after_scoring and wants_decline(game, self.seat):
            game.push(Decline(self.seat, "VI-SPECIAL-03"))


# -- decline -------------------------------------------------------------------------------------------


def wants_decline(game: Vinci, seat: Seat) -> bool:
    """VI-SOLO-07 VI-SOLO-08 A weak empire with few free tokens rolls a die: it declines if the die beats the free tokens.

    With a Field General the test is stricter and the die counts two less.
    """
    figures, tiles = FIGURES.fictional, game.powers[seat]
    worth = active_points(game, seat)
    available = game.tokens[seat] - len(game.active[seat]) + tiles.tokens_per_turn
    limit, malus = (figures.general_available, figures.general_malus) if tiles.temporary_tokens else (figures.decline_available, 0)
    if worth >= figures.decline_below_points or available > limit:
        return False
    (die,) = roll(game, seat, "decline", sides=figures.die_sides)
    declines = die - malus > available
    game.emit(DeclineConsidered(seat=seat, worth=worth, available=available, die=die, declines=declines))
    return declines


# -- choosing what to attack ---------------------------------------------------------------------------


class Target(NamedTuple):
    """A province a fictional player could take: its rank (smallest first), its price and whether spies are used."""

    rank: tuple[int, ...]
    province: Province
    cost: int
    espionage: bool


def attack_best(game: Vinci, seat: Seat, candidates: list[Target]) -> bool:
    """VI-SOLO-05 The best-ranked province, by lot among equals; says whether there was one."""
    if not candidates:
        return False
    best = min(target.rank for target in candidates)
    chosen = pick(game, [target for target in candidates if target.rank == best])
    conquer(game, seat, chosen.province, chosen.cost, chosen.espionage)
    return True


def targets(game: Vinci, seat: Seat) -> list[Target]:
    """VI-SOLO-05 VI-SOLO-16 VI-SOLO-19 Provinces in reach that can be paid for and do not lose points; spies count in the
    comparison.
    """
    found = []
    for province, cost in sorted(conquest_costs(game, seat).items()):
        target = appraise(game, seat, province, cost)
        if target is not None:
            found.append(target)
    return found


def appraise(game: Vinci, seat: Seat, province: Province, normal_cost: int) -> Target | None:
    """VI-SOLO-16 VI-SOLO-20 Rank one province: value first or by formula, then what spies save, Heritage and the hunt for
    people.
    """
    flat = game.powers[seat].flat_cost
    spies = can_use_espionage(game, seat) and normal_cost > flat
    cost = flat if spies else normal_cost
    worth = gain(game, seat, province)
    if cost > game.hand[seat] or worth < 0:
        return None
    merit = (cost - 2 * worth,) if game.settings.fictional_ranking == "formula" else (-worth, cost)
    saving = normal_cost - cost
    return Target((*merit, -saving, *tie_breaks(game, seat, province)), province, cost, spies)


def tie_breaks(game: Vinci, seat: Seat, province: Province) -> tuple[int, int]:
    """VI-SOLO-15 VI-SOLO-20 Heritage protects the own declining empire; the harder game prefers real players."""
    held = game.land[province]
    hunts = game.settings.fictional_hunt and held is not None and held.seat >= 0 and held.seat not in game.fictional
    return (0 if protects_heritage(game, seat, province) else 1, 0 if hunts else 1)


def protects_heritage(game: Vinci, seat: Seat, province: Province) -> bool:
    """VI-SOLO-15 With Heritage, in expansion: an opponent's active province next to the own declining empire."""
    held = game.land[province]
    if not game.powers[seat].touches_own_decline or held is None or held.seat < 0 or held.seat == seat or held.declining:
        return False
    return is_on_the_board(game, seat) and bool(own_decline_next_to(game, seat, province))


def gain(game: Vinci, seat: Seat, province: Province) -> int:
    """VI-SOLO-05 VI-SOLO-17 What a province is worth: its points and a captive, less the own declining provinces it would cost."""
    held = game.land[province]
    points = province_points(game.settings.board, game.civ[seat])[province]
    captive = 1 if held is not None and held.seat != seat and held.tokens else 0
    return points + captive * game.powers[seat].score_per_eliminated_token - decline_lost(game, seat, province)


def decline_lost(game: Vinci, seat: Seat, province: Province) -> int:
    """VI-SOLO-05 The points of own declining provinces that this conquest would empty."""
    held = game.land[province]
    lost = [] if game.powers[seat].touches_own_decline else own_decline_next_to(game, seat, province)
    if held is not None and held.seat == seat and held.declining:
        lost.append(province)
    worth = province_points(game.settings.board, game.declining_civ[seat])
    return sum(worth[p] for p in lost)


def own_decline_next_to(game: Vinci, seat: Seat, province: Province) -> list[Province]:
    land = game.land
    return [p for p in game.board.links[province] if (held := land[p]) is not None and held.seat == seat and held.declining]
