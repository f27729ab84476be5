"""Diplomatic pacts: writing, signing, using and ending them (rulebook: C. Diplomacy)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import IllegalAction
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision

from ...state import Medioevo, Pact, Prisoner
from ...tables import DATA
from ..cards.effects import has_effect
from ..components.armies import one, plus
from ..components.table import change, living, pay, replace, tally
from ..registry import free_action
from .relations import fee_for

RIGHTS = ("trade", "passage", "military", "civil")
"""Pacts that allow a guest something in the host's land."""
ALLIANCES = ("defence", "offence")
KINDS_OF_PACT = (*RIGHTS, "peace", *ALLIANCES)


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`data/diplomacy.yaml`."""

    offers: int
    orders: int
    horizons: tuple[int, ...]
    payments: tuple[int, ...]
    fees: tuple[int, ...]
    support: tuple[int, ...]
    most_units: int
    most_florins: int


@cache
def figures() -> Figures:
    return msgspec.yaml.decode((DATA / "diplomacy.yaml").read_bytes(), type=Figures)


class Terms(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pact being negotiated. The first party wrote it; `florins` go from him to the second party, or back if negative."""

    parties: tuple[Seat, ...]
    kinds: tuple[str, ...] = ()
    guests: tuple[Seat, ...] = ()
    units: int = 0
    against: tuple[Seat, ...] = ()
    per_use: int = 0
    until: int = 0
    secret: bool = False
    florins: int = 0
    prisoners: tuple[Prisoner, ...] = ()
    text: str = ""


# -- actions and events ------------------------------------------------------------------------------------


class DraftPact(Action, frozen=True):
    """Start writing a pact with another player."""

    TOUCHES = ("rival",)
    PREFIX = {"rival": "seat"}
    rival: Seat


class AddClause(Action, frozen=True):
    clause: str


class Invite(Action, frozen=True):
    TOUCHES = ("rival",)
    PREFIX = {"rival": "seat"}
    rival: Seat


class FavourOnly(Action, frozen=True):
    """Only this player receives the rights."""

    rival: Seat


class SetTerm(Action, frozen=True):
    turn: int


class SetPayment(Action, frozen=True):
    """Florins paid once by the writer, or to him if negative."""

    florins: int


class SetFee(Action, frozen=True):
    florins: int


class SetSupport(Action, frozen=True):
    units: int


class NameEnemy(Action, frozen=True):
    rival: Seat


class FreePrisoner(Action, frozen=True):
    holder: Seat
    owner: Seat
    kind: str


class KeepSecret(Action, frozen=True):
    """The pact is to be secret."""


class TearUp(Action, frozen=True):
    """Give up the draft."""

    IDLE = True


class Propose(Action, frozen=True):
    """Send the pact to the other parties."""

    terms: Terms


class Accept(Action, frozen=True):
    """Sign."""


class Refuse(Action, frozen=True):
    """Do not sign."""

    IDLE = True


class PactProposed(Event, frozen=True):
    RULE = "MU-DIP-04"
    seat: Seat
    terms: Terms


class PactRefused(Event, frozen=True):
    RULE = "MU-DIP-04"
    seat: Seat
    parties: tuple[Seat, ...]


class PactSigned(Event, frozen=True):
    RULE = "MU-DIP-04"
    pact: int
    parties: tuple[Seat, ...]
    clauses: tuple[str, ...]


class PactEnded(Event, frozen=True):
    RULE = "MU-DIP-09"
    pact: int
    parties: tuple[Seat, ...]
    clauses: tuple[str, ...]


class PrisonerFreed(Event, frozen=True):
    RULE = "MU-DIP-04"
    holder: Seat
    owner: Seat
    kind: str


# -- writing and signing -----------------------------------------------------------------------------------


class Negotiate(Decision[Medioevo], frozen=True):
    """MU-DIP-04 What others see of a pact being written or talked about: that somebody negotiates."""

    RULE = "MU-DIP-04"
    seat: Seat


def known_to_signatories(game: Medioevo, decision: Decision[Medioevo], number: int, viewer: Seat | None) -> Decision[Medioevo]:
    """MU-DIP-04 A question that speaks of a secret pact: those who have not signed it only see that somebody negotiates."""
    pact = game.pacts[number]
    return decision if not pact.secret or viewer in pact.parties else Negotiate(*decision.deciders())


class WritePact(Decision[Medioevo], frozen=True):
    """MU-DIP-04 A pact is written clause by clause, or handed over in one piece."""

    RULE = "MU-DIP-04"
    seat: Seat
    terms: Terms

    def seen_by(self, game: Medioevo, viewer: Seat | None) -> Decision[Medioevo]:
        """MU-DIP-04 Nobody else reads what is being written."""
        return self if viewer == self.seat else Negotiate(self.seat)

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield TearUp()
        if not any(objections(game, self.terms, self.seat)):
            yield Propose(self.terms)
        yield from next_clauses(game, self.terms)

    def check(self, game: Medioevo, seat: Seat, action: Action) -> None:
        """MU-DIP-04 Any pact in proper form may be proposed, not only those made of the offered steps."""
        if not isinstance(action, Propose):
            super().check(game, seat, action)
            return
        if action.terms.parties[:1] != (seat,):
            raise IllegalAction("MU-DIP-04", objection="writer")
        for objection in objections(game, action.terms, seat):
            raise IllegalAction("MU-DIP-04", objection=objection)

    def resolve(self, game: Medioevo, action: Action) -> None:
        match action:
            case TearUp():
                return
            case Propose(terms=terms):
                propose(game, terms)
            case _:
                game.push(WritePact(self.seat, amended(self.terms, action)))


