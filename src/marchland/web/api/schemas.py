"""What goes in and out of the interface for programs."""

from __future__ import annotations

from typing import Any, Literal

from ninja import Schema


class TitleOut(Schema):
    id: str
    name: str
    author: str
    seats: list[int]
    options: list[dict[str, Any]]
    bots: list[str]
    moments: dict[str, str]
    subjects: dict[str, Any] = {}
    """Kinds of questions for which answers may stand."""


class SeatTimeOut(Schema):
    """A seat's clock or deadline. `asked` and `due` are moments (null: its time does not run); `left` are the seconds that were on
    its clock when it last stood. `late`: it is answered for this once; `stand_in`: the bot that plays until its owner is back."""

    asked: str | None
    due: str | None
    left: int | None
    late: bool
    stand_in: str


class SeatOut(Schema):
    number: int
    name: str
    kind: str
    bot: str
    mine: bool
    deciding: bool
    departed: bool
    score: int | None = None
    time: SeatTimeOut | None = None
    """Where time is kept."""


class TableOut(Schema):
    slug: str
    name: str
    title: str
    status: str
    pace: str
    public: bool
    my_turn: bool
    vacant: list[int]
    pace_words: str
    due: str | None
    """My own deadline if I am asked, else the table's next."""
    paused: str | None


class PlaceIn(Schema):
    kind: Literal["me", "open", "invited", "bot", "hotseat"]
    level: str = ""
    name: str = ""


class TableIn(Schema):
    title: str
    seats: list[PlaceIn]
    options: dict[str, Any] = {}
    name: str = ""
    public: bool = True
    pace: Literal["live", "clock", "slow", "deadline", "schedule"] = "live"
    tempo: dict[str, Any] = {}
    """Figures of the pace. `clock`: `bank`, `increment` (seconds); `deadline`: `hours`, `quiet_from`, `quiet_to`, `zone`;
    `schedule`: `days` (0 is Monday), `at` ("20:00"), `zone`, `notice` (hours). Those that are left out are as usual."""
    limit: int | None = None
    """Minutes for the whole game, at titles that can end by the clock."""
    watching: Literal["", "all", "invited", "nobody"] = ""
    delay_by: Literal["", "entries", "minutes"] = ""
    delay: int = 0


class PromptOut(Schema):
    """`text` is the question as it is put to you, or what those are doing who are asked; `question` is its type."""

    text: str
    question: str
    deciders: list[int]
    names: list[str]
    mine: bool
    rule: str


class PositionOut(Schema):
    """A table as its viewer sees it: `view` is the title's own; `table.n` is the entry number to send with an action."""

    table: dict[str, Any]
    viewer: dict[str, Any]
    view: dict[str, Any] | None
    prompt: PromptOut
    seats: list[SeatOut]
    can: dict[str, bool]


class OptionOut(Schema):
    index: int
    action: dict[str, Any]
    text: str
    touches: list[str]
    preview: list[dict[str, Any]]


class AllotmentOut(Schema):
    """One answer for many: an action of this type whose `field` says how much of `amount` goes to each of `places`."""

    action: str
    field: str
    places: list[str]
    amount: int


class OptionsOut(Schema):
    n: int
    seat: int | None
    options: list[OptionOut]
    allotment: AllotmentOut | None = None


class ActIn(Schema):
    """`n` is the number of the last entry you have seen; `seat` is needed only if you play several."""

    n: int
    action: dict[str, Any]
    seat: int | None = None


class SheetIn(Schema):
    """A written answer. Without `hand_in` it is only checked."""

    n: int
    text: str
    hand_in: bool = False
    seat: int | None = None


class LineOut(Schema):
    """What became of one line: accepted, doubtful or refused, as it would be played, and why."""

    line: int
    status: str
    text: str
    canonical: str
    reasons: list[dict[str, str]]


class SheetOut(Schema):
    """`n` is the entry of a sheet that was handed in; `refusal` says why a sheet is void."""

    n: int | None
    turn: str
    canonical: str
    lines: list[LineOut]
    refusal: dict[str, str] | None


class FormOut(Schema):
    turn: str
    text: str


class CardsIn(Schema):
    """Something done with the sheet `text` as cards, as `do` says; nothing is handed in.

    `show`: everybody who takes orders, with those on the sheet and those that could be given, and the forecast; `more`: deals, a
    lesson and the orders as they are drawn on the map; `advise` (`order`: `steward` or `bot:NAME`): what could be added, with
    reasons; `open` and `set` (`group, kind, line, values`): a card with menus of legal values, and the text with its order on it
    once nothing is missing; `drop` (`line`); `add` (`section, order`); `lights` (`group`): where it can be sent; `place` (`space`):
    what is known of it.
    """

    n: int
    text: str
    do: str = "show"
    group: str = ""
    kind: str = ""
    line: int = 0
    space: str = ""
    section: str = ""
    order: str = ""
    values: dict[str, str] = {}
    seat: int | None = None


class CardsOut(Schema):
    """The text as it reads now, and of the rest what was asked for; the records are those of `marchland/kernel/cards.py`."""

    text: str
    line: int
    groups: list[dict[str, Any]] | None = None
    forecast: dict[str, Any] | None = None
    card: dict[str, Any] | None = None
    lights: list[dict[str, Any]] | None = None
    place: dict[str, Any] | None = None
    proposals: list[dict[str, Any]] | None = None
    deals: list[dict[str, Any]] | None = None
    lesson: dict[str, Any] | None = None
    traces: list[dict[str, Any]] | None = None


class StepIn(Schema):
    n: int
    seat: int | None = None


class WaiversIn(Schema):
    moments: list[str]
    seat: int | None = None


class StandingIn(Schema):
    """Answers that stand, the first that fits before the others. Each has `kind` and `answer` (see `/titles`; `ask`: put the
    question) and may have `rivals` (seats), `means`, `below` (a cost), `amount`, `once`.
    """

    standing: list[dict[str, Any]]
    seat: int | None = None


class SaidOut(Schema):
    """What a seat has said beforehand; `usual` are answers that suit most players, `belongings` what `means` may name."""

    seat: int | None
    standing: list[dict[str, Any]]
    plan: list[dict[str, Any]]
    usual: list[dict[str, Any]]
    belongings: list[str]


class PlanIn(Schema):
    """Answers one after the other: all of them, or none. Without `hand_in` they are only tried on a copy of the table."""

    n: int
    actions: list[dict[str, Any]]
    hand_in: bool = True
    seat: int | None = None


class PlanOut(Schema):
    """`done`: entry of the last one that was given at once; `items` as tried, `totals` of their costs, `options` for the next."""

    done: int | None
    items: list[dict[str, Any]]
    totals: list[str]
    options: list[dict[str, Any]]


class JoinIn(Schema):
    """`code` is the last part of the table's link: a private table is joined by it alone."""

    seat: int | None = None
    code: str = ""


class ChatIn(Schema):
    text: str


class EntryOut(Schema):
    n: int


class LogLineOut(Schema):
    n: int
    i: int
    by: int | None
    type: str
    text: str
    rule: str
    touches: list[str]
    made: str
    undone: bool
    event: dict[str, Any]


class ReasonOut(Schema):
    rule: str
    name: str
    text: str
    figures: str


class RefusalOut(Schema):
    error: str
    code: str
    reasons: list[ReasonOut] = []
