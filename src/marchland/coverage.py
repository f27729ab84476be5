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

RULE_ID = re.compile(r"\b[A-Z]{2}-[A-Z0-9]+-[0-9]+\b")
PASSED = "marchland-rules-passed.json"
"""Written by the test run: the rules whose tests passed the last time."""


@dataclass
class Coverage:
    """Where each rule of the catalogue stands in code and tests."""

    title: str
    rules: dict[str, str]
    code: dict[str, list[str]] = field(default_factory=dict)
    tests: dict[str, list[str]] = field(default_factory=dict)
    passed: frozenset[str] | None = None

    @property
    def missing(self) -> list[str]:
        return [rule for rule in self.rules if rule not in self.code or rule not in self.tests or not self.has_passed(rule)]

    @property
    def unknown(self) -> list[str]:
        """Ids that code or tests cite and the catalogue does not have."""
        return sorted((self.code.keys() | self.tests.keys()) - self.rules.keys())

    def has_passed(self, rule: str) -> bool:
        return self.passed is None or rule in self.passed

    def report(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "rules": len(self.rules),
            "with_code": sum(rule in self.code for rule in self.rules),
            "with_test": sum(rule in self.tests for rule in self.rules),
            "passed": None if self.passed is None else sum(rule in self.passed for rule in self.rules),
            "missing": self.missing,
            "unknown": self.unknown,
        }


def coverage(title: Title, tests: Path) -> Coverage:
    rules = {rule.id: rule.name["en"] for rule in title.catalogue.rules.values()}
    found = Coverage(title.id, rules)
    prefix = next(iter(rules)).split("-")[0] + "-"
    for path in sorted(title.folder.rglob("*.py")):
        for rule, line in cited_in_code(path):
            if rule.startswith(prefix):
                found.code.setdefault(rule, []).append(f"{path.relative_to(title.folder)}:{line}")
    for path in sorted(tests.rglob("test_*.py")):
        for rule, name in marked_in_tests(path):
            if rule.startswith(prefix):
                found.tests.setdefault(rule, []).append(f"{path.name}::{name}")
    found.passed = last_passed(tests)
    return found


def cited_in_code(path: Path) -> Iterator[tuple[str, int]]:
    """Rule ids in docstrings and in other strings (refusals, events); comments do not count."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for rule in RULE_ID.findall(node.value):
                yield rule, node.lineno


def marked_in_tests(path: Path) -> Iterator[tuple[str, str]]:
    """The arguments of `@pytest.mark.rule(...)`, also on classes and parameter sets."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            yield from ((rule, f"line {node.lineno}") for rule in _strings(node.args))


def _strings(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def last_passed(tests: Path) -> frozenset[str] | None:
    """The rules proven by the last complete test run, if there was one."""
    report = tests.parent / ".pytest_cache" / PASSED
    return frozenset(msgspec.json.decode(report.read_bytes(), type=list[str])) if report.exists() else None


def tests_folder() -> Path:
    """The tests of a source checkout: beside `src`, or below the current folder."""
    beside = Path(__file__).resolve().parents[2] / "tests"
    return beside if beside.is_dir() else Path.cwd() / "tests"
