"""Tours: a title's guided first game, as plain data (`data/tour.yaml`), for somebody who has never heard of it.

name: {en: ..., fr: ..., it: ...}     what it is called
minutes: 10                      how long it takes
seats: [you, berta, corvin]      names for seats 0, 1, 2 (or just a number of seats), as in scenarios
you: you                         the learner's seat
options: {board: grand}          game options (optional)
seed: 7                          the game's key: chance is the same for everybody, whoever plays it
before:                          what is played before the first sentence (optional), by anybody, in this order
  - berta: takecivilization 2    an action as text, or as {type: TakeCivilization, slot: 2}
steps:                           what is said, one after the other
  - heading: {en: ..., fr: ..., it: ...}     (optional)
    say: {en: ..., fr: ..., it: ...}         one to three short sentences; `{berta}` is whoever sits there
    expect: {scores.0: 13}       what the learner's view holds when this is first said, by dotted paths (optional)
    point: [castile, part:seats] what is marked beside that which may be done (optional), see below
    do: conquer castile          the answer it waits for (optional): an action, `any: Conquer` (any of that kind), or a list of such
    times: 3                     how often it waits for one of them (optional)
    do: {all: [visit prague, raise civil 1]}     several answers that it waits for one after the other, in this order
    watch: {en: ..., fr: ..., it: ...}       what is said while the others play what comes `then` (optional)
    then:                        what is played afterwards (optional), until the learner is to be asked again
      - berta: conquer saxony
end: {heading: ..., say: ..., expect: ...}   what has been learned: said once everything was played

The learner is asked by a step with `do`, and only that is taken; a step without it is read, and then one goes on. In `then`
stands every answer of others, and in it and in `before` also those of the learner's own that teach nothing. Nothing else is ever
laid or changed: a tour is a game with a public key, a list of answers and sentences beside it, and it replays as every game does.

`point` names things that can be pointed at on the drawing or in the panels by id (as `data-target` does: spaces, cards, tiles),
and whole parts of the page as `part:NAME` (see `PARTS`). What `do` waits for is always marked.

Where `do` allows several answers, everything that follows must be possible after each of them: tests act all of them out
(`act_out`, `other_ways`). Figures in a sentence are those of its `expect`, of the step's answer, or of the breakdown shown with
it; tests compare them (`tests/test_tours.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from .actions import Action, Seat
from .catalogue import LANGUAGES
from .chance import key_from_seed
from .errors import BadFile, MarchlandError
from .scenario import as_json, look, with_word_keys
from .sentences import sentence
from .state import State
from .title import Text, Title
from .typography import typeset_all
from .views import View

PARTS = ("prompt", "actions", "choices", "controls", "seats", "panels", "log")
"""Parts of the page that can be pointed at as a whole."""
PART = "part:"


class TourFailed(MarchlandError):
    """The game did not do what the tour says."""


# -- as it is written --------------------------------------------------------------------------------


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A step as it stands in the file."""

    say: Text
    heading: Text = {}
    expect: dict[str, Any] = {}
    point: tuple[str, ...] = ()
    do: Any = None
    times: int = 1
    watch: Text = {}
    then: tuple[dict[str, Any], ...] = ()


class TourFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    name: Text
    minutes: int
    seats: int | tuple[str | int, ...]
    you: str | int
    options: dict[str, Any] = {}
    seed: int | str
    before: tuple[dict[str, Any], ...] = ()
    steps: tuple[Written, ...]
    end: Written


# -- as it is played ---------------------------------------------------------------------------------


class Wanted(NamedTuple):
    """An answer that counts: this action, or any of its kind."""

    verb: str
    action: Action | None = None

    def fits(self, action: Action) -> bool:
        return type(action).__name__ == self.verb if self.action is None else action == self.action


class Beat(NamedTuple):
    """One answer of the game as the tour has it."""

    seat: Seat
    wanted: tuple[Wanted, ...]

    def fits(self, action: Action) -> bool:
        return any(wanted.fits(action) for wanted in self.wanted)


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """What is said, what the learner does, and what others do then."""

    say: Text
    heading: Text = {}
    watch: Text = {}
    expect: dict[str, Any] = {}
    point: tuple[str, ...] = ()
    own: tuple[Beat, ...] = ()
    then: tuple[Beat, ...] = ()

    @property
    def is_read(self) -> bool:
        """It waits for nothing but being read."""
        return not self.own


