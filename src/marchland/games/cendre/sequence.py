"""The sequence of play: four seasons a year, each a list of phases in the order of the detailed turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import Chance
from marchland.kernel.frames import DONE, Procedure, Together
from marchland.kernel.title import Outcome, Value

from .bots.samples import sample_sheets
from .opening import lay_out
from .rules.civil.civil import CivilPhase
from .rules.common.inquiry import nation_of
from .rules.diplomacy.diplomacy import DiplomaticPhase
from .rules.economy.economy import TradePhase
from .rules.events.events import EventPhase
from .rules.general import GeneralPhase
from .rules.glory.glory import initial_glory
from .rules.magic.magic import MagicPhase
from .rules.turn.beginning import PassTime, PreliminaryUpkeep, SecondaryUpkeep
from .rules.turn.ending import FinalPhase
from .rules.turn.sheets import Submit, blank_sheet, check_sheet, hand_in
from .rules.war.war import MilitaryPhase
from .state import AUTUMN, SEASONS, WINTER, Cendre
from .world import MAJORS


class Campaign(Procedure[Cendre], frozen=True):
    """TC-TURN-01 Seasons follow each other from spring 201 until somebody wins or the last winter is over."""

    STEPS = ("opening", "play_season", "next_season")

    def opening(self, game: Cendre) -> None:
        """TC-GLORY-05 Every nation starts with the glory of what it is."""
        initial_glory(game)

    def play_season(self, game: Cendre) -> None:
        """TC-TURN-01 An active season, or (TC-TURN-03) winter."""
        game.push(Winter() if game.season == WINTER else Season())

    def next_season(self, game: Cendre) -> str:
        """TC-TURN-01 The calendar moves on, unless the game is over."""
        if game.season == WINTER and game.year >= game.last_year and not game.ending:
            game.ending = "years"
        if game.ending:
            return DONE
        following = SEASONS.index(game.season) + 1
        if following == len(SEASONS):
            game.year += 1
        game.season = SEASONS[following % len(SEASONS)]
        return "play_season"


class Season(Procedure[Cendre], frozen=True):
    """TC-TURN-01 Spring, summer or autumn, phase by phase."""

    STEPS = (
        "pass_time",
        "preliminary_upkeep",
        "write_orders",
        "secondary_upkeep",
        "general_orders",
        "civil_operations",
        "trade",
        "diplomacy",
        "magic",
        "war",
        "events",
        "final_phase",
        "put_away",
    )

    def pass_time(self, game: Cendre) -> None:
        """TC-TURN-01 Passage of time."""
        game.push(PassTime())

    def preliminary_upkeep(self, game: Cendre) -> None:
        """TC-TURN-01 Preliminary upkeep."""
        game.push(PreliminaryUpkeep())

    def write_orders(self, game: Cendre) -> None:
        """TC-TURN-01 Sheets are written in secret."""
        game.push(WriteSheets(tuple(sorted(game.seats.values()))))

    def secondary_upkeep(self, game: Cendre) -> None:
        """TC-TURN-01 Secondary upkeep."""
        game.push(SecondaryUpkeep())

    def general_orders(self, game: Cendre) -> None:
        """TC-GEN-01 General orders."""
        game.push(GeneralPhase())

    def civil_operations(self, game: Cendre) -> None:
        """TC-CIV-01 Civil operations."""
        game.push(CivilPhase())

    def trade(self, game: Cendre) -> None:
        """TC-ECO-02 Trade."""
        game.push(TradePhase())

    def diplomacy(self, game: Cendre) -> None:
        """TC-DIP-05 Diplomacy."""
        game.push(DiplomaticPhase())

    def magic(self, game: Cendre) -> None:
        """TC-MAG-02 Magic."""
        game.push(MagicPhase())

    def war(self, game: Cendre) -> None:
        """TC-WAR-08 War."""
        game.push(MilitaryPhase())

    def events(self, game: Cendre) -> None:
        """TC-EVT-01 Events, in astral years."""
        game.push(EventPhase())

    def final_phase(self, game: Cendre) -> None:
        """TC-TURN-01 The final phase."""
        game.push(FinalPhase())

    def put_away(self, game: Cendre) -> None:
        """TC-TURN-01 The sheets are done with; those of autumn still hold the orders for winter."""
        if game.season != AUTUMN:
            game.sheets = {}


class WriteSheets(Together[Cendre], frozen=True):
    """TC-TURN-01 All nations write their orders for the season at the same time, and nobody sees another's sheet."""

    RULE = "TC-TURN-01"
    WRITTEN = True

    def options_for(self, game: Cendre, seat: Seat) -> Iterator[Action]:
        """A few sensible sheets; any other is accepted by `check`."""
        for orders in sample_sheets(game, nation_of(game, seat)):
            yield Submit(orders)

    def default(self, game: Cendre, seat: Seat) -> Action:
        return blank_sheet()

    def check(self, game: Cendre, seat: Seat, action: Action) -> None:
        check_sheet(action)

    def settle(self, game: Cendre, answers: dict[Seat, tuple[Action, ...]]) -> None:
        hand_in(game, answers)


class Winter(Procedure[Cendre], frozen=True):
    """TC-TURN-03 Winter has no sheets of its own: entitled operations, events and the final phase."""

    STEPS = ("pass_time", "civil_operations", "events", "final_phase", "put_away")

    def pass_time(self, game: Cendre) -> None:
        """TC-TURN-03 Passage of time."""
        game.push(PassTime())

    def civil_operations(self, game: Cendre) -> None:
        """TC-LEAD-10 Operations of the sleepless, written in autumn."""
        game.push(CivilPhase())

    def events(self, game: Cendre) -> None:
        """TC-EVT-01 Events."""
        game.push(EventPhase())

    def final_phase(self, game: Cendre) -> None:
        """TC-TURN-03 The final phase."""
        game.push(FinalPhase())

    def put_away(self, game: Cendre) -> None:
        """TC-TURN-03 The year's last sheets are done with."""
        game.sheets = {}


def set_up(seats: int, options: Mapping[str, Value], chance: Chance) -> Cendre:
    game = lay_out(seats, options, chance)
    game.begin(Campaign())
    return game


def outcome(game: Cendre) -> Outcome:
    """TC-GLORY-04 The most glory wins, unless an automatic victory came first; scores are by seat."""
    order = sorted(game.seats.items(), key=lambda item: item[1])
    scores = tuple(game.nations[nation].glory for nation, _ in order)
    best = game.winner or max(MAJORS, key=lambda nation: game.nations[nation].glory)
    glory = game.nations[best].glory
    winners = tuple(seat for nation, seat in order if nation == best or (not game.winner and game.nations[nation].glory == glory))
    return Outcome(scores, winners or tuple(seat for seat, score in enumerate(scores) if score == max(scores)), game.ending)
