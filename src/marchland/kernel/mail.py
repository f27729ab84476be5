"""Play by mail: what passes between a title's `mail.py` (`contract.MailPart`) and whoever runs a game by letters."""

from __future__ import annotations

import msgspec

from .actions import Action
from .errors import Refusal

ACCEPTED, DOUBTFUL, REFUSED = "accepted", "doubtful", "refused"


Line = dict[str, str]
"""What was written, in every language a player may read it in."""


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of one line of a sheet: the canonical line it was read as, and why it is doubtful or refused."""

    line: int
    text: str
    status: str
    canonical: str = ""
    reasons: tuple[Refusal, ...] = ()
    said: Line = {}
    """The canonical line by language, where sheets can be written in several."""

    def shown(self, language: str) -> str:
        """What will be played, in the reader's language; what was written, if that is refused."""
        understood = self.said.get(language) or self.canonical
        return understood if self.status != REFUSED and understood else self.text


class OrderKind(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that can be written on a sheet: a line to start from, what may follow it, and the rule behind it."""

    name: str
    section: str = ""
    """The heading it stands under, as the sheet spells it."""
    section_name: str = ""
    example: str
    more: str = ""
    rule: str


class Reading(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sheet as it was understood. With a `refusal` the whole sheet is void and `action` is empty."""

    action: Action | None = None
    canonical: str = ""
    """The sheet as it is kept and signed, whatever language it was written in."""
    sheets: Line = {}
    """The same by language, where sheets can be written in several."""
    verdicts: tuple[Verdict, ...] = ()
    refusal: Refusal | None = None
    key: str = ""
    """The pass-phrase on the sheet, if it bears one."""

    @property
    def valid(self) -> bool:
        return self.refusal is None

    def count(self, status: str) -> int:
        return sum(verdict.status == status for verdict in self.verdicts)