class AnswerPact(Decision[Medioevo], frozen=True):
    """MU-DIP-04 Every other party signs or refuses; one refusal is enough."""

    RULE = "MU-DIP-04"
    seat: Seat
    terms: Terms
    waiting: tuple[Seat, ...] = ()

    def seen_by(self, game: Medioevo, viewer: Seat | None) -> Decision[Medioevo]:
        """MU-DIP-04 Only those who are to sign know what is proposed."""
        return self if viewer in self.terms.parties else Negotiate(self.seat)

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield Refuse()
        if not any(objections(game, self.terms, self.seat)):
            yield Accept()

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, Refuse):
            parties = self.terms.parties
            game.emit(PactRefused(seat=self.seat, parties=parties, audience=parties))
        elif self.waiting:
            game.push(AnswerPact(self.waiting[0], self.terms, self.waiting[1:]))
        else:
            sign(game, self.terms)


@free_action(DraftPact)
def draft_pact(game: Medioevo, seat: Seat, action: DraftPact) -> None:
    """MU-DIP-04 A player starts to write; so many offers a turn (`data/diplomacy.yaml`)."""
    tally(game, seat, proposals=1)
    game.push(WritePact(seat, Terms(parties=(seat, action.rival))))


def next_clauses(game: Medioevo, terms: Terms) -> Iterator[Action]:
    """MU-DIP-05 What can still be written into a draft, each thing once."""
    yield from (AddClause(kind) for kind in KINDS_OF_PACT if kind not in terms.kinds)
    yield from (Invite(seat) for seat in living(game) if seat not in terms.parties)
    if not terms.until:
        yield from (SetTerm(game.turn + ahead) for ahead in figures().horizons)
    if not terms.secret:
        yield KeepSecret()
    yield from _money(game, terms)
    yield from _rights(terms)
    yield from _duties(game, terms)
    yield from _prisoners(game, terms)


def _money(game: Medioevo, terms: Terms) -> Iterator[Action]:
    if not terms.florins:
        own, theirs = (game.players[seat].florins for seat in terms.parties[:2])
        yield from (SetPayment(sum) for sum in figures().payments if sum <= own)
        # Under Deployment a rival's purse is partly hidden: what he could pay must not show.
        if not has_effect(game, "deployment"):
            yield from (SetPayment(-sum) for sum in figures().payments if sum <= theirs)


def _rights(terms: Terms) -> Iterator[Action]:
    if not set(RIGHTS).isdisjoint(terms.kinds):
        if not terms.guests:
            yield from map(FavourOnly, terms.parties)
        elif not terms.per_use:
            yield from map(SetFee, figures().fees)


def _duties(game: Medioevo, terms: Terms) -> Iterator[Action]:
    if not terms.units and not set(ALLIANCES).isdisjoint(terms.kinds):
        yield from map(SetSupport, figures().support)
    if "offence" in terms.kinds:
        yield from (NameEnemy(seat) for seat in living(game) if seat not in (*terms.parties, *terms.against))


def _prisoners(game: Medioevo, terms: Terms) -> Iterator[Action]:
    for prisoner in sorted(set(game.prisoners)):
        if prisoner.holder in terms.parties and prisoner.owner in terms.parties:
            if terms.prisoners.count(prisoner) < game.prisoners.count(prisoner):
                yield FreePrisoner(prisoner.holder, prisoner.owner, prisoner.kind)


def amended(terms: Terms, action: Action) -> Terms:
    """The draft with one more clause."""
    match action:
        case AddClause(clause=clause):
            return replace(terms, kinds=tuple(kind for kind in KINDS_OF_PACT if kind in (*terms.kinds, clause)))
        case Invite(rival=rival):
            return replace(terms, parties=(*terms.parties, rival))
        case FavourOnly(rival=rival):
            return replace(terms, guests=(rival,))
        case SetTerm(turn=turn):
            return replace(terms, until=turn)
        case SetPayment(florins=florins):
            return replace(terms, florins=florins)
        case SetFee(florins=florins):
            return replace(terms, per_use=florins)
        case SetSupport(units=units):
            return replace(terms, units=units)
        case NameEnemy(rival=rival):
            return replace(terms, against=tuple(sorted((*terms.against, rival))))
        case FreePrisoner(holder=holder, owner=owner, kind=kind):
            return replace(terms, prisoners=tuple(sorted((*terms.prisoners, Prisoner(holder, owner, kind)))))
        case _:
            return replace(terms, secret=True)


