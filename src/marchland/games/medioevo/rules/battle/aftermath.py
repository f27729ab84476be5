"""The end of a round and of a battle: late casualties, sinking ships, honour (rulebook: Battle; War without winners)."""

from __future__ import annotations

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Procedure

from ...state import BARBARIANS, BattleRecord, Medioevo, Prisoner
from ...tables import tables
from ..cards.effects import expire, has_effect, is_fighting_banned, total_effect
from ..cards.throws import SINKING, Throw, reading
from ..components.armies import has_berth, one, plus, put_unit
from ..components.table import change, home_owner, note, tally
from ..components.vehicles import remove_vehicle
from ..victory.honour import honour, worth
from .damage import LATE_STONES, TakeDamage
from .fight import change_fight, change_side, side_size
from .flight import run_away


class BattleEnded(Event, frozen=True):
    RULE = "MU-BAT-14"
    TOUCHES = ("place",)
    place: str
    winner: Seat | None
    outcome: str


class PrisonersFreed(Event, frozen=True):
    RULE = "MU-CAP-03"
    TOUCHES = ("place",)
    owner: Seat
    place: str
    units: int


class CloseRound(Procedure[Medioevo], frozen=True):
    """MU-BAT-14 What remains to be done when the losses are counted."""

    STEPS = ("late_stones", "late_casualties", "sink", "count_ships", "free_prisoners", "take_flight", "settle")

    def late_stones(self, game: Medioevo) -> None:
        """MU-CARD-29 Casualties of artillery that a Surgeon kept on their feet leave now."""
        for index, side in enumerate(game.fights[-1].sides):
            stones = total_effect(game, LATE_STONES, seat=side.owner)
            if stones:
                change_fight(game, step="artillery")
                change_side(game, index, pending=stones)
                game.push(TakeDamage(index))

    def late_casualties(self, game: Medioevo) -> None:
        """MU-CARD-29 Then those of archery."""
        for index, side in enumerate(game.fights[-1].sides):
            if side.deferred:
                change_fight(game, step="archery")
                change_side(game, index, pending=side.deferred, deferred=0)
                game.push(TakeDamage(index))

    def sink(self, game: Medioevo) -> None:
        """MU-NAV-04 A Galley that has lost all its units sinks on 1 to 3."""
        empty = [id for id in game.fights[-1].laden if id in game.vehicles and game.vehicles[id].cargo is None]
        game.push(*(Throw(game.vehicles[id].owner, SINKING, (f"v:{id}",), sides=8) for id in empty))

    def count_ships(self, game: Medioevo) -> None:
        """MU-NAV-04 Each Galley is at risk once: the round in which it lost its last unit."""
        laden = tuple(id for id in game.fights[-1].laden if id in game.vehicles and game.vehicles[id].cargo is not None)
        change_fight(game, laden=laden)

    def free_prisoners(self, game: Medioevo) -> None:
        """MU-CAP-03 If all capturing troops die, and none has fled, their prisoners of this battle are free on the spot and win."""
        for index, side in enumerate(game.fights[-1].sides):
            if side.captives and not side_size(game, index) and not side.fled:
                free_captives(game, index)

    def take_flight(self, game: Medioevo) -> None:
        """MU-FLE-01 The attacker who declared Flight moves away."""
        fight = game.fights[-1]
        attacker = fight.sides[0]
        if attacker.flight and side_size(game, 0) and side_size(game, 1):
            run_away(game)

    def settle(self, game: Medioevo) -> None:
        """MU-CARD-01 A Bishop's ban ends the battle after the round; effects of the round are over."""
        remember_losses(game)
        expire(game, "round")
        undecided = side_size(game, 0) and side_size(game, 1) and not game.fights[-1].outcome
        if undecided and is_fighting_banned(game, game.fights[-1].place):
            change_fight(game, outcome="banned")


