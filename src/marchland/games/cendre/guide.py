"""The nations as they are introduced to newcomers (data/guide.yaml)."""

from __future__ import annotations

from marchland.kernel.guide import Introduction
from marchland.kernel.title import Value

from .shapes import Strict, Text
from .state import NationId
from .tables import read_yaml
from .title import NAMES, NATIONS


class Portrait(Strict, frozen=True):
    temper: Text
    strengths: tuple[Text, ...]
    goal: Text


class Guide(Strict, frozen=True):
    """data/guide.yaml"""

    first: tuple[NationId, ...]
    options: dict[str, Value]
    nations: dict[NationId, Portrait]


GUIDE = read_yaml("guide.yaml", Guide)
FIRST_GAME = GUIDE.options


def introductions(language: str) -> tuple[Introduction, ...]:
    """The three for beginners, then the others as the book lists them."""
    others = [nation for nation in NATIONS if nation not in GUIDE.first]
    return tuple(_introduction(nation, language) for nation in (*GUIDE.first, *others))


def _introduction(nation: NationId, language: str) -> Introduction:
    portrait = GUIDE.nations[nation]
    return Introduction(
        pick=nation,
        name=NAMES[nation][language],
        temper=portrait.temper[language],
        strengths=tuple(strength[language] for strength in portrait.strengths),
        goal=portrait.goal[language],
        is_gentle=nation in GUIDE.first,
    )
