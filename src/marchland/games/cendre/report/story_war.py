"""Fights step by step: what both sides brought, what counted for each, the dice, who fell, and who holds the field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from marchland.kernel.cards import Figure
from marchland.kernel.documents import LogLine
from marchland.kernel.events import Event
from marchland.kernel.story import Fight, Host, Stage

from ..phrases import PHRASEBOOK
from ..rules.common.ledger import UnitsChanged
from ..rules.war.aftermath import UNHURT, LeaderTested, TroopsRetreated, TroopsTrapped
from ..rules.war.battle import BattleFought, BattleReport, Bonus, Present, TunnelDug
from ..rules.war.forces import ATTACK
from ..rules.war.raids import RaidResolved
from ..state import NationId
from ..tables import TABLES
from ..view import CendreView
from .pen import Pen

FALLEN = ("battle", "cave_in")
AFTER = (TroopsRetreated, TroopsTrapped, RaidResolved)


class Course(msgspec.Struct, kw_only=True):
    """What is known of one fight, in the order in which it happened."""

    tunnel: TunnelDug | None = None
    report: BattleReport | None = None
    fallen: list[UnitsChanged] = []
    fought: BattleFought | None = None
    leaders: list[LeaderTested] = []
    after: list[Event] = []


def courses(events: Iterable[Event]) -> list[Course]:
    """Fights follow each other, and all that is told of one stands between it and the next."""
    found: list[Course] = []
    course = Course()
    for event in events:
        if isinstance(event, TunnelDug | BattleReport | BattleFought) and _is_next(course, event):
            course = Course()
        match event:
            case TunnelDug():
                course.tunnel = event
            case BattleReport():
                course.report = event
            case BattleFought():
                course.fought = event
                found.append(course)
            case UnitsChanged() if event.reason in FALLEN:
                course.fallen.append(event)
            case LeaderTested() if course.fought is not None:
                course.leaders.append(event)
            case _ if isinstance(event, AFTER) and course.fought is not None and _is_here(course.fought, event):
                course.after.append(event)
    return found


def _is_next(course: Course, event: Event) -> bool:
    """Does another fight begin here?"""
    return course.fought is not None or (course.report is not None and not isinstance(event, BattleFought))


def _is_here(fought: BattleFought, event: Event) -> bool:
    return fought.territory in (getattr(event, "territory", ""), getattr(event, "start", ""))


def fights(view: CendreView, nation: NationId, events: Sequence[Event], language: str) -> tuple[Fight, ...]:
    """One's own fights in full first, then those that all the world heard of."""
    told = [Teller(course, course.fought, view, nation, Pen(language)).fight() for course in courses(events) if course.fought]
    return tuple(sorted(told, key=lambda fight: not fight.is_own))


