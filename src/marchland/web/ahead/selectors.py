"""What a person has said beforehand and could say, in words; and the table as it would be, to prepare answers on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from marchland import render
from marchland.kernel.actions import Action
from marchland.kernel.asking import asked
from marchland.kernel.errors import IllegalAction
from marchland.kernel.frames import PreviewLine
from marchland.kernel.matters import ASK, Standing, Subject
from marchland.kernel.rehearsal import PlanTooLong, Rehearsal
from marchland.kernel.standing import MOST_STEPS, Foresight, subjects_of
from marchland.kernel.vocabulary import plain
from marchland.render.options import signed
from marchland.web.tables import scenes
from marchland.web.tables.models import Seat
from marchland.web.tables.refusals import ItemRefused, NotYourSeat, TooFarAhead, WrongMoment
from marchland.web.tables.selectors import Sight
from marchland.web.words import say

from . import foresight


def own_place(sight: Sight) -> Seat:
    """The seat through which the viewer looks."""
    place = next((place for place in sight.table.seats.all() if place.number == sight.viewer.seat), None)
    if place is None:
        raise NotYourSeat(sight.table.slug)
    return place


# -- answers that stand --------------------------------------------------------------------------------


def panel(sight: Sight) -> dict[str, Any] | None:
    """All that the viewer's panel shows; None for those who have no seat, and at titles in which nothing is said beforehand."""
    if sight.viewer.seat is None or sight.state is None or not sight.goes_on or sight.lesson is not None:
        return None
    subjects, said = subjects_of(sight.title), foresight.foresight_of(own_place(sight))
    if not subjects:
        return None
    return {
        "subjects": [subject_facts(kind, subject, sight.language) for kind, subject in subjects.items()],
        "rivals": [{"seat": n, "name": name} for n, name in enumerate(sight.players) if n != sight.viewer.seat],
        "belongings": [{"id": id, "name": _named(sight, id)} for id in _belongings(sight)],
        "standing": [standing_text(sight, rule) for rule in said.standing],
    }


def can_plan(sight: Sight) -> bool:
    """Has the viewer a seat, and are its questions answered one by one, not in writing, nor as a lesson asks for it?"""
    decision = sight.state.decision if sight.state is not None and sight.lesson is None else None
    return sight.viewer.seat is not None and sight.goes_on and decision is not None and not decision.WRITTEN


def prepared(sight: Sight) -> dict[str, Any]:
    """What the viewer has planned, and whether it is time to answer early."""
    if not can_plan(sight) or sight.state is None:
        return {}
    place = own_place(sight)
    plan = plan_texts(sight, foresight.foresight_of(place)) if place.plan else []
    return {"plan": plan, "is_next": place.number in foresight.invite(sight.table, sight.state)}


def subject_facts(kind: str, subject: Subject, language: str) -> dict[str, Any]:
    """A kind of question for which answers may stand, for pages and programs."""
    return {
        "kind": kind,
        "name": subject.name[language],
        "answers": {ASK: say("ask_me"), **{answer: text[language] for answer, text in subject.answers.items()}},
        "means": {means: text[language] for means, text in subject.means.items()},
        "cost": subject.cost.get(language, ""),
        "amount": subject.amount.get(language, ""),
        "has_rivals": subject.has_rivals,
        "has_cards": subject.has_cards,
    }


def standing_text(sight: Sight, rule: Standing) -> str:
    """An answer that stands as a sentence: when, if what, then what."""
    subject = subjects_of(sight.title)[rule.kind]
    answer = say("ask_me") if rule.answer == ASK else subject.answers[rule.answer][sight.language]
    if rule.amount:
        answer = f"{answer}: {rule.amount} {subject.amount[sight.language]}"
    conditions = list(_conditions(sight, rule, subject))
    told = f" ({'; '.join(conditions)})" if conditions else ""
    return say("standing_line", when=subject.name[sight.language], conditions=told, answer=answer)


def _conditions(sight: Sight, rule: Standing, subject: Subject) -> Iterable[str]:
    if rule.rivals:
        yield say("if_rival", names=", ".join(sight.players[seat] for seat in rule.rivals))
    if rule.means:
        named = (
            subject.means[means][sight.language] if means in subject.means else say("if_card", name=_named(sight, means))
            for means in rule.means
        )
        yield say("if_means", means=f" {say('or')} ".join(named))
    if rule.below:
        yield say("if_below", cost=subject.cost[sight.language], n=rule.below)
    if rule.once:
        yield say("only_once")


def _belongings(sight: Sight) -> tuple[str, ...]:
    part, state, seat = sight.title.parts.standing, sight.state, sight.viewer.seat
    return part.belongings(state, seat) if part is not None and state is not None and seat is not None else ()


def _named(sight: Sight, id: str) -> str:
    kind, _, rest = id.partition(":")
    return sight.title.phrases.name(kind, rest, sight.language)


def plan_texts(sight: Sight, said: Foresight) -> list[str]:
    vocabulary = sight.title.vocabulary
    return [sight.title.phrases.action(vocabulary.action(step.action), sight.language, sight.players) for step in said.plan]


