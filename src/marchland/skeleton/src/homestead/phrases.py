"""What things and records are called: the sentences stand in `data/phrases.yaml`."""

from marchland.kernel.phrasebook import Phrasebook

from .tables import ATLAS, DATA, FIELDS


def seat_name(seat: int, language: str) -> str:
    """For a seat nobody sits in yet; at a table players go by their own names."""
    return f"{PHRASEBOOK.word('player', language)} {seat + 1}"


def field_name(field: str, language: str) -> str:
    return ATLAS[field].name[language] if field in ATLAS.spaces else field


def ground_name(ground: str, language: str) -> str:
    return PHRASEBOOK.word(ground, language)


def fields(language: str) -> dict[str, str]:
    """Everything on the board that can be pointed at, with its name."""
    return {field: field_name(field, language) for field in FIELDS}


PHRASEBOOK = Phrasebook(
    DATA / "phrases.yaml",
    namers={"seat": seat_name, "field": field_name, "ground": ground_name},
    seat_fields=("seat", "defender", "holder"),
    things=fields,
)
