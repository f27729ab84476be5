"""The order sheet as typed records: one class for every kind of line a nation may write.

`KEYWORD` is the order's name on the sheet; text, verdicts and receipts are made in `sheet/`. A record holds ids
and numbers only; whether it is legal is decided by the chapter that carries it out.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from .goods import NOTHING, Goods


class Order(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """One line of a sheet."""

    KEYWORD: ClassVar[str] = ""
    SECTION: ClassVar[str] = ""


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a peace or ransom asks (`take`) and offers (`give`), seen from the one who writes it."""

    give: Goods = NOTHING
    take: Goods = NOTHING
    cede: tuple[str, ...] = ()
    """Territories the writer gives."""
    claim: tuple[str, ...] = ()
    """Territories the writer gets."""
    treaties: tuple[str, ...] = ()
    """contract, pact, alliance."""


# -- PRODUCTION -------------------------------------------------------------------------------------------------


class ConvertInTown(Order, frozen=True):
    """Turn `amount` of the territory's own resource into gold."""

    KEYWORD, SECTION = "ville", "PRODUCTION"
    territory: str
    amount: int


class ConvertInBuilding(Order, frozen=True):
    KEYWORD, SECTION = "batiment", "PRODUCTION"
    territory: str
    building: str
    amount: int


class SellAsIndustrialist(Order, frozen=True):
    KEYWORD, SECTION = "industrialiste", "PRODUCTION"
    leader: str
    goods: Goods


class Transmute(Order, frozen=True):
    """Natural philosophy: `amount` of one resource becomes another."""

    KEYWORD, SECTION = "philosophie", "PRODUCTION"
    source: str
    into: str
    amount: int


class UseStructure(Order, frozen=True):
    """A national structure that asks for a decision (`national <slug> CODE ...`)."""

    KEYWORD, SECTION = "national", "PRODUCTION"
    structure: str
    territory: str
    amount: int = 0
    choice: str = ""


# -- SCIENCE ----------------------------------------------------------------------------------------------------


class RunLaboratory(Order, frozen=True):
    KEYWORD, SECTION = "laboratoire", "SCIENCE"
    territory: str
    goods: Goods


class DrainSource(Order, frozen=True):
    """The mage's tower drinks the whole fluid of one controlled territory."""

    KEYWORD, SECTION = "tour-de-mage", "SCIENCE"
    territory: str


class Allocate(Order, frozen=True):
    KEYWORD, SECTION = "allouer", "SCIENCE"
    domain: str
    points: int


class Discover(Order, frozen=True):
    """`option`: attaque or défense for Spécialisation, a colour for Nouvelle magie."""

    KEYWORD, SECTION = "decouverte", "SCIENCE"
    domain: str
    discovery: str
    option: str = ""


# -- LEADERS ----------------------------------------------------------------------------------------------------


class Place(Order, frozen=True):
    KEYWORD, SECTION = "placer", "LEADERS"
    leader: str
    territory: str


class FormArmy(Order, frozen=True):
    """Units as (unit, number) from the garrison at `territory` (empty: where the leader is)."""

    KEYWORD, SECTION = "armee", "LEADERS"
    leader: str
    units: tuple[tuple[str, int], ...]
    territory: str = ""


# -- ORDRES: general --------------------------------------------------------------------------------------------


class LeaderOrder(Order, frozen=True):
    """An operation: `leader` is a leader's id or `structure@CODE` for a structure that acts."""

    SECTION = "ORDRES"
    leader: str


class GeneralOrder(LeaderOrder, frozen=True):
    pass


class Heal(GeneralOrder, frozen=True):
    KEYWORD = "se-soigner"


class Dismiss(GeneralOrder, frozen=True):
    KEYWORD = "congedier"
    target: str


class MoveCapital(GeneralOrder, frozen=True):
    KEYWORD = "deplacer-capitale"
    territory: str


class RecruitLeader(GeneralOrder, frozen=True):
    """`kind` civil, militaire or magique; `trait` the gift, tactic or colour wished for."""

    KEYWORD = "recruter-leader"
    kind: str
    trait: str = ""


class Train(GeneralOrder, frozen=True):
    """Up to `level` in `kind`; beyond très fort `level` is the characteristic to raise by one."""

    KEYWORD = "entrainer"
    kind: str
    level: str
    bonus: int = 0


# -- ORDRES: civil ----------------------------------------------------------------------------------------------


