"""What a module lacks of a protocol: functions and constants by name, and whether they can be called as it says."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from types import ModuleType

Member = Callable[..., object] | property


def members(contract: type) -> Iterator[tuple[str, Member]]:
    """The functions and constants that a protocol asks for."""
    for name, member in vars(contract).items():
        if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
            yield name, member


def lacks(module: ModuleType, contract: type) -> Iterator[str]:
    for name, member in members(contract):
        if not hasattr(module, name):
            yield f"lacks {called(name, member)}"
        elif inspect.isfunction(member) and not _takes(getattr(module, name), member):
            yield f"defines {name}, which cannot be called as {called(name, member)}"


def called(name: str, member: Member) -> str:
    """A function as it is called, a constant by its name."""
    if isinstance(member, property):
        return name
    return f"{name}({', '.join(list(inspect.signature(member).parameters)[1:])})"


def _takes(found: object, member: Callable[..., object]) -> bool:
    """Can what was found be called with as many arguments?"""
    if not callable(found):
        return False
    try:
        inspect.signature(found).bind(*list(inspect.signature(member).parameters)[1:])
    except TypeError:
        return False
    return True
