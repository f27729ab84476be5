"""Militia, Templar, Marauder, Heroine: units that appear, hurry up, change sides for a turn or rise to Captains."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.frames import Decision

from ...state import BARBARIANS, NO_UNITS, Counts, Medioevo, Special
from ...tables import KINDS
from ..battle.flight import FUGITIVES_ENTER
from ..components.armies import (
    add_special,
    armies_of,
    by_kind,
    captains,
    each,
    has_berth,
    horde_size,
    in_reserve,
    kinds_in,
    one,
    place_unit,
    remove_units,
    shift_unit,
    size,
    units,
    use_figure,
    vehicles_at,
)
from ..components.table import homes, pay
from ..components.vehicles import is_carrier
from ..conquest.control import refresh_control
from ..diplomacy.relations import has_truce, is_welcome, passage_fee
from ..movement.groups import march_of
from ..movement.meeting import meet
from ..movement.steps import Moved
from ..movement.transfer import relocate
from ..movement.ways import Way, spaces_entered, ways
from ..registry import ANY, ability
from .common import (
    NOTHING,
    is_battlefield,
    is_in_battle,
    moment,
    players_armies,
    printed,
    read_number,
    read_unit,
    read_word,
    scene,
    territories,
    unit_id,
)
from .effects import is_departure_banned, is_hidden, lay_effect
from .powers import Target

COMMON_KINDS = ("li", "hi", "cav", "arc")
ALARM = ("W-2e", "W-5b", FUGITIVES_ENTER)


# -- Militia -----------------------------------------------------------------------------------------------


def _is_alarmed(game: Medioevo, seat: Seat) -> bool:
    """Barbarians have risen in or come to the player's land, or another's army has entered or fled into it uninvited."""
    window, place = moment(game)
    if place not in game.lands or game.lands[place].holder != seat:
        return False
    return window in ("W-2e", FUGITIVES_ENTER) or _is_invaded(game, seat)


def _is_invaded(game: Medioevo, seat: Seat) -> bool:
    march = march_of(game)
    if march.seat == seat or not sum(march.counts) or is_welcome(game, march.seat, seat):
        return False
    return not is_hidden(game, march.vehicles)


def _any_recruit(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    yield from (f"kind:{kind}" for kind in (*COMMON_KINDS, "cap1") if in_reserve(game, seat, kind))


def _common_recruit(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    yield from (f"kind:{kind}" for kind in COMMON_KINDS if in_reserve(game, seat, kind))


@ability(24, windows=ALARM, stages=(_any_recruit,), usable=_is_alarmed)
def call_to_arms(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-24 A free unit from the reserve, a Captain I too, defends the threatened territory."""
    (kind,) = chosen
    place_unit(game, scene(game), seat, read_word(kind), "MU-CARD-24")


def _can_be_relieved(game: Medioevo, seat: Seat) -> bool:
    return _is_alarmed(game, seat) and any(True for _ in relief(game, seat, scene(game), printed(25, "movement"), ()))


