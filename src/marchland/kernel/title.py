"""Title: what the platform knows of a game, and where it finds the rest.

A title module is importable alone: it describes the game (names, seats, options) and loads the rules only when they are needed.
What the other files of its package hold is said, file by file, in `contract`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import msgspec

from .actions import Seat
from .catalogue import Catalogue
from .chance import Chance
from .contract import Parts
from .errors import BadFile, BadOption, BrokenTitle, UnknownTitle
from .glossary import Glossary, read_glossary
from .phrasebook import Phrasebook
from .state import State
from .views import View
from .vocabulary import Vocabulary

Text = dict[str, str]
GROUP = "marchland.games"
Value = bool | int | str
"""What an option can be set to."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """A choice made before the game starts: a yes/no, a whole number, one of several names, or a list of them.

    `picks` are names of which any number may be listed, each once, in an order that counts, with commas between.
    `of_seats` says that it is about what each seat plays: a list of picks goes by the order of the seats, and whoever sits
    there may choose; a choice among names is how it is dealt out, which people want to know before they sit down.
    `of_time` says that with it a game ends by the clock, which a house that keeps time reads (`Decision.by_the_clock`).
    `suggested` is what new tables have unless somebody says otherwise, where that is not the default: an option that came later
    has a default by which the games before it were played, so that they can be played again.
    """

    name: str
    default: Value
    label: Text
    help: Text = {}
    choices: tuple[str, ...] = ()
    picks: tuple[str, ...] = ()
    labels: dict[str, Text] = {}
    low: int = 0
    high: int = 0
    of_seats: bool = False
    of_time: bool = False
    suggested: Value | None = None

    @property
    def usual(self) -> Value:
        """What a new table has where nobody says otherwise."""
        return self.default if self.suggested is None else self.suggested

    def read(self, value: object) -> Value:
        """The value in its proper type, or BadOption."""
        if isinstance(self.default, bool):
            return self._read_bool(value)
        if isinstance(self.default, int):
            return self._read_int(value)
        if self.picks:
            return self._read_picks(value)
        if value not in self.choices:
            raise BadOption(f"option {self.name}: {value!r} is not one of {', '.join(self.choices)}")
        return str(value)

    def _read_picks(self, value: object) -> str:
        names = [name.strip() for name in str(value).split(",") if name.strip()]
        for name in names:
            if name not in self.picks:
                raise BadOption(f"option {self.name}: {name!r} is not one of {', '.join(self.picks)}")
            if names.count(name) > 1:
                raise BadOption(f"option {self.name}: {name!r} is listed twice")
        return ",".join(names)

    def _read_bool(self, value: object) -> bool:
        if str(value).lower() not in ("true", "false", "yes", "no", "1", "0", "on", "off"):
            raise BadOption(f"option {self.name}: {value!r} is neither yes nor no")
        return str(value).lower() in ("true", "yes", "1", "on")

    def _read_int(self, value: object) -> int:
        try:
            number = int(value if isinstance(value, int | float) else str(value))
        except ValueError:
            raise BadOption(f"option {self.name}: {value!r} is not a whole number") from None
        if not self.low <= number <= self.high:
            raise BadOption(f"option {self.name}: {number} is not between {self.low} and {self.high}")
        return number


class Outcome(msgspec.Struct, frozen=True):
    """How a finished game ended: scores by seat, who won (several if they share it), and why it ended."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str


