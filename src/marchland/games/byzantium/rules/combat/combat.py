"""F. Combat: flight choices, battles with pawns, militia, siege, conquest."""

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Decision, Procedure

from ...state import FORTIFICATION, Byzantium
from ...tables import BULGAR, CAPITAL, CONFIG, SIDES, CityId, Side
from ..special.special import holder
from .armies import ARMY, HORDE, LEVY, Force, battle_dice, inflict, pawns_in, roll_hits, strength
from .conquest import Conquest, city_tokens, end_the_empire, give_to_bulgars
from .flight import Flight, OfferFlight


class Face(Action, frozen=True):
    """Fight this player's pawn next."""

    TOUCHES = ("opponent",)
    PREFIX = {"opponent": "seat"}
    opponent: Seat


class UseMilitia(Action, frozen=True):
    """Defend the city with the militia."""


class SpareMilitia(Action, frozen=True):
    """Keep the militia out of it."""


class AttackDeclared(Event, frozen=True):
    RULE = "BY-MOVE-07"
    TOUCHES = ("city",)
    seat: Seat
    side: Side
    city: CityId


class MilitiaCalled(Event, frozen=True):
    RULE = "BY-MIL-01"
    TOUCHES = ("city",)
    seat: Seat
    city: CityId


class BattleWon(Event, frozen=True):
    """The attacker beat a defender: both strengths after losses."""

    RULE = "BY-BAT-03"
    TOUCHES = ("city",)
    seat: Seat
    city: CityId
    attack: int
    defence: int


class BattleLost(Event, frozen=True):
    """The defender held: both strengths after losses."""

    RULE = "BY-BAT-03"
    TOUCHES = ("city",)
    seat: Seat
    city: CityId
    attack: int
    defence: int


class SiegeFailed(Event, frozen=True):
    RULE = "BY-SIEGE-02"
    TOUCHES = ("city",)
    seat: Seat
    city: CityId
    attack: int
    defence: int


class Attack(Procedure[Byzantium], frozen=True):
    """BY-BAT-04 One attack on a city: flight, pawns one by one, militia, siege, conquest or retreat.

    `origin` is the city the attacker came from in this action; None if it attacks where it stands.
    """

    STEPS = ("declare", "offer_flight", "face_bulgars", "face_next_pawn", "offer_militia", "besiege", "settle", "retreat")
    seat: Seat
    side: Side
    city: CityId
    origin: CityId | None = None
    fought: tuple[Seat, ...] = ()
    repelled: bool = False

    @property
    def attacker(self) -> Force:
        return Force(HORDE, BULGAR) if self.side == BULGAR else Force(ARMY, self.side, self.seat)

    def declare(self, game: Byzantium) -> None:
        """BY-MOVE-07 Whoever enters a city of another colour must attack it."""
        game.emit(AttackDeclared(seat=self.seat, side=self.side, city=self.city))

    def offer_flight(self, game: Byzantium) -> None:
        """BY-FLEE-01 Pawns in the city choose clockwise from the active player whether to flee."""
        side = game.cities[self.city].side
        game.push(*(OfferFlight(seat, side, self.city) for seat in opponents(game, self)))

    def face_bulgars(self, game: Byzantium) -> None:
        """BY-BULG-08 A Bulgar city defends with every orange cube before the siege."""
        if game.cities[self.city].side == BULGAR and game.bulgars:
            game.push(Battle(self.attacker, Force(HORDE, BULGAR)))

    def face_next_pawn(self, game: Byzantium) -> str | None:
        """BY-BAT-05 The remaining pawns are fought one after another, in the attacker's order."""
        if self.repelled:
            return "retreat"
        left = opponents(game, self)
        if not left:
            return None
        game.push(ChooseOpponent(self.seat, self.city, left))
        return "face_next_pawn"

    def offer_militia(self, game: Byzantium) -> None:
        """BY-MIL-01 With no defending pawn left, the controller may call up his militia."""
        defender = militia_leader(game, self)
        if defender is not None:
            game.push(OfferMilitia(defender, self.city))

    def besiege(self, game: Byzantium) -> str | None:
        """BY-SIEGE-03 An attacker who beat everybody goes on to the siege."""
        if self.repelled:
            return "retreat"
        game.push(Siege(self.attacker, self.city))
        return None

    def settle(self, game: Byzantium) -> str | None:
        """BY-SIEGE-02 The city is taken, or the attacker must go."""
        if self.repelled:
            return None
        if self.city == CAPITAL:
            end_the_empire(game, self.seat)
            return None
        if self.side == BULGAR:
            give_to_bulgars(game, self.seat, self.city)
        else:
            game.push(Conquest(self.seat, self.side, self.city))
        return DONE

    def retreat(self, game: Byzantium) -> None:
        """BY-CIV-05 A beaten attacker goes back where it came from, or flees if it had not moved; Bulgars just stay."""
        if self.side != BULGAR and game.realm(self.seat, self.side).at == self.city:
            game.push(Flight(self.seat, self.side, self.city, forced=True, home=self.origin))


