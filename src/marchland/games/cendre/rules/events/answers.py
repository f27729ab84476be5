"""National events that leave something to the player: what he writes on the sheets that follow (`national <event> CODE`)."""

from __future__ import annotations

from collections.abc import Callable

from marchland.kernel.events import Event

from ...goods import Goods
from ...orders import UseStructure
from ...spelling import fold
from ...state import Cendre, NationId
from ...world import MAJORS
from ..civil.intrigue import learn
from ..common.inquiry import controlled, seats_of
from ..common.ledger import all_units, count, done, gain, refuse
from ..common.marks import add_mark, drop_marks, has_mark, marks, next_winter
from ..diplomacy.relations import give_casus
from .steps import RULE

CROWNS, SECRET = "deux-couronnes", "secret-du-voisin"
GOLD, CASUS = ("or", "gold", "oro"), ("casus", "casus-belli")
"""What a secret may be used for, as players write it."""


class SecretsLearnt(Event, frozen=True):
    """A nation's accounts laid open to another."""

    RULE = RULE
    nation: NationId
    other: NationId
    goods: Goods
    stability: int
    units: int
    discoveries: tuple[str, ...]
    serving: tuple[str, ...] = ()


def answer_event(game: Cendre, nation: NationId, line: int, order: UseStructure) -> None:
    """TC-EVT-03 A line of the sheet answers an event that is still open."""
    if ANSWERS[order.structure](game, nation, order):
        done(game, nation, line, order, RULE, structure=order.structure)
    else:
        refuse(game, nation, line, order, RULE, structure=order.structure)


def name_crown(game: Cendre, nation: NationId, order: UseStructure) -> bool:
    """TC-EVT-03 Which royal town obeys this season: the first word counts."""
    open_ = has_mark(game, "crown", nation=nation, territory=order.territory) and not has_mark(game, "crown_named", nation=nation)
    if order.territory and open_:
        add_mark(game, "crown_named", game.turn, nation=nation, territory=order.territory)
    return bool(order.territory) and open_


def use_secret(game: Cendre, nation: NationId, order: UseStructure) -> bool:
    """TC-EVT-03 A major nation is named by a territory it owns; its books are read, then gold or a cause for war is taken."""
    rights, other = marks(game, "secret", nation=nation), game.lands[order.territory].owner
    use = fold(order.choice)
    if not rights or other not in MAJORS or other == nation or use not in ("", *GOLD, *CASUS):
        return False
    right = rights[0]
    if (right.word and right.word != other) or (right.word and not use):
        return False
    if not right.word:
        read_books(game, nation, other)
    drop_marks(game, "secret", nation=nation)
    if not use:
        add_mark(game, "secret", right.until, nation=nation, amount=right.amount, word=other)
    elif use in CASUS:
        give_casus(game, nation, other, "insult", next_winter(game))
    else:
        stolen = min(right.amount, game.nations[other].goods.gold)
        gain(game, other, Goods(gold=-stolen), "stolen", RULE)
        gain(game, nation, Goods(gold=stolen), "event", RULE)
    return True


def read_books(game: Cendre, nation: NationId, other: NationId) -> None:
    """TC-EVT-03 Everything a nation writes on its own sheet: treasury, land, troops, people and discoveries."""
    record = game.nations[other]
    game.emit(
        SecretsLearnt(
            nation=nation,
            other=other,
            goods=record.goods,
            stability=record.stability,
            units=sum(map(count, all_units(game, other).values())),
            discoveries=record.known,
            serving=tuple(sorted(leader.name for leader in game.leaders.values() if leader.nation == other)),
            audience=seats_of(game, nation),
        )
    )
    for code in controlled(game, other):
        learn(game, nation, code, RULE, spies=True)


ANSWERS: dict[str, Callable[[Cendre, NationId, UseStructure], bool]] = {CROWNS: name_crown, SECRET: use_secret}
