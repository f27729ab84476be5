"""How good a position is for a seat, and the rulebook's automaton as a bot."""

from __future__ import annotations

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import pick

from .rules.civilizations import ChooseCivilization, TakeCivilization
from .rules.conquest import ChooseConquest, Conquer, EndConquests, conquest_costs
from .rules.decline import DeclareDecline, DeclineAfterScoring, DeclineOrPlay, PlayOn
from .rules.diplomacy import ChoosePeace, MakePeace
from .rules.empire import active_provinces, parts_of_empire
from .rules.fictional import targets, wants_decline
from .rules.fictional_defence import build_fictional_forts, spread_evenly
from .rules.forts import BuildFort, BuildNoFort
from .rules.gathering import GatherForces, GoToWar
from .rules.reorganization import ChoosePart, Place, RedeploySurvivors, Reorganize, keep_part
from .rules.scoring import active_points, declining_points
from .rules.turn import Turn
from .state import Vinci
from .tables import province_points

# Weights of the evaluation, in points; they were settled by matches against random play and against the automaton.
ACTIVE_TURNS = 2.0
"""How many more scorings an active empire is expected to bring."""
DECLINING_TURNS = 2.5
"""A declining empire erodes: others take its provinces for three tokens each."""
HOPE = 0.5
"""How much of what could be conquered next is counted."""
SPARE_TOKEN = 0.15
"""A token that conquers nothing still makes a province costlier to take."""
EXPECTED_CIVILIZATION = 9.0
"""What a civilization not chosen yet will be worth."""
TOKENS_PER_PROVINCE = 3.0
RIVALRY = 0.4
"""How much the leading rival's prospects count against the own ones."""


def evaluate(game: Vinci, seat: Seat) -> float:
    """Points now, points expected from both empires and from conquests to come, less the leading rival's prospects."""
    rival = max(prospects(game, other) for other in game.order if other != seat)
    return prospects(game, seat) + potential(game, seat) + safety(game, seat) - RIVALRY * rival


def prospects(game: Vinci, seat: Seat) -> float:
    """Score plus what both empires will bring if they stay as they are; nothing counts beyond the final round."""
    active_turns = 0.0 if game.ending else ACTIVE_TURNS
    declining_turns = 0.0 if game.ending else DECLINING_TURNS
    if is_yet_to_score(game, seat):
        active_turns, declining_turns = active_turns + 1, declining_turns + 1
    return game.score[seat] + active_turns * active_points(game, seat) + declining_turns * declining_points(game, seat)


def is_yet_to_score(game: Vinci, seat: Seat) -> bool:
    """Is this seat in its turn, before the scoring, or still to have its turn in the final round?"""
    for frame, step in game.stack:
        if isinstance(frame, Turn) and frame.seat == seat:
            return step in Turn.STEPS[: Turn.STEPS.index("score") + 1]
    return False


def potential(game: Vinci, seat: Seat) -> float:
    """What the tokens at hand may still conquer: province by province if on the board, by the civilization's quality if not."""
    turns = 1.0 if game.ending else ACTIVE_TURNS
    if not game.civ[seat]:
        return 0.0 if game.ending else EXPECTED_CIVILIZATION
    if not game.active[seat]:
        return 0.0 if game.ending and not is_yet_to_score(game, seat) else HOPE * turns * quality(game, seat)
    free = game.hand[seat] if game.this_turn.seat == seat else game.tokens[seat] - len(game.active[seat])
    return HOPE * turns * within_reach(game, seat, free)


def quality(game: Vinci, seat: Seat) -> float:
    """Points a turn that a civilization off the board may come to: tokens by price, times what a province is worth to it."""
    tiles = game.powers(seat)
    worth = province_points(game.settings.board, game.civ[seat])
    mean = sum(worth.values()) / len(worth)
    tokens = game.tokens[seat] + 0.5 * tiles.temporary_tokens + 2 * tiles.tokens_per_turn
    price = TOKENS_PER_PROVINCE + 0.8 * tiles.cost_any + 0.3 * tiles.cost_coast + 0.2 * tiles.cost_mountain
    return tokens / max(1.5, price) * mean + tiles.score_per_eliminated_token * 2


def within_reach(game: Vinci, seat: Seat, free: int) -> float:
    """The value of the cheapest good targets that the free tokens pay for, and a little for tokens left over."""
    worth = province_points(game.settings.board, game.civ[seat])
    targets = sorted((cost - worth[p], cost, worth[p]) for p, cost in conquest_costs(game, seat).items() if worth[p] > 0)
    value = 0.0
    for _, cost, points in targets:
        if cost <= free:
            free -= cost
            value += points
    return value + SPARE_TOKEN * free


def safety(game: Vinci, seat: Seat) -> float:
    """Spare tokens in valuable provinces are worth a little; the second in one place less than the first."""
    worth = province_points(game.settings.board, game.civ[seat])
    total = 0.0
    for province in game.active[seat]:
        held = game.land[province]
        if held is not None:
            spare = held.tokens - 1
            total += SPARE_TOKEN * (worth[province] + 0.5) * (spare - 0.08 * spare * spare)
    return total


class Automaton:
    """The rulebook's fictional player in an ordinary seat: the same preferences, within the rules for people."""

    name = "automaton"

    def choose(self, game: Vinci, seat: Seat) -> Action:
        """Answer the decision on the table; `game` is a copy that may be spoilt."""
        options = game.options(seat)
        wanted = self._wanted(game, seat)
        return wanted if wanted in options else options[0]

    def _wanted(self, game: Vinci, seat: Seat) -> Action:
        match game.decision:
            case ChooseCivilization():
                return TakeCivilization(1)
            case DeclineOrPlay() | DeclineAfterScoring():
                return DeclareDecline() if wants_decline(game, seat) else PlayOn()
            case ChoosePeace():
                return pick(game, [option for option in game.options(seat) if isinstance(option, MakePeace)])
            case GatherForces():
                return GoToWar()
            case ChooseConquest():
                return self._conquest(game, seat)
            case ChoosePart():
                return self._part(game, seat)
            case Reorganize() | RedeploySurvivors():
                return self._placement(game, seat)
        return self._fort(game, seat)

    def _conquest(self, game: Vinci, seat: Seat) -> Action:
        found = targets(game, seat) if len(active_provinces(game, seat)) < game.tokens[seat] else []
        if not found:
            return EndConquests()
        best = min(target.rank for target in found)
        chosen = pick(game, [target for target in found if target.rank == best])
        return Conquer(chosen.province, chosen.espionage)

    def _part(self, game: Vinci, seat: Seat) -> Action:
        """Cohesion is no rule for fictional players: a seat bound by it keeps the most valuable part."""

        def worth(option: Action) -> int:
            copy = game.clone()
            keep_part(copy, seat, option.touches()[0])
            return active_points(copy, seat)

        assert parts_of_empire(game, seat)
        return max(game.options(seat), key=worth)

    def _placement(self, game: Vinci, seat: Seat) -> Action:
        before = dict(game.land)
        if len(active_provinces(game, seat)) <= game.tokens[seat]:
            spread_evenly(game, seat, "VI-SOLO-10")
        grown = [p for p, held in game.land.items() if held != before[p]]
        game.land.update(before)
        return Place(grown[0]) if grown else game.options(seat)[0]

    def _fort(self, game: Vinci, seat: Seat) -> Action:
        before = dict(game.land)
        build_fictional_forts(game, seat)
        built = [p for p, held in game.land.items() if held != before[p]]
        return BuildFort(built[0]) if built else BuildNoFort()


BOTS = {"automaton": Automaton}
