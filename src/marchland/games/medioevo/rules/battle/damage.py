"""Damage in battle: who takes it, what it does to a unit, prisoners (rulebook: Armies, Capture)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Decision, Procedure

from ...state import BARBARIANS, Crew, Medioevo, Prisoner, Side
from ...tables import figure
from ..cards.effects import lay_effect
from ..components.armies import (
    INDEX,
    change_unit,
    decks_with,
    destroy_unit,
    figure_owner,
    in_reserve,
    kinds_in,
    lift_unit,
    one,
    plus,
    use_figure,
)
from ..components.table import bumped, replace, tally
from .fight import battle_facts, change_fight, change_side, fighters, is_naval, serving_units, side_size, side_units

HORDE_ORDER = ("li", "hi", "cav", "arc", "cap1", "cap2", "cap3")
"""MU-BAT-13 Barbarians lose Light infantry first, then Archers, then Captains (borrowed kinds in between)."""
LATE_STONES = "late-stones"
"""MU-CARD-29 Damage of artillery that a side takes at the end of the round only; `Side.deferred` is that of archery."""
RULES = {"artillery": "MU-SIE-01", "archery": "MU-BAT-08", "melee": "MU-BAT-05", "losses": "MU-BAT-03"}


class Hurt(Action, frozen=True):
    """Give one damage point to a unit of this kind."""

    kind: str


class HurtAboard(Action, frozen=True):
    """Give one damage point to a unit of this kind aboard one of several Galleys."""

    TOUCHES = ("galley",)
    PREFIX = {"galley": "v"}
    kind: str
    galley: int


class HurtTrapped(Action, frozen=True):
    """Give one damage point to a unit of this kind that a Spy keeps out of the fight."""

    kind: str


class Imprison(Action, frozen=True):
    """Take the falling unit prisoner."""


class LetFall(Action, frozen=True):
    """Let it be destroyed, and wait for another."""

    IDLE = True


class Captured(Event, frozen=True):
    RULE = "MU-CAP-01"
    seat: Seat
    owner: Seat
    kind: str


class TakeDamage(Procedure[Medioevo], frozen=True):
    """MU-BAT-13 A side assigns its pending damage point by point; what nobody is left to take is lost."""

    index: int
    STEPS = ("point",)

    def point(self, game: Medioevo) -> str:
        """MU-BAT-13 Points aimed by Tactics come first; barbarians follow their order; players choose."""
        side = game.fights[-1].sides[self.index]
        if side.pending <= 0 or not side_size(game, self.index):
            change_side(game, self.index, pending=0, aimed=(), wounded=())
            return DONE
        kinds = targets(game, self.index)
        aimed = next((kind for kind in side.aimed if kind in kinds_in(side_units(game, self.index))), None)
        if aimed is not None:
            rest = list(side.aimed)
            rest.remove(aimed)
            change_side(game, self.index, aimed=tuple(rest))
            hurt(game, self.index, aimed)
        elif side.owner == BARBARIANS:
            hurt(game, self.index, next(kind for kind in HORDE_ORDER if kind in kinds))
        else:
            game.push(ChooseDamage(side.owner, self.index))
        return "point"


class ChooseDamage(Decision[Medioevo], frozen=True):
    """MU-BAT-13 The owner says which of his units takes the next damage point."""

    RULE = "MU-BAT-13"
    FORCED = True
    seat: Seat
    index: int

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return battle_facts(game, seat)

    def options(self, game: Medioevo) -> Iterator[Action]:
        for kind in targets(game, self.index):
            yield from hits(game, self.index, kind)

    def resolve(self, game: Medioevo, action: Action) -> None:
        match action:
            case Hurt(kind=kind):
                hurt(game, self.index, kind)
            case HurtAboard(kind=kind, galley=galley):
                hurt(game, self.index, kind, galley=galley)
            case HurtTrapped(kind=kind):
                hurt(game, self.index, kind, trapped=True)


class ChooseCaptive(Decision[Medioevo], frozen=True):
    """MU-CARD-39 A unit is about to fall: the Jailer's player takes it prisoner, or waits for another."""

    RULE = "MU-CARD-39"
    seat: Seat
    index: int
    fallen: str  # the kind it was worn down to
    kind: str  # what it was before this damage: so it is kept
    galley: int = 0

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return battle_facts(game, seat)

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield Imprison()
        yield LetFall()

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, Imprison):
            _jail(game, self.index, self.fallen, self.galley)
        else:
            _forget_wound(game, self.index, self.fallen)
            _slay(game, self.index, self.fallen, self.galley)


