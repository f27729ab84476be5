"""The end of a turn: defenders redeploy, the empire is made whole, tokens are spread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import IllegalAction, Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Allotment, Decision

from ..state import Vinci
from ..world import Province
from .empire import are_linked, empty, garrison, is_divided, is_on_the_board, parts_of_empire


class Place(Action, frozen=True):
    """Put one token from the hand into a province."""

    TOUCHES = ("province",)
    province: Province


class Deploy(Action, frozen=True):
    """A bulk answer: how many tokens go where, all at once."""

    TOUCHES = ("garrisons",)
    garrisons: dict[Province, int]


class KeepPart(Action, frozen=True):
    """Keep the part of the empire that this province belongs to."""

    TOUCHES = ("province",)
    province: Province


class Deployed(Event, frozen=True):
    TOUCHES = ("province",)
    seat: Seat
    province: Province
    tokens: int
    rule: str


class TemporaryTokensLeft(Event, frozen=True):
    RULE = "VI-WAR-06"
    seat: Seat
    tokens: int


class RedeploySurvivors(Decision[Vinci], frozen=True):
    """VI-LOSS-03 VI-LOSS-04 A defender puts the survivors of lost provinces into the provinces of the same empire, all of them."""

    RULE = "VI-LOSS-03"
    FORCED = True
    seat: Seat

    def options(self, game: Vinci) -> Iterator[Action]:
        return map(Place, game.active[self.seat])

    def check(self, game: Vinci, seat: Seat, action: Action) -> None:
        if not isinstance(action, Deploy):
            return super().check(game, seat, action)
        return check_deployment(game, seat, action.garrisons, "VI-LOSS-03", "VI-LOSS-04")

    def allotment(self, game: Vinci, seat: Seat) -> Allotment | None:
        return deployment(game, seat)

    def particulars(self, game: Vinci, seat: Seat) -> dict[str, object]:
        return {"hand": game.hand[seat], "attacker": game.this_turn.seat, "attacked": ""}

    def refusals(self, game: Vinci, seat: Seat, action: Action) -> Iterator[Refusal]:
        if isinstance(action, Place):
            yield Refusal("VI-LOSS-03", {"province": action.province})

    def resolve(self, game: Vinci, action: Action) -> None:
        deploy(game, self.seat, action, "VI-LOSS-03")
        if game.hand[self.seat]:
            game.push(self)


class ChoosePart(Decision[Vinci], frozen=True):
    """VI-COHES-02 The owner of a divided empire says which connected part is the empire."""

    RULE = "VI-COHES-02"
    seat: Seat

    def options(self, game: Vinci) -> Iterator[Action]:
        return (KeepPart(part[0]) for part in parts_of_empire(game, self.seat))

    def particulars(self, game: Vinci, seat: Seat) -> dict[str, object]:
        return {"parts": len(parts_of_empire(game, seat))}

    def check(self, game: Vinci, seat: Seat, action: Action) -> None:
        """Any province of a part names it."""
        if not (isinstance(action, KeepPart) and action.province in game.active[seat]):
            raise IllegalAction("VI-COHES-02")

    def why_not(self, game: Vinci, seat: Seat, target: str) -> list[Refusal]:
        return [] if target in game.active[seat] else [Refusal("VI-COHES-02")]

    def resolve(self, game: Vinci, action: Action) -> None:
        if isinstance(action, KeepPart):
            keep_part(game, self.seat, action.province)


class Reorganize(Decision[Vinci], frozen=True):
    """VI-REORG-01 VI-REORG-02 VI-REORG-03 VI-REORG-06 All own tokens are spread freely over the empire, at least one in every
    province.
    """

    RULE = "VI-REORG-01"
    FORCED = True
    seat: Seat

    def options(self, game: Vinci) -> Iterator[Action]:
        return map(Place, provinces_to_fill(game, self.seat))

    def check(self, game: Vinci, seat: Seat, action: Action) -> None:
        if not isinstance(action, Deploy):
            return super().check(game, seat, action)
        if is_short_of_tokens(game, seat):
            raise IllegalAction("VI-REORG-04", need=len(game.active[seat]), have=game.tokens[seat])
        return check_deployment(game, seat, action.garrisons, "VI-REORG-01", "VI-REORG-02")

    def allotment(self, game: Vinci, seat: Seat) -> Allotment | None:
        return None if is_short_of_tokens(game, seat) else deployment(game, seat)

    def particulars(self, game: Vinci, seat: Seat) -> dict[str, object]:
        return {"hand": game.hand[seat], "short": is_short_of_tokens(game, seat)}

    def refusals(self, game: Vinci, seat: Seat, action: Action) -> Iterator[Refusal]:
        match action:
            case Place(province=province) if province in game.active[seat]:
                yield Refusal("VI-REORG-04", {"province": province, "have": game.tokens[seat]})
            case Place(province=province):
                yield Refusal("VI-REORG-01", {"province": province})

    def why_not(self, game: Vinci, seat: Seat, target: str) -> list[Refusal]:
        action = Place(target)
        return [] if action in game.options(seat) else list(self.refusals(game, seat, action))

    def resolve(self, game: Vinci, action: Action) -> None:
        deploy(game, self.seat, action, "VI-REORG-01")
        if game.hand[self.seat]:
            game.push(self)
        else:
            give_up_what_cannot_be_held(game, self.seat)


# -- defenders -----------------------------------------------------------------------------------------


def has_survivors_to_place(game: Vinci, seat: Seat) -> bool:
    """VI-LOSS-08 Who has no province left keeps the survivors in hand."""
    return game.hand[seat] > 0 and is_on_the_board(game, seat)


def put_all_in_the_only_province(game: Vinci, seat: Seat, rule: str) -> bool:
    """VI-REORG-02 VI-LOSS-04 With a single province there is nothing to choose: all tokens in hand go there at once."""
    if len(game.active[seat]) != 1 or not game.hand[seat]:
        return False
    put(game, seat, game.active[seat][0], game.hand[seat], rule)
    return True


def is_wiped_out(game: Vinci, seat: Seat) -> bool:
    """VI-ELIM-02 The civilization has no token left anywhere."""
    return not game.tokens[seat] and bool(game.civ[seat])


# -- cohesion ------------------------------------------------------------------------------------------


def must_choose_part(game: Vinci, seat: Seat) -> bool:
    """VI-COHES-01 VI-COHES-07 VI-COHES-09 VI-SPECIAL-09 Asked at the end of the own turn, not with Messengers and not of
    fictional players.
    """
    return is_divided(game, seat) and seat not in game.fictional and not game.powers[seat].ignores_cohesion


def keep_part(game: Vinci, seat: Seat, province: Province) -> None:
    """VI-COHES-03 VI-COHES-04 All other parts are emptied before scoring; their tokens are spread over the part that is kept,
    when all own tokens are taken up.
    """
    for part in parts_of_empire(game, seat):
        if province not in part:
            empty(game, seat, part, "VI-COHES-03")


# -- spreading tokens ----------------------------------------------------------------------------------


def take_up_all_tokens(game: Vinci, seat: Seat) -> None:
    """VI-REORG-05 VI-REORG-02 Temporary tokens go back; all own tokens come to hand, and one is put into each province if they
    suffice.
    """
    own, kept_back = game.active[seat], 0 if is_short_of_tokens(game, seat) else 1
    for province in own:
        garrison(game, province, kept_back)
    game.hand[seat] = game.tokens[seat] - kept_back * len(own)
    return_temporary_tokens(game, seat)


def return_temporary_tokens(game: Vinci, seat: Seat) -> None:
    """VI-WAR-06 The Field General's tokens served for conquests only and leave before points are counted."""
    if game.this_turn.temporary:
        game.emit(TemporaryTokensLeft(seat=seat, tokens=game.this_turn.temporary))
        game.this_turn = msgspec.structs.replace(game.this_turn, temporary=0)


