"""Does the table make sense, and does the history add up?"""

from collections.abc import Iterable

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event
from marchland.kernel.memo import outdated

from .rules.combat.combat import Attack
from .rules.cubes import field_cubes, sheet_cubes
from .rules.scoring import GameEnded, total
from .rules.special.special import ROLES, holder
from .rules.tax import TaxCollected
from .state import CUBE, FORTIFICATION, Byzantium
from .tables import ARAB, BULGAR, BYZANTINE, CAPITAL, CONFIG, PERSIAN, SIDES, CityId
from .world import BALKANS, CITIES, SITES

ARABIA = tuple(city for city in CITIES if SITES[city].side == ARAB)


def audit(game: Byzantium) -> None:
    """AssertionError if the table makes no sense."""
    for seat in range(len(game.players)):
        audit_cubes(game, seat)
        audit_realms(game, seat)
    for city in CITIES:
        audit_city(game, city)
    audit_boxes(game)
    audit_bank(game)
    for part in Byzantium.DERIVED:
        assert not outdated(game, part), f"BY-CTRL-01: {part} is out of date: {outdated(game, part)}"


def audit_cubes(game: Byzantium, seat: Seat) -> None:
    """BY-CUBE-04 Every cube of a colour is somewhere, and so are both fortifications."""
    player = game.players[seat]
    apart = (player.pool, player.casualties, player.tax, player.passing, player.churches, player.mosques, player.removed)
    markers = [place.marker for place in game.cities.values() if place.controller == seat]
    on_boxes = sum(cubes.count(seat) for cubes in game.boxes.values())
    cubes = sum(apart) + sheet_cubes(player.byzantine) + sheet_cubes(player.arab) + markers.count(CUBE) + on_boxes
    assert cubes == CONFIG.cubes, f"BY-CUBE-04: seat {seat} has {cubes} cubes"
    assert min(apart) >= 0, f"BY-CUBE-04: seat {seat} has a negative pile {apart}"
    forts = player.fortifications + markers.count(FORTIFICATION)
    assert forts == CONFIG.fortifications, f"BY-FORT-02: seat {seat} has {forts} fortifications"


def audit_realms(game: Byzantium, seat: Seat) -> None:
    """BY-INV-01, BY-INV-04, BY-DEST-01, BY-END-03 Pawns stand where they may, with cubes; nothing is negative."""
    for side in SIDES:
        realm = game.realm(seat, side)
        slots = (realm.elite, realm.main, realm.militia, realm.move)
        assert min(*slots, realm.treasury, realm.points) >= 0, f"BY-END-03: seat {seat} has something negative: {realm}"
        if realm.at is None:
            continue
        assert field_cubes(realm), f"BY-DEST-01: the {side} pawn of seat {seat} has no army"
        assert side == ARAB or realm.at not in ARABIA, f"BY-INV-04: a Byzantine pawn in {realm.at}"
        fighting = realm.at in (attacked_city(game), CAPITAL if game.fell_to == seat else None)
        assert fighting or game.cities[realm.at].side == side, f"BY-INV-01: the {side} pawn of seat {seat} in {realm.at}"


def attacked_city(game: Byzantium) -> CityId | None:
    attack = game.find(Attack)
    return attack.city if attack else None


def audit_city(game: Byzantium, city: CityId) -> None:
    """BY-INV-02, BY-INV-03 Tokens are within their limits, and a marker belongs to exactly one player."""
    place = game.cities[city]
    assert (place.controller is None) == (place.marker is None), f"BY-INV-03: {city} has {place}"
    assert place.controller is None or place.side in SIDES, f"BY-INV-03: {city} is {place.side} and controlled"
    if place.side == PERSIAN or city == CAPITAL:
        assert place.tokens == 0, f"BY-SETUP-01: {city} has tokens"
        assert place.controller is None, f"BY-CONST-03: {city} is controlled"
        assert place.side == SITES[city].side, f"BY-CONST-03: {city} is {place.side}"
    elif place.side == BULGAR:
        assert city in BALKANS, f"BY-BULG-10: the Bulgars hold {city}"
        assert 1 <= place.tokens < CONFIG.city_limit, f"BY-INV-02: {city} has {place.tokens} orange tokens"
    else:
        assert 1 <= place.tokens <= CONFIG.city_limit, f"BY-INV-02: {city} has {place.tokens} tokens"


def audit_boxes(game: Byzantium) -> None:
    """BY-SPEC-01, BY-EMP-02 No box is overfull, guards serve only their holder, orange cubes are within their limit."""
    assert 0 <= game.bulgars <= CONFIG.bulgars.cubes, f"BY-INV-02: {game.bulgars} Bulgar cubes"
    for box, room in CONFIG.boxes.items():
        assert len(game.boxes[box]) <= room, f"BY-SPEC-01: {box} holds {game.boxes[box]}"
    for role, side in ROLES.items():
        guarded = [seat for seat in range(len(game.players)) if game.realm(seat, side).guard]
        assert guarded in ([], [holder(game, role)]), f"BY-EMP-02: {role}'s guard serves {guarded}"


def audit_bank(game: Byzantium) -> None:
    """BY-CUBE-03 What the bank paid out lies in the treasuries."""
    held = sum(game.realm(seat, side).treasury for seat in range(len(game.players)) for side in SIDES)
    assert held == game.bank_paid, f"BY-CUBE-03: {held} bezants in treasuries, {game.bank_paid} paid out"


def reconcile(game: Byzantium, events: Iterable[Event]) -> None:
    """Money and points follow from the events alone, and so does the result."""
    seats = range(len(game.players))
    points = {(seat, side): CONFIG.points[side] for seat in seats for side in SIDES}
    bezants = {(seat, side): CONFIG.treasury[side] for seat in seats for side in SIDES}
    for event in events:
        if isinstance(event, TaxCollected):
            bezants[event.seat, BYZANTINE] += event.byzantine
            bezants[event.seat, ARAB] += event.arab
        elif (owner := (getattr(event, "seat", -1), getattr(event, "side", ""))) in points:
            points[owner] += getattr(event, "points", 0)
            bezants[owner] += getattr(event, "bezants", 0)
    for (seat, side), expected in points.items():
        assert game.realm(seat, side).points == expected, f"seat {seat}, {side}: {expected} points from events"
    for (seat, side), expected in bezants.items():
        assert game.realm(seat, side).treasury == expected, f"seat {seat}, {side}: {expected} bezants from events"
    assert results(game, points) == announced(events), "BY-END-02: the result does not follow from the points"


def results(game: Byzantium, points: dict[tuple[Seat, str], int]) -> tuple[int, ...]:
    """BY-END-02 Every total, recomputed from points that were added up from events."""
    seats = range(len(game.players))
    if game.fell_to is not None:
        return tuple(points[seat, ARAB] for seat in seats)
    return tuple(total(points[seat, BYZANTINE], points[seat, ARAB]) for seat in seats)


def announced(events: Iterable[Event]) -> tuple[int, ...]:
    """The totals that were announced at the end."""
    (ended,) = [event for event in events if isinstance(event, GameEnded)]
    return ended.scores