# -- plans -------------------------------------------------------------------------------------------------


@dataclass
class Item:
    """One answer of a plan in the making, and what it would cost or bring."""

    action: Action
    text: str
    lines: tuple[PreviewLine, ...]
    touches: tuple[str, ...]


@dataclass
class Trial:
    """A plan in the making: what is in it, and the table as it would be then."""

    sight: Sight
    rehearsal: Rehearsal
    items: list[Item]

    @property
    def options(self) -> tuple[Action, ...]:
        is_open = self.rehearsal.is_open and len(self.items) < MOST_STEPS
        return self.rehearsal.state.options(self.rehearsal.seat) if is_open else ()

    @property
    def asked(self) -> str:
        """What the seat would be asked next."""
        table, sight = self.rehearsal, self.sight
        return asked(sight.title, table.state, table.seat, sight.language, sight.players) if table.is_open else ""

    @property
    def totals(self) -> dict[str, int]:
        """What all items cost or bring together, by unit."""
        sums: dict[str, int] = {}
        for line in (line for item in self.items for line in item.lines if line.adds_up):
            sums[line.unit] = sums.get(line.unit, 0) + line.amount
        return {unit: amount for unit, amount in sums.items() if unit and amount}

    def preview(self, action: Action) -> tuple[PreviewLine, ...]:
        state = self.rehearsal.state
        assert state.decision is not None
        return tuple(state.decision.preview(state, self.rehearsal.seat, action))

    def add(self, action: Action) -> None:
        lines = self.preview(action) if self.rehearsal.is_open else ()
        text = self.words(action)
        self.rehearsal.act(action)
        self.items.append(Item(action, text, lines, action.touches()))

    def words(self, action: Action) -> str:
        """An answer in words, with what the question that is open knows of it."""
        state, sight = self.rehearsal.state, self.sight
        facts = state.decision.facts(state, self.rehearsal.seat, action) if state.decision is not None else {}
        return sight.title.phrases.action(action, sight.language, sight.players, facts)


def trial(sight: Sight, actions: Iterable[Action]) -> Trial:
    """The viewer's next answers tried on a copy; ItemRefused names the first that cannot be given."""
    if sight.state is None or not sight.goes_on:
        raise WrongMoment(sight.table.slug)
    place = own_place(sight)
    key = foresight.copy_key(sight.table, place.number)
    rehearsal = Rehearsal(sight.title, sight.state, place.number, key, foresight.foresight_of(place))
    made = Trial(replace(sight, state=rehearsal.state, at=sight.table.entries_made), rehearsal, [])
    for n, action in enumerate(actions):
        try:
            made.add(action)
        except IllegalAction as refusal:
            raise ItemRefused(n, action, refusal) from None
        except PlanTooLong as refused:
            raise TooFarAhead(refused) from None
    return made


def trial_parts(made: Trial) -> dict[str, str]:
    """The table as it would be after what is planned, with what could be done next."""
    choices = tuple(
        render.Choice(
            n,
            made.words(action),
            action.touches(),
            preview=made.preview(action),
            verb=type(action).__name__,
        )
        for n, action in enumerate(made.options)
    )
    scene = scenes.scene_of(made.sight)
    return render.draw(
        msgspec.structs.replace(scene, question="", choices=choices, allotment=None, can_undo=False, can_restart=False)
    )


def trial_facts(made: Trial) -> dict[str, Any]:
    """A plan in the making, for pages and programs."""
    phrases, language = made.sight.title.phrases, made.sight.language
    return {
        "n": made.sight.table.entries_made,
        "items": [{"action": plain(item.action), "text": item.text, "figures": _figures(made, item.lines)} for item in made.items],
        "totals": [signed(phrases.measure(unit, amount, language), amount) for unit, amount in made.totals.items()],
        "is_open": bool(made.options),
    }


def _figures(made: Trial, lines: Iterable[PreviewLine]) -> list[str]:
    phrases, language = made.sight.title.phrases, made.sight.language
    told = (line for line in lines if line.unit and line.adds_up)
    return [signed(phrases.measure(line.unit, line.amount, language, line.facts), line.amount) for line in told]


def way(made: Trial) -> list[str]:
    """The places of the plan in order, for the map."""
    return [target for item in made.items for target in item.touches if ":" not in target]


def kept_actions(sight: Sight) -> list[dict[str, Any]]:
    """What is left of the viewer's plan."""
    return [step.action for step in foresight.foresight_of(own_place(sight)).plan]


def said_facts(sight: Sight) -> dict[str, Any]:
    """What the viewer's seat has said beforehand, for programs."""
    said, part = foresight.foresight_of(own_place(sight)), sight.title.parts.standing
    return {
        "seat": sight.viewer.seat,
        "standing": foresight.plain_list(said.standing),
        "plan": [step.action for step in said.plan],
        "usual": foresight.plain_list(tuple(part.USUAL)) if part is not None else [],
        "belongings": list(_belongings(sight)),
    }
