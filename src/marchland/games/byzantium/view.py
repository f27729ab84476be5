"""What may be seen. Everything in Byzantium is public except dice not yet thrown (BY-INFO-01)."""

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.views import View, forget, header

from .rules.combat.armies import Force, army_strength, battle_dice, strength
from .rules.combat.combat import Attack, Battle, city_strength
from .rules.cubes import field_cubes
from .rules.scoring import standing, total
from .rules.special.bulgars import bulgar_targets, supply
from .rules.special.special import holder
from .rules.turn import ActionPhase
from .rules.upkeep import controlled_tokens, upkeep
from .state import Byzantium
from .tables import ARAB, BYZANTINE, CONFIG, POOL, SIDES, CityId, Side
from .world import CITIES, SITES


class PawnView(msgspec.Struct, frozen=True):
    seat: Seat
    side: Side


class CityView(msgspec.Struct, frozen=True):
    """A city: colour, tokens, marker, what it is worth in a siege, and the pawns in it."""

    side: Side
    tokens: int
    value: int
    strength: int
    controller: Seat | None
    marker: str | None
    pawns: tuple[PawnView, ...]


class RealmView(msgspec.Struct, frozen=True):
    """One side of a player's sheet; `elite` does not count the guard, `strength` does."""

    elite: int
    main: int
    militia: int
    move: int
    guard: bool
    at: CityId | None
    treasury: int
    points: int
    strength: int
    field_cubes: int
    income: int
    upkeep: int
    tokens: int


class PlayerView(msgspec.Struct, frozen=True):
    byzantine: RealmView
    arab: RealmView
    pool: int
    casualties: int
    tax: int
    passing: int
    churches: int
    mosques: int
    removed: int
    fortifications: int
    cities: int
    total: int
    passed: bool
    mustered: bool


class BoxView(msgspec.Struct, frozen=True):
    """A special action: how many cubes it holds, and whose lie on it."""

    room: int
    cubes: tuple[Seat, ...]


class ForceView(msgspec.Struct, frozen=True):
    kind: str
    side: Side
    seat: Seat | None
    dice: int
    strength: int


class CombatView(msgspec.Struct, frozen=True):
    """The attack that is going on: who, where, against whom, and hits that still have to be taken."""

    seat: Seat
    side: Side
    city: CityId
    origin: CityId | None
    step: str
    walls: int
    fought: tuple[Seat, ...]
    attacker: ForceView
    defender: ForceView | None
    hits_taken: int
    hits_dealt: int


class ByzantiumView(View, frozen=True, kw_only=True):
    turn: int
    turns: int
    first: Seat
    active: Seat | None
    passed: tuple[Seat, ...]
    last_action: bool
    cities: dict[CityId, CityView]
    players: tuple[PlayerView, ...]
    boxes: dict[str, BoxView]
    emperor: Seat | None
    caliph: Seat | None
    byzantine_fleet: Seat | None
    arab_fleet: Seat | None
    bulgars: int
    bulgar_supply: int
    bulgar_targets: tuple[CityId, ...]
    closed: tuple[CityId, ...]
    combat: CombatView | None
    fell_to: Seat | None
    scores: tuple[int, ...]
    """What each player would have if the game ended now without scoring cities."""


def view(game: Byzantium, seat: Seat | None) -> ByzantiumView:
    phase = game.find(ActionPhase)
    return ByzantiumView(
        **header(game, seat),
        turn=game.turn,
        turns=CONFIG.turns,
        first=game.first,
        active=phase.seat if phase else None,
        passed=game.passed,
        last_action=bool(phase and phase.last),
        cities={city: _city(game, city) for city in CITIES},
        players=tuple(_player(game, seat) for seat in range(len(game.players))),
        boxes={box: BoxView(room, game.boxes[box]) for box, room in CONFIG.boxes.items()},
        emperor=holder(game, "emperor"),
        caliph=holder(game, "caliph"),
        byzantine_fleet=holder(game, "fleet_byzantine"),
        arab_fleet=holder(game, "fleet_arab"),
        bulgars=game.bulgars,
        bulgar_supply=supply(game),
        bulgar_targets=bulgar_targets(game),
        closed=game.closed,
        combat=_combat(game),
        fell_to=game.fell_to,
        scores=scores(game),
    )


def scores(game: Byzantium) -> tuple[int, ...]:
    return tuple(standing(game, seat).total for seat in range(len(game.players)))


def _city(game: Byzantium, city: CityId) -> CityView:
    place = game.cities[city]
    return CityView(
        side=place.side,
        tokens=place.tokens,
        value=SITES[city].value,
        strength=city_strength(game, city),
        controller=place.controller,
        marker=place.marker,
        pawns=tuple(
            PawnView(seat, side) for seat in range(len(game.players)) for side in SIDES if game.realm(seat, side).at == city
        ),
    )


def _player(game: Byzantium, seat: Seat) -> PlayerView:
    player = game.players[seat]
    return PlayerView(
        byzantine=_realm(game, seat, BYZANTINE),
        arab=_realm(game, seat, ARAB),
        **{field: getattr(player, field) for field in _PLAIN_PLAYER_FIELDS},
        cities=sum(game.cities[city].controller == seat for city in CITIES),
        total=total(player.byzantine.points, player.arab.points),
        passed=seat in game.passed,
    )


_PLAIN_PLAYER_FIELDS = (POOL, "casualties", "tax", "passing", "churches", "mosques", "removed", "fortifications", "mustered")
_PLAIN_REALM_FIELDS = ("elite", "main", "militia", "move", "guard", "at", "treasury", "points")


def _realm(game: Byzantium, seat: Seat, side: Side) -> RealmView:
    realm = game.realm(seat, side)
    tokens = controlled_tokens(game, seat, side)
    return RealmView(
        **{field: getattr(realm, field) for field in _PLAIN_REALM_FIELDS},
        strength=army_strength(realm),
        field_cubes=field_cubes(realm),
        income=tokens * CONFIG.income_per_token,
        upkeep=upkeep(realm),
        tokens=tokens,
    )


def _combat(game: Byzantium) -> CombatView | None:
    attack, battle = game.find(Attack), game.find(Battle)
    if attack is None:
        return None
    return CombatView(
        seat=attack.seat,
        side=attack.side,
        city=attack.city,
        origin=attack.origin,
        step=game.step_of(attack),
        walls=city_strength(game, attack.city),
        fought=attack.fought,
        attacker=_force(game, attack.attacker),
        defender=_force(game, battle.defender) if battle else None,
        hits_taken=battle.hits_taken if battle else 0,
        hits_dealt=battle.hits_dealt if battle else 0,
    )


def _force(game: Byzantium, force: Force) -> ForceView:
    return ForceView(force.kind, force.side, force.seat, battle_dice(game, force), strength(game, force))


def redeal(game: Byzantium, seat: Seat | None, key: bytes) -> Byzantium:
    """BY-INFO-01 Only future dice are hidden: they are dealt anew."""
    twin = game.clone()
    forget(twin, seat, key)
    return twin
