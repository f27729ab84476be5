"""The conformance suite: what every title must hold, without exemption.

`conformance` lists all checks of a title, for its tests:

    @pytest.mark.parametrize("check", conformance(TITLE), ids=str)
    def test_the_title_keeps_every_promise(check):
        check()

`check_game` plays one random game and checks, at every position or at a sample of them, everything the
kernel promises. Failures name the seed, and `Walk.record` gives the file that replays it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from hashlib import blake2b
from itertools import product
from pathlib import Path
from tempfile import gettempdir

import msgspec

from . import secrecy
from .actions import Action, Seat
from .catalogue import LANGUAGES
from .chance import drawn, key_from_seed
from .errors import IllegalAction, MarchlandError, Refusal
from .events import Event
from .frames import Decision, Together
from .match import Entry, Match, Record, may_take_back, write_record
from .matters import Standing
from .phrasebook import gaps
from .standing import matter_of
from .state import State
from .title import Title
from .tour import act_out, other_ways, tour_of
from .vocabulary import plain
from .writing import Probing

EVERY, SELDOM = 23, 97
"""Positions from one close look to the next, in a game by the usual options and in one by others."""
PATIENCE = 200
"""So many answers that do nothing are enough for anybody's turn."""


class Check(msgspec.Struct, frozen=True):
    """One check of a title: called, it raises AssertionError unless the title keeps its promise."""

    name: str
    look: Callable[[], object]

    def __call__(self) -> None:
        self.look()

    def __str__(self) -> str:
        return self.name


def conformance(title: Title) -> list[Check]:
    """The whole suite for a title: complete, worded, playable at small, middling and large tables and under every option."""
    tables = _tables(title)
    return [
        Check(f"{title.id} is complete", title.check),
        Check(f"{title.id} has a sentence for everything", partial(check_phrases, title)),
        Check(f"{title.id}, guided", partial(check_tour, title)),
        *(Check(f"{title.id} at {seats}", partial(_check_table, title, seats)) for seats in tables),
        *(Check(f"{title.id} with {name} {value}", partial(_check_option, title, {name: value})) for name, value in _others(title)),
        *(Check(f"{title.id} twice at {seats}", partial(check_same_twice, title, seats, f"twice {seats}")) for seats in tables),
    ]


