"""A battle, round by round (rulebook: Battle, steps 1 to 9)."""

from __future__ import annotations

from marchland.kernel.actions import Seat
from marchland.kernel.chance import roll
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Procedure

from ...state import BARBARIANS, Fight, Medioevo, RoundRecord, Side
from ...tables import tables
from ..cards.effects import is_fighting_banned
from ..cards.windows import open_window
from ..components.armies import fleet
from ..components.table import note
from ..conquest.control import remove_token
from .aftermath import end_battle, end_round
from .artillery import fire, strike
from .damage import TakeDamage, deal
from .declarations import AssignCrews, ChooseProtection, DeclareIntent, man_anew
from .fight import (
    POWERS,
    archers,
    attack_value,
    captain_uses,
    cavalry_damage,
    change_fight,
    change_side,
    engines,
    fighters,
    is_naval,
    loss_value,
    power_strength,
    protection,
    roller,
    shielded,
    side_size,
)
from .flight import OfferTerms
from .melee import RollDice, UseCaptain, UseSuperiority


class BattleBegan(Event, frozen=True):
    RULE = "MU-BAT-02"
    TOUCHES = ("place",)
    place: str
    attacker: Seat
    defender: Seat


class RoundFought(Event, frozen=True):
    """The values compared in a round: index 0 is the attacker."""

    RULE = "MU-BAT-05"
    TOUCHES = ("place",)
    place: str
    attacks: tuple[int, int]
    score: int
    winner: Seat | None


