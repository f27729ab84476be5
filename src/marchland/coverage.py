"""Which rules of a title have code and tests: the catalogue joined with docstrings, refusals and test marks.

A citation is the rule's code only where something calls that code and it is more than a picture: boards, words and bots may name
a rule as often as they like.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from marchland.kernel.title import Title

RULE_ID = re.compile(r"\b[A-Z]{2}(?:-[A-Z0-9]+){1,2}-[0-9]+\b")
"""Title, chapter, number; designed content also names its family: `TC-SPELL-AIR-5`."""
_ENTRY = re.compile(rf"\brule: ({RULE_ID.pattern})")
SHOWN = frozenset({"board", "phrases.py", "text.py", "bot.py", "bots", "statistics.py", "position.py", "contract.py"})
"""Rooms of a title that show and play a rule but do not carry it out."""
HOUSE = Path(__file__).parent
PROVEN = "marchland-rules.json"
"""Written by test runs: for each rule that was tested, whether all its tests passed the last time."""


@dataclass(frozen=True)
class Citation:
    """A place in the code that names a rule: the module, the line, and the class or function around it."""

    rule: str
    line: int
    within: str
    rank: int
    """0: what its docstring begins with; 1: what its docstring names; 2: a refusal, an event, a mark."""


@dataclass
class Coverage:
    """Where each rule of the catalogue stands in code and tests."""

    title: str
    rules: dict[str, str]
    code: dict[str, list[str]] = field(default_factory=dict)
    tests: dict[str, list[str]] = field(default_factory=dict)
    proven: dict[str, bool] = field(default_factory=dict)
    designed: frozenset[str] = frozenset()
    """Rules that are pieces of content: their code is the data."""
    definitions: dict[str, str] = field(default_factory=dict)
    """The one place to begin reading: `rules/battle.py: Battle.roll`."""

    @property
    def missing(self) -> list[str]:
        """Rules without code, without a test, or whose tests failed when they last ran."""
        return [rule for rule in self.rules if rule not in self.code or rule not in self.tests or self.has_failed(rule)]

    @property
    def unknown(self) -> list[str]:
        """Ids that code or tests cite and the catalogue does not have."""
        return sorted((self.code.keys() | self.tests.keys()) - self.rules.keys())

    def has_failed(self, rule: str) -> bool:
        return self.proven.get(rule) is False

    def rooms(self, rule: str) -> set[str]:
        """The rooms whose code cites the rule: modules and chapter folders directly under `rules/`."""
        places = (Path(place.rpartition(":")[0]).parts for place in self.code.get(rule, ()))
        return {parts[1].removesuffix(".py") for parts in places if parts[0] == "rules"}

    @property
    def share_in_one_room(self) -> float:
        """Of the rules written in the catalogue, how many are found in one room and in no other."""
        written = [rule for rule in self.rules if rule not in self.designed]
        return sum(len(self.rooms(rule)) == 1 for rule in written) / len(written)

    def report(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "rules": len(self.rules),
            "with_code": sum(rule in self.code for rule in self.rules),
            "with_test": sum(rule in self.tests for rule in self.rules),
            "passed": sum(self.proven.get(rule, False) for rule in self.rules),
            "in_one_room": round(self.share_in_one_room, 3),
            "missing": self.missing,
            "unknown": self.unknown,
        }


def coverage(title: Title, tests: Path) -> Coverage:
    rules = {rule.id: rule.name["en"] for rule in title.catalogue.rules.values()}
    found = Coverage(title.id, rules, designed=frozenset(title.catalogue.designed))
    prefix = next(iter(rules)).split("-")[0] + "-"
    _find_code(found, title, prefix)
    for path in sorted(tests.rglob("test_*.py")):
        for rule, name in marked_in_tests(path, prefix):
            if rule.startswith(prefix):
                found.tests.setdefault(rule, []).append(f"{path.name}::{name}")
    found.proven = last_results(tests)
    return found


def _find_code(found: Coverage, title: Title, prefix: str) -> None:
    """Citations in living code, and the best of each rule's as its definition."""
    best: dict[str, tuple[int, bool, str]] = {}
    alive = names_used(title.folder)
    for path in sorted(title.folder.rglob("*.py")):
        place = path.relative_to(title.folder)
        for citation in cited_in_code(path, alive) if place.parts[0] not in SHOWN else ():
            if citation.rule.startswith(prefix):
                found.code.setdefault(citation.rule, []).append(f"{place}:{citation.line}")
                where = f"{place}: {citation.within}" if citation.within else str(place)
                best.setdefault(citation.rule, (9, True, ""))
                best[citation.rule] = min(best[citation.rule], (citation.rank, place.parts[0] != "rules", where))
    for path in sorted((title.folder / "data").glob("*.yaml")):
        for rule, line in designed_in_data(path):
            if rule in title.catalogue.designed:
                found.code.setdefault(rule, []).append(f"{path.relative_to(title.folder)}:{line}")
                best.setdefault(rule, (0, False, str(path.relative_to(title.folder))))
    found.definitions = {rule: where for rule, (_, _, where) in best.items()}


