"""The contract of titles: what each file of a title has to define, and what it may define besides.

A title is a package. Every file that the platform knows of is described here by a protocol, which its module has to fulfil:

    state.py      StatePart                        phrases.py    PhrasesPart (may be Renaming, Recalling, Mannered)
    sequence.py   SequencePart                     position.py   PositionPart
    view.py       ViewPart (may be Disguising, Scored)       text.py       TextPart (may be Reminding)
    audit.py      AuditPart (may be Bookkeeping)   bot.py        BotPart (may be Shortlisting, Levelled, Choosy, Eager, Planning,
                                                                 Tasteful)

    mail.py       MailPart (may be Probing, Renewing, Signing, Recounting)    optional: a title that can be played by letter
    desk/         DeskPart (may be Pointing, Foreseeing, Advising, Comparing, Teaching, Hesitating, Negotiating, Binding)
                                                   optional: its sheets can be filled in by cards
    board/        BoardPart (may be Placing, Storied, Answering)    optional: a board of its own instead of the plain one
    designed.py   DesignedPart                     optional: content catalogued piece by piece from its own data
    statistics.py StatisticsPart (may be Casting)  optional: what simulations count
    standing.py   StandingPart                     optional: questions that may be answered beforehand
    guide.py      GuidePart                        optional: what seats may play, introduced to newcomers
    retelling.py  RetellingPart (may be Noticing, Accounting, Deciding)      optional: what happened, told afterwards
    glossary.py   GlossaryPart                     optional: terms whose words stand in its other data, beside data/glossary.yaml
    data/tour.yaml    as `tour.py` says            optional: a guided first game
    gauges.py     GaugesPart                       optional: figures by which a player judges how a seat stands

`Parts` loads them. A title that lacks something says so when it is loaded (`find_title`), naming the file and the function. mypy
checks the modules of a title that assigns each of them to its protocol, as the `contract.py` of every title of this house does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from .casting import Casting
from .errors import BrokenTitle
from .fulfilment import called, lacks, members
from .gauges import GaugesPart
from .glossary import GlossaryPart
from .guide import GuidePart
from .manners import Manner, Mannered, Recalling
from .matters import StandingPart
from .planning import Planning, Tasteful
from .retelling import Accounting, Deciding, Noticing, RetellingPart
from .writing import (
    Advising,
    Binding,
    Comparing,
    DeskPart,
    Foreseeing,
    Hesitating,
    MailPart,
    Negotiating,
    Pointing,
    Probing,
    Recounting,
    Renewing,
    Signing,
    Teaching,
)

if TYPE_CHECKING:
    from .actions import Action, Seat
    from .board import Answer, Board, Figures
    from .catalogue import Rule
    from .chance import Chance
    from .events import Event
    from .phrasebook import Phrasebook
    from .state import State
    from .title import Outcome, Value
    from .views import Section, View

G = TypeVar("G", bound="State")
G_in = TypeVar("G_in", bound="State", contravariant=True)
G_out = TypeVar("G_out", bound="State", covariant=True)
V_in = TypeVar("V_in", bound="View", contravariant=True)
V_out = TypeVar("V_out", bound="View", covariant=True)


# -- what every title has ------------------------------------------------------------------------------


class StatePart(Protocol[G_out]):
    """state.py"""

    @property
    def STATE(self) -> type[G_out]: ...


class SequencePart(Protocol[G]):
    """sequence.py"""

    def set_up(self, seats: int, options: Mapping[str, Value], chance: Chance, /) -> G:
        """A new game, run to its first decision."""

    def outcome(self, state: G, /) -> Outcome:
        """How a finished game ended."""


class ViewPart(Protocol[G, V_out]):
    """view.py"""

    def view(self, state: G, seat: Seat | None, /) -> V_out:
        """What the seat, or somebody who only watches, may see."""

    def redeal(self, state: G, seat: Seat | None, key: bytes, /) -> G:
        """A copy in which everything hidden from the seat, and all future chance, is dealt anew."""


@runtime_checkable
class Disguising(Protocol[G]):
    """A view.py that can also give hidden things other names on which nothing hangs."""

    def disguise(self, state: G, seat: Seat | None, key: bytes, /) -> G:
        """A copy in which hidden names differ."""


@runtime_checkable
class Scored(Protocol[G_in]):
    """A view.py that can tell the scores alone: they are noted after every move, and a whole view would be made for them."""

    def scores(self, state: G_in, /) -> tuple[int, ...]:
        """The `scores` of what somebody sees who only watches."""


class PhrasesPart(Protocol):
    """phrases.py"""

    @property
    def PHRASEBOOK(self) -> Phrasebook: ...


@runtime_checkable
class Renaming(Protocol):
    """A phrases.py whose names depend on the options of the table."""

    def phrasebook(self, options: Mapping[str, Value], /) -> Phrasebook:
        """The sentences of a table with these options."""


class AuditPart(Protocol[G_in]):
    """audit.py"""

    def audit(self, state: G_in, /) -> None:
        """AssertionError when the table makes no sense."""

    def reconcile(self, state: G_in, events: list[Event], /) -> None:
        """AssertionError when history and table differ."""


class Ledger(Protocol[G_in]):
    """Books that are kept during a game: the same as `reconcile`, after every move."""

    def enter(self, events: Iterable[Event], /) -> None: ...

    def balance(self, state: G_in, /) -> None: ...


@runtime_checkable
class Bookkeeping(Protocol[G_in]):
    """An audit.py that can be asked after every move."""

    def Books(self) -> Ledger[G_in]: ...


class PositionPart(Protocol[G_in]):
    """position.py"""

    def lay(self, state: G_in, position: Mapping[str, Any], seat_names: tuple[str, ...], /) -> None:
        """Lay a partial position on the table of a new game and run to its first decision."""


class TextPart(Protocol[V_in]):
    """text.py"""

    def sections(self, view: V_in, language: str, players: Sequence[str], /) -> Iterable[Section]:
        """The position in words."""


@runtime_checkable
class Reminding(Protocol[V_in]):
    """A text.py that says in short what the viewer has to spend: it stands beside every question in the terminal."""

    def at_hand(self, view: V_in, language: str, /) -> str: ...


class Automaton(Protocol[G_in]):
    """A player of the title's own making: it is given a copy in which what it may not know is dealt anew."""

    def choose(self, state: G_in, seat: Seat, /) -> Action: ...