def hits(game: Medioevo, index: int, kind: str) -> Iterator[Action]:
    """MU-BAT-13 MU-NAV-04 The unit of a kind that is hit is its owner's choice: aboard which Galley, and whether a trapped one."""
    fight = game.fights[-1]
    side = fight.sides[index]
    decks = decks_with(game, fight.place, side.owner, kind) if is_naval(game) else []
    yield from (HurtAboard(kind, galley) for galley in sorted(decks)) if len(decks) > 1 else (Hurt(kind),)
    if side.benched[INDEX[kind]] and fighters(game, index)[INDEX[kind]]:
        yield HurtTrapped(kind)


def targets(game: Medioevo, index: int) -> list[str]:
    """MU-BAT-13 Kinds that can be hit: fighting (or benched) units first, crews only when no others are left."""
    side = game.fights[-1].sides[index]
    present = plus(fighters(game, index), side.benched)
    return kinds_in(tuple(map(min, present, side_units(game, index)))) or kinds_in(side_units(game, index))


def hurt(game: Medioevo, index: int, kind: str, galley: int = 0, trapped: bool = False) -> None:
    """One damage point hits one unit of a kind: a fighting one, else one that is trapped, else crew."""
    fight = game.fights[-1]
    side = fight.sides[index]
    fighting = fighters(game, index)[INDEX[kind]] > 0
    trapped = trapped or (not fighting and side.benched[INDEX[kind]] > 0)
    change_side(game, index, pending=side.pending - 1, suffered=side.suffered + 1)
    lower = "" if is_naval(game) else weakened(game, figure_owner(game, fight.place, side.owner, kind), kind)
    if lower:
        change_unit(game, fight.place, side.owner, kind, lower, RULES[fight.step])
        change_side(game, index, wounded=_wounded(game, index, kind, lower))
    else:
        _fall(game, index, kind, galley)
    if trapped:
        benched = bumped(side.benched, INDEX[kind], -1)
        change_side(game, index, benched=plus(benched, one(lower)) if lower else benched)
    elif not fighting:
        _adjust_crews(game, index, kind, lower)


def _wounded(game: Medioevo, index: int, kind: str, lower: str) -> tuple[tuple[str, str], ...]:
    """Remember what a unit was before this damage, following one that was already hit."""
    wounded = list(game.fights[-1].sides[index].wounded)
    earlier = next((pair for pair in wounded if pair[0] == kind), None)
    if earlier:
        wounded.remove(earlier)
    return (*wounded, (lower, earlier[1] if earlier else kind))


def _fall(game: Medioevo, index: int, kind: str, galley: int) -> None:
    """A unit is destroyed, or taken prisoner by a capturing enemy or a Jailer, whose player may wait for one of another kind."""
    if is_captured(game, index):
        _take_prisoner(game, index, kind, galley)
    elif not is_jailer_waiting(game, index):
        _slay(game, index, kind, galley)
    elif kinds_in(side_units(game, index)) != [kind]:
        sides = game.fights[-1].sides
        game.push(ChooseCaptive(sides[1 - index].owner, index, kind, _before(sides[index], kind)[1], galley))
    else:
        _jail(game, index, kind, galley)


def _slay(game: Medioevo, index: int, kind: str, galley: int) -> None:
    """A unit is destroyed."""
    fight = game.fights[-1]
    side = fight.sides[index]
    fallen = destroy_unit(game, fight.place, side.owner, kind, RULES[fight.step], galley)
    if fallen.owner == side.owner:  # hired barbarians are nobody's loss, and a Captain for a day was what his figure says
        change_side(game, index, lost=plus(side.lost, one(fallen.figure)))
    _count_kill(game, side.owner, fight.sides[1 - index].owner, kind, fight.step)


def _jail(game: Medioevo, index: int, kind: str, galley: int) -> None:
    """MU-CARD-39 The Jailer has his prisoner; hired barbarians cannot be one, and he waits on."""
    before = len(game.prisoners)
    _take_prisoner(game, index, kind, galley)
    change_side(game, index, jailed=game.fights[-1].sides[index].jailed - (len(game.prisoners) - before))


def _take_prisoner(game: Medioevo, index: int, kind: str, galley: int) -> None:
    """MU-CAP-01 A unit is taken as what it was before this damage."""
    fight = game.fights[-1]
    side = fight.sides[index]
    held_as = _before(side, kind)[1]
    _forget_wound(game, index, kind)
    imprison(game, index, kind, held_as, galley)
    _count_kill(game, side.owner, fight.sides[1 - index].owner, kind, fight.step)


def _before(side: Side, kind: str) -> tuple[str, str]:
    """A unit that falls as this kind, and what it was before this damage."""
    return next((pair for pair in side.wounded if pair[0] == kind), (kind, kind))


def _forget_wound(game: Medioevo, index: int, kind: str) -> None:
    """Whoever falls next as this kind was not the one worn down."""
    side = game.fights[-1].sides[index]
    gone = _before(side, kind)
    change_side(game, index, wounded=tuple(pair for pair in side.wounded if pair is not gone))


