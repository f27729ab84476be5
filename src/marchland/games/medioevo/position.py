"""Positions for scenarios and tests: a bare table with the kingdoms in place, and what is named laid on it.

Keys (all optional; seats by name or number, `barbarians` for no player):
`kingdoms` {seat: kingdom}, `order` [seat, ...], `turn` n, `circle` [d4, d6, d8],
`lands` {space: {holder, civil, military, cathedral, civil_damage, ..., cubes: [good], token: seat}},
`armies` {space: {owner: {li: 2, cap1: 1}}},
`vehicles` [{owner, kind, level, space, pm, goods: [good], cargo: {li: 3}, aboard: n, stopped}] (numbered from 1),
`players` {seat: {florins, honour, loans, tax, technology: {blue: 2}, hand: [card], tokens: {red: 1}, points: {red: 1}, ...}},
`deck` [card on top, ...], `events` [event on top, ...], `wars` [[seat, seat, since]], `pacts` [{parties, kinds, ...}],
`prisoners` [[holder, owner, kind]], `at` the phase that begins (order, events, taxes, purchases, combat, trade, end, final),
`battle` {place, attacker, defender}: a battle that begins at once, in the combat phase,
`dice` [4, 6, ...]: scripted draws from the first one on, as the `chance` of a scenario.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.chance import scripted
from marchland.kernel.errors import BadFile

from . import world
from .rules.barbarians import Arrival
from .rules.battle.battle import begin_battle
from .rules.components.armies import put_army, use_figure
from .rules.components.table import change_land, stock
from .rules.components.vehicles import full_pm, piece_of
from .rules.events.events import EventsPhase, set_circle
from .rules.movement.meeting import Meeting
from .rules.movement.movement import CombatPhase
from .rules.order import OrderPhase
from .rules.purchases.purchases import BuyingPhase
from .rules.setup import card_numbers, lay_board, new_player
from .rules.taxes import TaxesPhase
from .rules.trade.trade import TradePhase
from .rules.turn_end import EndPhase
from .sequence import Game, Turn
from .state import BARBARIANS, Army, Counts, Ever, Held, Land, Medioevo, Now, Pact, Player, Prisoner, Route, Vehicle, War
from .tables import BUILDINGS, COLOURS, KINDS, tables

PHASES = ("order", "events", "taxes", "purchases", "combat", "trade", "end")
PROCEDURES = (OrderPhase, EventsPhase, TaxesPhase, BuyingPhase, CombatPhase, TradePhase, EndPhase)
DEFAULT_KINGDOMS = ("byzantium", "hungary", "horde", "mamluks", "empire", "novgorod")
KEYS = {
    *("kingdoms", "order", "turn", "circle", "lands", "armies", "vehicles", "players", "deck", "events", "wars", "pacts"),
    *("prisoners", "at", "battle", "dice"),
}


def lay(game: Medioevo, position: Mapping[str, Any], names: Sequence[str]) -> None:
    """Lay the position on the table of a new game and run to its first decision."""
    unknown = set(position) - KEYS
    if unknown:
        raise BadFile(f"position: unknown key {sorted(unknown)[0]!r}; known: {', '.join(sorted(KEYS))}")
    reader = Reader(game, names)
    reader.clear(position)
    reader.players(position.get("players", {}))
    reader.lands(position.get("lands", {}))
    reader.armies(position.get("armies", {}))
    reader.vehicles(position.get("vehicles", []))
    reader.relations(position)
    reader.decks(position)
    if "dice" in position:
        game.chance = scripted(*position["dice"])
    begin(game, position, reader)
    game.run()


class Reader:
    """Reads a position onto a table."""

    def __init__(self, game: Medioevo, names: Sequence[str]) -> None:
        self.game = game
        self.names = list(names)

    def seat(self, name: Any) -> Seat:
        if str(name) == "barbarians":
            return BARBARIANS
        if str(name) in self.names:
            return self.names.index(str(name))
        if str(name).isdigit() and int(name) < self.game.seats:
            return int(name)
        raise BadFile(f"position: no seat {name!r}")

    def clear(self, position: Mapping[str, Any]) -> None:
        """A bare table: players with their kingdom and nothing on the map."""
        game = self.game
        named = {self.seat(name): kingdom for name, kingdom in position.get("kingdoms", {}).items()}
        free = [kingdom for kingdom in DEFAULT_KINGDOMS if kingdom not in named.values()]
        kingdoms = [named.get(seat) or free.pop(0) for seat in range(game.seats)]
        for kingdom in kingdoms:
            if kingdom not in world.kingdoms():
                raise BadFile(f"position: no kingdom {kingdom!r}")
        fresh = [new_player(seat, game.settings) for seat in range(game.seats)]
        game.players = [msgspec.structs.replace(p, kingdom=k) for p, k in zip(fresh, kingdoms, strict=True)]
        game.now, game.ever = [Now() for _ in fresh], [Ever() for _ in fresh]
        game.armies.clear()
        game.vehicles.clear()
        game.next_vehicle = 1
        game.supply = stock(game.seats)
        lay_board(game)
        game.order = tuple(self.seat(name) for name in position.get("order", range(game.seats)))
        game.turn = int(position.get("turn", 1))
        game.prisoners, game.wars, game.pacts, game.effects = [], [], {}, []
        set_circle(game, tuple(position.get("circle", (4, 6, 8))))

    def players(self, players: Mapping[str, Any]) -> None:
        for name, facts in players.items():
            seat = self.seat(name)
            unknown = set(facts) - set(Player.__struct_fields__)
            if unknown:
                raise BadFile(f"position: a player has no {sorted(unknown)[0]!r}")
            changes = {key: self._player_field(key, value) for key, value in facts.items()}
            self.game.players[seat] = msgspec.structs.replace(self.game.players[seat], **changes)
            for colour, number in facts.get("tokens", {}).items():
                self.game.supply[f"objective:{colour}"] -= number
            self.game.supply["blood"] -= facts.get("blood", 0)
            for kind in (*_each(facts.get("camp", {})), *_each(facts.get("exiles", {}))):
                use_figure(self.game, seat, kind)

    def _player_field(self, key: str, value: Any) -> Any:
        if key in ("technology", "tokens", "flipped", "points"):
            return tuple(value.get(colour, 0) for colour in COLOURS)
        if key in ("camp", "exiles", "cheap", "fallen"):
            return counts_of(value)
        if key == "hand":
            return tuple(Held(**card) if isinstance(card, Mapping) else Held(card) for card in value)
        if key == "route":
            return msgspec.convert(value, Route)
        return value

    def lands(self, lands: Mapping[str, Any]) -> None:
        for space, facts in lands.items():
            if space not in self.game.lands:
                raise BadFile(f"position: {space!r} is not in play")
            changes = dict(facts)
            for key in ("holder", "token"):
                if key in changes:
                    changes[key] = self.seat(changes[key])
            changes["cubes"] = tuple(sorted(changes.get("cubes", ())))
            self._stock_land(changes)
            change_land(self.game, space, **changes)

    def _stock_land(self, changes: Mapping[str, Any]) -> None:
        for category in BUILDINGS:
            if changes.get(category):
                self.game.supply[tables().buildings[category].names[changes[category] - 1]] -= 1
        for good in changes["cubes"]:
            self.game.supply[f"cube:{good}"] -= 1
        owner = changes.get("token", BARBARIANS)
        if owner != BARBARIANS:
            player = self.game.players[owner]
            self.game.players[owner] = msgspec.structs.replace(player, stars=player.stars - 1)

    def armies(self, armies: Mapping[str, Any]) -> None:
        for space, standing in armies.items():
            for name, units in standing.items():
                owner = self.seat(name)
                for kind in _each(units):
                    use_figure(self.game, owner, kind)
                put_army(self.game, space, Army(owner, counts_of(units)))
            self._settle(space)

    def _settle(self, space: str) -> None:
        """A lone army controls the land it stands in, unless the position says otherwise."""
        land, standing = self.game.lands.get(space), self.game.armies[space]
        if land is not None and land == Land(holder=land.holder, cubes=land.cubes) and len(standing) == 1:
            change_land(self.game, space, holder=standing[0].owner)

    def vehicles(self, vehicles: Sequence[Mapping[str, Any]]) -> None:
        game = self.game
        for facts in vehicles:
            owner, cargo = self.seat(facts["owner"]), facts.get("cargo")
            vehicle = Vehicle(
                owner,
                facts["kind"],
                facts.get("level", 1),
                facts["space"],
                goods=tuple(sorted(facts.get("goods", ()))),
                cargo=Army(owner, counts_of(cargo)) if cargo else None,
                aboard=facts.get("aboard", 0),
                stopped=facts.get("stopped", False),
            )
            game.vehicles[game.next_vehicle] = msgspec.structs.replace(vehicle, pm=facts.get("pm", full_pm(vehicle)))
            game.next_vehicle += 1
            game.supply[piece_of(vehicle.kind, vehicle.level)] -= 1
            for good in vehicle.goods:
                game.supply[f"cube:{good}"] -= 1
            for kind in _each(cargo or {}):
                use_figure(game, owner, kind)

    def relations(self, position: Mapping[str, Any]) -> None:
        game = self.game
        for one, other, since in position.get("wars", ()):
            pair = sorted((self.seat(one), self.seat(other)))
            game.wars.append(War((pair[0], pair[1]), since, by=self.seat(one)))
        for number, facts in enumerate(position.get("pacts", ()), 1):
            seats = {key: tuple(map(self.seat, facts[key])) for key in ("parties", "guests", "against") if key in facts}
            game.pacts[number] = msgspec.convert({**facts, **seats}, Pact)
            game.next_pact = number + 1
        for holder, owner, kind in position.get("prisoners", ()):
            use_figure(game, self.seat(owner), kind)
            game.prisoners.append(Prisoner(self.seat(holder), self.seat(owner), kind))
        game.prisoners.sort()

    def decks(self, position: Mapping[str, Any]) -> None:
        game = self.game
        held = [card.card for player in game.players for card in player.hand]
        top = list(position.get("deck", ()))
        game.deck = top + [card for card in card_numbers() if card not in held and card not in top]
        first = list(position.get("events", ()))
        game.events = first + [event for event in world.event_deck() if event not in first]
        game.event_discard = []


def counts_of(units: Mapping[str, int]) -> Counts:
    unknown = set(units) - set(KINDS)
    if unknown:
        raise BadFile(f"position: no unit {sorted(unknown)[0]!r}; units are {', '.join(KINDS)}")
    return tuple(units.get(kind, 0) for kind in KINDS)


def _each(units: Mapping[str, int]) -> list[str]:
    return [kind for kind in KINDS for _ in range(units.get(kind, 0))]


def begin(game: Medioevo, position: Mapping[str, Any], reader: Reader) -> None:
    """Put the sequence of play on the stack at the phase that begins."""
    at = position.get("at", "combat")
    if at not in (*PHASES, "final"):
        raise BadFile(f"position: no phase {at!r}; phases are {', '.join(PHASES)}, final")
    game.end_game()
    game.push_at(Game(), "final_scoring" if at == "final" else "next_turn")
    if at != "final":
        number = PHASES.index(at)
        game.phase = number + 1
        game.active = game.order[0]
        game.push_at(Turn(), Turn.NEXT[PHASES[number]])
        game.push(PROCEDURES[number]())
    if "battle" in position:
        _begin_battle(game, position, reader)


def _begin_battle(game: Medioevo, position: Mapping[str, Any], reader: Reader) -> None:
    """A battle in the middle of what led to it: the defender holds the land, unless the position says who does."""
    facts = position["battle"]
    place, attacker, defender = facts["place"], reader.seat(facts["attacker"]), reader.seat(facts["defender"])
    if place in game.lands and "holder" not in position.get("lands", {}).get(place, {}):
        change_land(game, place, holder=defender)
    if attacker == BARBARIANS:
        game.push_at(Arrival(place, fought=True), "waste")
    else:
        game.active = attacker
        game.push_at(Meeting(attacker, place, (defender,)), "booty")
    begin_battle(game, place, attacker, defender)
