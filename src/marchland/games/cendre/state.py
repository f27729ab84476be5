"""What lies on the table: territories, nations, leaders, troops, treaties, spells and the sheets of the season."""

from __future__ import annotations

import msgspec

from marchland.kernel.state import State

from .goods import NOTHING, Goods
from .orders import AnyOrder, Terms

SPRING, SUMMER, AUTUMN, WINTER = "printemps", "ete", "automne", "hiver"
SEASONS = (SPRING, SUMMER, AUTUMN, WINTER)
FIRST_YEAR = 201
NEVER = 1_000_000
"""A turn that never comes: what lasts for ever lasts until then."""

MAJOR, MINOR, REBEL, THREAT = "major", "minor", "rebel", "threat"

Code = str
NationId = str
LeaderId = str


class Structure(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something built on a territory or in its town: `border` for defensive works, `name` for a wonder."""

    kind: str
    name: str = ""
    border: Code = ""


class Land(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What changes on a territory; what never changes is in the atlas and the territory table."""

    owner: NationId = ""
    controller: NationId = ""
    national: tuple[NationId, ...] = ()
    farms: int = 0
    farm_capacity: int = 0
    exploitations: int = 0
    resource_level: int = 0
    population: int = 0
    recruits: int = 0
    """Recruitment capacity: population points still free to serve."""
    source: int = 0
    fluid: int = 0
    colour: str = ""
    danger: int = 0
    """Base danger in per cent."""
    roads: bool = False
    town: int = 0
    """Level of the town, 0 without one."""
    structures: tuple[Structure, ...] = ()
    """Oldest first: what a shrinking town can no longer hold is lost from the end."""
    militia: int = 0
    police: int = 0
    agitators: int = 0
    brigands: int = 0
    frozen: bool = False
    """Frozen by an outside threat; the map's own frozen lands are in the atlas."""
    dead: bool = False
    """Turned into dead land by the Ash."""
    ash: int = 0
    """Ash counters."""
    besieged: bool = False
    """Its superior fortifications hold out: the town serves nobody until winter."""
    troubled: bool = False
    """Troubles broke out this season."""


class CivilUnits(msgspec.Struct, frozen=True, omit_defaults=True):
    """The pools of a nation; police, militia, agitators and brigands stand on territories instead."""

    espions: int = 0
    assassins: int = 0
    prospecteurs: int = 0
    artistes: int = 0
    sages: int = 0
    diplomates: int = 0


class Tally(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a nation did in the current season or year, as far as a later step asks for it."""

    wars: bool = False
    raids: int = 0
    raids_won: int = 0
    battles_won: int = 0
    battles_fought: int = 0
    treaties: int = 0
    spied: tuple[NationId, ...] = ()
    spy_gold: int = 0
    famine: bool = False
    helped: tuple[NationId, ...] = ()
    broke: tuple[NationId, ...] = ()
    """Nations whose alliance was broken this season: denouncing them costs no more stability."""
    glory: tuple[tuple[str, int], ...] = ()
    """Glory already taken this year from sources with a yearly ceiling, by source."""
    used: tuple[str, ...] = ()
    """Once-only rights already used (`structure@CODE` or a word)."""
    rerolled: bool = False


class Nation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A major nation, a minor one, a rebel territory or an outside threat."""

    id: NationId
    kind: str = MAJOR
    race: str = "humain"
    capital: Code = ""
    origin: NationId = ""
    """For minors and rebels: the nation the land was torn from."""
    glory: int = 0
    stability: int = 0
    reputation: int = 0
    tenths: int = 0
    """The reputation counter, in tenths of a point."""
    goods: Goods = NOTHING
    civil: CivilUnits = CivilUnits()
    science: tuple[int, ...] = (0,) * 8
    """Points per domain, in the order of the domains table."""
    free_science: int = 0
    known: tuple[str, ...] = ()
    """Discoveries in the order they were made."""
    focus: str = ""
    """What the discovery Spécialisation was made for: attaque or défense."""
    colours: tuple[str, ...] = ()
    """Colours of magic the nation knows, its own first."""
    new_colour: str = ""
    """A colour just discovered: the next random magician practises it."""
    effort: int = 0
    """What this season's `stabilisation` operations add to the stability test."""
    season: Tally = Tally()
    year: Tally = Tally()
    printing: int = 1
    """Which printing of its booklet it plays by."""


class Civil(msgspec.Struct, frozen=True, omit_defaults=True):
    level: str
    competence: int = 1
    talents: tuple[str, ...] = ()
    gifts: tuple[str, ...] = ()


class Military(msgspec.Struct, frozen=True, omit_defaults=True):
    level: str
    command: int = 3
    strategy: int = 0
    tactics: tuple[str, ...] = ()


class Magic(msgspec.Struct, frozen=True, omit_defaults=True):
    level: str
    power: int = 1
    control: int = 0
    colours: tuple[str, ...] = ()


class Leader(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A person: in a nation's service, a prisoner of another (`captor`) or on the market (`nation` empty)."""

    id: LeaderId
    name: str
    nation: NationId = ""
    origin: NationId = ""
    """The nation whose people he is of: race, names, long life."""
    ruler: bool = False
    age: int = 10
    civil: Civil | None = None
    military: Military | None = None
    magic: Magic | None = None
    specials: tuple[str, ...] = ()
    at: Code = ""
    wounded: bool = False
    captor: NationId = ""
    idle: str = ""
    """Why he may give no order this season (unpaid, drunk, ...), as a word of the phrase book; empty if he may."""
    acted: bool = False
    """He has carried out his operation of the season."""


class Listing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A leader on the market."""

    price: int
    floor: int
    since: int
    refuses: NationId = ""


class Troop(msgspec.Struct, frozen=True, omit_defaults=True):
    """Units of one kind in one place; `until` is the turn whose end they do not outlive (0: permanent)."""

    unit: str
    count: int
    until: int = 0


Troops = tuple[Troop, ...]


class Army(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Units led by a leader for one season; garrisons hold all others."""

    leader: LeaderId
    nation: NationId
    at: Code
    troops: Troops = ()
    origin: Code = ""
    """Where it stood before moving."""
    entered: Code = ""
    """The territory it came from in its last step; empty if it has not moved."""
    way: str = ""
    """How it made its last step: land, river (across one), sea, water (a landing), sailing, tunnel or air."""
    rank: int = 0
    """Place in the order of arrival of the season; 0 for those who were there, and for interceptors."""
    path: tuple[Code, ...] = ()
    """Territories still to be entered."""
    mode: str = "defend"
    """attack, move, raid, tunnel, raid_tunnel, intercept, defend, pillage, demolish."""
    step: int = 0
    """The movement step in which it arrived (0: it was there)."""
    fought: bool = False
    done: bool = False
    """It retreated, went back or was stopped: it does nothing more this season."""


class Treaty(msgspec.Struct, frozen=True):
    """A contract, pact or alliance in force."""

    kind: str
    one: NationId
    other: NationId
    since: int


class Rupture(msgspec.Struct, frozen=True):
    """A treaty that was broken or denounced this season: it ends when the next one starts."""

    kind: str
    by: NationId
    other: NationId


class War(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A war between two nations; `counter` holds battles and prisoners, positive in favour of `one`."""

    one: NationId
    other: NationId
    since: int
    """The turn from which both may fight."""
    counter: int = 0
    last_action: int = 0
    """The last turn with a battle or a conquest."""


class CasusBelli(msgspec.Struct, frozen=True):
    holder: NationId
    against: NationId
    cause: str
    until: int


class Offer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A proposal waiting for its answer on the next sheet: peace, white_peace, surrender or ransom."""

    kind: str
    by: NationId
    to: NationId
    turn: int
    terms: Terms = Terms()
    leader: LeaderId = ""
    forced: bool = False
    """An automatic surrender: the accepter must accept and only names the terms."""


class Call(msgspec.Struct, frozen=True):
    """A call to arms: `by` asks its ally `to` to join its war against `against`."""

    by: NationId
    to: NationId
    against: NationId
    turn: int


class Settlement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A peace concluded this season, carried out in the final phase."""

    kind: str
    winner: NationId
    loser: NationId
    terms: Terms = Terms()
    """What the loser (or the one named second) gives and gets, seen from `winner`."""
    leader: LeaderId = ""
    """Of a ransom that was paid: who goes free."""


class Caravan(msgspec.Struct, frozen=True, kw_only=True):
    creator: NationId
    partner: NationId
    start: Code
    end: Code
    route: tuple[Code, ...]
    since: int


class Shipment(msgspec.Struct, frozen=True):
    """Goods on their way: they arrive at the start of the next active season."""

    by: NationId
    to: NationId
    goods: Goods


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that holds for a time: an event's after-effect or a world event, from the turn `since` to the turn `until`."""

    kind: str
    until: int
    nation: NationId = ""
    territory: Code = ""
    amount: int = 0
    word: str = ""
    since: int = 0


class Lasting(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A spell that runs: which spell, by whom, on what, until when. The atoms are in the magic tables."""

    spell: str
    caster: NationId
    level: int
    until: int
    territory: Code = ""
    nation: NationId = ""
    leader: LeaderId = ""
    army: tuple[str, ...] = ()
    """Anchored to these leaders' armies or to `CODE:NATION` garrisons as they were when it was cast."""
    since: int = 0
    spared: tuple[str, ...] = ()
    """Territories, armies and leaders that a ward kept out when it was cast, or that a dispel freed: it never works on them."""


class Threat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An outside threat: announced, active or ended."""

    side: str
    state: str = "asleep"
    since: int = 0
    vigour: int = 0
    chest: int = 0
    home: Code = ""
    target: NationId = ""
    payer: NationId = ""
    raided: bool = False
    tribute: tuple[NationId, ...] = ()
    credit: tuple[tuple[NationId, int], ...] = ()
    fought: tuple[NationId, ...] = ()
    """Who fought a battle against it this year."""
    victor: NationId = ""
    """Who beat it last, this season."""
    slayer: NationId = ""
    """Whose army slew its queen or sank its flagship, this season."""
    leaderless: bool = False
    """Its queen is slain or its flagship sunk."""


class Cendre(State, kw_only=True):
    """A game of Terre de Cendre. Every container is keyed by ids and read in sorted order.

    `controls` and `owns` repeat what `lands` says, by nation: rules ask for them all the time, so that a territory's
    record is laid by `lay_land` alone, which keeps them right.
    """

    DERIVED = ("controls", "owns")

    year: int = FIRST_YEAR
    season: str = SPRING
    last_year: int = FIRST_YEAR
    seats: dict[NationId, int] = {}
    """Which seat plays which nation; nations nobody plays are not listed."""
    nations: dict[NationId, Nation] = {}
    lands: dict[Code, Land] = {}
    leaders: dict[LeaderId, Leader] = {}
    next_leader: int = 1
    borne: tuple[str, ...] = ()
    """Names given during the game: nobody bears them again, so that a new name never tells who is dead."""
    market: dict[LeaderId, Listing] = {}
    garrisons: dict[str, Troops] = {}
    """Units outside armies, by `CODE:NATION`."""
    armies: dict[LeaderId, Army] = {}
    treaties: dict[str, Treaty] = {}
    """By `kind:ONE|OTHER`, the two in alphabetical order."""
    signed: list[Treaty] = []
    """Treaties signed this season: in force at its end."""
    ruptures: list[Rupture] = []
    wars: dict[str, War] = {}
    """By `ONE|OTHER`, the two in alphabetical order."""
    peaces: dict[str, int] = {}
    """The turn of the last peace of each pair."""
    casus: list[CasusBelli] = []
    offers: list[Offer] = []
    calls: list[Call] = []
    settlements: list[Settlement] = []
    caravans: list[Caravan] = []
    """Oldest first."""
    shipments: list[Shipment] = []
    marks: list[Mark] = []
    spells: list[Lasting] = []
    threats: dict[str, Threat] = {}
    sheets: dict[NationId, tuple[AnyOrder, ...]] = {}
    """The orders of the season being resolved; empty while they are written."""
    knowledge: dict[str, str] = {}
    """What spies and prospectors brought home: `NATION:CODE` to the report as JSON text."""
    winner: NationId = ""
    ending: str = ""
    controls: dict[NationId, tuple[Code, ...]] = {}
    """The territories each nation controls, sorted, and under the empty name those that nobody does."""
    owns: dict[NationId, tuple[Code, ...]] = {}

    @property
    def turn(self) -> int:
        """Seasons since spring 201, winters included."""
        return (self.year - FIRST_YEAR) * len(SEASONS) + _SEASON[self.season]

    @property
    def player_turns(self) -> int:
        return (self.turn + 1) * len(self.seats)

    def derive(self) -> None:
        self.controls, self.owns = {}, {}
        for code, land in self.lands.items():
            _join(self.controls, code, land.controller)
            _join(self.owns, code, land.owner)

    def lay_land(self, code: Code, land: Land) -> None:
        """Put a territory's record on the table in place of the one that is there."""
        before = self.lands[code]
        self.lands[code] = land
        if before.controller != land.controller:
            _leave(self.controls, code, before.controller)
            _join(self.controls, code, land.controller)
        if before.owner != land.owner:
            _leave(self.owns, code, before.owner)
            _join(self.owns, code, land.owner)


_SEASON = {season: place for place, season in enumerate(SEASONS)}


def _leave(realms: dict[NationId, tuple[Code, ...]], code: Code, nation: NationId) -> None:
    left = tuple(kept for kept in realms.pop(nation) if kept != code)
    if left:
        realms[nation] = left


def _join(realms: dict[NationId, tuple[Code, ...]], code: Code, nation: NationId) -> None:
    realms[nation] = tuple(sorted((*realms.get(nation, ()), code)))


STATE = Cendre
