"""National structures used by an order of their own: each returns whether it could be done."""

from __future__ import annotations

from collections.abc import Callable

from ...goods import Goods
from ...orders import UseStructure
from ...state import AUTUMN, SPRING, SUMMER, Cendre, NationId
from ...world import MAJORS
from ..common.dice import d10
from ..common.inquiry import has_structure
from ..common.ledger import all_units, can_pay, gain, lose_units, pay, tally
from ..common.marks import add_mark, next_winter
from .towns import EFFECTS, lose_structure

Workshop = Callable[[Cendre, NationId, UseStructure], bool]


def fishery(game: Cendre, nation: NationId, order: UseStructure) -> bool:
    """TC-STRUCT-08 A fishery turns sea produce into food and a little gold."""
    land, effect = game.lands[order.territory], EFFECTS[order.structure]
    most = land.town * (2 if has_structure(land, "manufacture") else 1)
    if not 0 < order.amount <= most or not can_pay(game, nation, Goods(mer=order.amount)):
        return False
    pay(game, nation, Goods(mer=order.amount), "pecherie", "TC-STRUCT-08")
    gain(game, nation, Goods(gold=effect.price, provisions=effect.amount) * order.amount, "pecherie", "TC-STRUCT-08")
    return True


def forges(game: Cendre, nation: NationId, order: UseStructure) -> bool:
    """TC-STRUCT-08 Forges that serve no recruits this season sell metal; each slot sold is gone for recruiting."""
    effect, most = EFFECTS[order.structure], game.lands[order.territory].town
    if not 0 < order.amount <= most or not can_pay(game, nation, Goods(metal=order.amount)):
        return False
    pay(game, nation, Goods(metal=order.amount), "forges-federales", "TC-STRUCT-08")
    gain(game, nation, Goods(gold=effect.share) * order.amount, "forges-federales", "TC-STRUCT-08")
    add_mark(game, "forge_slots", game.turn, nation=nation, amount=order.amount)
    return True


def horse_fair(game: Cendre, nation: NationId, order: UseStructure) -> bool:
    """TC-STRUCT-08 The summer fair buys farm produce dearly."""
    effect, most = EFFECTS[order.structure], EFFECTS[order.structure].amount * game.lands[order.territory].town
    if game.season != SUMMER or not 0 < order.amount <= most or not can_pay(game, nation, Goods(agricole=order.amount)):
        return False
    pay(game, nation, Goods(agricole=order.amount), "foire-aux-chevaux", "TC-STRUCT-08")
    gain(game, nation, Goods(gold=effect.price) * order.amount, "foire-aux-chevaux", "TC-STRUCT-08")
    return True


def order_pit(game: Cendre, nation: NationId, order: UseStructure) -> bool:
    """TC-STRUCT-08 Each mob thrown into the pit in spring quiets the others."""
    effect = EFFECTS[order.structure]
    mobs = [(code, troop) for code, troops in all_units(game, nation).items() for troop in troops if troop.unit == "gob-horde"]
    if game.season != SPRING or not 0 < order.amount <= min(effect.most, sum(troop.count for _, troop in mobs)):
        return False
    left = order.amount
    for code, troop in mobs:
        taken = min(left, troop.count)
        lose_units(game, code, nation, "gob-horde", taken, "fosse-aux-ordres", "TC-STRUCT-08")
        left -= taken
    add_mark(game, "stability_test", game.turn, nation=nation, amount=effect.amount * order.amount)
    return True


def moon_temple(game: Cendre, nation: NationId, order: UseStructure) -> bool:
    """TC-STRUCT-08 In autumn the temple is promised a sacrifice for the winter."""
    if game.season != AUTUMN or game.lands[order.territory].population <= 1:
        return False
    add_mark(game, "moon_sacrifice", next_winter(game), nation=nation, territory=order.territory)
    return True


def observatory(game: Cendre, nation: NationId, order: UseStructure) -> bool:
    """TC-STRUCT-08 Once every two years the coming event may be bent by one, up or down; it also names a field of study."""
    recently = any(word.startswith("observatoire:") for word in game.nations[nation].year.used)
    if order.choice not in ("", "physique", "magie") or abs(order.amount) > 1:
        return False
    if order.amount and (game.season != AUTUMN or recently):
        return False
    if order.choice:
        add_mark(game, "observatory_field", next_winter(game), nation=nation, word=order.choice)
    if order.amount:
        add_mark(game, "event_shift", next_winter(game), nation=nation, amount=order.amount)
        tally(game, nation, "year", used=(*game.nations[nation].year.used, f"observatoire:{game.year}"))
    return bool(order.choice or order.amount)


def great_bell(game: Cendre, nation: NationId, order: UseStructure) -> bool:
    """TC-STRUCT-08 Once a year the bell drives the swarms; on a one it cracks."""
    if "grande-cloche" in game.nations[nation].year.used:
        return False
    tally(game, nation, "year", used=(*game.nations[nation].year.used, "grande-cloche"))
    add_mark(game, "bell", game.turn, nation=nation, amount=EFFECTS[order.structure].amount)
    if d10(game, nation, "grande-cloche") == 1:
        for structure in game.lands[order.territory].structures:
            if structure.kind == order.structure:
                lose_structure(game, order.territory, structure, "cracked", "TC-STRUCT-08")
    return True


def bank_of_secrets(game: Cendre, nation: NationId, order: UseStructure) -> bool:
    """TC-STRUCT-08 Once a year a nation spied upon is blackmailed: it pays, or does not declare war."""
    year = game.nations[nation].year
    if order.choice not in year.spied or order.choice not in MAJORS or "banque-des-secrets" in year.used:
        return False
    tally(game, nation, "year", used=(*year.used, "banque-des-secrets"))
    add_mark(game, "blackmail", next_winter(game), nation=order.choice, amount=EFFECTS[order.structure].price, word=nation)
    return True


WORKSHOPS: dict[str, Workshop] = {
    "pecherie": fishery,
    "forges-federales": forges,
    "foire-aux-chevaux": horse_fair,
    "fosse-aux-ordres": order_pit,
    "temple-de-la-lune": moon_temple,
    "observatoire": observatory,
    "grande-cloche": great_bell,
    "banque-des-secrets": bank_of_secrets,
}