def is_captured(game: Medioevo, index: int) -> bool:
    """MU-CAP-01 Step-8 damage of a won capturing round takes player units prisoner."""
    fight = game.fights[-1]
    if BARBARIANS in (side.owner for side in fight.sides):
        return False
    return fight.sides[1 - index].capturing and fight.step == "melee" and fight.winner == 1 - index


def is_jailer_waiting(game: Medioevo, index: int) -> bool:
    """MU-CARD-39 Does a Jailer wait for a unit of another player that the enemy destroys, not for one of its own losses?"""
    fight = game.fights[-1]
    if BARBARIANS in (side.owner for side in fight.sides):
        return False
    return fight.sides[index].jailed > 0 and fight.step != "losses"


def imprison(game: Medioevo, index: int, kind: str, held_as: str, galley: int = 0) -> None:
    """MU-CAP-01 A prisoner is kept as the kind it was before this damage, one raised for a turn as what it is (MU-CARD-67)."""
    fight = game.fights[-1]
    owner, captor = fight.sides[index].owner, fight.sides[1 - index]
    special = lift_unit(game, fight.place, owner, kind, galley)
    if special.owner != owner:
        use_figure(game, special.owner, special.figure, -1)
        return
    if special.kind != special.figure:
        held_as = special.figure
    if special.figure != held_as and not _swap_figure(game, owner, special.figure, held_as):
        held_as = special.figure
    game.prisoners = sorted([*game.prisoners, Prisoner(captor.owner, owner, held_as)])
    change_side(game, 1 - index, captives=(*captor.captives, held_as))
    tally(game, captor.owner, captured=1)
    game.emit(Captured(seat=captor.owner, owner=owner, kind=held_as))


def _swap_figure(game: Medioevo, owner: Seat, old: str, new: str) -> bool:
    """Exchange the figure of a captured unit for the one it was before; False if that figure is not in the reserve."""
    if figure(old) != figure(new) and not in_reserve(game, owner, new):
        return False
    use_figure(game, owner, old, -1)
    use_figure(game, owner, new)
    return True


def _adjust_crews(game: Medioevo, index: int, kind: str, lower: str) -> None:
    """A crew member was hit: it serves on as the lower kind, or its place is empty."""
    crews: list[Crew] = []
    open_hit = True
    for crew in game.fights[-1].sides[index].crews:
        if open_hit and crew.counts[INDEX[kind]]:
            counts = bumped(crew.counts, INDEX[kind], -1)
            crew = replace(crew, counts=plus(counts, one(lower)) if lower else counts)
            open_hit = False
        crews.append(crew)
    change_side(game, index, crews=tuple(crews))


def _count_kill(game: Medioevo, owner: Seat, killer: Seat, kind: str, step: str) -> None:
    if owner != BARBARIANS:
        tally(game, owner, own_units_lost=1)
    if killer != BARBARIANS and step != "losses":
        tally(game, killer, enemy_units_killed=1, captains_killed=int(kind.startswith("cap")))
        if step == "archery":
            tally(game, killer, units_killed_by_archery=1)


def deal(game: Medioevo, index: int, damage: int, step: str) -> None:
    """Put damage points before a side, to be assigned; a Surgeon's spared point comes off."""
    change_fight(game, step=step)
    side = game.fights[-1].sides[index]
    if side.spared and damage:
        change_side(game, index, spared=side.spared - 1)
        damage -= 1
    if side.lingering and step == "artillery":
        lay_effect(game, LATE_STONES, side.owner, amount=damage, until="round")
    elif side.lingering and step == "archery":
        change_side(game, index, deferred=side.deferred + damage)
    else:
        change_side(game, index, pending=damage)


def crew_of(game: Medioevo, index: int, engine: int) -> Crew | None:
    return next((crew for crew in game.fights[-1].sides[index].crews if crew.engine == engine), None)


def free_hands(game: Medioevo, index: int) -> list[str]:
    """Kinds of units that serve no engine yet."""
    side = game.fights[-1].sides[index]
    busy = serving_units(game, index)
    return kinds_in(tuple(max(0, a - b - c) for a, b, c in zip(side_units(game, index), busy, side.benched, strict=True)))


def weakened(game: Medioevo, owner: Seat, kind: str, spare: str = "") -> str:
    """MU-BAT-10 MU-BAT-11 After one damage point Cavalry becomes Heavy infantry, Heavy infantry Light, others nothing.

    `owner` is whose figures replace it: those of the player who lent or hired a unit, not of the army it fights in.
    """
    ladder = {"cav": ("hi", "li"), "hi": ("li",)}
    for lower in ladder.get(kind, ()):
        if in_reserve(game, owner, lower) or spare == lower:
            return lower
    return ""
