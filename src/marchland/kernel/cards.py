"""A sheet as cards: what passes between a title's `desk` (`contract.DeskPart`) and the page on which orders are given.

The text of the sheet is the only thing that is kept. Cards are read from it and write into it, so that card, map and text are
always the same order. Every sentence in these records is in the reader's language; ids are neutral.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from .errors import Refusal

CHOICE, NUMBER, TEXT, AMOUNTS, PLACES = "choice", "number", "text", "amounts", "places"
"""One of a menu; a whole number; words of one's own; so many of each of several things; spaces one after the other."""


class Wish(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody wants of a card: an order as it is filled in so far.

    `values` are by the name of the field; of AMOUNTS by `field.thing`, of PLACES one after the other with blanks between them.
    """

    group: str
    """Whose order it is: the id of a group."""
    kind: str
    line: int = 0
    """The line that says it now; 0 if none does yet."""
    values: Mapping[str, str] = {}


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to choose: legal by all that the seat knows."""

    value: str
    label: str
    space: str = ""
    """Where it lies on the map, so that a click there chooses it."""
    note: str = ""
    most: int = 0
    """Of AMOUNTS: how many there can be."""


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """One argument of an order."""

    name: str
    label: str
    kind: str = CHOICE
    value: str = ""
    """What is filled in; of AMOUNTS `thing=3 other=1`."""
    choices: tuple[Choice, ...] = ()
    is_needed: bool = True
    least: int = 0
    most: int = 0


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that counts in a test or a price: said in words, with the rule behind it."""

    text: str
    amount: str = ""
    rule: str = ""


class Outlook(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an order costs and may bring, by all that the seat knows."""

    price: str = ""
    busy: str = ""
    """Who or what is kept busy by it."""
    chance: tuple[int, int] | None = None
    """Percent, from the worst to the best case: the same number twice where all is known; None where nothing is tested."""
    figures: tuple[Figure, ...] = ()
    """Difficulty and each modifier of the test."""
    success: str = ""
    failure: str = ""
    alarm: str = ""
    """What stands in its way as things are: it cannot be paid, will be refused, cannot succeed."""
    notes: tuple[str, ...] = ()


class Card(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One order: on the sheet already, or about to be."""

    group: str
    kind: str
    name: str
    line: int = 0
    text: str = ""
    """The order as it is written, in the reader's language; empty while something needed is missing."""
    status: str = ""
    reasons: tuple[Refusal, ...] = ()
    fields: tuple[Field, ...] = ()
    help: str = ""
    rule: str = ""
    outlook: Outlook | None = None


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A kind of order that a group could be given now."""

    kind: str
    name: str
    help: str = ""
    rule: str = ""
    chapter: str = ""
    """The heading under which it is offered."""


class Group(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody or something that takes orders: a leader, a town, science, the treasury, an embassy."""

    id: str
    kind: str
    name: str
    facts: tuple[str, ...] = ()
    """Skill, state and what else one must know."""
    space: str = ""
    place: str = ""
    """Where it is: the space, and its name."""
    is_idle: bool = False
    """Could do something and has nothing to do."""
    cards: tuple[Card, ...] = ()
    offers: tuple[Offer, ...] = ()


class Light(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A space that a group can be sent to: which order a click gives, and what is known of the way and the place."""

    space: str
    name: str
    kind: str
    """The kind of order that a click gives."""
    look: str
    """How it is lit: march, attack, raid, siege, sea, tunnel, work ..."""
    order: str
    """What a click does, in words."""
    note: str = ""
    """Steps, danger, who is known to be there."""
    values: Mapping[str, str] = {}
    line: int = 0
    """The line whose place it takes, as somebody can do one thing only; 0 if none."""


class Trace(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An order drawn on the map while it is only an order: a way, or a mark at one space."""

    line: int
    look: str
    spaces: tuple[str, ...]
    text: str


class Place(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A space that somebody asks about: what is known of it, and what can be ordered here and by whom."""

    space: str
    name: str
    facts: tuple[tuple[str, str], ...] = ()
    """What it is, what stands there, what was seen when: a heading and what is said."""
    neighbours: tuple[tuple[str, str], ...] = ()
    """Spaces beside it, each with its name."""
    orders: tuple[Light, ...] = ()
    groups: tuple[str, ...] = ()
    """The group of each of the orders."""
    here: tuple[tuple[str, str], ...] = ()
    """Groups that stand here and take orders, each with its name."""


class Row(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the balance: what there is now and what will be left, from the worst to the best case."""

    id: str
    name: str
    now: int
    least: int
    most: int
    limit: int | None = None
    """More than this is lost."""
    is_short: bool = False
    parts: tuple[Figure, ...] = ()
    """What it is made of."""


class Forecast(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is to come of the sheet as it stands: `outlooks` by line, the balance, and what its writer should know."""

    outlooks: Mapping[int, Outlook] = {}
    rows: tuple[Row, ...] = ()
    warnings: tuple[Figure, ...] = ()
    notes: tuple[Figure, ...] = ()
    """What is ahead in any case, and what is not in the figures."""


class Proposal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody else would write: it is added if it is taken, and never takes another's place."""

    id: str = ""
    """The same for the same orders, whatever the language."""
    text: str
    """The line, in the reader's language."""
    section: str
    lines: tuple[tuple[str, str], ...] = ()
    """All lines that it takes, each with its section: an order may need others before it. None: the text alone."""
    name: str
    reason: str
    chance: tuple[int, int] | None = None
    """Percent that it succeeds, where that is tested, from the worst to the best case."""
    price: str = ""
    """What its last line costs, in words."""
    group: str = ""
    space: str = ""
    is_clashing: bool = False
    """What is written already stands in its way: it is shown and cannot be taken."""


HAND = "hand"
"""The kind of a step that is done by handing the sheet in."""


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to do in a lesson: where it is done, and whether it is."""

    text: str
    is_done: bool
    group: str = ""
    kind: str = ""
    space: str = ""
    line: int = 0
    """The line that says it now, if one does."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a newcomer is led through now."""

    id: str
    heading: str
    texts: tuple[str, ...]
    steps: tuple[Step, ...] = ()


RECEIVED, MADE, IN_FORCE, OPEN = "received", "made", "force", "open"
"""How far a deal is: another seat waits for the answer, this one does, it holds, or it could be made."""


class Reply(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a seat can do about a deal: a line for its sheet, or nothing, which is an answer too."""

    label: str
    text: str = ""
    """The line, in the reader's language."""
    section: str = ""
    note: str = ""
    """What it costs or needs."""
    line: int = 0
    """The line of the sheet that says it already."""


class Deal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something between two sides: an offer, a call, a treaty, a war, or what could be signed."""

    id: str
    kind: str
    side: str
    heading: str
    partner: str
    seat: int | None = None
    """Who plays the other side, so that one can write to them."""
    terms: tuple[str, ...] = ()
    binds: str = ""
    costs: tuple[Figure, ...] = ()
    until: str = ""
    rule: str = ""
    replies: tuple[Reply, ...] = ()


class Bond(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What stands between two sides, as far as the reader knows."""

    one: str
    other: str
    kind: str
    mark: str
    """One or two letters for a cell of the matrix."""
    text: str
    tone: str = ""
    """good or bad; empty for what is neither."""
    is_secret: bool = False
    """Only those it is between know of it."""


class Bonds(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is bound to whom. `parties` are ids and names, the reader's own first; `marks` say what each mark means."""

    parties: tuple[tuple[str, str], ...]
    bonds: tuple[Bond, ...] = ()
    marks: tuple[tuple[str, str], ...] = ()
    own: str = ""
