"""Noninterference: whatever is hidden from a reader can be dealt anew, and nothing that reader can read changes.

`compare` deals a position anew for one reader and compares everything the software would tell him: the view, the question, who
is asked, his options, previews and refusals, what the log says of the next move, and where a game is played by mail the report, the
form and the verdicts on sheets, and all that a desk with cards makes of them. Each kind is counted, so that a run can say how much
it has looked at.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from .actions import Action, Seat
from .asking import asked
from .cards import CHOICE, Group, Wish
from .catalogue import LANGUAGES
from .contract import Disguising
from .errors import IllegalAction, MarchlandError
from .events import Event, Forced
from .frames import Decision, Together
from .retelling import Reader as Listener
from .retelling import retold, shown
from .state import State
from .title import Title
from .writing import Advising, DeskPart, Foreseeing, Hesitating, MailPart, Negotiating, Pointing, Recounting, Teaching

Told = tuple[str, str, Any]
"""Something a reader is told: its kind, what it is about, and what it says."""
KINDS = ("view", "question", "deciders", "options", "previews", "refusals", "log", "reports", "verdicts")
MOST_PREVIEWS = 24
OPENED = 3
"""So many cards of a desk are looked at,"""
DESKS = 3
"""of one sheet in so many: whatever a desk says takes its time."""


class Leak(AssertionError):
    """A reader can tell apart two tables that should look alike to him."""


class Reader(msgspec.Struct, frozen=True):
    """Who looks, at what he may point, and which answers and sheets he tries."""

    title: Title
    seat: Seat | None
    targets: Sequence[str] = ()
    answers: Sequence[Action] = ()
    sheets: Sequence[bytes] = ()

    # -- what is told ----------------------------------------------------------------------------------

    def told(self, state: State) -> Iterator[Told]:
        """Everything this reader can read at a table, except what has happened."""
        yield "view", "", msgspec.json.encode(self.title.view(state, self.seat), order="sorted")
        yield from self._notices(state)
        yield "deciders", "", state.deciders
        question = state.question(self.seat)
        if question is not None:
            yield from self._question(question)
        if self.seat is not None and self.seat in state.deciders:
            yield from self._desk(state, self.seat)
        if self.title.has_mail:
            yield from self._mail(state)

    def _notices(self, state: State) -> Iterator[Told]:
        noticing = self.title.parts.noticing
        for notice in noticing.notices(self.title.view(state, self.seat)) if noticing is not None else ():
            yield "view", f"notice {notice.key}", [self.title.phrases.notice(notice.key, lang, notice.facts) for lang in LANGUAGES]

    def _question(self, question: Decision[State]) -> Iterator[Told]:
        yield "question", "rule", (type(question).__name__, question.RULE)
        yield "question", "text", [self.title.phrases.prompt(question, language) for language in LANGUAGES]
        yield "question", "awaited", [self.title.phrases.awaited(question, language) for language in LANGUAGES]

    def _desk(self, state: State, seat: Seat) -> Iterator[Told]:
        """What somebody who is asked can find out before he answers."""
        decision, options = state.decision, state.options(seat)
        assert decision is not None
        yield "options", "", options
        if decision.WRITTEN:
            return
        yield "question", "asked", [asked(self.title, state, seat, language) for language in LANGUAGES]
        yield "options", "needless", tuple(decision.needless(state, seat))
        yield "options", "moment", decision.moment(state)
        yield "options", "allotment", decision.allotment(state, seat)
        for option in options[:: 1 + len(options) // MOST_PREVIEWS]:
            yield "options", str(option), self._sentence(state, decision, seat, option)
            yield "previews", str(option), decision.preview(state, seat, option)
        for target in self.targets:
            yield "refusals", target, decision.why_not(state, seat, target)
        for action in self.answers:
            yield "refusals", str(action), _refusal(state, decision, seat, action)

    def _sentence(self, state: State, decision: Decision[State], seat: Seat, option: Action) -> str:
        return self.title.phrases.action(option, "en", (), decision.facts(state, seat, option))

    def _mail(self, state: State) -> Iterator[Told]:
        mail = self.title.parts.mail
        if self.seat is None or state.is_over:
            return
        yield "reports", "form", mail.form(state, self.seat, "")
        yield "reports", "kinds", mail.kinds(state, self.seat, "en")
        for sheet in self.sheets:
            yield "verdicts", sheet.decode(errors="replace"), _reading(mail, state, self.seat, sheet)
        if self.sheets and self.title.parts.desk is not None and len(self.sheets[0]) % DESKS == 0:
            text = self.sheets[0].decode(errors="replace")
            yield from desk_told(
                self.title.parts.desk, state, self.seat, text if len(text) % 2 else mail.form(state, self.seat, "")
            )

    def report(self, state: State, events: Sequence[Event]) -> Iterator[Told]:
        """What the reader gets after a turn."""
        if not self.title.has_mail:
            return
        mail = self.title.parts.mail
        made = mail.gazette(state, events) if self.seat is None else mail.report(state, self.seat, events, ())
        yield "reports", "data", msgspec.json.encode(made, order="sorted")
        yield "reports", "words", mail.document(made, "en")
        if isinstance(mail, Recounting):
            kept = mail.remembered(state, self.seat, events)
            told = mail.story(None, state, self.seat, events, (), (kept,), "en")
            yield "reports", "story", msgspec.json.encode((kept, told), order="sorted")

    def log(self, events: Iterable[Event]) -> Iterator[Told]:
        """The lines of the log that the reader gets, up to the first by which he learns something hidden."""
        seen = (event for event in events if event.is_seen_by(self.seat))
        return self.lines(takewhile(lambda event: not self.is_news(event), seen))

    def retold(self, events: Iterable[Event]) -> Iterator[Told]:
        """The same events told in a few lines, as the reader gets them afterwards and the moment they happen."""
        seen = [(0, event) for event in events if event.is_seen_by(self.seat)]
        yield "log", "retold", [retold(self.title, seen, Listener(self.seat, language)) for language in LANGUAGES]
        yield "log", "shown", shown(self.title, seen, Listener(self.seat, "en"))

    def is_news(self, event: Event) -> bool:
        """Does the event uncover what was hidden, or tell a few what others do not know?"""
        forced = self.title.vocabulary.frames[event.decision] if isinstance(event, Forced) else None
        return event.REVEALS or event.audience is not None or (forced is not None and getattr(forced, "UNCOVERS", False))

    def lines(self, events: Iterable[Event]) -> Iterator[Told]:
        """All lines of the log that the reader gets."""
        for number, event in enumerate(event for event in events if event.is_seen_by(self.seat)):
            yield "log", f"line {number}", [self.title.phrases.event(event, language) for language in LANGUAGES]


def _refusal(state: State, decision: Decision[State], seat: Seat, action: Action) -> Any:
    try:
        decision.check(state, seat, action)
    except IllegalAction as error:
        return error.refusal
    except MarchlandError as error:
        return str(error)
    return None


def _reading(mail: MailPart[State, Any], state: State, seat: Seat, sheet: bytes) -> object:
    reading = mail.read(state, seat, sheet)
    return reading.canonical, reading.verdicts, reading.refusal


# -- a desk with cards ---------------------------------------------------------------------------------------


def desk_told(desk: DeskPart[State], state: State, seat: Seat, text: str) -> Iterator[Told]:
    """Everything that cards, map, forecast and advisers say of a sheet; a few orders are opened and filled in."""
    groups = desk.groups(state, seat, text, "en")
    yield "verdicts", "groups", groups
    wishes = [wish for number, group in enumerate(groups) for wish in _wishes(group, number)]
    for wish in wishes[len(text) % OPENED :: 1 + len(wishes) // OPENED]:
        yield from _opened(desk, state, seat, text, wish)
    if isinstance(desk, Pointing):
        yield from _pointed_at(desk, state, seat, text, groups)
    if isinstance(desk, Foreseeing):
        yield "verdicts", "forecast", desk.forecast(state, seat, text, "en")
    if isinstance(desk, Advising):
        yield "verdicts", "proposals", desk.proposals(state, seat, text, "en")
    if isinstance(desk, Teaching):
        yield "verdicts", "lesson", desk.lesson(state, seat, text, "en")
    if isinstance(desk, Hesitating):
        yield "verdicts", "misgivings", desk.misgivings(state, seat, text, "en")
    if isinstance(desk, Negotiating):
        yield "verdicts", "deals", desk.deals(state, seat, text, "en")


def _wishes(group: Group, number: int) -> Iterator[Wish]:
    """One of the orders that a group has, and one of those that it could be given."""
    for card in group.cards[:1]:
        yield Wish(group.id, card.kind, card.line)
    for offer in group.offers[number % max(1, len(group.offers)) :][:1]:
        yield Wish(group.id, offer.kind)


def _opened(desk: DeskPart[State], state: State, seat: Seat, text: str, wish: Wish) -> Iterator[Told]:
    card = desk.card(state, seat, text, wish, "en")
    yield "verdicts", f"card {wish.kind}", card
    values = {field.name: field.choices[-1].value for field in card.fields if field.kind == CHOICE and field.choices}
    filled = msgspec.structs.replace(wish, values=values)
    yield "verdicts", f"card {filled}", desk.card(state, seat, text, filled, "en")
    yield "verdicts", f"text {filled}", desk.changed(state, seat, text, filled, "en")


def _pointed_at(desk: Pointing[State], state: State, seat: Seat, text: str, groups: Sequence[Group]) -> Iterator[Told]:
    yield "verdicts", "traces", desk.traces(state, seat, text, "en")
    for group in groups[:2]:
        lights = desk.lights(state, seat, text, group.id, "en")
        yield "verdicts", f"lights {group.id}", lights
        for space in dict.fromkeys([group.space, *(light.space for light in lights[-1:])]):
            if space:
                yield "verdicts", f"place {space}", desk.place(state, seat, text, space, "en")


# -- comparing ---------------------------------------------------------------------------------------------


def compare(reader: Reader, state: State, key: bytes, events: Sequence[Event] = ()) -> Counter[str]:
    """Deal the table anew for a reader, and compare all that he is told of it; `events` made up the turn before, for reports."""
    dealt = reader.title.redeal(state, reader.seat, key)
    counted = same(reader, reader.told(state), reader.told(dealt))
    if events:
        seen = [event for event in events if event.is_seen_by(reader.seat)]
        counted += same(reader, reader.report(state, events), reader.report(dealt, seen))
    return counted


def compare_move(reader: Reader, state: State, key: bytes, seat: Seat, action: Action) -> Counter[str]:
    """Somebody answers, on the table and on one dealt anew for the reader, with the same dice: he is told the same of it.

    Not compared: what can only happen on one of the tables, answers to secret questions, sealed answers that are opened, and
    everything after the first line of the log that uncovers something.
    """
    dealt = reader.title.redeal(state, reader.seat, key)
    dealt.chance = state.chance
    if _answers_a_secret(reader, state, seat, action) or not _is_possible(dealt, seat, action):
        return Counter()
    true = state.clone()
    events, again = true.play(seat, action), dealt.play(seat, action)
    lines, lines_again = list(reader.log(events)), list(reader.log(again))
    questions = (state.decision, true.decision, dealt.decision)
    shown = any(question is not None and question.UNCOVERS for question in questions)
    if shown or any(reader.is_news(event) for event in (*events, *again) if event.is_seen_by(reader.seat)):
        common = min(len(lines), len(lines_again))
        return same(reader, lines[:common], lines_again[:common])
    counted = same(reader, lines, lines_again) + same(reader, reader.retold(events), reader.retold(again))
    if any(reader.is_news(event) for event in (*events, *again)) or true.chance.counter != state.chance.counter:
        return counted  # a draw from a deck uncovers the next card
    looking = Reader(reader.title, reader.seat)
    return counted + same(reader, looking.told(true), looking.told(dealt))


def tells_nothing_new(reader: Reader, state: State, dealt: State, seat: Seat, action: Action) -> bool:
    """Can the same answer be given on both tables, and comes nothing of it that is drawn or uncovered? Then all is told alike."""
    if _answers_a_secret(reader, state, seat, action) or not _is_possible(dealt, seat, action):
        return False
    true, twin = state.clone(), dealt.clone()
    events = [*true.play(seat, action), *twin.play(seat, action)]
    questions = (state.decision, true.decision, twin.decision)
    is_uncovered = any(question is not None and question.UNCOVERS for question in questions)
    return not is_uncovered and not any(map(reader.is_news, events)) and true.chance.counter == state.chance.counter


def compare_turn(reader: Reader, state: State, key: bytes, seat: Seat, action: Action) -> Counter[str]:
    """The answer that opens all sealed ones, on the table and on one in which others' things have other names only.

    A title's `view.disguise` changes what nothing hangs on: everything happens alike, so whatever the reader is told must be alike
    too, but for events that uncover something.
    """
    part = reader.title.parts.view
    if not isinstance(part, Disguising) or not _opens_sealed_answers(state, seat, action):
        return Counter()
    true, twin = state.clone(), part.disguise(state, reader.seat, key)
    events, again = true.play(seat, action), twin.play(seat, action)
    names = _uncovered(events, again)
    lines, lines_again = (reader.lines(event for event in happened if not event.REVEALS) for happened in (events, again))
    return same(reader, lines, _with_names(lines_again, names))


def _uncovered(events: Sequence[Event], again: Sequence[Event]) -> dict[str, str]:
    """By which name each thing goes on the other table, once an event has uncovered it for everybody."""
    pairs = [(one, other) for one, other in zip(events, again, strict=False) if one.REVEALS and one.audience is None]
    fields = [(getattr(other, name), getattr(one, name)) for one, other in pairs for name in type(one).__struct_fields__]
    return {alias: name for alias, name in fields if isinstance(alias, str) and alias != name}


def _with_names(told: Iterable[Told], names: dict[str, str]) -> Iterator[Told]:
    aliases = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)")
    for kind, what, sentences in told:
        yield kind, what, [aliases.sub(lambda found: names[found[0]], sentence) for sentence in sentences]


def _opens_sealed_answers(state: State, seat: Seat, action: Action) -> bool:
    decision = state.decision
    return isinstance(decision, Together) and decision.deciders() == (seat,) and decision.closes(state, seat, action)


def _answers_a_secret(reader: Reader, state: State, seat: Seat, action: Action) -> bool:
    """Does the answer open sealed ones, or is it given to a question that the reader does not know? What comes of it is news."""
    return _opens_sealed_answers(state, seat, action) or state.question(reader.seat) is not state.decision


def _is_possible(state: State, seat: Seat, action: Action) -> bool:
    decision = state.decision
    assert decision is not None
    try:
        decision.check(state, seat, action)
    except MarchlandError:
        return False
    return True


def same(reader: Reader, one: Iterable[Told], other: Iterable[Told]) -> Counter[str]:
    """Both tell the same, in the same order; how many things of each kind were compared."""
    counted: Counter[str] = Counter()
    found, again = list(one), list(other)
    for (kind, what, says), (kind_again, what_again, says_again) in zip(found, again, strict=False):
        counted[kind] += 1
        if (kind, what) != (kind_again, what_again):
            raise Leak(f"{kind} {what} for seat {reader.seat} shows something hidden: elsewhere it is {kind_again} {what_again}")
        if says != says_again:
            raise Leak(f"{kind} {what} for seat {reader.seat} shows something hidden: {difference(says, says_again)}")
    if len(found) != len(again):
        kind = (found + again)[min(len(found), len(again))][0]
        raise Leak(f"{kind} for seat {reader.seat} shows something hidden: {len(found)} things are told, elsewhere {len(again)}")
    return counted


def difference(one: Any, other: Any) -> str:
    """Where two things part: a long text is cut to that place."""
    texts = [value.decode(errors="replace") if isinstance(value, bytes) else str(value) for value in (one, other)]
    start = next((place for place, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), min(map(len, texts)))
    return " / ".join(text[max(0, start - 80) : start + 80] for text in texts)
