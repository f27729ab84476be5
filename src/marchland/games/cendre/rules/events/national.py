"""The events of the booklets: eighty lists of steps, each step a small thing that happens to the nation."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ...goods import Goods
from ...state import NEVER, WINTER, Cendre, Code, NationId
from ...tables import read_yaml
from ..common.dice import d6, d10
from ..common.inquiry import is_at_war
from ..common.ledger import add_science, add_units, change_civil, gain
from ..common.marks import add_mark
from ..glory.account import change_glory
from ..leaders.people import wound
from ..magic.sources import overfill
from ..science import ONE_FIELD
from ..standing.account import change_reputation, change_stability
from ..towns.towns import shrink, storage
from ..war.war import loss_test
from .blows import (
    coup,
    dead_rebel,
    deep_thing,
    eruption,
    feud,
    great_storm,
    hangover,
    idle,
    mass_desertion,
    night_of_knives,
    plague,
    purge,
    swarm_eats_itself,
    triumph,
    watchers,
)
from .neighbours import (
    blame,
    buried_city,
    casus_against_us,
    casus_for_us,
    claim,
    glory_per_partner,
    gold_per_peace,
    join,
    offend,
    recognition,
    wedding,
)
from .steps import RULE, Deed, Step, change_here, places, rolled, since, until


@cache
def steps() -> dict[str, dict[int, tuple[Step, ...]]]:
    return read_yaml("national_events.yaml", dict[str, dict[int, tuple[Step, ...]]])


def national_event(game: Cendre, nation: NationId, score: int) -> None:
    """TC-EVT-03 What the booklet says of this score."""
    for step in steps()[nation][score]:
        take(game, nation, step)


def take(game: Cendre, nation: NationId, step: Step) -> None:
    peace = not is_at_war(game, nation)
    if step.when and (step.when == "peace") != peace:
        return
    if not DEEDS[step.do](game, nation, step):
        for other in step.otherwise:
            take(game, nation, other)


# -- deeds ------------------------------------------------------------------------------------------------------


def _reputation(game: Cendre, nation: NationId, step: Step) -> bool:
    change_reputation(game, nation, rolled(game, nation, step), "event", RULE)
    return True


def _stability(game: Cendre, nation: NationId, step: Step) -> bool:
    change_stability(game, nation, rolled(game, nation, step), "event", RULE)
    return True


def _glory(game: Cendre, nation: NationId, step: Step) -> bool:
    change_glory(game, nation, rolled(game, nation, step), "event", RULE)
    return True


def _gold(game: Cendre, nation: NationId, step: Step) -> bool:
    gain(game, nation, Goods(gold=rolled(game, nation, step)), "event", RULE)
    return True


def _goods(game: Cendre, nation: NationId, step: Step) -> bool:
    """Goods gained, as far as the stores hold them where the step says so, or lost, as far as they are there."""
    wanted, have = Goods.of(step.goods), game.nations[nation].goods
    if step.stored:
        room = (storage(game, nation) - have).at_least_nothing()
        wanted = Goods(*map(min, wanted.amounts(), room.amounts()))
    gain(game, nation, (have + wanted).at_least_nothing() - have, "event", RULE)
    return True


def _science(game: Cendre, nation: NationId, step: Step) -> bool:
    """Points in a field, or free ones; of these `most` may go into the same field, or all of them must."""
    points = rolled(game, nation, step)
    add_science(game, nation, step.domain, points, "event", RULE)
    if step.most or step.one_field:
        word = ONE_FIELD if step.one_field else str(step.most)
        add_mark(game, "bound_science", NEVER, nation=nation, amount=points, word=word)
    return True


def _civil_unit(game: Cendre, nation: NationId, step: Step) -> bool:
    change_civil(game, nation, step.unit, rolled(game, nation, step), "event", RULE)
    return True


def _mark(game: Cendre, nation: NationId, step: Step) -> bool:
    amount, from_turn = rolled(game, nation, step), since(game, step)
    add_mark(game, step.kind, until(game, step), nation=nation, amount=amount, word=step.word, since=from_turn)
    return True


def _land_mark(game: Cendre, nation: NationId, step: Step) -> bool:
    last, first = until(game, step), since(game, step)
    for code in places(game, nation, step):
        amount = rolled(game, nation, step)
        add_mark(game, step.kind, last, nation=nation, territory=code, amount=amount, word=step.word, since=first)
        _then(game, nation, step, code)
    return True


def _land(game: Cendre, nation: NationId, step: Step) -> bool:
    found = places(game, nation, step)
    for code in found:
        change_here(game, code, step.what, rolled(game, nation, step), step.least)
        _then(game, nation, step, code)
    return bool(found)


def _then(game: Cendre, nation: NationId, step: Step, code: Code) -> None:
    """What happens besides in the same place."""
    for other in step.then:
        HERE[other.do](game, nation, other, code)


def _also_here(game: Cendre, nation: NationId, step: Step, code: Code) -> None:
    change_here(game, code, step.what, rolled(game, nation, step), step.least)


def _also_town(game: Cendre, nation: NationId, step: Step, code: Code) -> None:
    if game.lands[code].town > 1 and d6(game, nation, "event") <= step.chance:
        shrink(game, code, 1, "event", RULE)


def _avalanche(game: Cendre, nation: NationId, step: Step, code: Code) -> None:
    """Any leader there may be hurt, guests included."""
    for leader in sorted(game.leaders):
        record = game.leaders[leader]
        if record.nation and record.at == code and not record.captor and d10(game, nation, "event") <= 3:
            wound(game, leader, "event", RULE)


def _units_here(game: Cendre, nation: NationId, step: Step, code: Code) -> None:
    add_units(game, code, nation, step.unit, rolled(game, nation, step), "event", RULE)


HERE: dict[str, Callable[[Cendre, NationId, Step, Code], None]] = {
    "here": _also_here,
    "here_town": _also_town,
    "here_units": _units_here,
    "avalanche": _avalanche,
}


def _town(game: Cendre, nation: NationId, step: Step) -> bool:
    for code in places(game, nation, step):
        if game.lands[code].town > 1:
            shrink(game, code, 1, "event", RULE)
        _then(game, nation, step, code)
    return True


def _halve_provisions(game: Cendre, nation: NationId, step: Step) -> bool:
    stored = game.nations[nation].goods.provisions
    gain(game, nation, Goods(provisions=stored // 2 - stored), "event", RULE)
    return True


def _lose_provisions(game: Cendre, nation: NationId, step: Step) -> bool:
    lost = min(rolled(game, nation, step), game.nations[nation].goods.provisions)
    gain(game, nation, Goods(provisions=-lost), "event", RULE)
    return True


def _units(game: Cendre, nation: NationId, step: Step) -> bool:
    for code in places(game, nation, step):
        _units_here(game, nation, step, code)
        _then(game, nation, step, code)
    return True


def _loss_test(game: Cendre, nation: NationId, step: Step) -> bool:
    for code in places(game, nation, step):
        loss_test(game, code, nation, "event", RULE)
        _then(game, nation, step, code)
    return True


def _refill(game: Cendre, nation: NationId, step: Step) -> bool:
    """All owned sources run over; in winter after the sources have filled by themselves."""
    if game.season == WINTER:
        add_mark(game, "refill_bonus", game.turn, nation=nation, amount=int(step.amount))
    else:
        overfill(game, nation, int(step.amount))
    return True


DEEDS: dict[str, Deed] = {
    "reputation": _reputation,
    "stability": _stability,
    "glory": _glory,
    "gold": _gold,
    "goods": _goods,
    "science": _science,
    "civil_unit": _civil_unit,
    "mark": _mark,
    "land_mark": _land_mark,
    "land": _land,
    "town": _town,
    "halve_provisions": _halve_provisions,
    "lose_provisions": _lose_provisions,
    "units": _units,
    "loss_test": _loss_test,
    "refill": _refill,
    "idle": idle,
    "hangover": hangover,
    "purge": purge,
    "night_of_knives": night_of_knives,
    "coup": coup,
    "triumph": triumph,
    "feud": feud,
    "mass_desertion": mass_desertion,
    "dead_rebel": dead_rebel,
    "great_storm": great_storm,
    "plague": plague,
    "swarm_eats_itself": swarm_eats_itself,
    "watchers": watchers,
    "eruption": eruption,
    "deep_thing": deep_thing,
    "join": join,
    "claim": claim,
    "casus_against_us": casus_against_us,
    "casus_for_us": casus_for_us,
    "blame": blame,
    "offend": offend,
    "glory_per_partner": glory_per_partner,
    "gold_per_peace": gold_per_peace,
    "recognition": recognition,
    "buried_city": buried_city,
    "wedding": wedding,
}
