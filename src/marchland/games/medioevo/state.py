"""What lies on the table. Data only: frozen records in plain containers.

Owners are seat numbers; BARBARIANS (-1) owns hordes and holds every uncontrolled territory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.memo import Ledger
from marchland.kernel.state import State

from .tables import COLOURS, KINDS

BARBARIANS: Seat = -1
Counts = tuple[int, ...]
"""Units by kind, in the order of `tables.KINDS`."""
NO_UNITS: Counts = (0,) * len(KINDS)
NO_POINTS: tuple[int, ...] = (0,) * len(COLOURS)


class Record(msgspec.Struct, frozen=True, gc=False):
    """Whatever lies on the table: ids, numbers and smaller records, never in a circle, which garbage collection may leave out."""


class Special(Record, frozen=True):
    """A unit that is not what its figure says until phase 7: changed kind, lent to the other side, or hired.

    `kind` is what it fights as, `figure` the kind its figure stands for, `owner` whose figure it is, `origin` where it
    goes back to.
    """

    kind: str
    figure: str
    owner: Seat
    origin: str = ""


class Army(Record, frozen=True):
    """The military units of one side in one place. `spent` of them have used up their movement this turn."""

    owner: Seat
    counts: Counts = NO_UNITS
    specials: tuple[Special, ...] = ()
    spent: Counts = NO_UNITS


class Vehicle(Record, frozen=True):
    """A transport or siege engine. At sea a Galley holds its `cargo`; `aboard` is the Galley a wagon or engine is loaded on."""

    owner: Seat
    kind: str
    level: int
    space: str
    pm: int = 0
    goods: tuple[str, ...] = ()
    cargo: Army | None = None
    aboard: int = 0
    stopped: bool = False  # its movement is over; points left can still pay for a Flight
    steps: int = 0  # spaces it has moved this turn under its own power
    brought: int = 0  # units that came with it where its movement ended: Cartography takes them on


class Craft(Record, frozen=True):
    """A transport or siege engine as a sentence names it; by its number, too, where another one looks the same."""

    number: int
    vehicle: Vehicle
    has_twin: bool


class Pointed(Record, frozen=True):
    """Something on the board by its id, with the transport or engine or the level of the building that it is."""

    id: str
    craft: Craft | None = None
    level: int = 0


class Land(Record, frozen=True):
    """One territory: who controls it, its buildings with their damage, its market cubes, a Control token."""

    holder: Seat = BARBARIANS
    civil: int = 0
    civil_damage: int = 0
    military: int = 0
    military_damage: int = 0
    cathedral: int = 0
    cathedral_damage: int = 0
    cubes: tuple[str, ...] = ()
    token: Seat = BARBARIANS
    incursion: bool = False  # the barbarians here came onto a garrison from elsewhere: no rebellion (reading S-22)


class Held(Record, frozen=True):
    """An Empire card in front of a player. `barred` cards miss the next reactivation and are then `idle` for a turn;

    `stored` florins lie on it (Magnate).
    """

    card: int
    turned: bool = False
    barred: bool = False
    stored: int = 0
    idle: bool = False


class Route(Record, frozen=True):
    """A Trade Route: its stages, those done, the destination, and the transport that carries it (0: lost, Salesman 30)."""

    origin: str
    stages: tuple[str, ...]
    done: tuple[str, ...]
    destination: str
    carrier: int


class Player(Record, frozen=True):
    """Everything before one player: treasury, reserve, board markers, cards and tokens."""

    kingdom: str = ""
    florins: int = 0
    honour: int = 0
    loans: int = 0
    new_loans: int = 0  # of the loans, those taken this turn: no interest yet
    borrowed: bool = False
    repaid: bool = False
    arrears: int = 0
    strikes: int = 0  # phases 3 in a row with interest unpaid
    tax: int = 0
    technology: tuple[int, ...] = NO_POINTS
    studied: tuple[str, ...] = ()  # branches bought this turn
    reserve: tuple[int, ...] = (0,) * 5
    hand: tuple[Held, ...] = ()
    drawn: tuple[int, ...] = ()  # Empire cards being chosen from
    bought_card: bool = False
    tokens: tuple[int, ...] = NO_POINTS
    flipped: tuple[int, ...] = NO_POINTS
    points: tuple[int, ...] = NO_POINTS
    stars: int = 0  # Control tokens left
    recruits: int = 0  # units bought this phase
    camp: Counts = NO_UNITS  # surrendered units that may come back
    exiles: Counts = NO_UNITS  # units that surrendered this turn
    cheap: Counts = NO_UNITS  # units that may be rebought at half price this turn (Surgeon 28)
    fallen: Counts = NO_UNITS  # the same for next turn
    blood: int = 0
    route: Route | None = None
    eliminated: bool = False
    heed: str = "always"
    order: tuple[str, ...] = ()  # hidden purchases under Deployment
    team: int = 0


class Prisoner(Record, frozen=True, order=True):
    holder: Seat
    owner: Seat
    kind: str


class Pact(Record, frozen=True, kw_only=True):
    """A written agreement. `guests` receive the rights of trade, passage and control that the other parties grant."""

    parties: tuple[Seat, ...]
    kinds: tuple[str, ...]
    guests: tuple[Seat, ...] = ()
    units: int = 0
    against: tuple[Seat, ...] = ()
    per_use: int = 0
    until: int = 0  # the last turn it holds; 0: the whole game
    secret: bool = False
    made: int = 1
    text: str = ""  # what the forms do not cover: judged by vote
    called: tuple[tuple[int, Seat, Seat], ...] = ()  # calls for support: turn, ally, enemy
    aiding: tuple[tuple[Seat, Seat, Seat], ...] = ()  # support given: who is helped, his ally, their enemy


class War(Record, frozen=True):
    """War between two players since a turn; `truce` is the turn of an armistice; `by` began it (for alliances)."""

    sides: tuple[Seat, Seat]
    since: int
    truce: int = 0
    by: Seat = BARBARIANS


class Effect(Record, frozen=True):
    """Something a card or technology did that still lasts.

    `name` is one of the names listed in the README; `seat` who benefits; `target` a space, `v:12`, `card:5` or a building;
    `until` round, battle, move, deal, event, phase, turn, or next (one turn more); what lasts for a round or a battle
    belongs to one, what lasts for a movement to that one: its `depth` says to which of those on the table.
    """

    name: str
    seat: Seat
    target: str = ""
    amount: int = 0
    until: str = "turn"
    depth: int = 0


class Circle(Record, frozen=True):
    """The War Circle: the barbarians' dice (d4, d6, d8) and the horde that appears this turn."""

    dice: tuple[int, int, int] = (4, 6, 8)
    horde: Counts = (1, 0, 0, 0, 0, 0, 0)