class BotPart(Protocol[G_in]):
    """bot.py. All bots are measured by greedy play with `evaluate`, which stays as it is: what is better goes into `judge`."""

    @property
    def BOTS(self) -> Mapping[str, Callable[[], Automaton[G_in]]]:
        """The title's own automata by name, the weakest first; may be empty."""

    def evaluate(self, state: G_in, seat: Seat, /) -> float:
        """How good the position is for the seat; frozen."""


@runtime_checkable
class Shortlisting(Protocol[G_in]):
    """A bot.py that leaves options out of greedy's thoughts."""

    def shortlist(self, state: G_in, seat: Seat, options: tuple[Action, ...], /) -> tuple[Action, ...]: ...


@runtime_checkable
class Levelled(Protocol):
    """A bot.py that says which bot is easy, normal or hard."""

    @property
    def LEVELS(self) -> Mapping[str, str]: ...


@runtime_checkable
class Choosy(Protocol):
    """A bot.py that finds bots of the house unfit for its game."""

    @property
    def UNFIT(self) -> Sequence[str]: ...


@runtime_checkable
class Eager(Protocol):
    """A bot.py that says how eagerly the curious bot of sweeps tries each kind of action."""

    @property
    def EAGERNESS(self) -> Mapping[str, float]: ...


# -- what a title may have -----------------------------------------------------------------------------


class BoardPart(Protocol[V_in]):
    """board/: a package with the templates beside it."""

    def scene(self, view: V_in, language: str, /) -> Board:
        """What the page and the templates draw."""


@runtime_checkable
class Placing(Protocol[V_in]):
    """A board/ that says where a piece lies, so that one can also point at the place."""

    def place_of(self, view: V_in, thing: str, /) -> str: ...


