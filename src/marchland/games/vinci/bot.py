"""How good a position is for a seat, the rulebook's automaton as a bot, and the minds that search over turns."""

from __future__ import annotations

from collections.abc import Sequence

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import pick
from marchland.kernel.planning import Mind

from .bots import styles
from .bots.planning import reply, sameness, turn_of
from .bots.prospects import evaluate
from .bots.styles import TASTES, hunch, judge
from .rules.civilizations import ChooseCivilization, TakeCivilization
from .rules.conquest.conquest import ChooseConquest, Conquer, EndConquests
from .rules.decline import DeclareDecline, DeclineAfterScoring, DeclineOrPlay, PlayOn
from .rules.diplomacy import ChoosePeace, MakePeace
from .rules.empire import parts_of_empire
from .rules.fictional.defence import build_fictional_forts, spread_evenly
from .rules.fictional.fictional import targets, wants_decline
from .rules.forts import BuildFort, BuildNoFort
from .rules.gathering import GatherForces, GoToWar
from .rules.reorganization import ChoosePart, Place, RedeploySurvivors, Reorganize, keep_part
from .rules.scoring import active_points
from .state import Vinci


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
        found = targets(game, seat) if len(game.active[seat]) < game.tokens[seat] else []
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
        if len(game.active[seat]) <= game.tokens[seat]:
            spread_evenly(game, seat, "VI-SOLO-10")
        grown = [p for p, held in game.land.items() if held != before[p]]
        game.land.update(before)
        return Place(grown[0]) if grown else game.options(seat)[0]

    def _fort(self, game: Vinci, seat: Seat) -> Action:
        before = dict(game.land)
        build_fictional_forts(game, seat)
        built = [p for p, held in game.land.items() if held != before[p]]
        return BuildFort(built[0]) if built else BuildNoFort()


# -- bots that search over turns ---------------------------------------------------------------------

RIVALS = (
    Mind(style="hasty", width=1, looks=120, seconds=0.3),
    Mind(width=1, looks=120, seconds=0.3),
    Mind(width=2, looks=300, seconds=0.6),
)
"""Whom an expert believes to sit at a table with, those first whose turns take least time; `hard` believes in the first."""

MINDS = {
    "easy": Mind(style="beginner", width=1, looks=150, seconds=0.05),
    "normal": Mind(style="careless", width=1, looks=300, seconds=0.2),
    "builder": Mind(style="builder", width=5, looks=1200, seconds=0.5),
    "raider": Mind(style="raider", width=5, looks=1200, seconds=0.5),
    "hard": Mind(width=8, looks=2500, seconds=0.5, finalists=3, deals=1, rounds=1, rivals=RIVALS[:1]),
    "expert": Mind(style="thorough", width=8, looks=20_000, seconds=3, finalists=8, deals=3, rounds=1, rivals=RIVALS),
}


def steps(game: Vinci, seat: Seat, style: str) -> Sequence[Action]:
    return styles.steps(game, seat, styles.style_named(style))


def rush(game: Vinci, seat: Seat) -> Action:
    """People in a hurry play as the rulebook's automaton does."""
    return AUTOMATON.choose(game.clone(), seat)


__all__ = ["BOTS", "MINDS", "TASTES", "Automaton", "evaluate", "hunch", "judge", "reply", "rush", "sameness", "steps", "turn_of"]

BOTS = {"automaton": Automaton}
AUTOMATON = Automaton()
