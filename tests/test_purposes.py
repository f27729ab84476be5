"""Whatever dice are thrown for, the log says it in words: every purpose in the rules of every title."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from marchland.games.byzantium.rules.combat.armies import ARMY, HORDE, LEVY
from marchland.games.cendre.orders import CivilOrder
from marchland.games.cendre.world import BOOKLETS
from marchland.games.medioevo.rules.cards.throws import READINGS
from marchland.games.medioevo.rules.events.calamities import RULES
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.events import Rolled
from marchland.kernel.title import Title, titles

THROWS = {"roll", "roll_hits", "dice", "d6", "d10", "d20", "percent", "written", "_thrown"}
"""Functions that throw for a purpose, which is their third argument."""
HANDED_ON = {"purpose"}
"""A purpose that whoever calls has named."""


def operations(order: type[CivilOrder] = CivilOrder) -> Iterator[str]:
    for kind in order.__subclasses__():
        yield from filter(None, [kind.OPERATION])
        yield from operations(kind)


WORKED_OUT = {
    "rule": ("TC-GEN-03", "TC-GEN-04", "TC-GEN-05"),
    "test.operation": (*operations(),),
    "special.special": (*{special.special for booklet in BOOKLETS.values() for special in booklet.leader_specials},),
    "self.purpose": (*READINGS,),
    "f'event {self.icon}'": (*(f"event {icon}" for icon in RULES),),
    "f'defence_{self.defender.kind}'": (*(f"defence_{kind}" for kind in (ARMY, LEVY, HORDE)),),
}
"""Purposes that are put together where dice are thrown, and all that comes of it."""


def purposes(title: Title) -> set[str]:
    found: set[str] = set()
    for path in [title.folder / "sequence.py", *(title.folder / "rules").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in THROWS and len(node.args) > 2:
                found |= _named(node.args[2])
    return found


def _named(argument: ast.expr) -> set[str]:
    if isinstance(argument, ast.Constant):
        return {str(argument.value)}
    said = ast.unparse(argument)
    return set() if said in HANDED_ON else set(WORKED_OUT[said])


@pytest.mark.parametrize("title", titles().values(), ids=lambda title: title.id)
def test_every_purpose_of_dice_is_said_in_words(title: Title) -> None:
    phrases, wanted = title.phrases, purposes(title)
    said = {purpose: {phrases.name("purpose", purpose, language) for language in LANGUAGES} for purpose in wanted}
    named = any("{purpose}" in text for text in phrases.phrases.events.get("Rolled", {}).values())
    assert [purpose for purpose, names in said.items() if names == {purpose} and named] == []


def test_the_log_of_a_finished_game_names_no_purpose_by_its_key() -> None:
    rolled = Rolled(seat=0, sides=10, values=(7,), purpose="goodwill", draw=1)
    assert titles()["cendre"].phrases.event(rolled, "fr") == "Dés (bonne volonté d'une nation mineure)\u00a0: 7."
