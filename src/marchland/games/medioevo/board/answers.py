"""What the things of this board answer, beside what their notes say: lands and seas line by line, with what a land brings."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.board import Answer

from ..state import BARBARIANS, Land
from ..view import MedioevoView
from ..world import atlas, is_sea, lands, seas
from .things import parked_in, space_note
from .wording import say


def answers(view: MedioevoView, thing: str, language: str) -> tuple[Answer, ...]:
    if thing in view.lands or thing in view.waters or (not view.lands and thing in (*lands(), *seas())):
        return tuple(_space(view, thing, language))
    return (Answer(say("out_of_play", language)),) if thing in atlas().spaces else ()


def _space(view: MedioevoView, space: str, language: str) -> Iterator[Answer]:
    """What is there; before the board is laid, what is printed there."""
    land = view.lands.get(space) if view.lands or is_sea(space) else Land()
    said = space_note(space, land, view.armies.get(space, ()), parked_in(view, space), language, view.map)
    yield from (Answer(line) for line in said.split("; ") if line)
    if land is not None and land.holder != BARBARIANS:
        yield Answer(_yields(view, land, language), head=say("brings", language))
    if land is None and not said:
        yield Answer(say("open_water", language))


def _yields(view: MedioevoView, land: Land, language: str) -> str:
    """MU-TAX-02 As many shares of the holder's tax as the land counts territories."""
    shares = 1 + land.civil
    tax = view.seats[land.holder].tax
    return say("yields_florins", language, n=shares * tax) if tax else say("yields_shares", language, n=shares)
