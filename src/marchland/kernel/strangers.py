"""What strangers wrote, read with care: JSON and YAML that may be broken, deep, or made to grow beyond all bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import yaml

from .errors import BadFile

DEEPEST = 40
"""Lists within lists. A state of the largest title has a dozen."""


def read_json(data: bytes | str) -> Any:
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadFile(f"not JSON: {error}") from None
    for _ in leaves(value):
        pass
    return value


def leaves(value: Any) -> Iterator[Any]:
    """Every text, number, truth and nothing in it, the names of fields included; BadFile where it is too deep."""
    layer = [value]
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for one in layer:
            if isinstance(one, dict):
                inner += one
                inner += one.values()
            elif isinstance(one, list):
                inner += one
            else:
                yield one
        layer = inner
    if layer:
        raise BadFile(f"more than {DEEPEST} lists or objects within each other")


def read_yaml(data: bytes) -> Any:
    """Without references: nine short lines of them are a thousand million words once somebody follows them all."""
    try:
        _must_be_plain(data)
        return msgspec.yaml.decode(data)
    except (msgspec.DecodeError, yaml.YAMLError, UnicodeError, RecursionError) as error:
        raise BadFile(f"not YAML: {' '.join(str(error).split())}") from None


def _must_be_plain(data: bytes) -> None:
    """Looked at line by line, before anything is built of it."""
    depth = 0
    for event in yaml.parse(data, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.AliasEvent):
            raise BadFile("references (*) are not read")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise BadFile(f"more than {DEEPEST} lists or objects within each other")
