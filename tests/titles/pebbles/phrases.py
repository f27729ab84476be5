"""The sentences of Pebbles."""

from pathlib import Path
from typing import Any

from marchland.kernel.phrasebook import Phrasebook

SEATS = ("Red", "Blue", "Green", "Yellow")


def seat_name(seat: Any, language: str) -> str:
    return f"{SEATS[seat]}{'' if language == 'en' else '-' + language}"


PHRASEBOOK = Phrasebook(
    Path(__file__).parent / "data" / "phrases.yaml", {"seat": seat_name}, seat_fields=("seat", "order", "seats")
)
