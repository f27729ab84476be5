"""What takes long begins first; which rules were proven is written down for `marchland rules TITLE --coverage`."""

import gc
import json
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from marchland.coverage import PROVEN

OUTCOMES: dict[str, set[str]] = defaultdict(set)

# A slow machine fails no test, and everybody's run tries the same examples.
settings.register_profile("marchland", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("marchland")

# Thousands of tests and all their data stay to the end: the collector of garbage need not look at them again and again, neither
# while they are collected nor later.
gc.set_threshold(50_000, 20, 20)


def pytest_collection_modifyitems(config, items):
    """Nobody is left alone with a long test at the end, while the other workers have nothing left to do.

    Each worker is given an equal piece of the list to begin with: the long tests are dealt out to the beginnings of these pieces.
    """
    long = [item for item in items if item.get_closest_marker("long")]
    others = sorted(
        (item for item in items if not item.get_closest_marker("long")), key=lambda item: not item.get_closest_marker("slow")
    )
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    cuts = [len(others) * worker // workers for worker in range(workers + 1)]
    items[:] = [item for worker in range(workers) for item in (*long[worker::workers], *others[cuts[worker] : cuts[worker + 1]])]


def pytest_collection_finish():
    """What was collected is not looked at any more."""
    gc.collect()
    gc.freeze()


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
    """A rule is proven when all its tests passed; what this run did not test is left as it was."""
    if hasattr(session.config, "workerinput"):
        return
    report = Path(session.config.rootpath) / ".pytest_cache" / PROVEN
    known = json.loads(report.read_text()) if report.exists() else {}
    known |= {rule: outcomes == {"passed"} for rule, outcomes in OUTCOMES.items()}
    report.parent.mkdir(exist_ok=True)
    report.write_text(json.dumps(known, sort_keys=True))