class Battle(Procedure[Medioevo], frozen=True):
    """MU-BAT-02 Rounds of artillery, archery and melee until one side is gone."""

    STEPS = (
        "gather",
        "begin_round",
        "declare",
        "ready",
        "artillery",
        "artillery_damage",
        "captains",
        "draw_bows",
        "archery",
        "archery_damage",
        "assemble",
        "fix_powers",
        "attacker_rolls",
        "defender_rolls",
        "dice_final",
        "compare",
        "superiority",
        "score_known",
        "damage",
        "losses",
        "count_losses",
        "close_round",
        "terms",
        "answering_terms",
        "again",
        "finish",
    )

    def gather(self, game: Medioevo) -> None:
        """MU-BAT-02 The sides face each other; before any die falls others may interfere."""
        fight = game.fights[-1]
        for index in (0, 1):
            change_side(game, index, start=side_size(game, index))
        if is_naval(game):
            laden = tuple(id for side in fight.sides for id, galley in fleet(game, fight.place, side.owner) if galley.cargo)
            change_fight(game, laden=laden)
        game.emit(BattleBegan(place=fight.place, attacker=fight.sides[0].owner, defender=fight.sides[1].owner))
        open_window(game, "W-B0", fight.place)

    def begin_round(self, game: Medioevo) -> str | None:
        """MU-BAT-14 A round needs two sides; a Bishop's ban ends the battle."""
        fight = game.fights[-1]
        if not side_size(game, 0) or not side_size(game, 1) or is_fighting_banned(game, fight.place):
            return "finish"
        sides = (fresh(fight.sides[0]), fresh(fight.sides[1]))
        change_fight(game, sides=sides, round=fight.round + 1, step="", winner=-1, score=0, superiority=0, eased=0)
        return None

    def declare(self, game: Medioevo) -> None:
        """MU-BAT-01 Protection, then attacker and defender declare what they want and who serves the engines."""
        sides = game.fights[-1].sides
        walls = [ChooseProtection(side.owner, index) for index, side in enumerate(sides) if protection(game, index)]
        players = [(index, side.owner) for index, side in enumerate(sides) if side.owner != BARBARIANS]
        intents = [DeclareIntent(seat, index) for index, seat in players]
        crews = [AssignCrews(seat, index) for index, seat in players if engines(game, index)]
        game.push(*walls, *intents, *crews)

    def ready(self, game: Medioevo) -> None:
        """MU-BAT-01 Everything is declared and no die of the round has fallen."""
        open_window(game, "W-B1", game.fights[-1].place)

    def artillery(self, game: Medioevo) -> str | None:
        """MU-SIE-01 Both sides' engines fire together. The battle takes place: a Control token goes."""
        if self._is_called_off(game):
            return "finish"
        place = game.fights[-1].place
        if place in game.lands:
            remove_token(game, place)
        man_anew(game)
        if fire(game):
            change_fight(game, rolled=True)
            open_window(game, "W-B2", place)
        return None

    def artillery_damage(self, game: Medioevo) -> None:
        """MU-SIE-02 Their damage is dealt before archery."""
        strike(game)
        self._assign(game, 0, 1)

    def captains(self, game: Medioevo) -> None:
        """MU-BAT-12 The better-led side decides what its Captains do."""
        for index, side in enumerate(game.fights[-1].sides):
            if side.owner != BARBARIANS and captain_uses(game, index) and side_size(game, 1 - index):
                game.push(UseCaptain(side.owner, index))

    def draw_bows(self, game: Medioevo) -> str | None:
        """MU-BAT-08 Archers get ready."""
        if self._is_decided(game):
            return "close_round"
        open_window(game, "W-B3", game.fights[-1].place)
        return None

    def archery(self, game: Medioevo) -> str | None:
        """MU-BAT-08 One d8 per active Archer."""
        if self._is_called_off(game):
            return "finish"
        shot = False
        for index, side in enumerate(game.fights[-1].sides):
            dice = archers(game, index)
            if dice:
                change_side(game, index, arrows=roll(game, roller(game, index), "archery", dice=dice, sides=8))
            shot = shot or dice > 0 or side.sure > 0
        if shot:
            change_fight(game, rolled=True)
            open_window(game, "W-B3b", game.fights[-1].place)
        return None

    def archery_damage(self, game: Medioevo) -> None:
        """MU-BAT-08 Every 1 to 3 hits, before melee."""
        damage = [arrow_hits(game.fights[-1].sides[1 - index]) for index in (0, 1)]
        for index in (0, 1):
            deal(game, index, shielded(game, index, "archery", damage[index]), "archery")
        self._assign(game, 0, 1)

    def assemble(self, game: Medioevo) -> str | None:
        """MU-BAT-07 The melee begins if both sides are still there; powers are about to be fixed."""
        if self._is_decided(game):
            return "close_round"
        open_window(game, "W-B4", game.fights[-1].place)
        return None

    def fix_powers(self, game: Medioevo) -> str | None:
        """MU-BAT-07 Which powers work is settled now and holds for the round."""
        if self._is_called_off(game):
            return "finish"
        change_fight(game, melee=True)
        for index in (0, 1):
            powers = tuple(
                f"{kind}:{power_strength(game, index, kind)}" for kind in POWERS[1:] if power_strength(game, index, kind)
            )
            change_side(game, index, powers=powers)
        return None

    def attacker_rolls(self, game: Medioevo) -> None:
        """MU-BAT-02 The attacker rolls first."""
        game.push(RollDice(0))

    def defender_rolls(self, game: Medioevo) -> None:
        """MU-BAT-02 Then the defender."""
        game.push(RollDice(1))

    def dice_final(self, game: Medioevo) -> None:
        """MU-BAT-05 Whoever wants to change dice or attack values must do it now, before damage."""
        open_window(game, "W-B5", game.fights[-1].place)

    def compare(self, game: Medioevo) -> None:
        """MU-BAT-05 MU-BAT-06 The higher attack wins the round; its score is capped by the winner's units in melee."""
        mine, theirs = attack_value(game, 0), attack_value(game, 1)
        winner = -1 if mine == theirs else int(theirs > mine)
        gap = abs(mine - theirs)
        score = min(gap, sum(fighters(game, winner))) if winner >= 0 else 0
        change_fight(game, winner=winner, score=score, superiority=gap // tables().battle["superiority"])
        owner = game.fights[-1].sides[winner].owner if winner >= 0 else None
        game.emit(RoundFought(place=game.fights[-1].place, attacks=(mine, theirs), score=score, winner=owner))
        record_round(game, (mine, theirs), winner)

    def superiority(self, game: Medioevo) -> None:
        """MU-BAT-05 Every 20 points of difference give the winner one damage more or one loss less."""
        fight = game.fights[-1]
        if fight.superiority:
            owner = fight.sides[fight.winner].owner
            game.push(*([UseSuperiority(owner)] * fight.superiority if owner != BARBARIANS else []))
            if owner == BARBARIANS:
                change_fight(game, score=fight.score + fight.superiority)

    def score_known(self, game: Medioevo) -> None:
        """MU-BAT-11 Score and Cavalry damage lie before the loser (on a tie Cavalry alone); others may still interfere."""
        fight = game.fights[-1]
        for index in (0, 1):
            beaten = fight.winner == 1 - index
            damage = (fight.score if beaten else 0) + (cavalry_damage(game, 1 - index) if beaten or fight.winner < 0 else 0)
            deal(game, index, shielded(game, index, "melee", damage), "melee")
        if any(side.pending for side in game.fights[-1].sides):
            open_window(game, "W-B6", fight.place)

    def damage(self, game: Medioevo) -> None:
        """MU-BAT-02 The loser takes the damage of step 8."""
        self._assign(game, 0, 1)

    def losses(self, game: Medioevo) -> None:
        """MU-BAT-02 Both sides count their losses; after a won Capture only the captor (MU-CAP-02)."""
        fight = game.fights[-1]
        for index in (0, 1):
            spared = fight.sides[1 - index].capturing and fight.winner == 1 - index
            relief = fight.eased if fight.winner == index else 0
            deal(game, index, 0 if spared else max(0, loss_value(game, index) - relief), "losses")
        if any(side.pending or any(side.lost) for side in game.fights[-1].sides):
            open_window(game, "W-B7", fight.place)

    def count_losses(self, game: Medioevo) -> None:
        """MU-BAT-02 The attacker removes first."""
        self._assign(game, 0, 1)

    def close_round(self, game: Medioevo) -> None:
        """MU-BAT-14 Late casualties leave, ships sink, a declared Flight is carried out."""
        end_round(game)

    def terms(self, game: Medioevo) -> None:
        """MU-SUR-01 Between players, the attacker may now offer to surrender or ask for it."""
        self._parley(game, 0)

    def answering_terms(self, game: Medioevo) -> None:
        """MU-SUR-01 Then the defender, if the battle is not over by then."""
        self._parley(game, 1)

    def again(self, game: Medioevo) -> str | None:
        """MU-BAT-14 While enemies are left another round begins, up to a guard against endless battles."""
        fight = game.fights[-1]
        if fight.outcome or fight.round >= tables().battle["rounds"]:
            return None
        return "begin_round"

    def finish(self, game: Medioevo) -> str:
        """MU-BAT-14 The battle is over."""
        end_battle(game)
        return DONE

    @staticmethod
    def _parley(game: Medioevo, index: int) -> None:
        owners = [side.owner for side in game.fights[-1].sides]
        if BARBARIANS not in owners and not game.fights[-1].outcome and side_size(game, 0) and side_size(game, 1):
            game.push(OfferTerms(owners[index], index))

    @staticmethod
    def _assign(game: Medioevo, *indexes: int) -> None:
        game.push(*(TakeDamage(index) for index in indexes if game.fights[-1].sides[index].pending > 0))

    @staticmethod
    def _is_called_off(game: Medioevo) -> bool:
        """MU-CARD-01 A Bishop's ban before the first die: there is no battle yet, so that no round is finished."""
        return not game.fights[-1].rolled and is_fighting_banned(game, game.fights[-1].place)

    @staticmethod
    def _is_decided(game: Medioevo) -> bool:
        return not side_size(game, 0) or not side_size(game, 1)


def begin_battle(game: Medioevo, place: str, attacker: Seat, defender: Seat) -> None:
    """MU-BAT-01 A battle starts: it is fought as soon as the current step is done."""
    game.fights.append(Fight(place, (Side(attacker), Side(defender))))
    game.push(Battle())


def fresh(side: Side) -> Side:
    """A side at the start of a round: only what lasts for the battle is kept."""
    return Side(
        side.owner,
        start=side.start,
        benched=side.benched,
        ratio=side.ratio,
        extra_crew=side.extra_crew,
        suffered=side.suffered,
        fled=side.fled,
        captives=side.captives,
    )


def arrow_hits(side: Side) -> int:
    """MU-BAT-08 Dice of 3 or less hit, after a Crossbowman's steadiness; Strategy adds sure hits."""
    return sum(1 for die in side.arrows if die - side.steady <= tables().battle["hit"]) + side.sure


def record_round(game: Medioevo, attacks: tuple[int, int], winner: int) -> None:
    for index, side in enumerate(game.fights[-1].sides):
        if side.owner != BARBARIANS:
            fired = sum(1 for crew in side.crews if crew.dice)
            note(game, side.owner, rounds=(*game.now[side.owner].rounds, RoundRecord(attacks[index], fired, winner == index)))
