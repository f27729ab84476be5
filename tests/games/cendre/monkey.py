"""A monkey at the writing desk: orders that are well spelt and make no sense."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import msgspec

from marchland.games.cendre.goods import KINDS, Goods
from marchland.games.cendre.orders import AnyOrder, Order, Terms
from marchland.games.cendre.sheet.compounds import CHARACTERISTICS
from marchland.games.cendre.sheet.lexicon import spells
from marchland.games.cendre.state import Cendre
from marchland.games.cendre.tables import TABLES
from marchland.games.cendre.world import BOOKLETS, COMMON_UNITS, DOMAINS, SITES, UNITS, summoned_units

ORDERS: tuple[type[Order], ...] = get_args(AnyOrder)


class Monkey:
    """Fills every field of an order with something of the right kind, own things more often than others'."""

    def __init__(self, game: Cendre, nation: str, seed: object) -> None:
        self.game, self.nation, self.random = game, nation, Random(str(seed))
        self.leaders = [leader.id for leader in game.leaders.values() if leader.nation == nation]
        self.lands = [code for code, land in game.lands.items() if land.controller == nation]
        self.units = [troop.unit for key, troops in game.garrisons.items() if key[4:] == nation for troop in troops]

    def sheet(self, length: int) -> tuple[Order, ...]:
        return tuple(self.order(self.random.choice(ORDERS)) for _ in range(length))

    def order(self, kind: type[Order]) -> Order:
        values = {field.name: self._value(kind, field.name) for field in msgspec.structs.fields(kind)}
        return msgspec.convert(msgspec.to_builtins(values), kind)

    def _value(self, kind: type[Order], field: str) -> Any:
        makers = {
            "leader": self._actor if kind.SECTION == "ORDRES" else self._leader,
            "target": self._leader if kind.__name__ == "Dismiss" else self._name,
            "name": self._name,
            "nation": self._nation,
            "against": self._nation,
            "goods": self._goods,
            "resources": self._goods,
            "extra": self._goods if kind.__name__ == "LearnMagic" else lambda: self.random.randrange(4),
            "terms": self._terms,
            "units": lambda: tuple((self._unit(), self._number()) for _ in range(self.random.randrange(1, 4))),
            "via": lambda: tuple(self._land() for _ in range(self.random.randrange(3))),
            "winter": lambda: self.random.random() < 0.2,
            "most": lambda: self.random.random() < 0.5,
            "diversion": lambda: self.random.randrange(3),
            "bonus": lambda: self.random.randrange(6),
        }
        if field in ("territory", "start", "end", "border"):
            return self._land()
        if field in ("amount", "points", "gold", "number"):
            return self._number()
        return makers[field]() if field in makers else self.random.choice(self._words(kind, field))

    def _words(self, kind: type[Order], field: str) -> list[str]:
        national = [structure.id for structure in BOOKLETS[self.nation].structures]
        colours = list(TABLES.science.open_colours)
        found = {
            "building": ["fonderie", "scierie", "atelier", "abattoir"],
            "structure": [*TABLES.towns.structures, *national],
            "source": list(KINDS),
            "into": list(KINDS),
            "choice": ["", "physique", "FER", "silos"],
            "domain": list(DOMAINS),
            "discovery": [name for names in TABLES.science.domains.values() for name in names],
            "option": ["", "attaque", "défense", *colours],
            "kind": ["civil", "militaire", "magique"],
            "level": [*TABLES.leaders.levels, *(figure for _, figure in CHARACTERISTICS.values())],
            "trait": ["", *TABLES.leaders.gifts, *TABLES.leaders.tactics, *colours],
            "unit": list(TABLES.leaders.civil_units) if kind.__name__ == "Hire" else [self._unit()],
            "spell": sorted(spells()),
            "colour": [*colours, "rats"],
        }
        return found[field]

    def _land(self) -> str:
        return self.random.choice(self.lands if self.lands and self.random.random() < 0.6 else list(SITES))

    def _leader(self) -> str:
        return self.random.choice(self.leaders if self.leaders and self.random.random() < 0.8 else sorted(self.game.leaders))

    def _actor(self) -> str:
        if self.random.random() < 0.1:
            structures = ["guilde-des-explorateurs", "maison-des-masques", "chateau", BOOKLETS[self.nation].structures[0].id]
            return f"{self.random.choice(structures)}@{self._land()}"
        return self._leader()

    def _name(self) -> str:
        people = [leader.name for leader in self.game.leaders.values()]
        return self.random.choice([*people, self._leader(), "Personne"])

    def _nation(self) -> str:
        return self.random.choice(sorted(self.game.nations))

    def _unit(self) -> str:
        every = [*UNITS, *COMMON_UNITS, *summoned_units(), "caraque/elfe"]
        return self.random.choice(self.units if self.units and self.random.random() < 0.7 else every)

    def _number(self) -> int:
        return self.random.choice([1, 1, 2, 3, 5, 40, 9999])

    def _goods(self) -> Goods:
        return Goods.of({kind: self._number() for kind in KINDS if self.random.random() < 0.3})

    def _terms(self) -> Terms:
        lands = [tuple(dict.fromkeys(self._land() for _ in range(self.random.randrange(3)))) for _ in range(2)]
        treaties = tuple(kind for kind in ("contract", "pact", "alliance") if self.random.random() < 0.3)
        return Terms(give=self._goods(), take=self._goods(), cede=lands[0], claim=lands[1], treaties=treaties)
