"""Alliances: calls for support and what it brings (rulebook: C. Diplomacy, defensive and offensive alliance)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision

from ...state import Medioevo
from ..components.table import replace
from ..registry import aside, free_action, window_options
from .hostilities import begin_war, break_pact, break_pacts
from .pacts import known_to_signatories, numbers_between, pacts_of
from .relations import are_at_war, are_teammates, is_aiding, war_between


class CallAlly(Action, frozen=True):
    """Ask an ally for the support that a pact promises, against an enemy."""

    TOUCHES = ("pact", "rival", "enemy")
    PREFIX = {"pact": "pact", "rival": "seat", "enemy": "seat"}
    pact: int
    rival: Seat
    enemy: Seat


class Support(Action, frozen=True):
    """Stand by the ally."""


class Decline(Action, frozen=True):
    """Do not come."""


class SupportAnswered(Event, frozen=True):
    rule: str
    seat: Seat
    rival: Seat
    enemy: Seat
    units: int
    comes: bool


class AnswerCall(Decision[Medioevo], frozen=True):
    """MU-DIP-06 MU-DIP-07 An ally stands by the caller, or declines: a breach, unless coming would break another pact."""

    RULE = "MU-DIP-06"
    seat: Seat
    rival: Seat
    pact: int
    enemy: Seat

    def seen_by(self, game: Medioevo, viewer: Seat | None) -> Decision[Medioevo]:
        return known_to_signatories(game, self, self.pact, viewer)

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield Support()
        yield Decline()

    def resolve(self, game: Medioevo, action: Action) -> None:
        pact = game.pacts[self.pact]
        comes = isinstance(action, Support)
        rule = "MU-DIP-06" if "defence" in pact.kinds else "MU-DIP-07"
        answer = SupportAnswered(rule=rule, seat=self.seat, rival=self.rival, enemy=self.enemy, units=pact.units, comes=comes)
        game.emit(replace(answer, audience=pact.parties if pact.secret else None))
        if comes:
            game.pacts[self.pact] = replace(pact, aiding=(*pact.aiding, (self.rival, self.seat, self.enemy)))
            come_to_help(game, self.rival, self.seat, self.enemy)
        elif not is_excused(game, self.seat, self.enemy):
            break_pact(game, self.seat, self.pact)


@aside
def calls(game: Medioevo, seat: Seat) -> Iterator[Action]:
    """MU-DIP-06 MU-DIP-07 Allies who can be called: against an attacker, or for an attack on a named enemy; once a turn each."""
    for number in pacts_of(game, seat) if game.wars else ():
        pact = game.pacts[number]
        for enemy in enemies_in_scope(game, seat, number):
            for ally in pact.parties:
                called = (game.turn, ally, enemy) in pact.called or is_aiding(game, pact, seat, ally, enemy)
                if ally not in (seat, enemy) and not called:
                    yield CallAlly(number, ally, enemy)


@window_options("W-B0")
def cries_for_help(game: Medioevo, seat: Seat) -> Iterator[Action]:
    """MU-DIP-06 A player who is attacked is asked whether he calls his allies."""
    attacker, defender = (side.owner for side in game.fights[-1].sides)
    if seat == defender:
        yield from (call for call in calls(game, seat) if isinstance(call, CallAlly) and call.enemy == attacker)


def enemies_in_scope(game: Medioevo, seat: Seat, number: int) -> list[Seat]:
    """MU-DIP-06 MU-DIP-07 Whom an alliance is good against: those who attacked the caller, or those he attacks."""
    pact = game.pacts[number]
    found = []
    for war in game.wars:
        if seat in war.sides:
            enemy = war.sides[0] if war.sides[1] == seat else war.sides[1]
            attacked = "defence" in pact.kinds and war.by == enemy
            attacking = "offence" in pact.kinds and (not pact.against or enemy in pact.against)
            if attacked or attacking:
                found.append(enemy)
    return sorted(found)


@free_action(CallAlly)
def call_ally(game: Medioevo, seat: Seat, action: CallAlly) -> None:
    """MU-DIP-06 The ally is asked for the units the pact names."""
    pact = game.pacts[action.pact]
    game.pacts[action.pact] = replace(pact, called=(*pact.called, (game.turn, action.rival, action.enemy)))
    game.push(AnswerCall(action.rival, seat, action.pact, action.enemy))


def come_to_help(game: Medioevo, helped: Seat, ally: Seat, enemy: Seat) -> None:
    """MU-DIP-06 Whoever supports an ally joins his war, as old as it is; pacts with that enemy are broken by it."""
    war = war_between(game, helped, enemy)
    if war is not None and not are_at_war(game, ally, enemy):
        begin_war(game, ally, enemy, since=war.since, declared=True)
        break_pacts(game, ally, enemy)


def is_excused(game: Medioevo, ally: Seat, enemy: Seat) -> bool:
    """MU-DIP-06 Nobody must come if that would break another pact, unless it is an alliance too: then he chooses whom to betray."""
    ties = [game.pacts[number] for number in numbers_between(game, ally, enemy)]
    torn = any("defence" in pact.kinds for pact in ties)
    return are_teammates(game, ally, enemy) or (bool(ties) and not torn)