@runtime_checkable
class Storied(Protocol[V_in]):
    """A board/ that also draws what happened lately."""

    def story(self, events: Sequence[Event], view: V_in, language: str, players: Sequence[str], /) -> Figures: ...


@runtime_checkable
class Answering(Protocol[V_in]):
    """A board/ that says more of what one points at than its marks and notes do."""

    def answers(self, view: V_in, thing: str, language: str, /) -> Sequence[Answer]:
        """The lines of its card; nothing for what marks and notes say well enough."""


class DesignedPart(Protocol):
    """designed.py"""

    def rules(self) -> Iterable[Rule]: ...


class Counter(Protocol):
    """What simulations count of one game after the other."""

    def add(self, events: Iterable[Event], /) -> None: ...

    def report(self) -> Mapping[str, object]: ...


class StatisticsPart(Protocol):
    """statistics.py"""

    def Statistics(self) -> Counter: ...


# -- loading -------------------------------------------------------------------------------------------

REQUIRED: dict[str, type] = {
    "state": StatePart,
    "sequence": SequencePart,
    "view": ViewPart,
    "phrases": PhrasesPart,
    "audit": AuditPart,
    "position": PositionPart,
    "text": TextPart,
    "bot": BotPart,
}
OPTIONAL: dict[str, type] = {
    "mail": MailPart,
    "desk": DeskPart,
    "board": BoardPart,
    "designed": DesignedPart,
    "statistics": StatisticsPart,
    "standing": StandingPart,
    "guide": GuidePart,
    "glossary": GlossaryPart,
    "retelling": RetellingPart,
    "gauges": GaugesPart,
}
ABILITIES: dict[str, tuple[type, ...]] = {
    "view": (Disguising, Scored),
    "phrases": (Renaming, Recalling, Mannered),
    "audit": (Bookkeeping,),
    "text": (Reminding,),
    "bot": (Shortlisting, Levelled, Choosy, Eager, Planning, Tasteful),
    "mail": (Probing, Renewing, Signing, Recounting),
    "desk": (Pointing, Foreseeing, Advising, Comparing, Teaching, Hesitating, Negotiating, Binding),
    "board": (Placing, Storied, Answering),
    "retelling": (Noticing, Accounting, Deciding),
    "statistics": (Casting,),
}