def objections(game: Medioevo, terms: Terms, seat: Seat) -> Iterator[str]:
    """MU-DIP-04 What keeps a seat from signing a pact: nothing agreed, unknown clauses, money or prisoners that are not there."""
    if not (terms.kinds or terms.florins or terms.prisoners or terms.text):
        yield "empty"
    if not set(terms.kinds).issubset(KINDS_OF_PACT) or has_doubles(terms.kinds):
        yield "clauses"
    yield from _wrong_people(game, terms)
    yield from _wrong_figures(game, terms)
    yield from _lacking_florins(game, terms, seat)


def _wrong_people(game: Medioevo, terms: Terms) -> Iterator[str]:
    parties = set(terms.parties)
    if len(parties) < 2 or has_doubles(terms.parties) or not parties.issubset(living(game)):
        yield "parties"
    elif not parties.issuperset(terms.guests) or not parties.isdisjoint(terms.against):
        yield "roles"
    for prisoner in set(terms.prisoners):
        is_held = terms.prisoners.count(prisoner) <= game.prisoners.count(prisoner)
        if not is_held or not parties.issuperset((prisoner.holder, prisoner.owner)):
            yield "prisoners"


def has_doubles(listed: tuple[object, ...]) -> bool:
    return len(set(listed)) < len(listed)


def _wrong_figures(game: Medioevo, terms: Terms) -> Iterator[str]:
    if terms.until and terms.until < game.turn:
        yield "term"
    if not 0 <= terms.units <= figures().most_units or not 0 <= terms.per_use <= figures().most_florins:
        yield "figures"


def _lacking_florins(game: Medioevo, terms: Terms, seat: Seat) -> Iterator[str]:
    """MU-DIP-04 The payer has not the money; under Deployment only he knows, for what he has spent is behind his screen."""
    payer = terms.parties[0 if terms.florins > 0 else 1]
    if abs(terms.florins) > game.players[payer].florins and (payer == seat or not has_effect(game, "deployment")):
        yield "florins"


def propose(game: Medioevo, terms: Terms) -> None:
    """MU-DIP-04 The other parties are asked one after the other; only they know of it."""
    game.emit(PactProposed(seat=terms.parties[0], terms=terms, audience=terms.parties))
    game.push(AnswerPact(terms.parties[1], terms, terms.parties[2:]))


def sign(game: Medioevo, terms: Terms) -> None:
    """MU-DIP-04 The pact is in force: money and prisoners change hands now."""
    settle_payment(game, terms)
    for prisoner in terms.prisoners:
        free_prisoner(game, prisoner)
    if not terms.kinds and not terms.text:
        return
    number = game.next_pact
    game.next_pact += 1
    game.pacts[number] = Pact(
        parties=terms.parties,
        kinds=terms.kinds,
        guests=terms.guests,
        units=terms.units,
        against=terms.against,
        per_use=terms.per_use,
        until=terms.until,
        secret=terms.secret,
        made=game.turn,
        text=terms.text,
    )
    audience = terms.parties if terms.secret else None
    game.emit(PactSigned(pact=number, parties=terms.parties, clauses=terms.kinds, audience=audience))


def settle_payment(game: Medioevo, terms: Terms) -> None:
    """MU-DIP-04 A pact may include a payment."""
    writer, partner = terms.parties[:2]
    if terms.florins > 0:
        pay(game, writer, terms.florins, "MU-DIP-04", to=partner)
    else:
        pay(game, partner, -terms.florins, "MU-DIP-04", to=writer)


def free_prisoner(game: Medioevo, prisoner: Prisoner) -> None:
    """MU-DIP-04 A freed unit comes back like a surrendered one: in phase 4, within the unit limit."""
    game.prisoners.remove(prisoner)
    change(game, prisoner.owner, camp=plus(game.players[prisoner.owner].camp, one(prisoner.kind)))
    game.emit(PrisonerFreed(holder=prisoner.holder, owner=prisoner.owner, kind=prisoner.kind))


# -- in force ----------------------------------------------------------------------------------------------


def pacts_of(game: Medioevo, seat: Seat) -> list[int]:
    """The numbers of the pacts a player has signed."""
    return [number for number in sorted(game.pacts) if seat in game.pacts[number].parties]


def numbers_between(game: Medioevo, one_seat: Seat, other: Seat) -> list[int]:
    return [number for number in pacts_of(game, one_seat) if other in game.pacts[number].parties]


def use_right(game: Medioevo, guest: Seat, host: Seat, kind: str) -> None:
    """MU-DIP-05 A guest uses a right: he pays the fee agreed for each use."""
    pay(game, guest, fee_for(game, guest, host, kind), "MU-DIP-05", to=host)


def end_pact(game: Medioevo, number: int) -> None:
    """MU-DIP-09 A pact is over, without fault."""
    pact = game.pacts.pop(number)
    audience = pact.parties if pact.secret else None
    game.emit(PactEnded(pact=number, parties=pact.parties, clauses=pact.kinds, audience=audience))


def end_pacts(game: Medioevo) -> None:
    """MU-DIP-09 At the end of the turn pacts that have reached their term are over."""
    for number in sorted(game.pacts):
        if game.pacts[number].until and game.pacts[number].until <= game.turn:
            end_pact(game, number)