class Tour(msgspec.Struct, frozen=True, kw_only=True):
    title: Title
    name: Text
    minutes: int
    seat_names: tuple[str, ...]
    you: Seat
    options: dict[str, Any]
    seed: int | str
    before: tuple[Beat, ...]
    steps: tuple[Step, ...]
    end: Step

    @property
    def key(self) -> bytes:
        return key_from_seed(self.seed)

    @property
    def texts(self) -> Iterator[Text]:
        """Everything it says."""
        yield self.name
        for step in (*self.steps, self.end):
            yield from (text for text in (step.heading, step.say, step.watch) if text)

    def said(self, text: Text, language: str, players: Sequence[str]) -> str:
        """A sentence with the names of those who sit there."""
        return sentence(text[language], language).fill(dict(zip(self.seat_names, players, strict=True))) if text else ""

    def after(self, answers: Sequence[tuple[Seat, Action]], read: int = -1) -> Standing | None:
        """Where it stands after these answers, and once the step `read` and those before it were read; None: it was left."""
        beats = [*self.before, *(beat for step in self.steps for beat in (*step.own, *step.then))]
        if len(answers) > len(beats) or not all(
            seat == beat.seat and beat.fits(action) for (seat, action), beat in zip(answers, beats, strict=False)
        ):
            return None
        return self._standing(len(answers), beats, read)

    def _standing(self, made: int, beats: Sequence[Beat], read: int) -> Standing:
        start = len(self.before)
        if made < start:
            return Standing(-1, following=beats[made])
        for number, step in enumerate(self.steps):
            own, end = start + len(step.own), start + len(step.own) + len(step.then)
            if made < own:
                return Standing(number, step, asked=beats[made], done=made - start)
            if step.is_read and read < number and made == start:
                return Standing(number, step)
            if made < end:
                return Standing(number, step, following=beats[made])
            start = end
        return Standing(len(self.steps), self.end, is_end=True)


class Standing(NamedTuple):
    """The moment at which a tour stands: a step is read, the learner is asked, or others play; after the last one it is over."""

    number: int
    """Of the step, from 0: -1 before the first, and as many as there are after the last."""
    step: Step | None = None
    asked: Beat | None = None
    """What it waits for from the learner."""
    done: int = 0
    """How often the learner has answered in this step."""
    following: Beat | None = None
    """What is played next without the learner."""

    is_end: bool = False

    @property
    def is_read(self) -> bool:
        """It waits for the learner to go on."""
        return self.asked is None and self.following is None and not self.is_end


# -- reading it ---------------------------------------------------------------------------------------

_read: dict[str, Tour | None] = {}
"""By package: a title's files do not change while it is played."""


def tour_of(title: Title) -> Tour | None:
    """The title's guided first game, if it has one."""
    if title.package not in _read:
        path = title.folder / "data" / "tour.yaml"
        _read[title.package] = read_tour(title, msgspec.yaml.decode(path.read_bytes())) if path.exists() else None
    return _read[title.package]


def read_tour(title: Title, data: Any) -> Tour:
    try:
        written = msgspec.convert(typeset_all(with_word_keys(data)), TourFile)
    except msgspec.ValidationError as error:
        raise BadFile(f"tour: {error}") from None
    return Reader(title, written).tour()


class Reader:
    """A tour's file, read in the words of its title."""

    def __init__(self, title: Title, written: TourFile) -> None:
        self.title, self.written = title, written
        self.names = tuple(map(str, range(written.seats) if isinstance(written.seats, int) else written.seats))

    def tour(self) -> Tour:
        written = self.written
        tour = Tour(
            title=self.title,
            name=written.name,
            minutes=written.minutes,
            seat_names=self.names,
            you=self.seat(written.you),
            options=written.options,
            seed=written.seed,
            before=self.beats(written.before),
            steps=tuple(map(self.step, written.steps)),
            end=self.step(written.end),
        )
        for text in tour.texts:
            if lacking := [language for language in LANGUAGES if not text.get(language)]:
                raise BadFile(f"tour: {text} lacks {', '.join(lacking)}")
        return tour

    def step(self, written: Written) -> Step:
        if unknown := [target for target in written.point if target.startswith(PART) and target[len(PART) :] not in PARTS]:
            raise BadFile(f"tour: there is no {', '.join(unknown)}; the parts are {', '.join(PARTS)}")
        return Step(
            say=written.say,
            heading=written.heading,
            watch=written.watch,
            expect=written.expect,
            point=written.point,
            own=tuple(Beat(self.seat(self.written.you), self.wanted(answer)) for answer in _in_order(written)),
            then=self.beats(written.then),
        )

    def seat(self, name: Any) -> Seat:
        if str(name) in self.names:
            return self.names.index(str(name))
        raise BadFile(f"tour: no seat {name!r}; the seats are {', '.join(self.names)}")

    def beats(self, written: Sequence[dict[str, Any]]) -> tuple[Beat, ...]:
        return tuple(Beat(self.seat(name), self.wanted(action)) for line in written for name, action in line.items())

    def wanted(self, written: Any) -> tuple[Wanted, ...]:
        """One answer or a list of them."""
        return tuple(map(self._wanted, written if isinstance(written, list | tuple) else [written]))

    def _wanted(self, written: Any) -> Wanted:
        vocabulary = self.title.vocabulary
        if isinstance(written, dict) and "any" in written:
            if written["any"] not in vocabulary.actions:
                raise BadFile(f"tour: unknown action {written['any']!r}; known: {', '.join(vocabulary.actions)}")
            return Wanted(written["any"])
        action = vocabulary.parse(written) if isinstance(written, str) else vocabulary.action(written)
        return Wanted(type(action).__name__, action)


