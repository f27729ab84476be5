"""Who is bound to whom, as far as a nation, or everybody, knows: made of the view and of nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.cards import Bond, Bonds
from marchland.kernel.errors import Refusal

from ..phrases import PHRASEBOOK, nation_name, word
from ..rules.diplomacy.terms import ALLIANCE, year_of
from ..state import MAJOR, MINOR, NationId
from ..tables import TABLES
from ..view import CendreView

TONES = {"war": "bad", "alliance": "good", "pact": "good", "contract": "good", "casus": "bad"}
MARKS = ("war", "alliance", "pact", "contract", "truce", "offer", "casus")
SECRET = ("offer", "casus")


def bonds(view: CendreView, language: str) -> Bonds:
    """TC-INFO-03 Treaties, wars and truces, which everybody knows; TC-INFO-04 offers, calls and casus belli that are one's own."""
    own = view.estate.nation.id if view.estate is not None else ""
    found = tuple(_Ledger(view, language).all())
    known = (id_ for id_, nation in view.nations.items() if nation.kind == MAJOR)
    minors = (id_ for id_, nation in view.nations.items() if nation.kind == MINOR and _is_bound(id_, found))
    parties = sorted((*known, *minors), key=lambda id_: (id_ != own, nation_name(id_, language)))
    kinds = [kind for kind in MARKS if own or kind not in SECRET]
    marks = tuple((word(f"mark.{kind}", language), word(f"marked.{kind}", language)) for kind in kinds)
    return Bonds(tuple((id_, nation_name(id_, language)) for id_ in parties), found, marks, own)


def _is_bound(nation: NationId, found: tuple[Bond, ...]) -> bool:
    return any(nation in (bond.one, bond.other) for bond in found)


class _Ledger:
    def __init__(self, view: CendreView, language: str) -> None:
        self.view, self.language = view, language

    def all(self) -> Iterator[Bond]:
        yield from self.public()
        if self.view.estate is not None:
            yield from self.secret()

    def public(self) -> Iterator[Bond]:
        allied = {(treaty.one, treaty.other) for treaty in self.view.treaties if treaty.kind == ALLIANCE}
        for war in self.view.wars:
            yield self.bond("war", war.one, war.other, "war", since=war.since)
        for treaty in self.view.treaties:
            if treaty.kind == ALLIANCE or (treaty.one, treaty.other) not in allied:  # an alliance has the others in it
                yield self.bond(treaty.kind, treaty.one, treaty.other, treaty.kind, since=treaty.since)
        for key, turn in self.view.peaces.items():
            one, other = key.split("|")
            year = year_of(turn) + TABLES.war.locks.war_after_peace
            if self.view.year < year:
                yield self.bond("truce", one, other, "truce", year=year)

    def secret(self) -> Iterator[Bond]:
        estate = self.view.estate
        assert estate is not None
        for offer in estate.offers:
            yield self.bond("offer", offer.by, offer.to, "offer", what=word(offer.kind, self.language), nation=offer.by)
        for call in estate.calls:
            yield self.bond("offer", call.by, call.to, "call", nation=call.by, to=call.to, other=call.against)
        for casus in estate.casus:
            if casus.until >= self.view.turn:
                yield self.bond("casus", casus.holder, casus.against, "casus", nation=casus.holder, cause=casus.cause)

    def bond(self, kind: str, one: NationId, other: NationId, key: str, /, **facts: object) -> Bond:
        return Bond(
            one=one,
            other=other,
            kind=kind,
            mark=word(f"mark.{kind}", self.language),
            text=PHRASEBOOK.reason(Refusal(f"bond.{key}", facts), self.language),
            tone=TONES.get(kind, ""),
            is_secret=kind in SECRET,
        )