class Crew(Record, frozen=True):
    """Units that serve an engine in one round, what it shoots at (`units`, or a building) and its dice."""

    engine: int
    counts: Counts = NO_UNITS
    target: str = "units"
    dice: tuple[int, ...] = ()


class Side(Record, frozen=True):
    """One side of a battle. The first block lasts for the battle, the second for a round."""

    owner: Seat
    start: int = 0
    benched: Counts = NO_UNITS  # units out of the fight (Spy 18)
    ratio: int = 3  # capture ratio (Jailer 40)
    extra_crew: int = 0  # per engine (Artilleryman 52)
    suffered: int = 0  # damage points taken in this battle
    fled: int = 0  # units that have left it alive: by Flight, driven off, won over
    captives: tuple[str, ...] = ()  # units this side has captured in this battle
    dice: tuple[int, ...] = ()
    bonus: int = 0  # cards and Blood
    sacrificed: int = 0
    flight: int = 0  # movement points of a declared Flight, plus one; 0: none
    refuge: str = ""
    aboard: bool = False  # the Flight leads from the shore onto docked Galleys
    capturing: bool = False
    strengths: tuple[int, int] = (0, 0)  # own and enemy units when Capture was declared
    capture_relief: int = 0  # Jailer 41
    protections: tuple[str, ...] = ()
    crews: tuple[Crew, ...] = ()
    uses: tuple[str, ...] = ()  # Captain uses: `as:arc`, `free:cav`, `stop:hi`
    arrows: tuple[int, ...] = ()
    marksmen: int = 0  # units that also shoot (Crossbowman 7)
    steady: int = 0  # subtracted from arrow dice (Crossbowman 8)
    sure: int = 0  # arrow hits without dice (Strategy)
    outnumbering: bool = False  # Warlord 4
    lingering: bool = False  # Surgeon 29
    deferred: int = 0  # damage that lingering units take at the end of the round
    powers: tuple[str, ...] = ()
    pending: int = 0  # damage points still to be assigned
    aimed: tuple[str, ...] = ()  # kinds that the next damage points must hit (Tactics)
    spared: int = 0  # damage points cancelled by Surgeon 27
    jailed: int = 0  # of its units, so many next destroyed become prisoners (Jailer 39)
    wounded: tuple[tuple[str, str], ...] = ()  # (kind now, kind before this damage), for captures
    lost: Counts = NO_UNITS  # removed this round