def cited_in_code(path: Path, alive: Container[str]) -> list[Citation]:
    """Rule ids in docstrings and in other strings (refusals, events); comments do not count, nor does what nobody calls."""
    reader = _Reader(alive)
    reader.visit(ast.parse(path.read_text(encoding="utf-8")))
    return reader.found


class _Reader(ast.NodeVisitor):
    """Goes through a module and notes where rules are named."""

    def __init__(self, alive: Container[str]) -> None:
        self.alive = alive
        self.within: list[str] = []
        self.docstring: str | None = None
        self.found: list[Citation] = []

    def visit_definition(self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if node.name not in self.alive and not node.decorator_list:  # a decorator may register what nobody names
            return
        around, self.docstring = self.docstring, ast.get_docstring(node, clean=False)
        self.within.append(node.name)
        self.generic_visit(node)
        self.within.pop()
        self.docstring = around

    visit_ClassDef = visit_FunctionDef = visit_AsyncFunctionDef = visit_definition

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            for rule in RULE_ID.findall(node.value):
                self.found.append(Citation(rule, node.lineno, ".".join(self.within), self._rank(node.value, rule)))

    def _rank(self, text: str, rule: str) -> int:
        if text != self.docstring:
            return 2
        return 0 if text.startswith(rule) else 1


def names_used(folder: Path) -> frozenset[str]:
    """Everything that code of the title and of the house calls, inherits, overrides or spells out as the name of a step."""
    used: set[str] = set()
    for path in [*folder.rglob("*.py"), *HOUSE.rglob("*.py")]:
        used |= _names_in(path, path.stat().st_mtime_ns)
    return frozenset(used)


@cache
def _names_in(path: Path, _written: int) -> frozenset[str]:
    used: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                used.add(name)
            case ast.Constant(value=str(text)) if text.isidentifier():
                used.add(text)
    return frozenset(used)


def designed_in_data(path: Path) -> Iterator[tuple[str, int]]:
    """The entries of a data file that carry a rule id of their own: they are what the code reads."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        for found in _ENTRY.finditer(line):
            yield found[1], number


def marked_in_tests(path: Path, prefix: str) -> Iterator[tuple[str, str]]:
    """The arguments of `@pytest.mark.rule(...)`, also on classes and parameter sets, in a module that names such a rule at all."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if prefix in text and ".rule(" in text else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            yield from ((rule, f"line {node.lineno}") for rule in _strings(node.args))


def _strings(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def last_results(tests: Path) -> dict[str, bool]:
    """What the tests said of each rule when they last ran here."""
    report = tests.parent / ".pytest_cache" / PROVEN
    return msgspec.json.decode(report.read_bytes(), type=dict[str, bool]) if report.exists() else {}


def tests_folder(title: Title) -> Path:
    """The tests of a title: those of the checkout it lies in, or of the one that is the current folder."""
    checkouts = (folder for folder in title.folder.resolve().parents if (folder / "pyproject.toml").is_file())
    return next(checkouts, Path.cwd()) / "tests"