def is_short_of_tokens(game: Vinci, seat: Seat) -> bool:
    """VI-REORG-04 Are there more provinces than own tokens?"""
    return len(game.active[seat]) > game.tokens[seat]


def provinces_to_fill(game: Vinci, seat: Seat) -> Sequence[Province]:
    """VI-REORG-01 VI-REORG-04 With enough tokens anywhere in the empire; else one each, connected unless Messengers are there."""
    own = game.active[seat]
    if not is_short_of_tokens(game, seat):
        return own
    filled = [p for p in own if (held := game.land[p]) is not None and held.tokens]
    free = [p for p in own if p not in filled]
    if not filled or game.powers[seat].ignores_cohesion or seat in game.fictional:
        return free
    return [p for p in free if any(are_linked(game, seat, p, q) for q in filled)]


def give_up_what_cannot_be_held(game: Vinci, seat: Seat) -> None:
    """VI-REORG-04 Provinces for which there was no token are lost."""
    bare = [p for p in game.active[seat] if (held := game.land[p]) is not None and not held.tokens]
    empty(game, seat, bare, "VI-REORG-04")


def deployment(game: Vinci, seat: Seat) -> Allotment:
    """All tokens in hand over the provinces of the empire."""
    return Allotment("Deploy", "garrisons", game.active[seat], game.hand[seat])


def check_deployment(game: Vinci, seat: Seat, tokens: Mapping[Province, int], where_rule: str, number_rule: str) -> None:
    """Every named province must be the seat's own, every number at least zero, and their sum the tokens in hand."""
    own = game.active[seat]
    for province, number in tokens.items():
        if province not in own or number < 0:
            raise IllegalAction(where_rule, province=province)
    if sum(tokens.values()) != game.hand[seat]:
        raise IllegalAction(number_rule, need=game.hand[seat], have=sum(tokens.values()))


def deploy(game: Vinci, seat: Seat, action: Action, rule: str) -> None:
    if isinstance(action, Place):
        put(game, seat, action.province, 1, rule)
    elif isinstance(action, Deploy):
        for province, tokens in sorted(action.garrisons.items()):
            if tokens:
                put(game, seat, province, tokens, rule)


def put(game: Vinci, seat: Seat, province: Province, tokens: int, rule: str) -> None:
    held = game.land[province]
    assert held is not None
    garrison(game, province, held.tokens + tokens)
    game.hand[seat] -= tokens
    game.emit(Deployed(seat=seat, province=province, tokens=tokens, rule=rule))
