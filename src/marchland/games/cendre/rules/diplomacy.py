"""Chapter "La diplomatie": treaties, wars, offers and peace."""

from __future__ import annotations

from ....kernel.frames import Procedure
from ..state import Cendre


class DiplomaticPhase(Procedure, frozen=True):
    """TC-DIP-05 Diplomatic orders are resolved kind by kind, in the order of the detailed turn."""

    STEPS = (
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

    def sign_contracts(self, game: Cendre) -> None: ...
    def sign_alliances(self, game: Cendre) -> None: ...
    def sign_pacts(self, game: Cendre) -> None: ...
    def break_alliances(self, game: Cendre) -> None: ...
    def denounce(self, game: Cendre) -> None: ...
    def declare_wars(self, game: Cendre) -> None: ...
    def call_allies(self, game: Cendre) -> None: ...
    def ask_white_peace(self, game: Cendre) -> None: ...
    def ask_peace(self, game: Cendre) -> None: ...
    def surrender(self, game: Cendre) -> None: ...
    def demand_ransoms(self, game: Cendre) -> None: ...
    def accept_white_peace(self, game: Cendre) -> None: ...
    def accept_peace(self, game: Cendre) -> None: ...
    def accept_surrender(self, game: Cendre) -> None: ...
    def accept_ransoms(self, game: Cendre) -> None: ...
    def annex(self, game: Cendre) -> None: ...
    def consequences(self, game: Cendre) -> None: ...


def start_of_turn(game: Cendre) -> None:
    """Section 3.12 step 1: treaties and wars of last season become active, dated casus belli and unanswered offers lapse."""


def conclude_peaces(game: Cendre) -> None:
    """Step 21: peace concluded this season is carried out."""


def automatic_surrenders(game: Cendre) -> None:
    """Step 24: a nation that controls nothing surrenders."""


def inaction_peaces(game: Cendre) -> None:
    """Step 24, winter: a year without a battle or a conquest ends a war."""


def lose_all_wars(game: Cendre, nation: str) -> None:
    """Revolution: every war of the nation ends as lost; called by `standing.revolution`."""


def begin_war(game: Cendre, one: str, other: str, since: int) -> None:
    """A war without declaration (independence, civil war): no stability or reputation effect."""


def drop_treaties(game: Cendre, nation: str) -> None:
    """Every treaty, offer, call and casus belli of a nation that disappears."""
