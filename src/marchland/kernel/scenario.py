"""Scenarios: a position, scripted chance, actions and expectations, as plain data (YAML outside the kernel).

title: mygame                    which game
about: One sentence              what it shows
rules: [VI-CONQ-01]              the rules it is a test of
seats: [red, yellow, blue]       names for seats 0, 1, 2 (or just a number of seats)
options: {board: grand}          game options (optional)
seed: 7                          for draws that are not scripted (optional)
position: {...}                  a partial position in the title's own keys (see its README)
chance: [4, 6]                   scripted dice faces and draws, from the laying of the position on (optional)
play:
  - red: conquer castile         an action as text, or as {type: Conquer, province: castile}
  - refuse: {red: conquer anatolia}
    rule: VI-CONQ-10             the refusal must cite this rule
    facts: {need: 4}             and these figures (optional)
  - events: [{type: Conquered, cost: 5}]      what the last action made happen, in this order
  - expect: {scores.0: 13}                    dotted paths into the public view
  - options: {red: [stop]}                    what that seat may do now, exactly
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from .actions import Action, Seat
from .chance import ScriptExhausted, key_from_seed, scripted
from .errors import BadFile, IllegalAction, MarchlandError
from .state import State
from .title import Title, find_title
from .vocabulary import plain


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    title: str
    about: str
    rules: tuple[str, ...] = ()
    seats: int | tuple[str | int, ...]
    options: dict[str, Any] = {}
    seed: int | str = 0
    position: dict[str, Any] = {}
    chance: tuple[int, ...] | None = None
    play: tuple[dict[str, Any], ...] = ()

    @property
    def seat_names(self) -> tuple[str, ...]:
        return tuple(map(str, range(self.seats) if isinstance(self.seats, int) else self.seats))


class ScenarioFailed(MarchlandError):
    """The game did not do what the scenario expects."""


def read_scenario(data: Any) -> Scenario:
    try:
        return msgspec.convert(with_word_keys(data), Scenario)
    except msgspec.ValidationError as error:
        raise BadFile(f"scenario: {error}") from None


def with_word_keys(data: Any) -> Any:
    """The data with every key as a word: a seat, card or transport that is called by a number needs no quotes."""
    if isinstance(data, dict):
        return {_word(key): with_word_keys(value) for key, value in data.items()}
    return [with_word_keys(item) for item in data] if isinstance(data, list | tuple) else data


def _word(key: Any) -> Any:
    return str(key) if isinstance(key, int) and not isinstance(key, bool) else key


class Stage:
    """A scenario being acted out."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.title: Title = find_title(scenario.title)
        self.state: State = self.title.new(len(scenario.seat_names), key_from_seed(scenario.seed), scenario.options)
        self.events: list[Any] = []
        if scenario.chance is not None:
            self.state.chance = scripted(*scenario.chance)
        if scenario.position:
            self.title.parts.position.lay(self.state, scenario.position, scenario.seat_names)

    def seat(self, name: Any) -> Seat:
        names = self.scenario.seat_names
        if str(name) in names:
            return names.index(str(name))
        raise BadFile(f"scenario: no seat {name!r}; the seats are {', '.join(names)}")

    def action(self, written: Any) -> Action:
        vocabulary = self.title.vocabulary
        return vocabulary.parse(written) if isinstance(written, str) else vocabulary.action(written)


def run_scenario(scenario: Scenario) -> Stage:
    """Act a scenario out; raises ScenarioFailed with the step's number when it does not hold."""
    try:
        stage = Stage(scenario)
    except ScriptExhausted as error:
        raise ScenarioFailed(f"position: {error}") from None
    for number, step in enumerate(scenario.play, 1):
        try:
            _act(stage, step)
        except ScenarioFailed as failure:
            raise ScenarioFailed(f"step {number}: {failure}") from None
        except BadFile:
            raise
        except MarchlandError as error:
            raise ScenarioFailed(f"step {number} {step}: {error}") from None
    return stage


def _act(stage: Stage, step: dict[str, Any]) -> None:
    checks: dict[str, Callable[[Stage, dict[str, Any]], None]] = {
        "refuse": _expect_refusal,
        "events": _expect_events,
        "expect": _expect_state,
        "options": _expect_options,
    }
    for key in checks.keys() & step.keys():
        checks[key](stage, step)
        return
    for name, written in step.items():
        stage.events = list(stage.state.apply(stage.seat(name), stage.action(written)))


def _expect_refusal(stage: Stage, step: dict[str, Any]) -> None:
    ((name, written),) = step["refuse"].items()
    try:
        stage.state.clone().apply(stage.seat(name), stage.action(written))
    except IllegalAction as refusal:
        if "rule" in step and refusal.rule != step["rule"]:
            raise ScenarioFailed(f"{written} is refused by {refusal.rule}, not {step['rule']}") from None
        _match_fields(step.get("facts", {}), refusal.facts, f"refusal of {written}")
        return
    raise ScenarioFailed(f"{written} should be refused and is not")


def _expect_events(stage: Stage, step: dict[str, Any]) -> None:
    events = as_json([plain(event) for event in stage.events])
    happened = iter(events)
    for wanted in step["events"]:
        if not any(_fits(wanted, event) for event in happened):
            raise ScenarioFailed(f"no event {wanted} (in this order) among {events}")


def _expect_state(stage: Stage, step: dict[str, Any]) -> None:
    view = stage.title.view(stage.state, None)
    for path, wanted in step["expect"].items():
        found = as_json(look(view, str(path)))
        if found != wanted:
            raise ScenarioFailed(f"{path} is {found!r}, not {wanted!r}")


def _expect_options(stage: Stage, step: dict[str, Any]) -> None:
    for name, wanted in step["options"].items():
        found = {stage.title.vocabulary.text(option) for option in stage.state.options(stage.seat(name))}
        expected = {stage.title.vocabulary.text(stage.action(written)) for written in wanted}
        if found != expected:
            raise ScenarioFailed(f"{name} may {sorted(found)}, not {sorted(expected)}")


def as_json(data: Any) -> Any:
    """As a JSON reader would see it: lists, not tuples, and string keys."""
    return msgspec.json.decode(msgspec.json.encode(data))


def _fits(wanted: dict[str, Any], event: dict[str, Any]) -> bool:
    return all(event.get(field) == value for field, value in wanted.items())


def _match_fields(wanted: Mapping[str, object], found: Mapping[str, object], what: str) -> None:
    for field, value in wanted.items():
        if found.get(field) != value:
            raise ScenarioFailed(f"{what}: {field} is {found.get(field)!r}, not {value!r}")


def look(data: Any, path: str) -> Any:
    """What stands at a dotted path. A record without such a field is a slip of the pen; a thing that is not there is news."""
    for part in path.split("."):
        if isinstance(data, msgspec.Struct):
            data = _field(data, part, path)
        elif isinstance(data, dict) and part in data:
            data = data[part]
        elif isinstance(data, list | tuple) and part.isdigit() and int(part) < len(data):
            data = data[int(part)]
        else:
            raise ScenarioFailed(f"{path}: there is no {part!r}")
    return data


def _field(record: msgspec.Struct, name: str, path: str) -> Any:
    if name in type(record).__struct_fields__:
        return getattr(record, name)
    written: dict[str, Any] = msgspec.to_builtins(record)
    if name not in written:
        raise BadFile(f"scenario: the view has no {path!r} (at {name!r})")
    return written[name]