class Fight(Record, frozen=True):
    """A battle in progress: attacker and defender by index 0 and 1."""

    place: str
    sides: tuple[Side, Side]
    round: int = 0
    step: str = ""  # of damage: artillery, archery, melee, losses
    winner: int = -1  # of the round: 0, 1, or -1 for a tie
    score: int = 0
    superiority: int = 0
    eased: int = 0  # superiority points that cut the winner's losses
    rolled: bool = False  # has any die of this battle fallen?
    melee: bool = False  # has any melee been fought?
    laden: tuple[int, ...] = ()  # Galleys that carried units into this sea battle
    outcome: str = ""  # destroyed, fled, surrendered, banned once it is over


class March(Record, frozen=True):
    """A movement in progress: the group, where it stands, and where it has been."""

    seat: Seat
    space: str
    vehicles: tuple[int, ...] = ()
    counts: Counts = NO_UNITS
    trail: tuple[str, ...] = ()
    goal: str = ""  # the common destination that later groups must reach
    entering: str = ""
    steps: int = 0
    edicts: int = 0  # barbarian territories that may be crossed in peace
    at_peace: str = ""  # the territory last crossed so: transports alone may even stay beside its horde
    conversions: int = 0  # moves over the other element (Logistics)
    astray: bool = False  # in the other element, where it may not stay
    pressing: bool = False  # Warlord 6: half of the group may go on after this entry
    stragglers: tuple[str, ...] = ()  # where the other half stopped: what it meets is settled when the movement is over
    stopped: bool = False
    mapped: bool = False  # a single step that Cartography pays for
    left: tuple[int, ...] = ()  # vehicles dropped on the way
    shed: tuple[str, ...] = ()  # kinds of units dropped where the group stands now
    tired: Counts = NO_UNITS  # of the units, those that had already moved (free moves from a Castle)
    leader: Seat = BARBARIANS  # the player whom these troops support and who leads them; else their owner does
    quota: int = 0  # units that a leader may still take along


class Deal(Record, frozen=True):
    """A purchase or sale being announced: positive `amount` of cubes by colour, and what changes its price."""

    seat: Seat
    vehicle: int
    space: str
    selling: bool
    goods: tuple[str, ...]
    commerce: int = 0  # cubes with the Commerce bonus
    market: int = 0  # total change by Market
    points: int = 0  # trade points taken as florins
    off: bool = False  # stopped (Bishop 2)
    card: int = 0  # the Merchant who makes the deal, or 0
    price: int = 0  # what his card makes the cubes cost or bring together


class Happening(Record, frozen=True):
    """This turn's Event: the card, the icons chosen, the die on the table, and damage points a Surgeon takes off it."""

    card: str
    icons: tuple[str, ...] = ()
    die: int = 0
    spared: int = 0
    reopened: bool = False


class BattleRecord(Record, frozen=True):
    enemy_start: int
    own_damage_taken: int


class RoundRecord(Record, frozen=True):
    own_attack: int
    own_engines_fired: int
    won: bool


class Now(Record, frozen=True):
    """What a player did this turn, for objectives; reset in phase 7 after the last claims."""

    battles_won: int = 0
    conquered: tuple[str, ...] = ()
    units_killed_by_archery: int = 0
    battles_won_before_melee: int = 0
    won_battles: tuple[BattleRecord, ...] = ()
    enemy_units_killed: int = 0
    cubes_sold: int = 0
    colours_sold: tuple[str, ...] = ()
    best_sale: int = 0
    tax_level: int = 0
    tax_income: int = 0
    checked_tax_level: int = 0
    new_rebellions: int = 0
    defence_wins_at_home: int = 0
    own_units_lost: int = 0
    route_stages_completed: int = 0
    attack_wins_vs_players: int = 0
    captured: int = 0
    event_rolls: int = 0
    event_losses: int = 0
    captains_killed: int = 0
    rounds: tuple[RoundRecord, ...] = ()
    max_steps_of_one_military_transport: int = 0
    transports_plundered: int = 0
    points_spent: int = 0  # in this phase
    max_tp_spent_in_one_phase: int = 0
    interest_paid: int = 0
    borrowed_cards: tuple[int, ...] = ()  # rivals' cards used through Proselytism
    proposals: int = 0  # diplomatic offers made this turn
    orders: int = 0  # times the player led troops of an ally
    led: int = 0  # own units that an ally has led
    dismissals: int = 0  # times the player looked through his pieces to remove some
    heeded: int = 0  # changes of what he wants to be asked
    barbarian_sales: int = 0  # cubes sold to barbarians (Merchant 19)


