"""Writes down which rules were proven, for `marchland rules TITLE --coverage`."""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from marchland.coverage import PASSED

OUTCOMES: dict[str, set[str]] = defaultdict(set)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if report.when == "call" or report.failed:
        report.user_properties += [("rule", rule) for mark in item.iter_markers("rule") for rule in mark.args]


def pytest_runtest_logreport(report):
    if report.when == "call" or report.failed:
        for name, rule in report.user_properties:
            if name == "rule":
                OUTCOMES[rule].add(report.outcome)


def pytest_sessionfinish(session):
    """A rule is proven when all its tests passed. A run of a few tests adds to what earlier runs proved."""
    if hasattr(session.config, "workerinput"):
        return
    report = Path(session.config.rootpath) / ".pytest_cache" / PASSED
    known = set(json.loads(report.read_text())) if report.exists() else set()
    failed = {rule for rule, outcomes in OUTCOMES.items() if outcomes != {"passed"}}
    report.parent.mkdir(exist_ok=True)
    report.write_text(json.dumps(sorted((known | OUTCOMES.keys()) - failed)))
