"""How bots plan a turn of Vinci: what belongs to it, which steps are worth a thought, and where tokens stand best."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from marchland.kernel.actions import Action, Seat

from ..rules.conquest.conquest import ChooseConquest, Conquer, campaign_costs, defence
from ..rules.forts import BuildFort, ChooseFort
from ..rules.gathering import Abandon, GatherForces
from ..rules.reorganization import Deploy, Place, RedeploySurvivors, Reorganize, is_short_of_tokens
from ..rules.scoring import province_points
from ..rules.turn import Turn
from ..state import Vinci
from ..world import Province
from .campaigns import free_tokens
from .features import enemies_around, rim

FORSAKEN = 4
"""So many provinces, the least worth first, are thought of when forces are gathered."""
SITES = 2
"""So many places for a fort."""
TASTE = 0.6
"""How fast a further token in a province loses its worth: the less of it is left, the wider tokens are spread."""


def turn_of(game: Vinci, seat: Seat) -> int | None:
    """From the first question of a turn to the last, a new civilization after a decline included. Survivors are placed in the turn
    of somebody else. A first civilization is a turn by itself.
    """
    turn = game.find(Turn)
    is_own = turn is not None and turn.seat == seat and game.this_turn.seat == seat
    is_asked = seat in game.deciders and not isinstance(game.decision, RedeploySurvivors)
    return game.turns[seat] if is_own or is_asked else None


def sameness(game: Vinci, seat: Seat) -> Hashable:
    """The same provinces taken in another order lead to the same place."""
    return (
        type(game.decision).__name__,
        game.active[seat],
        game.declining[seat],
        game.hand[seat],
        game.this_turn,
        game.peace[seat],
        game.civ[seat],
        game.score[seat],
        tuple([game.land[p] for p in game.active[seat]]),
    )


def steps(game: Vinci, seat: Seat, tastes: Sequence[float], is_wary: bool = False) -> Sequence[Action]:
    """The answers worth a thought."""
    match game.decision:
        case GatherForces():
            return gathering(game, seat)
        case ChooseConquest():
            return conquests(game, seat)
        case Reorganize() | RedeploySurvivors():
            return deployments(game, seat, tastes, is_wary)
        case ChooseFort():
            return forts(game, seat)
    return game.options(seat)


def gathering(game: Vinci, seat: Seat) -> Sequence[Action]:
    """To war, or give up what brings little."""
    worth = province_points(game.settings.board, game.civ[seat])
    go, *others = game.options(seat)
    poor = [one for one in others if isinstance(one, Abandon) and worth[one.province] <= 1]
    return [go, *sorted(poor, key=lambda one: worth[one.province])[:FORSAKEN]]


def conquests(game: Vinci, seat: Seat) -> Sequence[Action]:
    """All of them, but no spies where they save nothing."""
    costs, flat = campaign_costs(game, seat), game.powers[seat].flat_cost
    return [one for one in game.options(seat) if not (isinstance(one, Conquer) and one.espionage and costs[one.province] <= flat)]


def forts(game: Vinci, seat: Seat) -> Sequence[Action]:
    need = needs(game, seat)
    sites = [one for one in game.options(seat) if isinstance(one, BuildFort)]
    return sorted(sites, key=lambda one: -need[one.province] * TASTE ** strength(game, one.province))[:SITES] or game.options(seat)


def deployments(game: Vinci, seat: Seat, tastes: Sequence[float], is_wary: bool) -> Sequence[Action]:
    """All tokens at once, in ways that differ by taste, and, for the wary, by what neighbours can do."""
    if isinstance(game.decision, Reorganize) and is_short_of_tokens(game, seat):
        return shortage(game, seat)
    found: list[Action] = []
    for need in (needs(game, seat), *([dangers(game, seat)] if is_wary else [])):
        for taste in tastes:
            one = Deploy(spread(game, need, taste, game.hand[seat]))
            if one not in found:
                found.append(one)
    return found


def shortage(game: Vinci, seat: Seat) -> Sequence[Action]:
    """Too few tokens for all provinces: the best are kept."""
    worth = province_points(game.settings.board, game.civ[seat])
    places = [one for one in game.options(seat) if isinstance(one, Place)]
    return sorted(places, key=lambda one: -worth[one.province])[:2]


def spread(game: Vinci, need: Mapping[Province, float], taste: float, tokens: int) -> dict[Province, int]:
    """Each token goes where it takes away most danger."""
    urgency = {p: needed * taste ** strength(game, p) for p, needed in need.items()}
    garrisons: dict[Province, int] = {}
    for _ in range(tokens):
        place = max(urgency, key=urgency.__getitem__)
        garrisons[place] = garrisons.get(place, 0) + 1
        urgency[place] *= taste
    return garrisons


def dangers(game: Vinci, seat: Seat) -> dict[Province, float]:
    """The same, by how many tokens those have to spare who may come."""
    worth = province_points(game.settings.board, game.civ[seat])
    spare = [free_tokens(game, other) if game.civ[other] else 0 for other in range(len(game.score))]
    landings = sum([tokens for other, tokens in enumerate(spare) if other != seat and not game.active[other]])
    entries = rim(game.settings.board)
    return {
        p: (worth[p] + 0.3)
        * (0.5 + sum([spare[other] for other in enemies_around(game, p, seat)]) + 0.3 * landings * (p in entries))
        for p in game.active[seat]
    }


def needs(game: Vinci, seat: Seat) -> dict[Province, float]:
    """How much there is to lose in each province: its points, by how many may come."""
    worth, entries = province_points(game.settings.board, game.civ[seat]), rim(game.settings.board)
    return {
        p: (worth[p] + 0.3) * (0.1 + 0.6 * len(enemies_around(game, p, seat)) + 0.25 * (p in entries)) for p in game.active[seat]
    }


def strength(game: Vinci, province: Province) -> int:
    held = game.land[province]
    return game.board.base_cost[province] + (defence(game, held) if held is not None else 0)


def reply(game: Vinci, seat: Seat) -> Action:
    """Survivors go where they are needed; whatever else is asked, the first thing worth a thought."""
    return steps(game, seat, (TASTE,))[0]