def _tables(title: Title) -> list[int]:
    """A few seat counts: the smallest, the largest and one between."""
    return sorted({title.seats[0], title.seats[len(title.seats) // 2], title.seats[-1]})


def _others(title: Title) -> Iterator[tuple[str, bool | str]]:
    """Every other value of every option that is a choice or a switch, one at a time."""
    for option in title.options:
        values: tuple[bool | str, ...] = option.choices or ((True, False) if isinstance(option.default, bool) else ())
        yield from ((option.name, value) for value in values if value != option.default)


def _check_table(title: Title, seats: int) -> None:
    check_game(Walk(title, seats, f"conformance {seats}"), every=EVERY)


def _check_option(title: Title, options: Mapping[str, object]) -> None:
    check_game(Walk(title, title.seats[len(title.seats) // 2], f"options {options}", options), every=SELDOM)


class Walk:
    """A random game: the same title, seats, options and seed always take the same way."""

    def __init__(self, title: Title, seats: int, seed: int | str, options: Mapping[str, object] | None = None) -> None:
        self.title, self.seats, self.seed = title.at_table(options or {}), seats, seed
        self.key = key_from_seed(seed)
        self.options = title.settings(options or {})
        self.state = title.new(seats, self.key, self.options)
        self.events: list[Event] = self.state.outbox
        self.state.outbox = []
        self.entries: list[Entry] = []
        self._choices = key_from_seed(f"choices of {seed}")
        self._known: dict[type[Action], Action] = {}
        self.compared: Counter[str] = Counter()
        """How much readers were shown to be told alike, by kind."""
        self.last_turn: list[Event] = []
        """What happened when the last simultaneous decision was settled."""
        self.moves = 0

    def choose(self) -> tuple[Seat, Action]:
        deciders = self.state.deciders
        seat = deciders[drawn(self._choices, 2 * self.moves, len(deciders))]
        options = self.state.options(seat)
        return seat, options[drawn(self._choices, 2 * self.moves + 1, len(options))]

    def step(self) -> list[Event]:
        seat, action = self.choose()
        self._known[type(action)] = action
        is_sealed = isinstance(self.state.decision, Together)
        events = self.state.play(seat, action)
        if is_sealed and events:
            self.last_turn = events
        self.entries.append(Entry(seat, plain(action), ""))
        self.events += events
        self.moves += 1
        return events

    @cached_property
    def board(self) -> tuple[str, ...]:
        """The ids of everything on the board that a person can point at."""
        return tuple(self.title.phrases.things("en"))

    @property
    def onlooker(self) -> Seat | None:
        """Whoever is looked at more closely in this round: everybody in turn, and those who only watch."""
        number = self.moves // self.seats % (self.seats + 1)
        return number if number < self.seats else None

    def answers_to_other_questions(self) -> list[Action]:
        """The last answer of each kind that was given in this walk: most of them are out of place by now."""
        return [action for action in self._known.values() if action not in self.state.options(self.state.deciders[0])]

    def record(self) -> Record:
        """The walk so far as a file for `marchland replay`: fingerprints are worked out only now, by playing it again."""
        match = Match(self.title, self.seats, self.key, self.options)
        for entry in self.entries:
            match.repeat(entry)
        return match.record()

    def __repr__(self) -> str:
        return f"{self.title.id}, {self.seats} seats, seed {self.seed!r}, options {self.options}, move {self.moves}"


def check_game(walk: Walk, every: int = 1, limit: int = 200_000) -> None:
    """Play to the end, auditing every position and checking all properties at every `every`-th.

    A failure names the seed and leaves the game so far in a file.
    """
    try:
        while not walk.state.is_over:
            assert walk.moves < limit, "the game does not end"
            if walk.moves % every == 0:
                check_position(walk)
            check_step(walk)
        check_end(walk)
    except AssertionError as failure:
        path = Path(gettempdir()) / f"marchland-{walk.title.id}-{blake2b(repr(walk).encode(), digest_size=4).hexdigest()}.json"
        path.write_bytes(write_record(walk.record()))
        failure.add_note(f"{walk}; the game so far: marchland replay {path}")
        raise


def check_step(walk: Walk) -> None:
    """One move: the table makes sense after it, and what can be taken back has told the player nothing."""
    before, seats = walk.state.clone(), walk.state.deciders
    events = walk.step()
    assert before.deciders == seats, f"a move changed a clone: {walk}"
    walk.title.audit(walk.state)
    seat = walk.entries[-1].seat
    assert seat is not None
    if may_take_back(before, walk.state, seat, events):
        check_undo(walk, seat, before, events)


def check_undo(walk: Walk, seat: Seat, before: State, events: list[Event]) -> None:
    """Were everything hidden dealt anew before the answer, the player would have seen the same come of it."""
    title, entry = walk.title, walk.entries[-1]
    dealt = title.redeal(before, seat, key_from_seed(f"undo {walk.moves}"))
    again = dealt.play(seat, title.vocabulary.action(entry.action))
    told = [[event for event in happened if event.is_seen_by(seat)] for happened in (events, again)]
    assert told[0] == told[1], f"an answer that can be taken back has revealed something: {walk}"
    same = _seen(title, dealt, seat) == _seen(title, walk.state, seat)
    assert same, f"an answer that can be taken back has shown something: {walk}"


def check_position(walk: Walk) -> None:
    checks = (
        check_options, check_round_trip, check_clone, check_text, check_moments, check_defaults, check_matters, check_outsiders,
        check_refusals, check_views, check_scores,
    )  # fmt: skip
    for check in checks:
        check(walk)


def check_options(walk: Walk) -> None:
    """Options are offered, differ from each other, come in a stable order and all apply."""
    state = walk.state
    for seat in state.deciders:
        options = state.options(seat)
        assert options, f"nothing to do for seat {seat}: {walk}"
        assert len(set(options)) == len(options), f"an option twice: {walk}"
        fresh = state.clone()
        fresh.menu = None
        assert fresh.options(seat) == options, f"options change order: {walk}"
        for option in options:
            state.clone().apply(seat, option)
        check_allotment(walk, seat)


def check_allotment(walk: Walk, seat: Seat) -> None:
    """Where things can be divided among places at once, any division applies: evenly, and all in one place."""
    state = walk.state
    wanted = state.decision.allotment(state, seat) if state.decision is not None else None
    if wanted is None:
        return
    share, rest = divmod(wanted.amount, len(wanted.places))
    even = {place: share + (number < rest) for number, place in enumerate(wanted.places)}
    for numbers in (even, {wanted.places[-1]: wanted.amount}):
        action = walk.title.vocabulary.action({"type": wanted.action, wanted.field: numbers})
        state.clone().apply(seat, action)


def check_round_trip(walk: Walk) -> None:
    """JSON comes back as the same state, and play goes on identically from it."""
    state = walk.state
    text = state.to_json()
    again = walk.title.load(msgspec.json.decode(text))
    assert again.to_json() == text, f"JSON round trip differs: {walk}"
    for seat in state.deciders:
        assert again.options(seat) == state.options(seat), f"options differ after a round trip: {walk}"
    seat, action = walk.choose()
    one, other = state.clone(), again
    one.play(seat, action)
    other.play(seat, action)
    assert one.to_json() == other.to_json(), f"play differs after a round trip: {walk}"


def check_clone(walk: Walk) -> None:
    """Playing on with a clone leaves the original untouched."""
    text = walk.state.to_json()
    twin = walk.state.clone()
    for turn in range(8):
        if twin.is_over:
            break
        seat = twin.deciders[0]
        options = twin.options(seat)
        twin.play(seat, options[turn % len(options)])
    assert walk.state.to_json() == text, f"a clone shares something: {walk}"


def check_text(walk: Walk) -> None:
    """Every option survives JSON and the one-line form, and has a sentence in every language."""
    vocabulary, phrases = walk.title.vocabulary, walk.title.phrases
    for seat in walk.state.deciders:
        for option in walk.state.options(seat):
            assert vocabulary.action(msgspec.json.decode(msgspec.json.encode(plain(option)))) == option, f"{option}: {walk}"
            assert vocabulary.parse(vocabulary.text(option)) == option, f"{option} as text: {walk}"
            for language in LANGUAGES:
                check_sentence(phrases.action(option, language))
    decision = walk.state.decision
    if decision is not None:
        for language in LANGUAGES:
            check_sentence(phrases.prompt(decision, language))


NESTED = re.compile(r"\([^()]*\(")


def check_sentence(said: str) -> None:
    """There is one, and a name that has brackets of its own does not stand in others."""
    assert said
    assert not NESTED.search(said), f"brackets in brackets: {said}"


def check_moments(walk: Walk) -> None:
    """A question that may be waived names a moment of the title, and the waiver is a legal answer to it."""
    state = walk.state
    decision = state.decision
    moment = decision.moment(state) if decision is not None else ""
    if decision is not None and moment:
        assert moment in walk.title.moments, f"{moment} is no moment of the title: {walk}"
        assert decision.waiver() in state.options(decision.deciders()[0]), f"the waiver is not offered: {walk}"


def check_defaults(walk: Walk) -> None:
    """Whoever is silent has given a legal answer wherever the title knows one, and comes to the end of the own turn by it."""
    for seat in walk.state.deciders:
        state = walk.state.clone()
        for _ in range(PATIENCE):
            decision = state.decision
            action = decision.default(state, seat) if decision is not None and seat in decision.deciders() else None
            if action is None:
                break
            state.apply(seat, action)
            if isinstance(decision, Together):
                break
        else:
            raise AssertionError(f"seat {seat} is asked on and on, though it does nothing: {walk}")


def check_matters(walk: Walk) -> None:
    """What standing answers look at is known to all who watch, and what they come to is legal or not given."""
    state, title = walk.state, walk.title
    for seat in state.deciders:
        matter = matter_of(title, state, seat)
        if matter is None or title.parts.standing is None:
            continue
        subject = title.parts.standing.SUBJECTS[matter.kind]
        assert all(means in subject.means or (subject.has_cards and ":" in means) for means in matter.means), f"{matter}: {walk}"
        for answer in subject.answers:
            title.parts.standing.answer(state, seat, Standing(kind=matter.kind, answer=answer))
        if walk.onlooker != seat:
            dealt = title.redeal(state, walk.onlooker, key_from_seed(f"matter {walk.moves}"))
            assert matter_of(title, dealt, seat) == matter, f"{matter} tells seat {walk.onlooker} a secret: {walk}"


def check_outsiders(walk: Walk) -> None:
    """Nobody else can answer, and refusals name a rule of the catalogue."""
    seat, action = walk.choose()
    for other in (seat for seat in range(-1, walk.seats + 1) if seat not in walk.state.deciders):
        try:
            walk.state.clone().apply(other, action)
        except MarchlandError:
            continue
        raise AssertionError(f"seat {other} answered for seat {seat}: {walk}")


def check_refusals(walk: Walk) -> None:
    """Whatever is pointed at, and whatever else is answered: the refusal cites a rule and gives the figures its sentence names."""
    decision, title = walk.state.decision, walk.title
    assert decision is not None
    for seat in walk.state.deciders[:1]:
        for target in targets(walk, seat):
            for refusal in decision.why_not(walk.state, seat, target):
                check_refusal(title, refusal, f"{type(decision).__name__}, {target}: {walk}")
        for action in walk.answers_to_other_questions():
            try:
                decision.check(walk.state, seat, action)
            except IllegalAction as error:
                check_refusal(title, error.refusal, f"{type(decision).__name__}, {action}: {walk}")


def check_refusal(title: Title, refusal: Refusal, where: str) -> None:
    assert refusal.rule in title.catalogue.rules, f"{refusal} cites no rule: {where}"
    lacking = title.phrases.lacking(refusal)
    assert not lacking, f"the sentence of {refusal.rule} names {', '.join(sorted(lacking))}, which {refusal} lacks: {where}"
    for language in LANGUAGES:
        title.phrases.reason(refusal, language)


def targets(walk: Walk, seat: Seat) -> list[str]:
    """Every id on the board, what the options touch, and something that does not exist."""
    touched = {target for option in walk.state.options(seat) for target in option.touches()}
    return [*sorted(touched | set(walk.board)), "no-such-thing"]


def check_views(walk: Walk) -> None:
    """What is hidden from somebody can change without anything changing that he is told: see `secrecy`."""
    state, title = walk.state, walk.title
    move = walk.choose()
    for seat in (None, *range(walk.seats)):
        key = key_from_seed(f"redeal {walk.moves}")
        try:
            walk.compared += secrecy.compare(reader_of(walk, seat), state, key, walk.last_turn)
            walk.compared += secrecy.compare_move(reader_of(walk, seat), state, key, *move)
            if seat == walk.onlooker:
                walk.compared += secrecy.compare_turn(secrecy.Reader(title, seat), state, key, *move)
        except secrecy.Leak as leak:
            raise secrecy.Leak(f"{leak}: {walk}") from None
        title.audit(title.redeal(state, seat, key))
        if not title.has_secrets:
            assert _seen(title, state, seat, as_nobody=True) == _seen(title, state, None), f"seat {seat} has secrets: {walk}"


def check_scores(walk: Walk) -> None:
    """Scores that a title tells without a view are those that anybody sees in one."""
    if (scored := walk.title.parts.scored) is not None:
        shown = getattr(walk.title.view(walk.state, None), "scores", None)
        assert scored.scores(walk.state) == shown, f"other scores than those shown: {walk}"


def reader_of(walk: Walk, seat: Seat | None) -> secrecy.Reader:
    """Somebody at the table who points at everything, tries every answer and, in his turn, hands in sheets that probe."""
    decision = walk.state.decision
    if seat is None or decision is None or seat not in decision.deciders():
        return secrecy.Reader(walk.title, seat)
    if decision.WRITTEN:
        return secrecy.Reader(walk.title, seat, sheets=probing_sheets(walk, seat) if seat == walk.moves % walk.seats else ())
    pointed_at = targets(walk, seat)[walk.moves % 7 :: 7]
    return secrecy.Reader(walk.title, seat, pointed_at, walk.answers_to_other_questions())


def probing_sheets(walk: Walk, seat: Seat) -> tuple[bytes, ...]:
    """Sheets of a seat that name what others own and do: the orders others might write, and what the title suggests."""
    if not walk.title.has_mail:
        return ()
    mail, state = walk.title.parts.mail, walk.state
    others = [state.options(other)[-1] for other in state.deciders if other == seat or other == (seat + 1) % walk.seats]
    suggested = mail.probes(state, seat) if isinstance(mail, Probing) else ()
    return tuple(text.encode() for text in (*(mail.write(state, seat, action) for action in others), *suggested))


def _seen(title: Title, state: State, seat: Seat | None, as_nobody: bool = False) -> bytes:
    view = title.view(state, seat)
    return msgspec.json.encode(msgspec.structs.replace(view, viewer=None) if as_nobody else view, order="sorted")


def check_end(walk: Walk) -> None:
    """A finished game has an outcome, and its history adds up."""
    outcome = walk.title.outcome(walk.state)
    assert outcome.winners, f"nobody won: {walk}"
    walk.title.parts.audit.reconcile(walk.state, walk.events)
    for event in walk.events:
        again = walk.title.vocabulary.event(msgspec.json.decode(msgspec.json.encode(plain(event))))
        assert again == event, f"{event} does not survive JSON"
        assert walk.title.has_secrets or not event.audience, f"{event} is a secret of {event.audience}: {walk}"
        if event.cause:
            assert event.cause in walk.title.catalogue.rules, f"{event} cites no rule"
        for language in LANGUAGES:
            check_sentence(walk.title.phrases.event(event, language))


def check_phrases(title: Title) -> None:
    """Every event, action and decision has a sentence in every language, and the rules too."""
    phrases, vocabulary = title.phrases.phrases, title.vocabulary
    assert not gaps(phrases), gaps(phrases)
    assert set(vocabulary.events) <= set(phrases.events), set(vocabulary.events) - set(phrases.events)
    assert set(vocabulary.actions) <= set(phrases.actions), set(vocabulary.actions) - set(phrases.actions)
    asked = {name for name, frame in vocabulary.frames.items() if issubclass(frame, Decision)}
    assert asked <= set(phrases.decisions), asked - set(phrases.decisions)
    for chapter, language in product(title.catalogue.chapters, LANGUAGES):
        assert title.phrases.word(f"chapter_{chapter}", language) != f"chapter_{chapter}", f"{chapter} has no name in {language}"
    for rule in title.catalogue.rules.values():
        assert all(rule.text(language) and rule.name[language] for language in LANGUAGES), rule.id


def check_tour(title: Title) -> None:
    """Its guided first game, if it has one, can be played to its end, whatever the learner may answer."""
    tour = tour_of(title)
    if tour is None:
        return
    for ways in (None, *other_ways(tour)):
        assert [moment.standing.is_end for moment in act_out(tour, ways)][-1], ways


def check_illegal(state: State, seat: Seat, action: Action, rule: str) -> IllegalAction:
    """Assert that an action is refused, and by this rule."""
    before = state.to_json()
    try:
        state.apply(seat, action)
    except IllegalAction as refusal:
        assert refusal.rule == rule, f"refused by {refusal.rule}, not {rule}"
        assert state.to_json() == before, "a refused action changed the state"
        return refusal
    raise AssertionError(f"{action} was not refused")


def check_same_twice(title: Title, seats: int, seed: int | str, options: Mapping[str, object] | None = None) -> None:
    """The same seed gives the same game."""
    walks = [Walk(title, seats, seed, options) for _ in range(2)]
    while not walks[0].state.is_over:
        for walk in walks:
            walk.step()
        if isinstance(walks[0].state.decision, Together) or walks[0].moves % 50 == 0:
            assert walks[0].state.to_json() == walks[1].state.to_json(), f"the same seed parts ways: {walks[0]}"
    assert walks[0].state.fingerprint() == walks[1].state.fingerprint()