@ability(25, windows=ALARM, usable=_can_be_relieved)
def relieve(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-25 Three movement points bring units to the threatened territory, without wagons."""
    offer_relief(game, SendRelief(seat, scene(game), printed(25, "movement")))


class SendRelief(Decision[Medioevo], frozen=True):
    """MU-CARD-25 Units and engines that can arrive with the points left; wagons may come along from where units left."""

    RULE = "MU-CARD-25"
    seat: Seat
    place: str
    points: int
    origins: tuple[str, ...] = ()

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield Target(NOTHING)
        yield from map(Target, relief(game, self.seat, self.place, self.points, self.origins))

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, Target)
        if action.id == NOTHING:
            return
        vehicles, troops, space = _sent(game, action.id)
        points, origins = self.points, self.origins
        if not vehicles or game.vehicles[vehicles[0]].kind == "engine":
            points -= _hurry(game, self.seat, self.place, space)
        if not vehicles:
            origins = tuple(sorted({*origins, space}))
        relocate(game, self.seat, space, self.place, vehicles, troops)
        game.emit(Moved(seat=self.seat, space=space, to=self.place, troops=by_kind(troops), vehicles=vehicles))
        refresh_control(game, space)
        offer_relief(game, SendRelief(self.seat, self.place, points, origins))


def offer_relief(game: Medioevo, relief_sent: SendRelief) -> None:
    """MU-CARD-25 The player is asked as long as somebody can still come."""
    if any(True for _ in relief(game, relief_sent.seat, relief_sent.place, relief_sent.points, relief_sent.origins)):
        game.push(relief_sent)


def _sent(game: Medioevo, id: str) -> tuple[tuple[int, ...], Counts, str]:
    """Vehicles and troops behind an id, and where they are."""
    if id.startswith("v:"):
        return (read_number(id),), NO_UNITS, game.vehicles[read_number(id)].space
    space, _, kind = read_unit(id)
    return (), one(kind), space


def _hurry(game: Medioevo, seat: Seat, place: str, space: str) -> int:
    """MU-CARD-25 The way costs movement points and, through land of a partner, what he asks for (MU-DIP-05)."""
    found = ways(game, seat, place, by_sea=False)
    for host, fee in _tolls(game, seat, found, space):
        pay(game, seat, fee, "MU-DIP-05", to=host)
    return found[space].cost


def _tolls(game: Medioevo, seat: Seat, found: dict[str, Way], space: str) -> list[tuple[Seat, int]]:
    """MU-DIP-05 Whose land the way enters, and the fee for it."""
    hosts = [game.lands[there].holder for there in spaces_entered(found, space)]
    return [(host, passage_fee(game, seat, host)) for host in hosts if host != seat]


def relief(game: Medioevo, seat: Seat, place: str, points: int, origins: tuple[str, ...]) -> Iterator[str]:
    """MU-CARD-25 Units and engines near enough by land and not in battle themselves, and wagons that accompany those already sent.

    Both books count siege engines among the units.
    """
    found = ways(game, seat, place, by_sea=False)
    for space in sorted(found):
        if found[space].cost > points or is_battlefield(game, space):
            continue
        if sum(fee for _, fee in _tolls(game, seat, found, space)) <= game.players[seat].florins:
            yield from (unit_id(space, seat, kind) for kind in kinds_in(units(game, space, seat)))
            yield from (f"v:{id}" for id, vehicle in vehicles_at(game, space, seat) if vehicle.kind == "engine")
    for space in origins:
        yield from (f"v:{id}" for id, _ in vehicles_at(game, space, seat) if is_carrier(game, id))


@ability(26, windows=ALARM, usable=lambda game, seat: _is_alarmed(game, seat) and size(game, scene(game), seat) > 0)
def barricade(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-26 A garrisoned territory counts as having a Tower this turn, or its building protects by one more."""
    lay_effect(game, "militia-tower", seat, scene(game))


# -- Templar -----------------------------------------------------------------------------------------------


BATTLE_IN_PROGRESS = ("W-B0", "W-B1")


def _abroad(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Territories outside the home kingdom, except land of a partner in an armistice; amid a battle where the player fights."""
    home = homes(game, seat)
    if moment(game)[0] in BATTLE_IN_PROGRESS and not is_in_battle(game, seat):
        return
    for space in territories(game, seat, chosen):
        holder = game.lands[space].holder
        if space not in home and not (holder != BARBARIANS and has_truce(game, seat, holder)):
            yield space


@ability(34, windows=(ANY, "W-2e", "W-5b", *BATTLE_IN_PROGRESS), stages=(_abroad, _common_recruit))
def crusade(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-34 A free unit appears outside the home kingdom; it meets resistance and foes at once, or joins a battle."""
    space, kind = chosen[0], read_word(chosen[1])
    if place_unit(game, space, seat, kind, "MU-CARD-34") and not is_battlefield(game, space):
        meet(game, seat, space)


def _fights_abroad(game: Medioevo, seat: Seat) -> bool:
    if not is_in_battle(game, seat) or game.fights[-1].place in homes(game, seat):
        return False
    return has_berth(game, game.fights[-1].place, seat)


@ability(35, windows=BATTLE_IN_PROGRESS, stages=(_common_recruit,), usable=_fights_abroad)
def reinforce(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-35 A free unit joins the player's side in a battle outside his home kingdom."""
    (kind,) = chosen
    place_unit(game, game.fights[-1].place, seat, read_word(kind), "MU-CARD-35")


# -- Marauder ----------------------------------------------------------------------------------------------


def _hiring_places(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Reading R-21: land the player controls, or where he has an army."""
    for space in territories(game, seat, chosen):
        if game.lands[space].holder == seat or size(game, space, seat):
            yield space


@ability(65, windows=(ANY, "W-2e", "W-5b", "W-B1"), stages=(_hiring_places,), cost=printed(65))
def hire_horde(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-65 A War Circle horde fights as the player's own in one territory until the end of the turn."""
    (space,) = chosen
    for kind in each(game.circle.horde):
        if in_reserve(game, BARBARIANS, kind):
            use_figure(game, BARBARIANS, kind)
            add_special(game, space, seat, Special(kind, kind, BARBARIANS))


def _hordes(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    for space in territories(game, seat, chosen):
        if horde_size(game, space) and any(True for _ in _volunteers(game, seat, (space,))):
            yield space


def _volunteers(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Reading R-22: own units in other territories of the player that are not promised yet and that no Bishop holds back."""
    for space, army in armies_of(game, seat):
        if space != chosen[0] and can_be_sent(game, seat, space):
            for kind in kinds_in(army.counts):
                id = unit_id(space, seat, kind)
                if chosen.count(id) < army.counts[KINDS.index(kind)]:
                    yield id


def can_be_sent(game: Medioevo, seat: Seat, space: str) -> bool:
    """MU-CARD-66 May units leave here for a horde: own land, no Bishop, no battle in progress?"""
    if space not in game.lands or game.lands[space].holder != seat:
        return False
    return not is_departure_banned(game, space) and not is_battlefield(game, space)


def _second_volunteer(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    yield NOTHING
    yield from _volunteers(game, seat, chosen)


@ability(66, windows=(ANY, "W-2e", "W-B1"), stages=(_hordes, _volunteers, _second_volunteer))
def disguise(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-66 Up to two units join a horde and fight as barbarians; survivors return at the end of the turn."""
    for id in chosen[1:]:
        if id != NOTHING:
            origin, _, kind = read_unit(id)
            remove_units(game, origin, seat, one(kind))
            add_special(game, chosen[0], BARBARIANS, Special(kind, kind, seat, origin))
            refresh_control(game, origin)


# -- Heroine -----------------------------------------------------------------------------------------------


def _leaderless(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    for space, owner in players_armies(game):
        counts = units(game, space, owner)
        if not captains(counts):
            yield from (unit_id(space, owner, kind) for kind in kinds_in(counts))


HEROISM = (ANY, "W-B0", "W-B1")


@ability(67, windows=HEROISM, stages=(_leaderless,))
def raise_banner(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-67 One unit, anyone's, of an army without a Captain is a Captain I until the end of the turn."""
    (unit,) = chosen
    space, owner, kind = read_unit(unit)
    shift_unit(game, space, owner, kind, "cap1", "MU-CARD-67")


PROMOTION = {"cap1": "cap2", "cap2": "cap3"}


def _promotable(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    for space, owner in players_armies(game):
        yield from (unit_id(space, owner, kind) for kind in kinds_in(units(game, space, owner)) if kind in PROMOTION)


@ability(68, windows=HEROISM, stages=(_promotable,))
def inspire(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-68 One Captain, anyone's, gains a level until the end of the turn."""
    (unit,) = chosen
    space, owner, kind = read_unit(unit)
    shift_unit(game, space, owner, kind, PROMOTION[kind], "MU-CARD-68")
