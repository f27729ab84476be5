"""What must always hold: every piece, cube, card and token is somewhere, and the history adds up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from operator import add
from typing import Any

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event
from marchland.kernel.memo import Ledger, outdated

from . import world
from .rules.cards.powers import ObjectiveMet
from .rules.components.armies import parties, strength
from .rules.components.table import Paid, home_owner, settlements, stock
from .rules.components.vehicles import capacity, piece_of
from .rules.conquest.buildings import buildings_in
from .rules.events.hordes import galleys_left
from .rules.loans import Eliminated
from .rules.movement.movement import ChooseMove
from .rules.purchases.empire import CardKept
from .rules.purchases.purchases import Purchase
from .rules.trade.trade import ChooseTransport
from .rules.victory.honour import Honoured
from .state import BARBARIANS, Army, Medioevo
from .tables import COLOURS, FIGURES, KINDS, empire_cards, event_cards, figure, tables


def audit(game: Medioevo) -> None:
    """MU-SET-08 Supplies, reserves, cards, tokens and control make sense."""
    _audit_cards(game)
    _audit_figures(game)
    _audit_supply(game)
    _audit_tokens(game)
    _audit_barbarian_galleys(game)
    _audit_prisoners(game)
    _audit_ledgers(game)
    for seat in range(game.seats):
        _audit_seat(game, seat)
    if isinstance(game.decision, ChooseMove | Purchase | ChooseTransport) and not game.fights and not game.marches:
        _audit_control(game)


def _audit_ledgers(game: Medioevo) -> None:
    """What is kept with a part of the table must follow from that part alone, and be true."""
    for part in game.LEDGERS:
        if isinstance(getattr(game, part), Ledger):
            assert not outdated(game, part), f"kept with the {part}, but not true: {outdated(game, part)}"


def _audit_cards(game: Medioevo) -> None:
    found = [*game.deck, *(card for p in game.players for card in (*(held.card for held in p.hand), *p.drawn))]
    assert _is_whole(found, empire_cards()), "Empire cards are not conserved"
    assert _is_whole([*game.events, *game.event_discard], event_cards()), "Event cards are not conserved"
    assert _is_whole(game.objectives[1:], empire_cards()), "objectives are not conserved"


def _is_whole(found: list[Any], printed: Mapping[Any, object]) -> bool:
    """Is everything that was printed there, once each?"""
    return len(found) == len(printed) and set(found) == printed.keys()


def _audit_figures(game: Medioevo) -> None:
    """MU-SET-02 Every figure is in a reserve, on the map, a prisoner, or off the map after a surrender."""
    found: Counter[tuple[int, str]] = Counter()
    armies = [army for standing in game.armies.values() for army in standing]
    armies += [vehicle.cargo for vehicle in game.vehicles.values() if vehicle.cargo is not None]
    for army in armies:
        for owner, name, number in _figures_of(army):
            found[owner, name] += number
    for seat, player in enumerate(game.players):
        for kind, number in zip(KINDS, map(add, player.camp, player.exiles), strict=True):
            found[seat, figure(kind)] += number
        for name, number in zip(FIGURES, player.reserve, strict=True):
            assert number >= 0, f"reserve of seat {seat}: {name} {number}"
            found[seat, name] += number
    for prisoner in game.prisoners:
        found[prisoner.owner, figure(prisoner.kind)] += 1
    for seat in range(game.seats):
        for name in FIGURES:
            assert found[seat, name] == tables().reserve[name], f"{name} of seat {seat}: {found[seat, name]}"
    for name in ("li", "arc", "cap"):
        total = found[BARBARIANS, name] + game.supply[f"horde_{name}"]
        assert total == tables().supply[f"horde_{name}"], f"barbarian {name}: {total}"


@lru_cache(maxsize=4096)
def _figures_of(army: Army) -> tuple[tuple[Seat, str, int], ...]:
    """Whose figures stand in an army that makes sense; most armies are those of the move before."""
    assert min(army.counts) >= 0, army
    assert all(spent <= number for spent, number in zip(army.spent, strength(army), strict=True)), army
    assert any(army.counts) or army.specials, f"an empty army: {army}"
    own = [(army.owner, figure(kind), number) for kind, number in zip(KINDS, army.counts, strict=True) if number]
    return (*own, *[(special.owner, figure(special.figure), 1) for special in army.specials])


def _audit_supply(game: Medioevo) -> None:
    """MU-SET-08 Pieces in the supply and on the map are as many as the box holds."""
    found: Counter[str] = Counter(game.supply)
    for vehicle in game.vehicles.values():
        found[piece_of(vehicle.kind, vehicle.level)] += 1
        for good in vehicle.goods:
            found[f"cube:{good}"] += 1
    for land in game.lands.values():
        if land.civil or land.military or land.cathedral:
            for category in buildings_in(land):
                found[tables().buildings[category].names[getattr(land, category) - 1]] += 1
        for good in land.cubes:
            found[f"cube:{good}"] += 1
    for player in game.players:
        for colour, number in zip(COLOURS, player.tokens, strict=True):
            found[f"objective:{colour}"] += number
        found["blood"] += player.blood
    for piece, number in stock(game.seats).items():
        assert game.supply[piece] >= 0, f"{piece} below zero"
        if not piece.startswith("horde_"):
            assert found[piece] == number, f"{piece}: {found[piece]} instead of {number}"


def _audit_barbarian_galleys(game: Medioevo) -> None:
    assert galleys_left(game) >= 0, "more hordes at sea than barbarian Galleys"


def _audit_tokens(game: Medioevo) -> None:
    """MU-CTL-04 Every Control token lies in a reserve or on the map; market cubes all differ, also from the printed good."""
    placed = Counter(land.token for land in game.lands.values())
    for seat, player in enumerate(game.players):
        assert placed[seat] + player.stars == tables().control_tokens, f"Control tokens of seat {seat}"
    towns = settlements(game)
    for space, land in game.lands.items():
        if land.cubes:
            assert space in towns, f"market cubes without a settlement in {space}"
            goods = [*land.cubes, towns[space].good]
            assert len(set(goods)) == len(goods), f"{space}: {goods}"


def _audit_prisoners(game: Medioevo) -> None:
    """MU-CAP-01 Prisoners are held by another player still in the game, and belong to one; there are no barbarian prisoners."""
    for prisoner in game.prisoners:
        assert prisoner.holder != prisoner.owner, prisoner
        for seat in (prisoner.holder, prisoner.owner):
            assert 0 <= seat < game.seats, prisoner
            assert not game.players[seat].eliminated, prisoner


def _audit_seat(game: Medioevo, seat: int) -> None:
    player = game.players[seat]
    if player.eliminated:
        _audit_eliminated(game, seat)
    assert player.florins >= 0, f"seat {seat} has {player.florins} florins"
    assert 0 <= player.new_loans <= player.loans <= tables().loans["most"]
    assert min(player.points) >= 0
    assert all(used <= own for used, own in zip(player.flipped, player.tokens, strict=True))
    levels = Counter(vehicle.level for vehicle in game.vehicles.values() if vehicle.owner == seat)
    limit = tables().property_tokens
    assert sum(levels.values()) <= limit["total"], f"Property tokens of seat {seat}"
    assert levels[1] <= limit["one"], f"Property tokens of seat {seat}"
    assert levels[2] <= limit["two"], f"Property tokens of seat {seat}"
    assert levels[3] <= limit["three"], f"Property tokens of seat {seat}"
    if player.route is not None and player.route.carrier:
        assert game.vehicles[player.route.carrier].owner == seat, f"route of seat {seat}"


def _audit_eliminated(game: Medioevo, seat: Seat) -> None:
    """MU-BKR-04 Whoever is out of the game has nothing left on the table, no land, no wars and no pacts."""
    player = game.players[seat]
    left = (player.florins, player.loans, player.hand, player.drawn, sum(player.tokens), player.blood, player.route)
    assert not any(left), f"seat {seat} is out of the game with {left}"
    assert all(vehicle.owner != seat for vehicle in game.vehicles.values()), f"transports of seat {seat}"
    assert all(army.owner != seat for standing in game.armies.values() for army in standing), f"armies of seat {seat}"
    assert all(seat not in (land.holder, land.token) for land in game.lands.values()), f"land of seat {seat}"
    assert all(seat not in war.sides for war in game.wars), f"wars of seat {seat}"
    assert all(seat not in pact.parties for pact in game.pacts.values()), f"pacts of seat {seat}"


def _audit_control(game: Medioevo) -> None:
    """MU-TAX-03 Controllers are at home, garrisoned or marked; no land with barbarians in it is controlled."""
    for space, land in game.lands.items():
        if land.holder == BARBARIANS:
            continue
        present = parties(game, space)
        assert BARBARIANS not in present, f"{space} is held by {land.holder} beside barbarians"
        reason = land.holder in present or land.token == land.holder or home_owner(game, space) == land.holder
        assert reason, f"{space} is held by {land.holder} without reason"
    for id, vehicle in game.vehicles.items():
        if vehicle.cargo is not None:
            assert sum(vehicle.cargo.counts) + len(vehicle.cargo.specials) <= capacity(game, id), f"overloaded: {vehicle}"
            assert world.is_sea(vehicle.space), f"cargo ashore: {vehicle}"
        if vehicle.aboard:
            assert game.vehicles[vehicle.aboard].space == vehicle.space, f"{vehicle} is not where its Galley is"


def reconcile(game: Medioevo, events: list[Event]) -> None:
    """MU-PH-08 Florins, honour and cards follow from the events."""
    start = tables().start
    florins = [start["florins"]] * game.seats
    honour = [start["honour"]] * game.seats
    cards: list[set[int]] = [set() for _ in range(game.seats)]
    for event in events:
        match event:
            case Paid(seat=seat, payee=to, florins=sum_paid):
                if seat != BARBARIANS:
                    florins[seat] -= sum_paid
                if to != BARBARIANS:
                    florins[to] += sum_paid
            case Honoured(seat=seat, points=points):
                honour[seat] += points
            case CardKept(seat=seat, card=card):
                cards[seat].add(card)
            case ObjectiveMet(seat=seat, card=card):
                cards[seat].discard(card)
            case Eliminated(seat=seat):
                cards[seat].clear()
    for seat, player in enumerate(game.players):
        assert florins[seat] == player.florins, f"seat {seat}: events give {florins[seat]} florins, the table {player.florins}"
        assert honour[seat] == player.honour, f"seat {seat}: events give {honour[seat]} honour, the table {player.honour}"
        assert cards[seat] == {held.card for held in player.hand}, f"cards of seat {seat}"
