"""How good a position is for a seat, and the rulebook's automaton as a bot."""

from __future__ import annotations

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import pick

from .rules.civilizations import ChooseCivilization, TakeCivilization
from .rules.conquest import ChooseConquest, Conquer, EndConquests
from .rules.decline import DeclareDecline, DeclineAfterScoring, DeclineOrPlay, PlayOn
from .rules.diplomacy import ChoosePeace, MakePeace
from .rules.empire import active_provinces, parts_of_empire
from .rules.fictional import targets, wants_decline
from .rules.fictional_defence import build_fictional_forts, spread_evenly
from .rules.forts import BuildFort, BuildNoFort
from .rules.gathering import GatherForces, GoToWar
from .rules.reorganization import ChoosePart, Place, RedeploySurvivors, Reorganize, keep_part
from .rules.scoring import active_points, declining_points
from .state import Vinci
from .tables import province_points

# Weights of the evaluation, in points. They were set by playing greedy against random and against the automaton.
TURNS_AHEAD = 3.0
"""How many more scorings an empire is expected to bring."""
TOKEN_VALUE = 0.9
"""A token in hand can still become half a province."""
SPARE_TOKEN_VALUE = 0.12
"""A token beyond the first in a province only makes it costlier to take."""
FRESH_CIV_VALUE = 8.0
"""A civilization that waits to enter, beside its tokens."""


def evaluate(game: Vinci, seat: Seat) -> float:
    """Points now, points expected from both empires, the tokens that can still conquer, less the best rival's outlook."""
    rivals = [outlook(game, other) for other in game.order if other != seat]
    return outlook(game, seat) - 0.6 * max(rivals)


def outlook(game: Vinci, seat: Seat) -> float:
    """What a seat can expect in the next few turns if nobody hinders it."""
    future = 0.0 if game.ending else TURNS_AHEAD
    income = active_points(game, seat) + declining_points(game, seat)
    return game.score[seat] + income * future + strength(game, seat) + safety(game, seat)


def strength(game: Vinci, seat: Seat) -> float:
    """Tokens free for expansion; during the own turn those in hand, otherwise those beyond one per province."""
    own = len(active_provinces(game, seat))
    free = game.tokens[seat] - own
    waiting = FRESH_CIV_VALUE if game.civ[seat] and game.fresh[seat] else 0.0
    return TOKEN_VALUE * max(0, free) + waiting


def safety(game: Vinci, seat: Seat) -> float:
    """Better defended valuable provinces are worth a little; the second spare token in one place less than the first."""
    worth = province_points(game.settings.board, game.civ[seat])
    total = 0.0
    for province in active_provinces(game, seat):
        held = game.land[province]
        if held is not None:
            spare = held.tokens - 1
            total += SPARE_TOKEN_VALUE * (worth[province] + 0.5) * (spare - 0.08 * spare * spare)
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
