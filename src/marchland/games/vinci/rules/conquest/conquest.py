"""Conquest: what may be attacked, what it costs, what it does."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, PreviewLine

from ...state import NEUTRAL, Holding, Vinci
from ...tables import FIGURES
from ...world import Province
from ..civilizations import return_tiles
from ..diplomacy import are_at_peace, spared_by
from ..empire import empty, hold, is_on_the_board
from ..tiles import arms
from .entry import entry_discounts
from .reach import Costs, bare_costs, costs_from


class Conquer(Action, frozen=True):
    TOUCHES = ("province",)
    province: Province
    espionage: bool = False


class EndConquests(Action, frozen=True):
    IDLE = True


class Conquered(Event, frozen=True):
    """`defender` is a seat, -1 for brown tokens, None for nobody; `lost` is the token that left the game."""

    RULE = "VI-CONQ-08"
    TOUCHES = ("province",)
    seat: Seat
    province: Province
    cost: int
    defender: Seat | None
    declining: bool
    lost: int
    survivors: int
    espionage: bool


class DecliningTilesReturned(Event, frozen=True):
    RULE = "VI-DECL-12"
    seat: Seat
    civ: tuple[str, ...]


class ChooseConquest(Decision[Vinci], frozen=True):
    """VI-TURN-04 VI-ENTRY-08 VI-ENTRY-10 One conquest after another, as long as the player wants and can; the first may be an
    entry.
    """

    RULE = "VI-CONQ-10"
    FORCED = True
    seat: Seat

    def options(self, game: Vinci) -> list[Action]:
        """VI-CONQ-13 Whatever is in reach and costs no more than the tokens in hand; a spy lowers the price."""
        hand, costs = game.hand[self.seat], campaign_costs(game, self.seat)
        if can_use_espionage(game, self.seat):
            conquests = [Conquer(p, spies) for p in sorted(costs) for spies in (False, True) if spies or costs[p] <= hand]
        else:
            conquests = [Conquer(p) for p in sorted(costs) if costs[p] <= hand]
        return [*conquests, EndConquests()]

    def resolve(self, game: Vinci, action: Action) -> None:
        if isinstance(action, Conquer):
            cost = conquest_price(game, self.seat, action.province, action.espionage)
            conquer(game, self.seat, action.province, cost, action.espionage)
            game.push(self)
        else:
            game.campaign = None

    def refusals(self, game: Vinci, seat: Seat, action: Action) -> Iterator[Refusal]:
        match action:
            case Conquer(province=province, espionage=espionage):
                yield from conquest_refusals(game, seat, province, espionage)

    def why_not(self, game: Vinci, seat: Seat, target: str) -> list[Refusal]:
        if Conquer(target) in game.options(seat):
            return []
        return list(conquest_refusals(game, seat, target, False))

    def preview(self, game: Vinci, seat: Seat, action: Action) -> list[PreviewLine]:
        match action:
            case Conquer(province=province, espionage=espionage):
                lines = price_breakdown(game, seat, province, espionage)
                return [msgspec.structs.replace(line, amount=-line.amount) for line in lines]
            case EndConquests() if reach := len(targets(game, seat)):
                unused = PreviewLine("VI-CONQ-13", game.hand[seat], unit="told_unused")
                return [unused, PreviewLine("VI-CONQ-10", reach, unit="told_in_reach")]
        return []

    def particulars(self, game: Vinci, seat: Seat) -> dict[str, object]:
        step = "conquest" if is_on_the_board(game, seat) else "entry"
        return {"step": step, "targets": len(targets(game, seat)), "hand": game.hand[seat]}

    def needless(self, game: Vinci, seat: Seat) -> list[Action]:
        """Nobody wants to spend Espionage on what costs no more without it."""
        costs, flat = campaign_costs(game, seat), game.powers[seat].flat_cost
        return [
            option
            for option in game.options(seat)
            if isinstance(option, Conquer) and option.espionage and costs[option.province] <= flat
        ]


def targets(game: Vinci, seat: Seat) -> set[Province]:
    """The provinces that can be conquered with what is in hand."""
    return {option.province for option in game.options(seat) if isinstance(option, Conquer)}


# -- cost ----------------------------------------------------------------------------------------------


def conquest_costs(game: Vinci, seat: Seat) -> dict[Province, int]:
    """VI-CONQ-09 The cheapest cost of every province that can be attacked now, never below zero."""
    return defended_costs(game, seat, bare_costs(game, seat))


def defended_costs(game: Vinci, seat: Seat, bare: Costs) -> dict[Province, int]:
    """VI-CONQ-09 VI-CONQ-18 What provinces cost with those who are there; own land and that of partners in peace is no target."""
    land, spared = game.land, spared_by(game, seat)
    costs = {}
    for p, cost in bare.items():
        held = land[p]
        if held is not None:
            if held.seat in spared and not held.declining:
                continue
            cost += defence(game, held)
        costs[p] = cost if cost > 0 else 0
    return costs


def campaign_costs(game: Vinci, seat: Seat) -> Costs:
    """The same for the seat that is conquering: worked out before its first conquest, brought up to date by each."""
    if game.campaign is None:
        game.campaign = conquest_costs(game, seat)
    return game.campaign


def costs_beyond(game: Vinci, seat: Seat, costs: Costs, taken: Province) -> Costs:
    """VI-CONQ-11 VI-CONQ-16 VI-ENTRY-09 The taken province is no target any more but one more origin, by which others may cost
    less; when the board has just been entered there, it is the only one.
    """
    nearby = defended_costs(game, seat, costs_from(game, seat, taken))
    if len(game.active[seat]) == 1:
        return nearby
    beyond = dict(costs)
    del beyond[taken]
    for p, cost in nearby.items():
        if p not in beyond or cost < beyond[p]:
            beyond[p] = cost
    return beyond


def defence(game: Vinci, held: Holding) -> int:
    """VI-CONQ-04 VI-CONQ-05 VI-CONQ-20 VI-WAR-07 Tokens, the fort, and the Militia of an active empire."""
    cost = held.tokens
    if held.fort:
        cost += FIGURES.fort_defence
    if held.seat >= 0 and not held.declining:
        cost += game.powers[held.seat].defence
    return cost


def is_protected(game: Vinci, seat: Seat, held: Holding) -> bool:
    """VI-SPECIAL-04 VI-SPECIAL-05 Diplomacy shields active empires only."""
    return held.seat >= 0 and not held.declining and are_at_peace(game, seat, held.seat)


def can_use_espionage(game: Vinci, seat: Seat) -> bool:
    """VI-WAR-05 Espionage is left for this turn, and the two tokens it takes are in hand."""
    return game.this_turn.spies_left > 0 and game.hand[seat] >= game.powers[seat].flat_cost


def cost_breakdown(game: Vinci, seat: Seat, province: Province) -> list[PreviewLine]:
    """VI-CONQ-08 The cheapest cost, modifier by modifier; the lines add up to the cost unless the floor of zero holds."""
    lines = [*_defence_lines(game, seat, province), *_attack_lines(game, seat, province)]
    shown = [msgspec.structs.replace(line, unit="tokens") for line in lines if line.amount]
    total = sum(line.amount for line in shown)
    return [*shown, PreviewLine("VI-CONQ-09", -total, unit="tokens")] if total < 0 else shown


def price_breakdown(game: Vinci, seat: Seat, province: Province, espionage: bool) -> list[PreviewLine]:
    """VI-WAR-05 Espionage costs exactly two tokens, whatever stands there and whatever the other tiles say."""
    if espionage:
        return [PreviewLine("VI-WAR-05", game.powers[seat].flat_cost, {"province": province}, "tokens")]
    return cost_breakdown(game, seat, province)


def _defence_lines(game: Vinci, seat: Seat, province: Province) -> Iterator[PreviewLine]:
    terrain = game.board.terrain[province]
    rule = {"forest": "VI-CONQ-02", "mountain": "VI-CONQ-03"}.get(terrain, "VI-CONQ-01")
    yield PreviewLine(rule, game.board.base_cost[province], {"terrain": terrain})
    held = game.land[province]
    if held is not None:
        yield PreviewLine("VI-CONQ-04", held.tokens)
        yield PreviewLine("VI-CONQ-05", FIGURES.fort_defence if held.fort else 0)
        if held.seat >= 0 and held.seat != seat and not held.declining:
            yield PreviewLine("VI-WAR-07", game.powers[held.seat].defence)


def _attack_lines(game: Vinci, seat: Seat, province: Province) -> Iterator[PreviewLine]:
    tiles, ground = game.powers[seat], game.board
    yield PreviewLine("VI-WAR-01", tiles.cost_any)
    yield PreviewLine("VI-WAR-02", tiles.cost_mountain if province in ground.mountains else 0)
    own = game.active[seat]
    if not own:
        yield PreviewLine("VI-ENTRY-07", entry_discounts(ground, arms(game.civ[seat])).get(province, 0))
        return
    ways = [way for origin in own for way in (_land_way(game, seat, origin, province), _sea_way(game, seat, origin, province))]
    yield from min(ways, key=lambda way: sum(line.amount for line in way))


def _land_way(game: Vinci, seat: Seat, origin: Province, province: Province) -> list[PreviewLine]:
    tiles, ground, held, facts = game.powers[seat], game.board, game.land[origin], {"origin": origin}
    if province not in ground.links[origin]:
        return []
    return [
        PreviewLine("VI-CONQ-06", -FIGURES.origin_bonus if origin in ground.mountains else 0, facts),
        PreviewLine("VI-CONQ-07", -FIGURES.origin_bonus if held is not None and held.fort else 0, facts),
        PreviewLine("VI-WAR-03", tiles.cost_coast if (origin, province) in ground.shared_coasts else 0, facts),
    ]


def _sea_way(game: Vinci, seat: Seat, origin: Province, province: Province) -> list[PreviewLine]:
    tiles = game.powers[seat]
    if not tiles.crosses_seas or province not in game.board.sea_links[origin]:
        return []
    return [PreviewLine("VI-WAR-04", tiles.cost_coast, {"origin": origin})]


# -- why not -------------------------------------------------------------------------------------------


def conquest_refusals(game: Vinci, seat: Seat, province: Province, espionage: bool) -> Iterator[Refusal]:
    """Every rule that stands between the player and this province, the hardest first."""
    if province not in game.land:
        yield Refusal("VI-SPECIAL-01" if province in game.board.seas else "VI-CONQ-10", {"province": province})
        return
    held = game.land[province]
    if held is not None and held.seat == seat and not held.declining:
        yield Refusal("VI-CONQ-18", {"province": province})
        return
    if held is not None and is_protected(game, seat, held):
        yield Refusal("VI-SPECIAL-04", {"province": province, "opponent": held.seat})
    if province not in bare_costs(game, seat):
        yield Refusal("VI-CONQ-10" if is_on_the_board(game, seat) else "VI-ENTRY-03", {"province": province})
        return
    yield from _price_refusals(game, seat, province, espionage)


def _price_refusals(game: Vinci, seat: Seat, province: Province, espionage: bool) -> Iterator[Refusal]:
    if espionage and game.this_turn.spies_left == 0:
        yield Refusal("VI-WAR-05", {"province": province})
    cost = sum(line.amount for line in price_breakdown(game, seat, province, espionage))
    if cost > game.hand[seat]:
        yield Refusal("VI-CONQ-13", {"province": province, "need": cost, "have": game.hand[seat]})


# -- carrying it out -----------------------------------------------------------------------------------


def conquer(game: Vinci, seat: Seat, province: Province, cost: int, espionage: bool) -> None:
    """VI-CONQ-12 VI-CONQ-14 VI-CONQ-15 VI-CONQ-19 VI-LOSS-07 Pay the cost into the province, drive the defender out, break contact.

    The attacker loses nothing: the tokens stay there until the reorganization. A cost of zero needs no token
    and leaves the province empty until then.
    """
    before, costs = game.land[province], game.campaign
    captive = drive_out(game, seat, province)
    hold(game, province, Holding(seat, cost))
    if costs is not None:
        game.campaign = costs_beyond(game, seat, costs, province)
    game.hand[seat] -= cost
    turn = game.this_turn
    game.this_turn = msgspec.structs.replace(
        turn, captives=turn.captives + captive, conquests=turn.conquests + 1, spies_left=turn.spies_left - espionage
    )
    game.emit(_conquered(seat, province, cost, before, espionage))
    if before is not None and before.declining and before.seat >= 0:
        drop_lost_tiles(game, before.seat)
    break_contact(game, seat, province)


def conquest_price(game: Vinci, seat: Seat, province: Province, espionage: bool) -> int:
    """VI-WAR-05 Espionage costs exactly two tokens, whatever stands there and whatever the other tiles say."""
    return game.powers[seat].flat_cost if espionage else campaign_costs(game, seat)[province]


def _conquered(seat: Seat, province: Province, cost: int, before: Holding | None, espionage: bool) -> Conquered:
    return Conquered(
        seat=seat,
        province=province,
        cost=cost,
        defender=before.seat if before else None,
        declining=bool(before and before.declining),
        lost=1 if before and before.tokens else 0,
        survivors=max(0, before.tokens - 1) if before else 0,
        espionage=espionage,
    )


def drive_out(game: Vinci, seat: Seat, province: Province) -> int:
    """VI-LOSS-01 VI-LOSS-02 VI-LOSS-06 VI-CONTACT-07 The defender loses one token, survivors leave at once; returns the
    captives (0 or 1).

    VI-SCORETILE-06 VI-SCORETILE-07 Opposing and brown tokens count for Slavery; survivors and own declining ones do not.
    """
    held = game.land[province]
    if held is None or not held.tokens:
        return 0
    if held.seat != NEUTRAL and not held.declining:
        game.tokens[held.seat] -= 1
        game.hand[held.seat] += held.tokens - 1
    return 0 if held.seat == seat else 1


def break_contact(game: Vinci, seat: Seat, province: Province) -> None:
    """VI-CONTACT-01 VI-CONTACT-02 VI-CONTACT-03 VI-CONTACT-04 VI-CONTACT-05 VI-CONTACT-06 VI-SPECIAL-10 Without Heritage, own
    declining neighbours are emptied at once and for good; seas are no contact.
    """
    if game.powers[seat].touches_own_decline:
        return
    land = game.land
    touched = [p for p in game.board.links[province] if (held := land[p]) is not None and held.declining and held.seat == seat]
    if touched:
        empty(game, seat, touched, "VI-CONTACT-01")
        drop_lost_tiles(game, seat)


def drop_lost_tiles(game: Vinci, seat: Seat) -> None:
    """VI-DECL-12 VI-BAG-02 Enduring tiles return to the bag when their declining empire has lost its last province."""
    tiles = game.declining_civ[seat]
    if tiles and not game.declining[seat]:
        game.declining_civ[seat] = ()
        return_tiles(game, tiles)
        game.emit(DecliningTilesReturned(seat=seat, civ=tiles))