class Teller:
    """One fight in words."""

    def __init__(self, course: Course, fought: BattleFought, view: CendreView, nation: NationId, pen: Pen) -> None:
        self.course, self.fought, self.view, self.nation, self.pen = course, fought, view, nation, pen

    def say(self, key: str, **facts: object) -> str:
        return PHRASEBOOK.named(f"story_{key}", self.pen.language, facts)

    def fight(self) -> Fight:
        fought = self.fought
        attack, defence = self.host(fought.attackers, attacks=True), self.host(fought.defenders, attacks=False)
        kind = "raid" if fought.raid else "battle" if fought.defenders else "conquest"
        is_own = bool(self.nation) and self.nation in (*fought.attackers, *fought.defenders)
        return Fight(
            space=fought.territory,
            heading=self.say(f"fight_{kind}", territory=fought.territory),
            attack=attack,
            defence=defence,
            is_own=is_own,
            stages=tuple(stage for stage in self.stages(attack, defence) if stage.lines) if is_own else (),
            result=self.result(attack if attack.is_victor else defence),
            rule=fought.rule,
        )

    # -- the two sides ------------------------------------------------------------------------------------------

    def host(self, nations: Sequence[NationId], *, attacks: bool) -> Host:
        fought, report = self.fought, self.course.report
        units, lost = (fought.attack_units, fought.attack_losses) if attacks else (fought.defence_units, fought.defence_losses)
        name = ", ".join(map(self.pen.nation, nations)) or self.say("fight_people")
        victor = (fought.winner == ATTACK) == attacks
        host = Host(name=name, units=units, lost=lost, is_victor=victor, is_own=bool(self.nation) and self.nation in nations)
        return msgspec.structs.replace(host, **self.known(report, nations, attacks)) if report is not None else host

    def known(self, report: BattleReport, nations: Sequence[NationId], attacks: bool) -> dict[str, object]:
        """What only those know who fought."""
        side = "attack" if attacks else "defence"
        return {
            "troops": self.troops(getattr(report, f"{side}_troops"), len(nations) > 1),
            "fallen": self.fallen(nations),
            "force": getattr(report, f"{side}_force"),
            "figures": tuple(map(self.figure, getattr(report, f"{side}_bonuses"))),
            "dice": getattr(report, f"{side}_dice"),
            "total": getattr(report, f"{side}_total"),
        }

    def troops(self, present: Sequence[Present], by_nation: bool) -> tuple[Figure, ...]:
        return tuple(
            Figure(f"{self.pen.unit(unit)} ({self.pen.nation(nation)})" if by_nation else self.pen.unit(unit), str(count))
            for nation, unit, count in present
            if nation  # the people of the land are of no kind
        )

    def fallen(self, nations: Sequence[NationId]) -> tuple[Figure, ...]:
        """By kind, as far as the reader is told: of his own troops."""
        counted: Counter[str] = Counter()
        for event in self.course.fallen:
            if event.nation in nations and event.territory == self.fought.territory:
                counted[event.unit] -= event.amount
        return tuple(Figure(self.pen.unit(unit), str(count)) for unit, count in counted.items())

    def figure(self, bonus: Bonus) -> Figure:
        return Figure(self.pen.word(bonus.name), f"{bonus.amount:+}")

    # -- step by step -------------------------------------------------------------------------------------------

    def stages(self, attack: Host, defence: Host) -> list[Stage]:
        report, course = self.course.report, self.course
        told = [("tunnel", [self.line(course.tunnel)] if course.tunnel else [])]
        if report is not None:
            told.append(("ambush", self.ambush(report)))
            told.append(("forces", [LogLine(self.force(host)) for host in (attack, defence)]))
            told.append(("dice", self.clash(report, attack, defence)))
        told.append(("losses", [LogLine(self.loss(host), rule="TC-WAR-16") for host in (attack, defence)]))
        told.append(("leaders", [self.fate(event) for event in course.leaders]))
        told.append(("after", [self.line(event) for event in course.after]))
        return [Stage(key, self.say(f"stage_{key}"), tuple(lines)) for key, lines in told]

    def line(self, event: Event) -> LogLine:
        return LogLine(self.pen.event(event), rule=event.cause)

    def fate(self, event: LeaderTested) -> LogLine:
        """What befalls the enemy's leaders is no grief."""
        tone = "" if event.fate == UNHURT else "bad" if event.nation == self.nation else "good"
        return msgspec.structs.replace(self.line(event), tone=tone)

    def ambush(self, report: BattleReport) -> list[LogLine]:
        needed = TABLES.war.ambush.difficulty
        key = "ambush_sprung" if report.ambushed else "ambush_missed"
        return [LogLine(self.say(key, roll=report.ambush, needed=needed), rule="TC-WAR-14")]

    def force(self, host: Host) -> str:
        troops = ", ".join(f"{figure.amount} {figure.text}" for figure in host.troops)
        told = self.say("force", name=host.name, units=host.units, force=host.force, listed=troops)
        return told.replace("()", "").strip()

    def clash(self, report: BattleReport, attack: Host, defence: Host) -> list[LogLine]:
        lines = [LogLine(self.throw(host), rule="TC-WAR-15") for host in (attack, defence)]
        if report.attack_total == report.defence_total:
            lines.append(LogLine(self.say("tie"), rule="TC-WAR-15"))
        return lines

    def throw(self, host: Host) -> str:
        bonuses = ", ".join(f"{figure.text} {figure.amount}" for figure in host.figures) or self.say("no_bonus")
        dice = " + ".join(map(str, host.dice))
        return self.say("clash", name=host.name, dice=dice, sum=sum(host.dice), bonuses=bonuses, total=host.total)

    def loss(self, host: Host) -> str:
        kinds = ", ".join(f"{figure.amount} {figure.text}" for figure in host.fallen)
        if not kinds:
            return self.say("loss", name=host.name, lost=host.lost, units=host.units)
        return self.say("loss_kinds", name=host.name, lost=host.lost, units=host.units, listed=kinds)

    def result(self, victor: Host) -> str:
        """Raiders go home whatever happens; otherwise the field is the victor's, and the land whose it is now."""
        if self.fought.raid:
            return self.say("raid_beaten", name=victor.name)
        territory = self.fought.territory
        holder = self.view.lands[territory].controller
        now = self.say("now_held", territory=territory, nation=holder) if holder else self.say("now_nobodys", territory=territory)
        return f"{self.say('field', name=victor.name)} {now}"