class ChooseOpponent(Decision[Byzantium], frozen=True):
    """BY-BAT-05 The attacker picks the next pawn to fight."""

    RULE = "BY-BAT-05"
    FORCED = True
    seat: Seat
    city: CityId
    opponents: tuple[Seat, ...]

    def options(self, game: Byzantium) -> Iterator[Action]:
        yield from map(Face, self.opponents)

    def particulars(self, game: Byzantium, seat: Seat) -> dict[str, object]:
        return {"foes": len(self.opponents)}

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case Face(opponent=opponent):
                attack = game.running(Attack)
                game.push(Battle(attack.attacker, Force(ARMY, game.cities[self.city].side, opponent)))
                game.update(attack, fought=(*attack.fought, opponent))


class Battle(Procedure[Byzantium], frozen=True):
    """BY-BAT-01 Both sides roll once, lose cubes, and compare what is left."""

    STEPS = ("roll", "attacker_loses", "defender_loses", "compare")
    attacker: Force
    defender: Force
    hits_taken: int = 0
    hits_dealt: int = 0

    def roll(self, game: Byzantium) -> None:
        """BY-BAT-01 Both forces throw their dice before anybody removes a cube."""
        attack = game.running(Attack)
        dealt = roll_hits(game, attack.seat, "attack", battle_dice(game, self.attacker))
        roller = neutral_roller(game, attack) if self.defender.seat is None else self.defender.seat
        taken = roll_hits(game, roller, f"defence_{self.defender.kind}", battle_dice(game, self.defender))
        game.update(self, hits_taken=taken, hits_dealt=dealt)

    def attacker_loses(self, game: Byzantium) -> None:
        """BY-BAT-02 The attacker chooses his losses first."""
        inflict(game, self.attacker, self.hits_taken)

    def defender_loses(self, game: Byzantium) -> None:
        """BY-BAT-02 The defender chooses his losses after he has seen the attacker's."""
        inflict(game, self.defender, self.hits_dealt)

    def compare(self, game: Byzantium) -> None:
        """BY-BAT-03 The higher strength wins, and the defender wins ties."""
        attack = game.running(Attack)
        ours, theirs = strength(game, self.attacker), strength(game, self.defender)
        outcome = BattleWon if ours > theirs else BattleLost
        game.emit(outcome(seat=attack.seat, city=attack.city, attack=ours, defence=theirs))
        if ours <= theirs:
            game.update(attack, repelled=True)
        elif self.defender.kind == ARMY:
            put_to_flight(game, self.defender, attack.city)


class OfferMilitia(Decision[Byzantium], frozen=True):
    """BY-MIL-01 BY-MIL-04 The controller uses his militia or not; beaten militia keeps what is left of it."""

    RULE = "BY-MIL-01"
    seat: Seat
    city: CityId

    def options(self, game: Byzantium) -> Iterator[Action]:
        yield SpareMilitia()
        yield UseMilitia()

    def particulars(self, game: Byzantium, seat: Seat) -> dict[str, object]:
        levy = game.realm(seat, game.cities[self.city].side).militia
        return {"attacker": game.running(Attack).seat, "militia": levy}

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case UseMilitia():
                game.emit(MilitiaCalled(seat=self.seat, city=self.city))
                levy = Force(LEVY, game.cities[self.city].side, self.seat)
                game.push(Battle(game.running(Attack).attacker, levy))


