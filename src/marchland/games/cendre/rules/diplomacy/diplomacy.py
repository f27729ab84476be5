"""Chapter "La diplomatie": treaties, wars, offers and peace, in the order of the detailed turn."""

from __future__ import annotations

from marchland.kernel.frames import Procedure

from ...orders import (
    AcceptPeace,
    AcceptRansom,
    AcceptSurrender,
    AcceptWhitePeace,
    Annex,
    AskPeace,
    AskWhitePeace,
    BreakAlliance,
    CallAlly,
    DeclareWar,
    DemandRansom,
    Denounce,
    SignAlliance,
    SignContract,
    SignPact,
    SurrenderTo,
)
from ...state import Cendre
from ..common.carry_out import carry_out
from . import declarations as wars
from . import peace, treaties
from .homeward import send_home
from .minor import write_sheets


class DiplomaticPhase(Procedure[Cendre], frozen=True):
    """TC-DIP-05 Diplomatic orders are resolved kind by kind, in the order of the detailed turn."""

    STEPS = (
        "neutral_sheets",
        "sign_contracts",
        "sign_alliances",
        "sign_pacts",
        "break_alliances",
        "denounce",
        "declare_wars",
        "call_allies",
        "ask_white_peace",
        "ask_peace",
        "surrender",
        "demand_ransoms",
        "accept_white_peace",
        "accept_peace",
        "accept_surrender",
        "accept_ransoms",
        "annex",
        "consequences",
    )

    def neutral_sheets(self, game: Cendre) -> None:
        """TC-DIP-11 Nations without a player make up their minds."""
        write_sheets(game)

    def sign_contracts(self, game: Cendre) -> None:
        """TC-DIP-05 Contracts."""
        carry_out(game, SignContract, treaties.sign, "TC-DIP-05")

    def sign_alliances(self, game: Cendre) -> None:
        """TC-DIP-05 Alliances."""
        carry_out(game, SignAlliance, treaties.sign, "TC-DIP-05")

    def sign_pacts(self, game: Cendre) -> None:
        """TC-DIP-05 Pacts."""
        carry_out(game, SignPact, treaties.sign, "TC-DIP-05")

    def break_alliances(self, game: Cendre) -> None:
        """TC-DIP-05 Alliances are broken just before treaties are denounced."""
        carry_out(game, BreakAlliance, treaties.break_alliance, "TC-DIP-05")

    def denounce(self, game: Cendre) -> None:
        """TC-DIP-05 Contracts and pacts are denounced."""
        carry_out(game, Denounce, treaties.denounce, "TC-DIP-05")

    def declare_wars(self, game: Cendre) -> None:
        """TC-DIP-02 Wars are declared, first those to which an ally called."""
        wars.answer_by_dice(game)
        carry_out(game, DeclareWar, wars.declare_war, "TC-DIP-02")

    def call_allies(self, game: Cendre) -> None:
        """TC-DIP-05 Allies are called."""
        carry_out(game, CallAlly, wars.call_ally, "TC-DIP-05")

    def ask_white_peace(self, game: Cendre) -> None:
        """TC-DIP-06 White peace is proposed."""
        carry_out(game, AskWhitePeace, peace.ask_white_peace, "TC-DIP-06")

    def ask_peace(self, game: Cendre) -> None:
        """TC-DIP-07 Peace is proposed on terms."""
        carry_out(game, AskPeace, peace.ask_peace, "TC-DIP-07")

    def surrender(self, game: Cendre) -> None:
        """TC-DIP-08 Nations surrender; offers that meet are agreed at once."""
        carry_out(game, SurrenderTo, peace.surrender, "TC-DIP-08")
        peace.match_offers(game)

    def demand_ransoms(self, game: Cendre) -> None:
        """TC-DIP-12 Ransoms are asked."""
        carry_out(game, DemandRansom, peace.demand_ransom, "TC-DIP-12")

    def accept_white_peace(self, game: Cendre) -> None:
        """TC-DIP-06 White peace is accepted."""
        carry_out(game, AcceptWhitePeace, peace.accept_white_peace, "TC-DIP-06")

    def accept_peace(self, game: Cendre) -> None:
        """TC-DIP-07 Terms are accepted."""
        carry_out(game, AcceptPeace, peace.accept_peace, "TC-DIP-07")

    def accept_surrender(self, game: Cendre) -> None:
        """TC-DIP-08 Surrenders are accepted."""
        carry_out(game, AcceptSurrender, peace.accept_surrender, "TC-DIP-08")

    def accept_ransoms(self, game: Cendre) -> None:
        """TC-DIP-12 Ransoms are paid."""
        carry_out(game, AcceptRansom, peace.accept_ransom, "TC-DIP-12")

    def annex(self, game: Cendre) -> None:
        """TC-DIP-12 Minor nations are annexed."""
        carry_out(game, Annex, peace.annex, "TC-DIP-12", contested=True)

    def consequences(self, game: Cendre) -> None:
        """TC-DIP-05 Ignored calls are refusals, unanswered offers lapse."""
        wars.settle_calls(game)
        peace.lapse_offers(game)


# -- other moments of the turn ----------------------------------------------------------------------------------


def start_of_turn(game: Cendre) -> None:
    """TC-DIP-05 A new season: broken treaties end and troops leave former allies; dated casus belli lapse."""
    for rupture in treaties.end_ruptured(game):
        if rupture.kind == "alliance":
            send_home(game, rupture.by, (rupture.other,))
            send_home(game, rupture.other, (rupture.by,))
    game.casus = [casus for casus in game.casus if casus.until >= game.turn]


def conclude_peaces(game: Cendre) -> None:
    """TC-DIP-07 The final phase: peace agreed this season is carried out, treaties signed come into force."""
    peace.conclude(game)
    treaties.take_effect(game)


def automatic_surrenders(game: Cendre) -> None:
    """TC-DIP-10 A nation that controls nothing surrenders."""
    peace.surrender_if_landless(game)


def inaction_peaces(game: Cendre) -> None:
    """TC-DIP-10 A year without a battle or a conquest ends a war."""
    peace.end_sleeping_wars(game)
