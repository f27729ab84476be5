"""What things and records are called in Vinci."""

from __future__ import annotations

from typing import Any

from marchland.kernel.phrasebook import Phrasebook

from .tables import DATA, FIGURES, board, endures, kind_of

SEAT_FIELDS = ("seat", "opponent", "defender", "winners", "order")


def space_name(space: str, language: str) -> str:
    """A province or sea area of either board, in words."""
    for name in FIGURES.boards:
        if space in board(name).atlas.spaces:
            return board(name).atlas[space].name[language]
    return space


def board_ids(language: str) -> dict[str, str]:
    """Everything on the boards that can be pointed at, with its name."""
    return {space: board(name).atlas[space].name[language] for name in FIGURES.boards for space in board(name).atlas.spaces}


def face_name(face: str, language: str) -> str:
    name = kind_of(face).name[language]
    return f"{name} ({PHRASEBOOK.word('enduring', language)})" if endures(face) else name


def seat_name(seat: int, language: str) -> str:
    return PHRASEBOOK.word("neutral", language) if seat < 0 else f"{PHRASEBOOK.word('player', language)} {seat + 1}"


def espionage_mark(used: bool, language: str) -> str:
    return PHRASEBOOK.word("by_espionage", language) if used else ""


def garrison_list(garrisons: dict[str, int], language: str) -> str:
    return ", ".join(f"{space_name(province, language)} {number}" for province, number in garrisons.items())


def yes_or_no(value: bool, language: str) -> str:
    return PHRASEBOOK.word("yes" if value else "no", language)


def roman(slot: Any, language: str) -> str:
    return ("", "I", "II", "III", "IV", "V", "VI")[slot] if slot in range(1, 7) else str(slot)


PHRASEBOOK = Phrasebook(
    DATA / "phrases.yaml",
    namers={
        "province": space_name,
        "provinces": space_name,
        "origin": space_name,
        "civ": face_name,
        "kept": face_name,
        "seat": seat_name,
        "espionage": espionage_mark,
        "garrisons": garrison_list,
        "declines": yes_or_no,
        "slot": roman,
    },
    seat_fields=SEAT_FIELDS,
)