class CivilOrder(LeaderOrder, frozen=True, kw_only=True):
    """A civil operation; `winter` marks one written in autumn for the winter."""

    OPERATION: ClassVar[str] = ""
    """The operation's name in the rulebook, as talents and modifiers spell it."""
    winter: bool = False


class DevelopmentOrder(CivilOrder, frozen=True, kw_only=True):
    """An operation that develops a territory owned and controlled, with the leader on the spot."""

    territory: str
    resources: Goods = NOTHING
    """The mix of resources to pay with where the rules leave a choice."""


class Agitate(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "agitation"
    territory: str


class Assassinate(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "assassinat"
    nation: str
    name: str
    """The target's name: an order may name somebody who does not exist."""
    extra: int = 0
    diversion: int = 0


class Brigandage(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "brigandage"
    territory: str


class Construct(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "construction"
    structure: str
    border: str = ""
    name: str = ""
    """A wonder's name."""


class Cultivate(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "culture"


class Clear(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD, OPERATION = "defrichage", "défrichage"


class Develop(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD, OPERATION = "developpement", "développement"


class Hire(CivilOrder, frozen=True, kw_only=True):
    """`territory` only for police and milice."""

    KEYWORD = OPERATION = "embauche"
    unit: str
    territory: str = ""


class Embellish(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "embellissement"


class Spy(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "espionnage"
    territory: str
    extra: int = 0
    diversion: int = 0


class FoundTown(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD, OPERATION = "essor-urbain", "essor urbain"


class Exploit(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "exploitation"


class Populate(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "peuplement"


class Prospect(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "prospection"
    territory: str
    extra: int = 0


class Research(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "recherche"
    domain: str


class BuildRoads(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD, OPERATION = "reseau-routier", "réseau routier"


class Claim(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "revendication"
    territory: str


class Stabilise(CivilOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "stabilisation"


class Urbanise(DevelopmentOrder, frozen=True, kw_only=True):
    KEYWORD = OPERATION = "urbanisation"


# -- ORDRES: magical --------------------------------------------------------------------------------------------


class MagicOrder(LeaderOrder, frozen=True):
    pass


class LearnMagic(MagicOrder, frozen=True):
    """`extra`: 100 gold and 20 of any resources on top, for the bonuses."""

    KEYWORD = "apprendre"
    colour: str
    extra: Goods = NOTHING


class DryUp(MagicOrder, frozen=True):
    KEYWORD = "assecher"
    territory: str


class BoostSource(MagicOrder, frozen=True):
    KEYWORD = "booster"


class ChangeColour(MagicOrder, frozen=True):
    KEYWORD = "changer-couleur"
    colour: str


class Divert(MagicOrder, frozen=True):
    KEYWORD = "devier"
    territory: str
    points: int


class Exhaust(MagicOrder, frozen=True):
    KEYWORD = "epuiser"
    territory: str


class CastSpell(MagicOrder, frozen=True):
    """`spell` is `colour/level`; the target is a territory, a nation or a leader's name, as the spell asks."""

    KEYWORD = "sort"
    spell: str
    territory: str = ""
    nation: str = ""
    target: str = ""
    choice: str = ""


class Reinforce(MagicOrder, frozen=True):
    KEYWORD = "renforcer"
    territory: str
    points: int


class Siphon(MagicOrder, frozen=True):
    KEYWORD = "siphonner"
    territory: str
    points: int


# -- ORDRES: military -------------------------------------------------------------------------------------------


class MilitaryOrder(LeaderOrder, frozen=True):
    pass


class MarchOrder(MilitaryOrder, frozen=True):
    """An army's way: the territories of `via`, then `territory`."""

    territory: str
    via: tuple[str, ...] = ()


class Attack(MarchOrder, frozen=True):
    KEYWORD = "attaquer"


class TunnelAttack(MarchOrder, frozen=True):
    KEYWORD = "attaquer-tunnel"


class Defend(MilitaryOrder, frozen=True):
    KEYWORD = "defendre"


class March(MarchOrder, frozen=True):
    KEYWORD = "deplacer"


class Demolish(MilitaryOrder, frozen=True):
    KEYWORD = "detruire"
    structure: str


class Disband(MilitaryOrder, frozen=True):
    KEYWORD = "disperser"
    units: tuple[tuple[str, int], ...]


class Intercept(MilitaryOrder, frozen=True):
    KEYWORD = "intercepter"


class Pillage(MilitaryOrder, frozen=True):
    KEYWORD = "piller"


class Raid(MarchOrder, frozen=True):
    KEYWORD = "raid"


class TunnelRaid(MarchOrder, frozen=True):
    KEYWORD = "raid-tunnel"


class RecruitUnits(MilitaryOrder, frozen=True):
    """All `number` or none; with `most`, as many as possible up to it."""

    KEYWORD = "recruter"
    unit: str
    number: int
    most: bool = False
    territory: str = ""
    """Only for a structure that recruits; a leader recruits where he stands."""


# -- COMMERCE, DIPLOMATIE, MARCHE -------------------------------------------------------------------------------


class Send(Order, frozen=True):
    KEYWORD, SECTION = "envoyer", "COMMERCE"
    nation: str
    goods: Goods


class HireSails(Order, frozen=True):
    """Pay the Pale Sails to fall upon a nation's coasts."""

    KEYWORD, SECTION = "payer-voiles", "COMMERCE"
    nation: str
    gold: int


class DiplomaticOrder(Order, frozen=True):
    SECTION = "DIPLOMATIE"
    nation: str


class AcceptPeace(DiplomaticOrder, frozen=True):
    KEYWORD = "accepter paix"


class AcceptRansom(DiplomaticOrder, frozen=True):
    KEYWORD = "accepter rancon"
    leader: str


class AcceptSurrender(DiplomaticOrder, frozen=True):
    KEYWORD = "accepter reddition"
    terms: Terms = Terms()


class AcceptWhitePeace(DiplomaticOrder, frozen=True):
    KEYWORD = "accepter paix-blanche"


class CallAlly(DiplomaticOrder, frozen=True):
    KEYWORD = "activer"
    against: str


class Annex(DiplomaticOrder, frozen=True):
    KEYWORD = "annexer"


class BreakAlliance(DiplomaticOrder, frozen=True):
    KEYWORD = "briser"


class DeclareWar(DiplomaticOrder, frozen=True):
    KEYWORD = "guerre"


class AskPeace(DiplomaticOrder, frozen=True):
    KEYWORD = "paix"
    terms: Terms = Terms()


class AskWhitePeace(DiplomaticOrder, frozen=True):
    KEYWORD = "paix-blanche"


class Denounce(DiplomaticOrder, frozen=True):
    KEYWORD = "denoncer"


class EstablishCaravan(DiplomaticOrder, frozen=True):
    KEYWORD = "caravane"
    start: str
    end: str


class DemandRansom(DiplomaticOrder, frozen=True):
    KEYWORD = "rancon"
    leader: str
    goods: Goods


class SurrenderTo(DiplomaticOrder, frozen=True):
    KEYWORD = "reddition"


class SignContract(DiplomaticOrder, frozen=True):
    KEYWORD = "contrat"


class SignPact(DiplomaticOrder, frozen=True):
    KEYWORD = "pacte"


class SignAlliance(DiplomaticOrder, frozen=True):
    KEYWORD = "alliance"


class Bid(Order, frozen=True):
    KEYWORD, SECTION = "enchere", "MARCHE"
    leader: str
    gold: int


AnyOrder = (
    ConvertInTown | ConvertInBuilding | SellAsIndustrialist | Transmute | UseStructure
    | RunLaboratory | DrainSource | Allocate | Discover
    | Place | FormArmy
    | Heal | Dismiss | MoveCapital | RecruitLeader | Train
    | Agitate | Assassinate | Brigandage | Construct | Cultivate | Clear | Develop | Hire | Embellish | Spy | FoundTown
    | Exploit | Populate | Prospect | Research | BuildRoads | Claim | Stabilise | Urbanise
    | LearnMagic | DryUp | BoostSource | ChangeColour | Divert | Exhaust | CastSpell | Reinforce | Siphon
    | Attack | TunnelAttack | Defend | March | Demolish | Disband | Intercept | Pillage | Raid | TunnelRaid | RecruitUnits
    | Send | HireSails
    | AcceptPeace | AcceptRansom | AcceptSurrender | AcceptWhitePeace | CallAlly | Annex | BreakAlliance | DeclareWar | AskPeace
    | AskWhitePeace | Denounce | EstablishCaravan | DemandRansom | SurrenderTo | SignContract | SignPact | SignAlliance
    | Bid
)  # fmt: skip
