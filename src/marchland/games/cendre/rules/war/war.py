"""Chapter "La guerre": recruitment, movement, raids, battles and control."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from marchland.kernel.frames import Procedure

from ...orders import (
    Attack,
    Defend,
    Demolish,
    Disband,
    Intercept,
    March,
    MarchOrder,
    Pillage,
    Raid,
    RecruitUnits,
    TunnelAttack,
    TunnelRaid,
)
from ...state import THREAT, WINTER, Cendre, Code, NationId
from ...tables import TABLES
from ..common.carry_out import carry_out
from ..common.dice import dice
from ..common.inquiry import at_war, kind_of
from ..diplomacy.minor import muster
from ..events.threats.deeds import beats_the_heart, note_fight
from ..magic.lasting import modified
from .aftermath import apply_fates, retreat, reward, roll_fates, tidy_armies
from .battle import fight_out, strike
from .bodies import Body, bodies, bodies_at, subject_of, traits_of
from .control import demolish, has_passive_defence, people_in_arms, pillage, settle_control
from .forces import ATTACK, DEFENCE, Fight, Side, is_raider
from .movement import move, relocate
from .orders import lie_in_wait, set_out, stand_by
from .raids import raid_all
from .recruitment import disband, recruit
from .sides import LineUp, in_order, line_up, make_side

MARCHES: dict[type[MarchOrder], str] = {
    Attack: "TC-WAR-08",
    March: "TC-WAR-08",
    Raid: "TC-WAR-12",
    TunnelAttack: "TC-WAR-13",
    TunnelRaid: "TC-WAR-13",
}
"""The kinds of marches in the order in which they are read, and the rule of each."""


class MilitaryPhase(Procedure[Cendre], frozen=True):
    """TC-WAR-08 The military phase: recruitment, three movement steps, raids, battles, control."""

    STEPS = (
        "recruit",
        "disband",
        "set_out",
        "first_step",
        "second_step",
        "third_step",
        "turn_back",
        "pillage",
        "demolish",
        "raids",
        "battles",
        "control",
    )

    def recruit(self, game: Cendre) -> None:
        """TC-WAR-02 Units are raised before anybody moves; they stay in garrison this season."""
        carry_out(game, RecruitUnits, recruit, "TC-WAR-02")
        if game.season != WINTER:
            muster(game)

    def disband(self, game: Cendre) -> None:
        """TC-WAR-23 Units are sent home to civil life."""
        carry_out(game, Disband, disband, "TC-WAR-23")

    def set_out(self, game: Cendre) -> None:
        """TC-WAR-01 Armies take up their orders; those without any defend."""
        carry_out(game, Defend, stand_by, "TC-WAR-23")
        carry_out(game, Intercept, lie_in_wait, "TC-WAR-11")
        for kind, rule in MARCHES.items():
            carry_out(game, kind, set_out, rule)

    def first_step(self, game: Cendre) -> None:
        """TC-WAR-08 Armies of speed three."""
        move(game, 1)

    def second_step(self, game: Cendre) -> None:
        """TC-WAR-08 Armies of speed two and three."""
        move(game, 2)

    def third_step(self, game: Cendre) -> None:
        """TC-WAR-08 All armies that still have a way to go."""
        move(game, 3)

    def turn_back(self, game: Cendre) -> None:
        """TC-WAR-22 Armies that have no part in the fight they find go back to where they came from."""
        turn_back(game)

    def pillage(self, game: Cendre) -> None:
        """TC-WAR-23 Armies that do not fight plunder the towns they hold."""
        carry_out(game, Pillage, pillage, "TC-WAR-23")

    def demolish(self, game: Cendre) -> None:
        """TC-WAR-23 Armies that do not fight tear down structures."""
        carry_out(game, Demolish, demolish, "TC-WAR-23")

    def raids(self, game: Cendre) -> None:
        """TC-WAR-12 Raids are resolved before battles."""
        raid_all(game)

    def battles(self, game: Cendre) -> None:
        """TC-WAR-15 One battle in every territory where enemies meet, then the resistance of vacant land."""
        for code in disputed(game):
            fought = battle_at(game, code)
            if game.lands[code].controller not in fought:
                conquer_at(game, code)

    def control(self, game: Cendre) -> None:
        """TC-WAR-19 Land changes hands after all combats."""
        tidy_armies(game)
        settle_control(game)


# -- battles ----------------------------------------------------------------------------------------------------


def standing(game: Cendre, code: Code) -> list[Body]:
    """Everybody in a territory who is not there for a raid."""
    return [body for body in bodies_at(game, code) if not is_raider(body)]


def disputed(game: Cendre) -> list[Code]:
    """Where others than the master's own troops stand: nothing happens in the quiet rest of the world."""
    return [
        code for code, group in sorted(bodies(game).items()) if any(body.nation != game.lands[code].controller for body in group)
    ]


