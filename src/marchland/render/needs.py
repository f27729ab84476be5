"""What a template is filled from: read off the template itself, so that a part whose needs have not changed need not be drawn.

Names are followed one step (`board.holders`, `scene.prompt`, `board.get("things")`); whatever is used in another way counts as a
whole. What a template includes or imports belongs to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from jinja2 import Environment, TemplateNotFound, meta, nodes
from msgspec import Struct

from .compiled import read_off

Need = tuple[str, str]
"""A name of the context and what is read of it; the second is empty where it is used as a whole."""

EVERYTHING: Need = ("", "")
"""The need of a template whose name is only known when it is filled."""
CONSTANT = frozenset({"say", "asset", "word", "rule_name", "language", "pieces", "given_to"})
"""The same for every page of one title in one language, or what is itself asked whether anything changed."""
ASKED: Mapping[Need, tuple[Need, ...]] = {
    ("people", ""): (("scene", "seats"),),
    ("scene", "named"): (("scene", "seats"),),
    ("scene", "names"): (("scene", "seats"),),
    ("scene", "card"): (("scene", "seats"),),
}
"""Functions of the context, and what they look at."""
OF_ANY_MAPPING = frozenset(dir(dict))
"""Fields that are no fields: `holders.items()` reads all of it."""


class Reading(NamedTuple):
    """What one template says of itself."""

    others: tuple[str, ...]
    """All that it includes or imports; '' for one that is not named outright."""
    names: frozenset[str]
    """What it reads of its context."""
    needs: frozenset[Need]


AS_KEPT = msgspec.json.Decoder(Reading)
"""Made here, in one thread: msgspec works out what a type is like when it is first asked, and two threads at once are its end."""


def needs_of(stage: Environment, template: str) -> tuple[Need, ...]:
    """Everything a template reads of its context, what it includes and imports with it."""
    known: dict[str, tuple[Need, ...]] = stage.__dict__.setdefault("needs", {})
    if template not in known:
        found = {need for reading in _family(stage, template) for need in reading.needs}
        known[template] = tuple(
            sorted({deeper for need in found for deeper in ASKED.get(need, (need,)) if need[0] not in CONSTANT})
        )
    return known[template]


def names_in(stage: Environment, template: str) -> frozenset[str]:
    """The names of the context that a template reads, with all it includes and imports."""
    known: dict[str, frozenset[str]] = stage.__dict__.setdefault("names", {})
    if template not in known:
        known[template] = frozenset().union(*(reading.names for reading in _family(stage, template)))
    return known[template]


def _family(stage: Environment, template: str) -> list[Reading]:
    """The template and all that it includes or imports."""
    found: dict[str, Reading] = {}
    waiting = [template]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = _read(stage, name)
            waiting += found[name].others
    return list(found.values())


def _read(stage: Environment, template: str) -> Reading:
    """Each template is read once, however many include it: to parse them takes longer than to draw a page."""
    known: dict[str, Reading] = stage.__dict__.setdefault("readings", {"": Reading((), frozenset(), frozenset({EVERYTHING}))})
    if template not in known:
        source, file = _source(stage, template)
        key = (frozenset(stage.extensions), source)
        if key not in _understood:
            _understood[key] = _understand(stage, source, file)
        known[template] = _understood[key]
    return known[template]


def _understand(stage: Environment, source: str, file: str | None) -> Reading:
    """What was read off this text before, by whichever process, need not be read again."""
    if file is None:
        return _reading(stage.parse(source))
    there = read_off(file, "needs", source)
    kept = there.found()
    if kept is None:
        kept = msgspec.json.encode(_reading(stage.parse(source)), order="deterministic")
        there.keep(kept)
    return AS_KEPT.decode(kept)


_understood: dict[tuple[frozenset[str], str], Reading] = {}
"""What templates say of themselves, by their text: most are the same for every title, though each has a stage of its own."""


def _reading(tree: nodes.Template) -> Reading:
    given = frozenset(meta.find_undeclared_variables(tree))  # what it gives a name itself is no need
    return Reading(tuple(_others(tree)), given, frozenset(need for need in _needs(tree) if need[0] in given))


def _source(stage: Environment, template: str) -> tuple[str, str | None]:
    """Its text and its file."""
    if stage.loader is None:
        raise TemplateNotFound(template)
    try:
        return stage.loader.get_source(stage, template)[:2]
    except TemplateNotFound:  # included only where a title has it
        return "", None


_OTHERS: tuple[type[nodes.Include | nodes.Import | nodes.FromImport | nodes.Extends], ...] = (
    nodes.Include,
    nodes.Import,
    nodes.FromImport,
    nodes.Extends,
)


def _others(tree: nodes.Template) -> Iterator[str]:
    for node in tree.find_all(_OTHERS):
        named = node.template
        yield named.value if isinstance(named, nodes.Const) and isinstance(named.value, str) else ""


def _needs(node: nodes.Node) -> Iterator[Need]:
    """The needs of a piece of a template, from the outside in: what is followed one step is not also taken as a whole."""
    if isinstance(node, nodes.Filter) and _names_seats(node):
        yield ("scene", "seats")
        node = nodes.Output([node.node] if node.node is not None else [])
    step = _step(node)
    if step is not None:
        yield step[0]
        for child in step[1]:
            yield from _needs(child)
    elif isinstance(node, nodes.Name):
        yield (node.name, "")
    else:
        for child in node.iter_child_nodes():
            yield from _needs(child)


def _names_seats(node: nodes.Filter) -> bool:
    """`seat | seat_name(scene)` and `seats | map("seat_name", scene)` need nobody but those who sit there."""
    first = node.args[0] if node.args else None
    return node.name == "seat_name" or (node.name == "map" and isinstance(first, nodes.Const) and first.value == "seat_name")


def _step(node: nodes.Node) -> tuple[Need, Sequence[nodes.Node]] | None:
    """`name.field`, `name["field"]` and `name.get("field", ...)`, with what is left to look at."""
    if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Getattr) and node.node.attr == "get":
        of, what, rest = node.node.node, node.args[0] if node.args else None, list(node.args[1:])
    elif isinstance(node, nodes.Getattr):
        of, what, rest = node.node, nodes.Const(node.attr), []
    elif isinstance(node, nodes.Getitem):
        of, what, rest = node.node, node.arg, []
    else:
        return None
    if isinstance(of, nodes.Name) and isinstance(what, nodes.Const) and isinstance(what.value, str):
        return (of.name, what.value), rest
    return None


class Facts(dict[Need, Any]):
    """What the context of one page has for each need: looked up once for all its parts.

    What equals what was there on the page before becomes that very thing, so that parts compare it without looking inside.
    """

    def __init__(self, context: Mapping[str, Any], before: dict[Need, Any]) -> None:
        super().__init__()
        self._context = context
        self._before = before

    def __missing__(self, need: Need) -> Any:
        value, before = self._look_up(*need), self._before.get(need)
        value = self[need] = self._before[need] = before if before is value or before == value else value
        return value

    def _look_up(self, name: str, field: str) -> Any:
        """Equal to nothing on another page where it cannot be compared."""
        thing = self._context.get(name)
        value = _field(thing, field) if field else thing
        return object() if callable(value) or (name, field) == EVERYTHING else value

    def given(self, needs: Iterable[Need]) -> tuple[Any, ...]:
        """Equal to what was given before: what is drawn from it is equal too."""
        return tuple(map(self.__getitem__, needs))


def _field(thing: Any, field: str) -> Any:
    if isinstance(thing, Struct) or not isinstance(thing, Mapping):
        return getattr(thing, field, None)
    return thing if field in OF_ANY_MAPPING else thing.get(field)
