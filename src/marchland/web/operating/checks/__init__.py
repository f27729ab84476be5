"""What `marchland doctor` and the status page look at. Each check says what it found, and what to do where something is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True)
class Finding:
    about: str
    verdict: Verdict
    said: str
    remedy: str = ""

    def as_json(self) -> dict[str, str]:
        return {"about": self.about, "verdict": self.verdict.value, "said": self.said, "remedy": self.remedy}


Check = Callable[[], Iterator[Finding]]


def ok(about: str, said: str) -> Finding:
    return Finding(about, Verdict.OK, said)


def warn(about: str, said: str, remedy: str) -> Finding:
    return Finding(about, Verdict.WARN, said, remedy)


def fail(about: str, said: str, remedy: str) -> Finding:
    return Finding(about, Verdict.FAIL, said, remedy)


def tried(about: str, check: Check) -> list[Finding]:
    """What the check found until the end, or until it broke: a doctor who faints helps nobody."""
    found: list[Finding] = []
    try:
        found.extend(check())
    except Exception as error:
        said = f"{type(error).__name__}: {error}".strip().splitlines()[0][:300]
        found.append(fail(about, said, "mend what it names; what comes after it was not looked at"))
    return found


def worst(findings: list[Finding]) -> Verdict:
    order = list(Verdict)
    return max((finding.verdict for finding in findings), key=order.index, default=Verdict.OK)