class Siege(Procedure[Byzantium], frozen=True):
    """BY-SIEGE-01 The city rolls against the attacker, who must then be stronger than its walls."""

    STEPS = ("roll", "compare")
    attacker: Force
    city: CityId

    def roll(self, game: Byzantium) -> None:
        """BY-CONST-01 Each hit takes one cube, and two before Constantinople."""
        attack = game.running(Attack)
        roller = siege_roller(game, attack)
        wounds = roll_hits(game, roller, "siege", city_strength(game, self.city))
        inflict(game, self.attacker, wounds * cubes_per_hit(self.city))

    def compare(self, game: Byzantium) -> None:
        """BY-SIEGE-02 Only a strength above the city's takes it."""
        attack = game.running(Attack)
        ours, theirs = strength(game, self.attacker), city_strength(game, self.city)
        if ours <= theirs:
            game.emit(SiegeFailed(seat=attack.seat, city=self.city, attack=ours, defence=theirs))
            game.update(attack, repelled=True)


# -- who stands against whom ---------------------------------------------------------------------------


def opponents(game: Byzantium, attack: Attack) -> tuple[Seat, ...]:
    """BY-BAT-05 Every pawn in the city defends it, also of players who do not control it; never the attacker himself."""
    side = game.cities[attack.city].side
    if side not in SIDES:
        return ()
    there = pawns_in(game, attack.city, side, attack.seat)
    return tuple(seat for seat in there if (seat, side) != (attack.seat, attack.side))


def militia_leader(game: Byzantium, attack: Attack) -> Seat | None:
    """BY-MIL-03 Who may use militia: nobody whose own pawn has fought in this attack."""
    seat = possible_leader(game, attack.seat, attack.side, attack.city)
    if seat is None or seat in attack.fought:
        return None
    return seat if game.realm(seat, game.cities[attack.city].side).militia else None


def possible_leader(game: Byzantium, attacker: Seat, side: Side, city: CityId) -> Seat | None:
    """BY-MIL-01 The city's leader, against anybody's army but his own; Bulgars he sent himself are no army of his."""
    leader = city_leader(game, city)
    return None if leader == attacker and side in SIDES else leader


def city_leader(game: Byzantium, city: CityId) -> Seat | None:
    """BY-CONST-02 BY-MIL-05 The controller leads a city's militia, the Emperor that of Constantinople, others have none."""
    return holder(game, "emperor") if city == CAPITAL else game.cities[city].controller


def put_to_flight(game: Byzantium, beaten: Force, city: CityId) -> None:
    """BY-BAT-04 A beaten pawn that still has cubes must flee."""
    assert beaten.seat is not None
    if game.realm(beaten.seat, beaten.side).at == city:
        game.push(Flight(beaten.seat, beaten.side, city, forced=True))


def city_strength(game: Byzantium, city: CityId) -> int:
    """BY-FORT-02 Tokens, or a Persian city's value, and one for a fortification: dice and strength of a siege."""
    if city == CAPITAL:
        return CONFIG.constantinople.strength
    return city_tokens(game, city) + (game.cities[city].marker == FORTIFICATION)


def cubes_per_hit(city: CityId) -> int:
    return CONFIG.constantinople.cubes_per_hit if city == CAPITAL else 1


def siege_roller(game: Byzantium, attack: Attack) -> Seat:
    controller = city_leader(game, attack.city)
    return neutral_roller(game, attack) if controller in (None, attack.seat) else controller


def neutral_roller(game: Byzantium, attack: Attack) -> Seat:
    """BY-INFO-02 Dice that nobody owns are thrown in the name of the next player clockwise."""
    return game.clockwise_from(attack.seat)[1]