class Ever(Record, frozen=True):
    """What a player did in the whole game, for objectives and final scoring."""

    seized_transports: int = 0
    seized_engines: int = 0
    ransom_income: int = 0
    pacts_broken: int = 0
    undeclared_attacks: int = 0
    building_damage_dealt: int = 0


def without_last_order(data: dict[str, Any]) -> dict[str, Any]:
    """Schema 1 kept the order of the turn before, which nothing asked for."""
    return {key: value for key, value in data.items() if key != "last_order"}


class Medioevo(State, kw_only=True):
    """The whole table. `LEDGERS` keep what rules work out from them; the audit proves that it follows from nothing else."""

    SCHEMA: ClassVar[int] = 2
    LEDGERS: ClassVar[tuple[str, ...]] = ("lands", "armies", "vehicles", "supply", "pacts")
    MIGRATIONS: ClassVar[dict[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {1: without_last_order}

    seats: int
    settings: dict[str, bool | int | str]
    turn: int = 1
    phase: int = 0
    order: tuple[Seat, ...] = ()
    active: Seat = 0  # the active player; the first player in simultaneous phases
    area: tuple[str, ...] = ()  # territories in play
    waters: tuple[str, ...] = ()  # sea zones in play
    players: list[Player] = []
    now: list[Now] = []
    ever: list[Ever] = []
    lands: dict[str, Land] = {}
    armies: dict[str, tuple[Army, ...]] = {}
    vehicles: dict[int, Vehicle] = {}
    next_vehicle: int = 1
    supply: dict[str, int] = {}
    circle: Circle = Circle()
    deck: list[int] = []
    objectives: list[int] = []  # which objective is printed on the back of card n (identity unless the option shuffles them)
    events: list[str] = []
    event_discard: list[str] = []
    happening: Happening | None = None
    tolerated: int = 0
    prisoners: list[Prisoner] = []
    pacts: dict[int, Pact] = {}
    next_pact: int = 1
    wars: list[War] = []
    effects: list[Effect] = []
    banned: list[str] = []  # `card:territory` named by Bishops this turn
    banned_before: list[str] = []  # the same last turn
    fights: list[Fight] = []
    marches: list[March] = []
    deals: list[Deal] = []
    taken_this_turn: list[str] = []  # territories already conquered this turn
    holy_taken: list[str] = []  # Rome and Jerusalem once conquered
    closing: bool = False  # the game ends after this turn, or at once
    reason: str = ""
    divided: int = 0  # the turn after which as many players said that time was up as denied it
    scores: tuple[int, ...] = ()
    ranking: tuple[Seat, ...] = ()

    @property
    def player_turns(self) -> int:
        return self.turn * self.seats

    def __post_init__(self) -> None:
        for part in self.LEDGERS:
            setattr(self, part, Ledger(getattr(self, part)))

    def facts_of(self, action: Action) -> dict[str, object]:
        """The transport, engine or building that an action names, as it stands."""
        ids = {field: getattr(action, field, None) for field in ("element", "piece", "id")}
        found: dict[str, object] = {field: self.pointed(id) for field, id in ids.items() if isinstance(id, str)}
        for field in ("vehicle", "engine", "galley"):
            if getattr(action, field, None) in self.vehicles:
                found["craft"] = self.craft(getattr(action, field))
        return found

    def craft(self, number: int) -> Craft:
        vehicle = self.vehicles[number]
        looks = (vehicle.owner, vehicle.kind, vehicle.level, vehicle.space)
        alike = [other for other in self.vehicles.values() if (other.owner, other.kind, other.level, other.space) == looks]
        return Craft(number, vehicle, len(alike) > 1)

    def pointed(self, id: str) -> Pointed:
        """What an id stands for: `v:12`, `good:12:salt`, `building:roma:civil`; other ids say it themselves."""
        kind, where, which = [*id.split(":"), "", ""][:3]
        if kind in ("v", "good") and int(where) in self.vehicles:
            return Pointed(id, craft=self.craft(int(where)))
        return Pointed(id, level=getattr(self.lands[where], which)) if kind == "building" else Pointed(id)


STATE = Medioevo
