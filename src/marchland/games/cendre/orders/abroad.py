"""Trade, the seventeen diplomatic orders, and bids for leaders."""

from __future__ import annotations

from ..goods import Goods
from .base import Order, Terms

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
