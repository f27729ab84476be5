"""The vocabulary of refusal: everything else that is raised is a bug and propagates."""

from collections.abc import Iterable, Mapping
from typing import Self

import msgspec


class MarchlandError(ValueError):
    """Something a person asked for cannot be done; the message says why."""


class UnknownTitle(MarchlandError):
    """No such game is installed."""

    def __init__(self, wanted: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown title {wanted!r}; installed: {', '.join(known) or 'none'}")


class BrokenTitle(MarchlandError):
    """A game that is installed but does not keep the contract of titles; the message names the files and what they lack."""

    def __init__(self, package: str, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(f"{package} is not a complete title: {'; '.join(self.faults)}")


class BadOption(MarchlandError):
    """A game option or seat count that the title does not have."""


class MalformedOrder(MarchlandError):
    """The text or JSON of an action cannot be read at all."""


class AmbiguousOrder(MarchlandError):
    """The text of an action could mean several things."""

    def __init__(self, text: str, candidates: Iterable[str]) -> None:
        self.candidates = tuple(candidates)
        super().__init__(f"{text!r} could mean: {', '.join(self.candidates)}")


class BadFile(MarchlandError):
    """A save, scenario or log that is broken; the message names the field."""


class Tampered(BadFile):
    """A log whose fingerprints, dice or key do not agree with the rules."""


class OtherRules(BadFile):
    """A game that was played by another version of the rules: no test shows that this release would play it alike."""

    def __init__(self, title: str, version: int, present: int, where: str = "") -> None:
        told = f"this game of {title} was played by version {version} of the rules; this release has version {present}"
        super().__init__(f"{where}: {told}" if where else told)


class NotYourDecision(MarchlandError):
    """Somebody answered a question that was put to somebody else."""

    def __init__(self, seat: int, deciders: Iterable[int]) -> None:
        self.seat = seat
        self.deciders = tuple(deciders)
        waiting = ", ".join(str(decider) for decider in self.deciders)
        super().__init__(f"seat {seat} is not asked now; " + (f"waiting for seat {waiting}" if waiting else "the game is over"))


class Refusal(msgspec.Struct, frozen=True):
    """Which rule forbids something, with the figures that make it so."""

    rule: str
    facts: Mapping[str, object] = {}
    bare: bool = False
    """The rule alone is cited and told in its own words: no figures bear on it."""


class IllegalAction(MarchlandError):
    """The action is understood, and a rule forbids it."""

    def __init__(self, rule: str, **facts: object) -> None:
        self.refusal = Refusal(rule, facts)
        details = ", ".join(f"{name} {value}" for name, value in facts.items())
        super().__init__(f"{rule} forbids this" + (f" ({details})" if details else ""))

    @classmethod
    def by(cls, refusal: Refusal) -> Self:
        """The refusal as an exception."""
        error = cls(refusal.rule, **refusal.facts)
        error.refusal = refusal
        return error

    @property
    def rule(self) -> str:
        return self.refusal.rule

    @property
    def facts(self) -> Mapping[str, object]:
        return self.refusal.facts


class Stuck(AssertionError):
    """A decision offers nothing: the rules code is wrong, not the player."""