@reading(SINKING)
def read_sinking(game: Medioevo, seat: Seat, chosen: tuple[str, ...], die: int) -> None:
    """MU-NAV-04 On 1 to 3 the empty Galley goes down."""
    id = int(chosen[0].removeprefix("v:"))
    if die <= tables().battle["sink"] and id in game.vehicles:
        remove_vehicle(game, id, "MU-NAV-04")


def remember_losses(game: Medioevo) -> None:
    """MU-CARD-28 Units lost in a round may be rebought next turn at half price if a Surgeon was used."""
    for side in game.fights[-1].sides:
        if side.owner != BARBARIANS and has_effect(game, "mend", seat=side.owner):
            change(game, side.owner, fallen=plus(game.players[side.owner].fallen, side.lost))


def end_round(game: Medioevo) -> None:
    game.push(CloseRound())


def free_captives(game: Medioevo, index: int) -> None:
    fight = game.fights[-1]
    captor, owner = fight.sides[index].owner, fight.sides[1 - index].owner
    for kind in fight.sides[index].captives:
        if Prisoner(captor, owner, kind) in game.prisoners:
            game.prisoners.remove(Prisoner(captor, owner, kind))
            if has_berth(game, fight.place, owner):
                put_unit(game, fight.place, owner, kind)
            else:  # their ship has sunk: they come back as surrendered units do
                change(game, owner, exiles=plus(game.players[owner].exiles, one(kind)))
    change_side(game, index, captives=())
    game.emit(PrisonersFreed(owner=owner, place=fight.place, units=len(fight.sides[index].captives)))


def end_battle(game: Medioevo) -> None:
    """MU-BAT-14 MU-BAT-15 One side is left, or none; honour and records are settled and the battle leaves the table."""
    fight = game.fights[-1]
    left = [side_size(game, index) for index in (0, 1)]
    winner = None if bool(left[0]) == bool(left[1]) else int(left[1] > 0)
    outcome = fight.outcome or ("destroyed" if min(left) == 0 else "banned")
    owner = fight.sides[winner].owner if winner is not None else None
    game.emit(BattleEnded(place=fight.place, winner=owner, outcome=outcome))
    for index in (0, 1):
        judge(game, index, winner, outcome)
    expire(game, "round")
    expire(game, "battle")
    game.fights.pop()


def judge(game: Medioevo, index: int, winner: int | None, outcome: str) -> None:
    """MU-PH-05 MU-PH-07 Honour for a great army destroyed and a rebellion put down; dishonour for a defeat by barbarians.

    Reading S-22: a horde that somebody drove onto a garrison is no rebellion.
    """
    fight = game.fights[-1]
    side, enemy = fight.sides[index], fight.sides[1 - index]
    if side.owner == BARBARIANS:
        return
    if winner == index:
        if outcome == "destroyed" and not enemy.fled and enemy.start >= tables().battle["great_army"]:
            honour(game, side.owner, worth("great_army"), "MU-PH-05")
        if enemy.owner == BARBARIANS and home_owner(game, fight.place) == side.owner and not game.lands[fight.place].incursion:
            honour(game, side.owner, worth("suppression"), "MU-PH-05")
        count_victory(game, index)
    elif enemy.owner == BARBARIANS and not side_size(game, index):  # all destroyed or fled: one defeat, however they went
        honour(game, side.owner, worth("beaten_by_barbarians"), "MU-PH-07")


def count_victory(game: Medioevo, index: int) -> None:
    """What objectives ask about a won battle."""
    fight = game.fights[-1]
    side, enemy = fight.sides[index], fight.sides[1 - index]
    now = game.now[side.owner]
    note(game, side.owner, won_battles=(*now.won_battles, BattleRecord(enemy.start, side.suffered)))
    tally(
        game,
        side.owner,
        battles_won=1,
        battles_won_before_melee=int(not fight.melee),
        defence_wins_at_home=int(index == 1 and home_owner(game, fight.place) == side.owner),
        attack_wins_vs_players=int(index == 0 and enemy.owner != BARBARIANS),
    )
