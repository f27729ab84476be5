"""Sheets that try to find out what others hide: tests hand them in, and no verdict on them may tell anything."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat

from ..rules.common.inquiry import leaders_of, nation_of
from ..state import Cendre, Code, NationId
from ..view import view
from ..world import MAJORS, SITES
from .help import UNKNOWN, order_kinds
from .lexicon import lexicon
from .reader import header, turn_name

LINES = 5
"""A sheet holds few probes, so that one does not stand in another's way."""
SHEETS = 2
LEADER_UNKNOWN = '"..."'


def probing_sheets(game: Cendre, seat: Seat) -> tuple[str, ...]:
    """A few sheets of this turn; as turns go by, every kind of order is tried on everybody's land and people."""
    nation = nation_of(game, seat)
    lines = list(probing_lines(game, seat, nation))
    start = (7 * game.turn + 11 * seat) * LINES * SHEETS
    chosen = [lines[(start + 29 * place) % len(lines)] for place in range(LINES * SHEETS)]
    head = header(lexicon(game, nation), turn_name(game))
    return tuple("\n".join([head, *chosen[first : first + LINES], ""]) for first in range(0, len(chosen), LINES))


def probing_lines(game: Cendre, seat: Seat, nation: NationId) -> Iterator[str]:
    """Every example of the help, aimed at a foreign nation, its land and a leader of its own whom only it knows."""
    for place, kind in enumerate(order_kinds(view(game, seat), lexicon(game, nation), "fr")):
        other = [major for major in MAJORS if major != nation][(place + game.turn) % (len(MAJORS) - 1)]
        for code in _targets(game, nation, other):
            yield f"[{kind.section}]\n{_aimed(game, kind.example, nation, other, code)}"


def _targets(game: Cendre, nation: NationId, other: NationId) -> list[Code]:
    """Land of the other nation, and somebody else's."""
    theirs = [code for code in SITES if game.lands[code].controller == other]
    rest = [code for code in SITES if game.lands[code].controller not in (nation, other)]
    return [*theirs[:2], *rest[game.turn % len(rest) :][:1]]


def _aimed(game: Cendre, line: str, nation: NationId, other: NationId, code: Code) -> str:
    people = leaders_of(game, other)
    name = f'"{people[-1].name}"' if people else LEADER_UNKNOWN
    aimed = line.replace(LEADER_UNKNOWN, name).replace(UNKNOWN, name)
    for word in MAJORS:
        aimed = aimed.replace(f" {word}", f" {other}", 1) if word != nation else aimed
    actor, colon, order = aimed.partition(" : ")
    return f"{actor}{colon}{_elsewhere(order, code)}" if colon else _elsewhere(actor, code)


def _elsewhere(order: str, code: Code) -> str:
    """The order with its last territory put somewhere else."""
    words = order.split(" ")
    places = [place for place, word in enumerate(words) if word in SITES]
    if places:
        words[places[-1]] = code
    return " ".join(words)