class Title(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One game: how to name it, whom it seats, which options it has."""

    id: str
    package: str
    name: Text
    author: str
    blurb: Text
    seats: tuple[int, ...]
    weight: int = 50
    """Where it stands in lists of titles: the lightest first."""
    effort: Text = {}
    """How hard it is to learn and to play, in a few words."""
    suits: Text = {}
    """For whom it is, in a few words."""
    usual_seats: int = 3
    """How many sit down where nobody says otherwise."""
    options: tuple[Option, ...] = ()
    rules_version: int = 1
    agrees_with: tuple[int, ...] = ()
    """Earlier versions of the rules whose games go on as they were begun: golden games of each prove it."""
    minutes: int = 60
    has_secrets: bool = True
    """Does any seat ever know more than those who only watch? Where none does, people at one screen need no curtain."""
    moments: Mapping[str, Text] = {}
    """Moments at which players may break in, with their names: a player need not be asked at each (`Decision.moment`)."""
    in_play: Mapping[str, Value] = {}
    """The options of the table it is played at, where names depend on them (`at_table`)."""
    seat_colours: tuple[str, ...] = ("#b3372f", "#2f5fb3", "#2f8f4e", "#c99a1b", "#7b4aa8", "#2b9aa0")

    # -- playing -------------------------------------------------------------------------------------

    def new(self, seats: int, key: bytes, options: Mapping[str, object] | None = None, chance: Chance | None = None) -> State:
        """A new game, run to its first decision."""
        if seats not in self.seats:
            raise BadOption(f"{self.id} is for {self.seats[0]} to {self.seats[-1]} seats, not {seats}")
        return self.parts.sequence.set_up(seats, self.settings(options or {}), chance or Chance(key))

    def settings(self, wanted: Mapping[str, object]) -> dict[str, Value]:
        """All options with their values; unknown names are refused."""
        known = {option.name: option for option in self.options}
        for name in wanted:
            if name not in known:
                raise BadOption(f"{self.id} has no option {name!r}; it has: {', '.join(known) or 'none'}")
        return {name: option.read(wanted.get(name, option.default)) for name, option in known.items()}

    def for_new_table(self, wanted: Mapping[str, object]) -> dict[str, Value]:
        """All options of a new table with their values: what is not named is as suggested."""
        return self.settings({**{option.name: option.usual for option in self.options}, **wanted})

    def view(self, state: State, seat: Seat | None) -> View:
        return self.parts.view.view(state, seat)

    def redeal(self, state: State, seat: Seat | None, key: bytes) -> State:
        """A copy in which everything hidden from the seat, and all future chance, is dealt anew."""
        return self.parts.view.redeal(state, seat, key)

    def plays(self, version: int) -> bool:
        """Can this release go on with a game of that version of the rules?"""
        return version == self.rules_version or version in self.agrees_with

    def outcome(self, state: State) -> Outcome:
        return self.parts.sequence.outcome(state)

    def audit(self, state: State) -> None:
        self.parts.audit.audit(state)

    def load(self, plain: dict[str, Any]) -> State:
        """A state from plain data, migrated to this release."""
        return self.parts.state.STATE.from_plain(plain, self.vocabulary)

    # -- what belongs to the title -------------------------------------------------------------------

    @cached_property
    def parts(self) -> Parts:
        """The modules of its package, by what each has to define."""
        return Parts(self.package)

    def check(self) -> None:
        """BrokenTitle, naming files and functions, unless the package keeps the whole contract of titles."""
        faults = self.parts.faults()
        if faults:
            raise BrokenTitle(self.package, faults)

    @property
    def has_mail(self) -> bool:
        """Can it be played by letter?"""
        return self.parts.has_mail

    @property
    def folder(self) -> Path:
        spec = import_module(self.package).__file__
        if spec is None:
            raise BadFile(f"{self.package} is not a package on disk")
        return Path(spec).parent

    @cached_property
    def vocabulary(self) -> Vocabulary:
        rules = f"{self.package}.rules"
        names = [name for _, name, _ in pkgutil.walk_packages(import_module(rules).__path__, f"{rules}.")]
        return Vocabulary(map(import_module, (f"{self.package}.sequence", *sorted(names))))

    @cached_property
    def catalogue(self) -> Catalogue:
        designed = self.parts.designed
        return Catalogue(self.folder / "data" / "rules.yaml", designed.rules if designed else tuple)

    @cached_property
    def glossary(self) -> Glossary:
        """Every term, sign and figure of its table, explained; empty for a title that explains none."""
        derived = self.parts.glossary
        return read_glossary(self.folder / "data" / "glossary.yaml", self.catalogue.rules, derived.terms() if derived else {})

    @property
    def phrases(self) -> Phrasebook:
        renaming = self.parts.renaming
        return renaming.phrasebook(self.in_play) if renaming is not None else self.parts.phrases.PHRASEBOOK

    def at_table(self, options: Mapping[str, object]) -> Title:
        """The title with the names in use at a table with these options: the same id may be called otherwise on another board."""
        if self.parts.renaming is None:
            return self
        there = msgspec.structs.replace(self, in_play=self.settings(options))
        there.__dict__.update(self.__dict__)
        return there


def titles() -> dict[str, Title]:
    """Every installed title by id."""
    found = (entry.load() for entry in entry_points(group=GROUP))
    return {title.id: title for title in sorted(found, key=lambda title: str(title.id))}


def find_title(title_id: str) -> Title:
    """The title of this id, loaded and found complete."""
    for entry in entry_points(group=GROUP):
        if entry.name == title_id:
            title: Title = entry.load()
            title.check()
            return title
    raise UnknownTitle(title_id, sorted(entry.name for entry in entry_points(group=GROUP)))