def turn_back(game: Cendre) -> None:
    """TC-WAR-22 As long as somebody turns back, look again: he may find enemies at home."""
    while leaving := [body for code in disputed(game) for body in line_up(game, code, standing(game, code)).returning]:
        for body in leaving:
            assert body.army is not None
            relocate(game, body.key, body.army.origin, path=(), entered="", way="", rank=0, mode="defend", done=True)


def battle_at(game: Cendre, code: Code) -> tuple[NationId, ...]:
    """TC-WAR-22 The battle between the two sides present, if they are enemies. Returns who fought."""
    lined = line_up(game, code, standing(game, code))
    if not lined.is_battle:
        return ()
    engage(game, pitched(game, code, lined), "TC-WAR-15")
    return nations_of((*lined.attack, *lined.defence))


def pitched(game: Cendre, code: Code, lined: LineUp) -> Fight:
    """The two sides of a battle, each with its commander."""
    attackers, defenders = nations_of(lined.attack), nations_of(lined.defence)
    return Fight(
        at=code,
        attack=make_side(game, code, ATTACK, lined.attack, defenders),
        defence=make_side(game, code, DEFENCE, lined.defence, attackers),
    )


def nations_of(group: Iterable[Body]) -> tuple[NationId, ...]:
    return tuple(dict.fromkeys(body.nation for body in group))


def engage(game: Cendre, fight: Fight, rule: str) -> None:
    """TC-WAR-15 Fight, roll for the leaders, share the glory, let the beaten retreat, then bury the dead."""
    verdict = fight_out(game, fight, rule)
    fates = roll_fates(game, fight, verdict)
    reward(game, fight, verdict)
    if beats_the_heart(game, fight, verdict.loser):
        through = retreat(game, fight, verdict.winner, "heart", "TC-EVT-05")
    else:
        through = retreat(game, fight, verdict.loser)
    note_fight(game, fight, verdict, through)
    apply_fates(game, fates)


def conquer_at(game: Cendre, code: Code) -> None:
    """TC-WAR-21 Whoever wants vacant land must beat the people and beasts that live there, or go back.

    So must an enemy of a minor nation or of rebels, where they have no troops to fight for them.
    """
    present = in_order(game, code, standing(game, code))
    if not present or not has_passive_defence(game, code, present):
        return
    holder = game.lands[code].controller
    claimant = next((body.nation for body in present if not holder or at_war(game, body.nation, holder)), "")
    if not claimant:
        return
    wild = people_in_arms(game, code, claimant)
    if kind_of(game, claimant) == THREAT and wild.size <= TABLES.war.passive_defence.ignored_by_threats:
        return
    lined = line_up(game, code, present)
    group = [body for body in lined.watching if body.nation == claimant or body.rank]
    attack = make_side(game, code, ATTACK, group, ())
    engage(game, Fight(at=code, attack=attack, defence=Side(role=DEFENCE, bodies=(wild,))), "TC-WAR-21")


# -- losses outside battle, and the way home --------------------------------------------------------------------


def loss_test(game: Cendre, code: Code, nation: NationId, reason: str, rule: str) -> int:
    """TC-WAR-20 Three dice by table 48 on a nation's units in a territory, by loss priority. Returns how many fell."""
    group = [body for body in bodies_at(game, code) if body.nation == nation]
    return loss_test_on(game, group, dice(game, nation, "loss_test", 3, 6), reason, rule) if group else 0


def loss_test_on(
    game: Cendre,
    group: Sequence[Body],
    faces: Sequence[int],
    reason: str,
    rule: str,
    having: Collection[str] = (),
    lacking: Collection[str] = (),
) -> int:
    """TC-WAR-20 The dice of a loss test on these troops, or on those of their units with (or without) some traits."""
    lost = sum(TABLES.war.loss_test[face - 1] for face in faces)
    lost = modified(game, "loss_test_total", lost, *(subject_of(body, body.at) for body in group))
    struck = [_limited(game, body, having, lacking) for body in group]
    return strike(game, struck, lost, reason, rule)


def _limited(game: Cendre, body: Body, having: Collection[str], lacking: Collection[str]) -> Body:
    """Only the units with one of these traits and none of those."""
    troops = body.troops
    if having:
        troops = tuple(troop for troop in troops if not traits_of(game, body, troop.unit).isdisjoint(having))
    if lacking:
        troops = tuple(troop for troop in troops if traits_of(game, body, troop.unit).isdisjoint(lacking))
    return Body(key=body.key, nation=body.nation, at=body.at, troops=troops, army=body.army)
