"""The board's own words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec


@cache
def words() -> dict[str, dict[str, str]]:
    return msgspec.yaml.decode((Path(__file__).parent / "words.yaml").read_bytes(), type=dict[str, dict[str, str]])


def say(key: str, language: str, **facts: object) -> str:
    return words()[key][language].format(**facts)
