"""What things and records are called in Vinci."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from marchland.kernel.articles import ArticleBook
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision
from marchland.kernel.manners import Manner
from marchland.kernel.phrasebook import Phrasebook
from marchland.kernel.title import Value

from .rules.conquest.conquest import Conquered
from .rules.reorganization import RedeploySurvivors
from .tables import DATA, FIGURES, endures, kind_of
from .world import board

SEAT_FIELDS = ("seat", "opponent", "defender", "winners", "order", "attacker")
MANNERS = {
    "PlayOn": Manner.PRIMARY,
    "GoToWar": Manner.PRIMARY,
    "EndTurn": Manner.PRIMARY,
    "DeclareDecline": Manner.ASKED,
    "Abandon": Manner.MODE,
}
"""How kinds of action are offered: nothing that gives something up is done at a first click."""


def recalled(question: Decision[Any], events: Sequence[Event]) -> dict[str, object]:
    """Which provinces the survivors come from that somebody is to place."""
    if not isinstance(question, RedeploySurvivors):
        return {}
    lost = [
        event.province
        for event in events
        if isinstance(event, Conquered) and event.defender == question.seat and not event.declining
    ]
    return {"attacked": tuple(dict.fromkeys(lost))} if lost else {}


def space_name(board_name: str, space: str, language: str) -> str:
    """A province or sea area, as this board calls it: Burgundy alone on one is Burgundy and Provence on the other."""
    spaces = board(board_name).atlas
    return spaces[space].name[language] if space in spaces.spaces else space


ARTICLES = ArticleBook(DATA / "articles.yaml")


def land_name(board_name: str, space: str, language: str) -> str:
    """A province, which can be spoken of with its article where the language has one."""
    return ARTICLES.spoken(space_name(board_name, space, language), language)


def board_ids(board_name: str, language: str) -> dict[str, str]:
    """Everything on a board that can be pointed at, with its name."""
    return {space: space_name(board_name, space, language) for space in board(board_name).atlas.spaces}


def face_name(face: str, language: str) -> str:
    name = kind_of(face).name[language]
    return f"{name} ({PHRASEBOOK.word('enduring', language)})" if endures(face) else name


def seat_name(seat: int, language: str) -> str:
    return PHRASEBOOK.word("neutral", language) if seat < 0 else f"{PHRASEBOOK.word('player', language)} {seat + 1}"


def espionage_mark(used: bool, language: str) -> str:
    return PHRASEBOOK.word("by_espionage", language) if used else ""


def garrison_list(board_name: str, garrisons: dict[str, int], language: str) -> str:
    return ", ".join(f"{space_name(board_name, province, language)} {number}" for province, number in garrisons.items())


def yes_or_no(value: bool, language: str) -> str:
    return PHRASEBOOK.word("yes" if value else "no", language)


def step_name(step: str, language: str) -> str:
    return PHRASEBOOK.word(f"step_{step}", language)


def attacked_name(board_name: str, province: str, language: str) -> str:
    """What was attacked; the empire as a whole, where nobody remembers."""
    return land_name(board_name, province, language) if province else PHRASEBOOK.word("your_empire", language)


def short_words(is_short: bool, language: str) -> str:
    return PHRASEBOOK.word("short_of_tokens", language) if is_short else ""


def roman(slot: int, language: str) -> str:
    return ("", "I", "II", "III", "IV", "V", "VI")[slot] if slot in range(1, 7) else str(slot)


def _book(board_name: str) -> Phrasebook:
    named = partial(land_name, board_name)
    return Phrasebook(
        sorted(DATA.glob("phrases*.yaml")),
        namers={
            "province": named,
            "provinces": named,
            "origin": named,
            "civ": face_name,
            "kept": face_name,
            "seat": seat_name,
            "espionage": espionage_mark,
            "garrisons": partial(garrison_list, board_name),
            "declines": yes_or_no,
            "slot": roman,
            "step": step_name,
            "attacked": partial(attacked_name, board_name),
            "short": short_words,
        },
        seat_fields=SEAT_FIELDS,
        things=partial(board_ids, board_name),
    )


BOOKS = {name: _book(name) for name in FIGURES.boards}
PHRASEBOOK = BOOKS["standard"]
"""For words that are the same on both boards."""


def phrasebook(options: Mapping[str, Value]) -> Phrasebook:
    """The book of the board in play."""
    return BOOKS[str(options.get("board", "standard"))]