def _in_order(written: Written) -> Sequence[Any]:
    """What a step waits for, answer by answer."""
    if isinstance(written.do, dict) and "all" in written.do:
        return tuple(written.do["all"])
    return () if written.do is None else (written.do,) * written.times


# -- acting it out, for tests ---------------------------------------------------------------------------


class Moment(NamedTuple):
    """Where a tour stands while it is acted out; whoever looks must not change the state."""

    standing: Standing
    made: int
    """How many answers were given before it."""
    state: State
    view: View
    """The learner's."""
    answers: tuple[Action, ...]
    """What the learner may answer: every option that counts, and named answers that are no options but are taken."""


Ways = Mapping[int, Action]
"""The learner's answers, by how many answers were given before, where it is not the first possible one."""


def act_out(tour: Tour, ways: Ways | None = None) -> Iterator[Moment]:
    """Play the whole tour by the rules, and tell each moment at which the learner reads or is asked, the end included.

    TourFailed, with the number of the step (from 1), once something is not as the tour says.
    """
    state = tour.title.new(len(tour.seat_names), tour.key, tour.options)
    made: list[tuple[Seat, Action]] = []
    read = -1
    while (standing := tour.after(made, read)) is not None:
        if standing.following is not None:
            beat, answer = standing.following, _only(standing.following)
        else:
            yield (moment := _look_around(tour, standing, len(made), state))
            if standing.is_end:
                return
            if standing.asked is None:
                read = standing.number
                continue
            beat, answer = standing.asked, (ways or {}).get(len(made), moment.answers[0])
        with _placed(standing):
            state.apply(beat.seat, answer)
        made.append((beat.seat, answer))


def other_ways(tour: Tour) -> Iterator[Ways]:
    """Wherever the learner may answer in several ways: each of them once, with everything else as usual."""
    for moment in act_out(tour):
        yield from ({moment.made: answer} for answer in moment.answers[1:])


@contextmanager
def _placed(standing: Standing) -> Iterator[None]:
    """Whatever goes wrong is told with its place."""
    try:
        yield
    except MarchlandError as error:
        raise TourFailed(f"step {standing.number + 1}: {error}") from None


def _only(beat: Beat) -> Action:
    """What is played without the learner."""
    (wanted,) = beat.wanted
    if wanted.action is None:
        raise TourFailed(f"seat {beat.seat} must be told which {wanted.verb}")
    return wanted.action


def _look_around(tour: Tour, standing: Standing, made: int, state: State) -> Moment:
    view = tour.title.view(state, tour.you)
    with _placed(standing):
        for path, wanted in (standing.step.expect if standing.step is not None and not standing.done else {}).items():
            found = as_json(look(view, path))
            if found != as_json(wanted):
                raise TourFailed(f"{path} is {found!r}, not {wanted!r}")
        return Moment(standing, made, state, view, _possible(state, standing))


def _possible(state: State, standing: Standing) -> tuple[Action, ...]:
    """Every answer that counts. At first each that is named must be possible; of several, some may be used up later."""
    asked = standing.asked
    if asked is None:
        return ()
    offered = state.options(asked.seat)
    named = [wanted.action for wanted in asked.wanted if wanted.action is not None]
    for action in named:
        if action not in offered and not standing.done:
            state.clone().apply(asked.seat, action)
    others = [option for option in offered if asked.fits(option) and option not in named]
    found = (*(action for action in named if not standing.done or action in offered), *others)
    if not found:
        raise TourFailed(f"none of {', '.join(wanted.verb for wanted in asked.wanted)} is possible")
    return found
