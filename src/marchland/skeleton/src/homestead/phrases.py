"""What things and records are called: the sentences stand in `data/phrases.yaml`."""

from typing import Any

from marchland.kernel.phrasebook import Phrasebook

from .tables import ATLAS, DATA, FIELDS


def seat_name(seat: Any, language: str) -> str:
    """For a seat nobody sits in yet; at a table players go by their own names."""
    return f"{PHRASEBOOK.word('player', language)} {seat + 1}"


def field_name(field: Any, language: str) -> str:
    return ATLAS[field].name[language] if field in ATLAS.spaces else str(field)


def ground_name(ground: Any, language: str) -> str:
    return PHRASEBOOK.word(str(ground), language)


def fields(language: str) -> dict[str, str]:
    """Everything on the board that can be pointed at, with its name."""
    return {field: field_name(field, language) for field in FIELDS}


PHRASEBOOK = Phrasebook(
    DATA / "phrases.yaml",
    namers={"seat": seat_name, "field": field_name, "ground": ground_name},
    seat_fields=("seat", "defender", "holder"),
    things=fields,
)
