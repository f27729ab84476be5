"""Which rules of a title have code and tests: the catalogue joined with docstrings, refusals and test marks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from marchland.kernel.title import Title

RULE_ID = re.compile(r"\b[A-Z]{2}(?:-[A-Z0-9]+){1,2}-[0-9]+\b")
"""Title, chapter, number; designed content also names its family: `TC-SPELL-AIR-5`."""
_ENTRY = re.compile(rf"\brule: ({RULE_ID.pattern})")
PROVEN = "marchland-rules.json"
"""Written by test runs: for each rule that was tested, whether all its tests passed the last time."""


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
    for path in sorted(title.folder.rglob("*.py")):
        for rule, line in cited_in_code(path):
            if rule.startswith(prefix):
                found.code.setdefault(rule, []).append(f"{path.relative_to(title.folder)}:{line}")
    for path in sorted((title.folder / "data").glob("*.yaml")):
        for rule, line in designed_in_data(path):
            if rule in title.catalogue.designed:
                found.code.setdefault(rule, []).append(f"{path.relative_to(title.folder)}:{line}")
    for path in sorted(tests.rglob("test_*.py")):
        for rule, name in marked_in_tests(path):
            if rule.startswith(prefix):
                found.tests.setdefault(rule, []).append(f"{path.name}::{name}")
    found.proven = last_results(tests)
    return found


def cited_in_code(path: Path) -> Iterator[tuple[str, int]]:
    """Rule ids in docstrings and in other strings (refusals, events); comments do not count."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for rule in RULE_ID.findall(node.value):
                yield rule, node.lineno


def designed_in_data(path: Path) -> Iterator[tuple[str, int]]:
    """The entries of a data file that carry a rule id of their own: they are what the code reads."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        for found in _ENTRY.finditer(line):
            yield found[1], number


def marked_in_tests(path: Path) -> Iterator[tuple[str, str]]:
    """The arguments of `@pytest.mark.rule(...)`, also on classes and parameter sets."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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


def tests_folder() -> Path:
    """The tests of a source checkout: beside `src`, or below the current folder."""
    beside = Path(__file__).resolve().parents[2] / "tests"
    return beside if beside.is_dir() else Path.cwd() / "tests"
