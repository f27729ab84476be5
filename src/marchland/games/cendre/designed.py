"""The designed content of Terre de Cendre as rules: every spell under an id of its own, in the words of its data."""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.catalogue import Rule
from .rules.magic_book import SPELLS


def rules() -> Iterator[Rule]:
    """Spells by colour and level."""
    for spell in SPELLS.values():
        yield Rule(id=spell.rule, chapter="spell", name=spell.name, **spell.text)