class Parts:
    """The modules of a title, each loaded when it is first needed and known to keep its part of the contract."""

    def __init__(self, package: str) -> None:
        self.package = package

    @cached_property
    def state(self) -> StatePart[State]:
        part: StatePart[State] = self._load("state")
        return part

    @cached_property
    def sequence(self) -> SequencePart[State]:
        part: SequencePart[State] = self._load("sequence")
        return part

    @cached_property
    def view(self) -> ViewPart[State, View]:
        part: ViewPart[State, View] = self._load("view")
        return part

    @cached_property
    def scored(self) -> Scored[State] | None:
        """The view once more, if it can tell the scores alone."""
        return self.view if isinstance(self.view, Scored) else None

    @cached_property
    def phrases(self) -> PhrasesPart:
        part: PhrasesPart = self._load("phrases")
        return part

    @cached_property
    def renaming(self) -> Renaming | None:
        """The phrases once more, if its names depend on the table: asked for with every sentence, so looked at once."""
        return self.phrases if isinstance(self.phrases, Renaming) else None

    @cached_property
    def recalling(self) -> Recalling | None:
        return self.phrases if isinstance(self.phrases, Recalling) else None

    @cached_property
    def manners(self) -> Mapping[str, Manner]:
        return self.phrases.MANNERS if isinstance(self.phrases, Mannered) else {}

    @cached_property
    def audit(self) -> AuditPart[State]:
        part: AuditPart[State] = self._load("audit")
        return part

    @cached_property
    def position(self) -> PositionPart[State]:
        part: PositionPart[State] = self._load("position")
        return part

    @cached_property
    def text(self) -> TextPart[View]:
        part: TextPart[View] = self._load("text")
        return part

    @cached_property
    def bot(self) -> BotPart[State]:
        part: BotPart[State] = self._load("bot")
        return part

    @cached_property
    def mail(self) -> MailPart[State, Any]:
        """For titles that can be played by letter: ask `has_mail` first."""
        part: MailPart[State, Any] = self._load("mail")
        return part

    @cached_property
    def has_mail(self) -> bool:
        return self._exists("mail")

    @cached_property
    def desk(self) -> DeskPart[State] | None:
        part: DeskPart[State] | None = self._load_if_there("desk")
        return part

    @cached_property
    def board(self) -> BoardPart[View] | None:
        part: BoardPart[View] | None = self._load_if_there("board")
        return part

    @cached_property
    def placing(self) -> Placing[View] | None:
        """The board once more, if it says where pieces lie: asked with every page, so looked at once, as the next is."""
        return self.board if isinstance(self.board, Placing) else None

    @cached_property
    def storied(self) -> Storied[View] | None:
        """The board once more, if it draws what happened lately."""
        return self.board if isinstance(self.board, Storied) else None

    @cached_property
    def answering(self) -> Answering[View] | None:
        """The board once more, if it says more of its things."""
        return self.board if isinstance(self.board, Answering) else None

    @cached_property
    def designed(self) -> DesignedPart | None:
        part: DesignedPart | None = self._load_if_there("designed")
        return part

    @cached_property
    def statistics(self) -> StatisticsPart | None:
        part: StatisticsPart | None = self._load_if_there("statistics")
        return part

    @cached_property
    def standing(self) -> StandingPart[State] | None:
        part: StandingPart[State] | None = self._load_if_there("standing")
        return part

    @cached_property
    def guide(self) -> GuidePart | None:
        part: GuidePart | None = self._load_if_there("guide")
        return part

    @cached_property
    def glossary(self) -> GlossaryPart | None:
        part: GlossaryPart | None = self._load_if_there("glossary")
        return part

    @cached_property
    def retelling(self) -> RetellingPart | None:
        part: RetellingPart | None = self._load_if_there("retelling")
        return part

    @cached_property
    def noticing(self) -> Noticing[View] | None:
        """The retelling once more, if it says what one had better know: asked with every page, so looked at once."""
        return self.retelling if isinstance(self.retelling, Noticing) else None

    @cached_property
    def gauges(self) -> GaugesPart[View] | None:
        part: GaugesPart[View] | None = self._load_if_there("gauges")
        return part

    def faults(self) -> list[str]:
        """Everything the package lacks: each entry names a file and what is not in it."""
        there = {name: contract for name, contract in OPTIONAL.items() if self._exists(name)}
        return [fault for name, contract in (REQUIRED | there).items() for fault in self._faults(name, contract)]

    def _load(self, name: str) -> Any:
        faults = self._faults(name, (REQUIRED | OPTIONAL)[name])
        if faults:
            raise BrokenTitle(self.package, faults)
        return self._module(name)

    def _load_if_there(self, name: str) -> Any:
        return self._load(name) if self._exists(name) else None

    def _faults(self, name: str, contract: type) -> list[str]:
        if not self._exists(name):
            wanted = ", ".join(called(*member) for member in members(contract))
            return [f"{self._file(name)} is missing; it defines {wanted}"]
        try:
            module = self._module(name)
        except ImportError as error:
            return [f"{self._file(name)} cannot be loaded: {error}"]
        able = [ability for ability in ABILITIES.get(name, ()) if isinstance(module, ability)]
        return [f"{self._file(name)} {lack}" for kind in (contract, *able) for lack in lacks(module, kind)]

    def _exists(self, name: str) -> bool:
        spec = find_spec(f"{self.package}.{name}")
        return spec is not None and spec.origin is not None  # a mere folder of that name is none

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{self.package}.{name}")

    def _file(self, name: str) -> str:
        folder = self.package.replace(".", "/")
        return f"{folder}/{name}/__init__.py" if name in ("board", "desk") else f"{folder}/{name}.py"
