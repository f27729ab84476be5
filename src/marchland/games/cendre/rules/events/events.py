"""Chapter "Les évènements": when events come, and how each nation draws its own."""

from __future__ import annotations

from marchland.kernel.events import Event
from marchland.kernel.frames import Procedure

from ...state import WINTER, Cendre, Code, NationId
from ...tables import TABLES
from ...world import BOOKLETS, MAJORS
from ..common.dice import d20
from ..common.inquiry import gifted, is_at_war, knows, seats_of
from ..common.marks import (
    drop_marks,
    has_mark,
    mark_total,
)
from ..common.modifiers import added
from ..land.danger import is_first_year
from ..magic.lasting import spell_adjusted, spell_roll_twice
from ..towns.booklet import event_bonus
from ..war.war import MilitaryPhase
from . import world
from .national import national_event
from .scores import NATIONAL
from .threats import turn as threats
from .threats.threats import active


class EventPhase(Procedure[Cendre], frozen=True):
    """TC-EVT-01 The world's event, then one for each nation: in winter, or in every season of an astral year."""

    STEPS = ("world", "national", "threats_in_winter")

    def world(self, game: Cendre) -> None:
        """TC-EVT-02 The world event."""
        if is_due(game):
            world.world_event(game)

    def national(self, game: Cendre) -> None:
        """TC-EVT-04 National events."""
        if is_due(game):
            national_events(game)

    def threats_in_winter(self, game: Cendre) -> None:
        """TC-EVT-05 Threats act in winter too, in a military phase of their own."""
        if game.season == WINTER and active(game):
            threats.winter(game)
            game.push(MilitaryPhase())


class NationalEvent(Event, frozen=True):
    """A nation's event of the year; a few are public."""

    RULE = "TC-EVT-04"
    nation: NationId
    score: int
    event: str
    territory: Code = ""


class EventRolled(Event, frozen=True):
    """TC-INFO-04 The figures behind an event are the nation's own affair, even where the event is not: stability is in them."""

    RULE = "TC-EVT-01"
    nation: NationId
    die: int
    bonus: int


def is_due(game: Cendre) -> bool:
    """TC-EVT-01 Events come in winter, and in every season of an astral year; never in the first one before winter."""
    if game.season == WINTER:
        return True
    return has_mark(game, "astral") and not is_first_year(game)


# -- the nations ------------------------------------------------------------------------------------------------


def national_events(game: Cendre) -> None:
    """TC-EVT-01 One event for every nation."""
    for nation in MAJORS:
        national_roll(game, nation)


def event_modifier(game: Cendre, nation: NationId) -> int:
    """TC-EVT-01 Stability, people, discoveries, gifts, structures and the stars of the year."""
    record, table = game.nations[nation], TABLES.events
    total = record.stability + added(game, nation, "roll.event") + event_bonus(game, nation)
    total += TABLES.science.effects.astronomy_roll * knows(game, nation, "Astronomie")
    total += TABLES.leaders.gift_effects.astrologue_roll * len(gifted(game, nation, "astrologue"))
    at_war = is_at_war(game, nation)
    total += table.roll_bonus * (has_mark(game, "peace_stars") and not at_war)
    total += table.roll_bonus * (has_mark(game, "red_stars") and at_war)
    total += record.reputation * has_mark(game, "flowers")
    return total + mark_total(game, "event_shift", nation=nation)


def event_score(total: int) -> int:
    """TC-EVT-01 The table runs from its lowest to its highest score."""
    return max(TABLES.events.lowest, min(total, TABLES.events.highest))


def national_roll(game: Cendre, nation: NationId) -> None:
    die = _event_die(game, nation)
    bonus = spell_adjusted(game, "event_roll", event_modifier(game, nation), nation=nation)
    score = event_score(die + bonus)
    drop_marks(game, "event_shift", nation=nation)
    own = next((event for event in BOOKLETS[nation].events if event.result == score), None)
    name = own.name["fr"] if own else TABLES.events.national[score]
    public = own.public if own else score in TABLES.events.public
    audience = None if public else seats_of(game, nation)
    game.emit(EventRolled(nation=nation, die=die, bonus=bonus, audience=seats_of(game, nation)))
    game.emit(NationalEvent(nation=nation, score=score, event=name, audience=audience))
    if own:
        national_event(game, nation, score)
    else:
        NATIONAL[score](game, nation)


def _event_die(game: Cendre, nation: NationId) -> int:
    first = d20(game, nation, "national_event")
    twice = spell_roll_twice(game, "event_roll", nation=nation)
    if not twice:
        return first
    second = d20(game, nation, "national_event")
    return max(first, second) if twice > 0 else min(first, second)
