"""Vocabulary: a title's frames, actions and events by name, and actions as text or JSON."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec

from .actions import Action
from .errors import AmbiguousOrder, BadFile, MalformedOrder
from .events import Event, Forced, Rolled
from .frames import Decision, Procedure
from .strangers import read_json

T = TypeVar("T")


class Vocabulary:
    """Every typed record a title's modules define."""

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        kept = tuple(modules)
        self.frames: dict[str, type[Procedure[Any] | Decision[Any]]] = _by_name(kept, Procedure, Decision)
        self.actions: dict[str, type[Action]] = _by_name(kept, Action)
        self.events: dict[str, type[Event]] = {**_by_name(kept, Event), "Rolled": Rolled, "Forced": Forced}

    def frame(self, data: dict[str, Any]) -> Procedure[Any] | Decision[Any]:
        cls = _lookup(self.frames, data, "frame")
        return cls.revive(data, self.action)

    def event(self, data: dict[str, Any]) -> Event:
        return msgspec.convert(data, _lookup(self.events, data, "event"), str_keys=True)

    def action(self, data: Any) -> Action:
        """An action from its JSON form `{"type": "Conquer", "province": "castile"}`."""
        if not isinstance(data, dict) or not isinstance(data.get("type"), str):
            raise MalformedOrder('an action is an object with a "type"')
        cls = self.actions.get(data["type"])
        if cls is None:
            raise MalformedOrder(f"unknown action {data['type']!r}; known: {', '.join(sorted(self.actions))}")
        try:
            return msgspec.convert(data, cls, str_keys=True)
        except msgspec.ValidationError as error:
            raise MalformedOrder(_explained(cls, data, error)) from None

    def text(self, action: Action) -> str:
        """The one-line form: the action's name, then its fields in order."""
        words = [type(action).__name__.lower()]
        for name in type(action).__struct_fields__:
            words.append(_word(getattr(action, name)))
        return " ".join(words)

    def parse(self, line: str) -> Action:
        """Read the one-line form; the name may be shortened as long as it is clear."""
        words = line.split()
        if not words:
            raise MalformedOrder("empty order")
        cls = self._named(words[0])
        fields = msgspec.structs.fields(cls)
        if len(words) - 1 > len(fields):
            raise MalformedOrder(f"{cls.__name__} takes {len(fields)} words, not {len(words) - 1}")
        data = {field.name: _value(word) for field, word in zip(fields, words[1:], strict=False)}
        try:
            return msgspec.convert(data, cls, strict=False, str_keys=True) if data else cls()
        except (msgspec.ValidationError, TypeError) as error:
            raise MalformedOrder(_explained(cls, data, error)) from None

    def _named(self, word: str) -> type[Action]:
        wanted = word.lower()
        exact = [cls for name, cls in self.actions.items() if name.lower() == wanted]
        found = exact or [cls for name, cls in sorted(self.actions.items()) if name.lower().startswith(wanted)]
        if not found:
            raise MalformedOrder(f"unknown action {word!r}; known: {', '.join(sorted(self.actions))}")
        if len(found) > 1:
            raise AmbiguousOrder(word, [cls.__name__ for cls in found])
        return found[0]


def plain(record: msgspec.Struct) -> dict[str, Any]:
    """An action or event as plain data."""
    data: dict[str, Any] = msgspec.to_builtins(record, str_keys=True)
    return data


def _by_name(modules: tuple[ModuleType, ...], *bases: type[T]) -> dict[str, type[T]]:
    kernel = {base.__module__ for base in bases}
    found: dict[str, type[T]] = {}
    for cls in _classes(modules):
        if issubclass(cls, bases) and cls.__module__ not in kernel:
            if found.setdefault(cls.__name__, cls) is not cls:
                raise TypeError(f"two records are called {cls.__name__}")
    return dict(sorted(found.items()))


def _classes(modules: tuple[ModuleType, ...]) -> Iterator[Any]:
    for module in modules:
        for _, cls in inspect.getmembers(module, inspect.isclass):
            yield cls


def _lookup(known: dict[str, type[T]], data: Any, kind: str) -> type[T]:
    name = data.get("type") if isinstance(data, dict) else None
    if not isinstance(name, str) or name not in known:
        raise BadFile(f"unknown {kind} {name!r}")
    return known[name]


def _explained(cls: type[Action], data: dict[str, Any], error: Exception) -> str:
    """What is wrong with the fields of an action; where only a few words are possible, which ones."""
    for field in msgspec.structs.fields(cls):
        possible = get_args(field.type) if get_origin(field.type) is Literal else ()
        if possible and field.name in data and data[field.name] not in possible:
            return f"{cls.__name__}: there is no {field.name} {data[field.name]!r}; it may be {', '.join(map(str, possible))}"
    return f"{cls.__name__}: {error}"


def _word(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int):
        return str(value)
    # The form is split at blanks when it is read back, so a blank inside a string is written as its escape.
    return msgspec.json.encode(value).decode().replace(" ", "\\u0020")


def _value(word: str) -> Any:
    if word == "-":
        return None
    if word in ("yes", "no"):
        return word == "yes"
    if word[:1] in "[{":
        try:
            return read_json(word)
        except BadFile as error:
            raise MalformedOrder(f"{word[:80]}: {error}") from None
    return word
