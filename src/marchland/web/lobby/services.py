"""Making tables and filling their seats. One transaction each, with the table's row locked."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db.models import Q
from django.utils import timezone

from marchland.kernel.chance import KEY_BYTES, commitment
from marchland.kernel.title import Title
from marchland.tempo import tempo_from
from marchland.web.absence import choices
from marchland.web.absence import handover as absence
from marchland.web.absence.choices import DEFAULT
from marchland.web.absence.gate import must_be_reliable
from marchland.web.absence.manners import Manners, manners_of
from marchland.web.accounts.models import User
from marchland.web.company import ratings
from marchland.web.guidance.services import begin_lessons
from marchland.web.notices import services as notices
from marchland.web.pace import timing
from marchland.web.pace.forms import LONGEST_GAME, time_option
from marchland.web.tables import announcing, keeping, watching
from marchland.web.tables.locking import table_locked, write_transaction
from marchland.web.tables.models import (
    Admission,
    AdmissionKind,
    DelayBy,
    EntryKind,
    Invitation,
    Pace,
    Seat,
    SeatKind,
    Status,
    Table,
    Watching,
)
from marchland.web.tables.refusals import (
    BadRequest,
    NoSuchTable,
    NotTheHost,
    NotYourSeat,
    SeatTaken,
    SentAway,
    TooManyTables,
    WrongMoment,
)
from marchland.web.tables.services import note, open_game
from marchland.web.tables.thinking import USUAL_LEVEL, bot_levels
from marchland.web.tables.viewers import PEOPLE, is_empty, is_vacant
from marchland.web.titles import title_named

from . import line, picks

NAME_LENGTH = 40
BOT_NAMES = ("Aldric", "Berta", "Corvin", "Dorotea", "Egil", "Fausta", "Gisela", "Hanno")
TABLES_AT_ONCE = 100
"""How many unfinished tables one person may host: enough for anybody, too few to fill the disk."""


@dataclass(frozen=True)
class Place:
    """What is wanted of a seat: `me`, `open`, `invited`, `bot` (of a level), `hotseat` (with a name), `person` (who is there)."""

    kind: str
    level: str = ""
    name: str = ""
    guest: User | None = None
    """Whom an invited seat is kept for; None: whoever has the link. Of a `person`: who it is."""
    again: bool = False
    """They sat there in the game before."""
    pick: str = ""
    """What it shall play, where the title lets seats choose."""


@dataclass(frozen=True)
class Wish:
    """A table as its host wants it."""

    title: str
    places: Sequence[Place]
    options: Mapping[str, Any]
    name: str = ""
    public: bool = True
    pace: str = Pace.LIVE
    tempo: dict[str, Any] = field(default_factory=dict)
    limit: int | None = None
    """Minutes for the whole game, where its title can end by the clock."""
    when_late: str = DEFAULT
    manners: Manners = field(default_factory=Manners)
    watching: str = ""
    """Who may look on; empty: everybody at a public table, invited people at a private one."""
    delay_by: str = DelayBy.NOTHING
    delay: int = 0
    host_starts: bool = False
    """Full or not, the game begins when the host says so."""
    letters: bool | None = None
    """May seats write to each other? None: where the title is played in writing."""
    by_vote: bool = False
    """Once it has begun nobody is host: what a host does is voted on."""
    advice: bool = False
    """May those who play ask the coach, though they are not alone with bots?"""
    rated: bool = False
    """Counts for the ratings of those who play; what a host does is voted on, too."""
    key: bytes = b""
    """Chance as it shall be, where everybody may know it: in a lesson; empty: nobody knows."""


def table_create(host: User, wish: Wish) -> Table:
    """A new table; it starts by itself when nobody is missing."""
    title = title_named(wish.title)
    if len(wish.places) not in title.seats:
        raise BadRequest(f"{title.id}: {len(wish.places)} seats")
    if Table.objects.filter(host=host, status__in=(Status.GATHERING, Status.PLAYING)).count() >= TABLES_AT_ONCE:
        raise TooManyTables(host.username)
    must_be_reliable(wish.manners, host)
    if wish.rated:
        ratings.must_be_fit(host, wish.places)
    key, options = wish.key or os.urandom(KEY_BYTES), _with_time(title, wish)
    wanted = picks.spread(picks.choice_of(title), options, [place.pick for place in wish.places])
    with write_transaction():
        table = Table.objects.create(
            title=title.id,
            rules_version=title.rules_version,
            name=_tidy(wish.name, 80),
            host=host,
            options=options,
            pace=Pace(wish.pace),
            tempo=tempo_for(wish.pace, wish.tempo),
            limit=wish.limit,
            when_late=choices.written(choices.parsed(wish.when_late), title) or DEFAULT,
            **wish.manners.columns(),
            public=wish.public,
            **_watched(wish),
            **_manners_of_play(wish),
            key=key,
            commitment=commitment(key),
        )
        seats = [_seat(table, number, place, host) for number, place in enumerate(wish.places)]
        for seat, pick in zip(seats, wanted, strict=True):
            seat.pick = pick
        Seat.objects.bulk_create(seats)
        _invite(table, wish.places)
        if not any_missing(table):
            begin(table)
    return table


def tempo_for(pace: str, figures: Mapping[str, Any]) -> dict[str, Any]:
    """What the pace means in figures, with the usual ones for those that were not named."""
    if pace not in timing.TIMED:
        return {}
    try:
        return dict(msgspec.to_builtins(tempo_from({**figures, "type": str(pace)})))
    except msgspec.ValidationError as problem:
        raise BadRequest(str(problem)) from None


def _with_time(title: Title, wish: Wish) -> dict[str, Any]:
    """The title's options; where there is a limit for the whole game, the rules are told that there is one, and not which."""
    if wish.limit is None:
        return title.for_new_table(wish.options)
    name = time_option(title)
    if not name or not 0 < wish.limit <= LONGEST_GAME * 24 * 60:
        raise BadRequest(f"limit: {wish.limit}")
    return title.for_new_table({**wish.options, name: True})


def _manners_of_play(wish: Wish) -> dict[str, Any]:
    """Who may say and ask what; where a game is rated nobody is host, and nobody is advised."""
    said = {"with_letters": wish.letters, "host_starts": wish.host_starts, "rated": wish.rated}
    return {**said, "by_vote": wish.by_vote or wish.rated, "with_advice": wish.advice and not wish.rated}


def _watched(wish: Wish) -> dict[str, Any]:
    """Who may look on, and how far behind."""
    usual = Watching.EVERYBODY if wish.public else Watching.INVITED
    return watching.settings_of(wish.watching or usual, wish.delay_by, wish.delay)


def _seat(table: Table, number: int, place: Place, host: User) -> Seat:
    match place.kind:
        case "me":
            return Seat(table=table, number=number, kind=SeatKind.USER, user=host)
        case "hotseat":
            return Seat(table=table, number=number, kind=SeatKind.HOT_SEAT, user=host, name=_tidy(place.name, NAME_LENGTH))
        case "person" if place.guest is not None:
            return Seat(table=table, number=number, kind=SeatKind.USER, user=place.guest)
        case "open" | "invited":
            return Seat(table=table, number=number, kind=SeatKind(place.kind))
        case "bot" if place.level in bot_levels(table.title):
            return Seat(table=table, number=number, kind=SeatKind.BOT, bot=place.level, name=bot_name(number))
        case _:
            raise BadRequest(f"seat {number}: {place.kind} {place.level}".strip())


def bot_name(number: int) -> str:
    return BOT_NAMES[number % len(BOT_NAMES)]


def _invite(table: Table, places: Sequence[Place]) -> None:
    for number, place in enumerate(places):
        if place.kind == "invited":
            Invitation.objects.create(table=table, seat=number, kept_for=place.guest)
            if place.guest is not None:
                notices.invited(table, place.guest, again=place.again)


def seat_take(slug: str, user: User, number: int | None = None, code: str = "") -> Table:
    """Sit down on a free seat, or in the place of somebody who left; without a number, on the first there is."""
    with table_locked(slug) as table:
        must_be_welcome(table, user, code)
        sit(table, free_seat(table, user, number, by_link=table.join_code == code), user)
        return table


def must_be_welcome(table: Table, user: User, code: str) -> None:
    """Public tables are open to all but those who were sent away; to a private one people come by its link, or are held a seat."""
    if watching.is_barred(table, user):
        raise SentAway(table.slug)
    if table.public or table.join_code == code:
        return
    if not table.seats.filter(Q(held_for=user) | Q(user=user, departed=False)).exists():
        raise NotYourSeat(table.slug)


def invitation_accept(code: str, user: User) -> Table:
    """Follow an invitation link; the first to do so has the seat, others find it taken."""
    invitation = Invitation.objects.select_related("table").filter(code=code).first()
    if invitation is None:
        raise NoSuchTable(code)
    with table_locked(invitation.table.slug) as table:
        invitation.refresh_from_db()
        if invitation.taken_by_id == user.pk:
            return table
        seat = table.seats.get(number=invitation.seat)
        if invitation.taken_by_id is not None or seat.kind != SeatKind.INVITED or invitation.kept_for_id not in (None, user.pk):
            raise SeatTaken(table.slug)
        invitation.taken_by = user
        invitation.save(update_fields=["taken_by"])
        sit(table, seat, user)
        return table


def free_seat(table: Table, user: User, number: int | None, by_link: bool = False) -> Seat:
    """A seat this person may take: one that nobody has or that is held for them; by the table's link also an invited one."""
    seats = table.seats.all() if number is None else table.seats.filter(number=number)
    if not seats:
        raise BadRequest(f"seat {number}")
    for seat in seats:
        is_theirs = seat.held_for_id == user.pk and is_empty(table, seat)
        if is_theirs or is_vacant(table, seat) or (by_link and is_for_anybody(table, seat)):
            return seat
    raise SeatTaken(table.slug)


def is_for_anybody(table: Table, seat: Seat) -> bool:
    """An invited seat that is kept for nobody by name."""
    if table.status != Status.GATHERING or seat.kind != SeatKind.INVITED:
        return False
    return not any(one.seat == seat.number and one.kept_for_id for one in table.invitations.all())


def sit(table: Table, seat: Seat, user: User) -> None:
    """Every way to a seat ends here: somebody who was sent away finds none, whatever link they have."""
    if watching.is_barred(table, user):
        raise SentAway(table.slug)
    if table.seats.filter(user=user, kind=SeatKind.USER, departed=False).exists():
        raise WrongMoment("already seated")
    must_be_reliable(manners_of(table), user)
    ratings.may_sit(table, user)
    absence.seat_taken(table, seat)
    seat.kind, seat.user, seat.bot, seat.name, seat.departed = SeatKind.USER, user, "", "", False
    seat.sought, seat.held_for, seat.held_until = False, None, None
    timing.forget(seat)
    seat.save()
    timing.seat_changed(table, timezone.now())
    table.waiting.filter(user=user).delete()
    table.admissions.filter(user=user).delete()
    announcing.after_commit(table, "seats")
    _start_if_full(table)


def _start_if_full(table: Table) -> None:
    """Nobody is missing: the game begins, unless the host wants to say when."""
    if table.status == Status.GATHERING and not table.host_starts and not any_missing(table):
        begin(table)


def any_missing(table: Table) -> bool:
    return table.seats.filter(kind__in=(SeatKind.OPEN, SeatKind.INVITED)).exists()


def begin(table: Table) -> None:
    """Set the game up; whoever has not chosen what to play takes what is free. The caller holds the lock."""
    choice = picks.choice_of(keeping.title_of(table))
    if choice is not None:
        wanted = list(table.seats.values_list("pick", flat=True))
        table.options = {**table.options, choice.name: picks.settled(choice, wanted)}
        table.save(update_fields=["options"])
    open_game(table)
    ratings.enter(table)
    announcing.after_commit(table, "seats")
    notices.started(table)


def seat_leave(slug: str, user: User) -> Table:
    """Get up. Before the start the seat is open again; during play it waits for a replacement."""
    with table_locked(slug) as table:
        own = list(table.seats.filter(user=user, kind__in=PEOPLE, departed=False))
        if not own:
            raise NotYourSeat(slug)
        if table.status not in (Status.GATHERING, Status.PLAYING):
            raise WrongMoment(slug)
        for seat in own:
            vacate(table, seat)
        timing.seat_changed(table, timezone.now())
        abandon_if_empty(table)
        lay_down_office(table, user)
        if table.status == Status.ABANDONED:
            table.seats.update(sought=False, held_for=None, held_until=None)
        announcing.after_commit(table, "seats")
        return table


def vacate(table: Table, seat: Seat) -> None:
    if table.status == Status.GATHERING:
        seat.kind, seat.user = SeatKind.OPEN, None
    else:
        seat.name = seat.name or (seat.user.username if seat.user else "")
        seat.user, seat.departed = None, True
        timing.forget(seat)
        absence.seat_left(table, seat)
    seat.save()
    line.offer_to_waiting(table, seat)


def lay_down_office(table: Table, user: User) -> None:
    """A host who gets up for good is host no longer: those who stay vote on what a host would do."""
    if table.status == Status.PLAYING and table.host_id == user.pk:
        table.host = None
        table.save(update_fields=["host"])
        note(table, EntryKind.HOUSE, None, {"do": "no_host"})


def abandon_if_empty(table: Table) -> None:
    """Nobody is left: a table that has not started is gone, a game under way stops."""
    if not table.seats.filter(kind__in=PEOPLE, departed=False).exists():
        table.status = Status.ABANDONED
        table.save(update_fields=["status"])
    elif table.status == Status.GATHERING and not table.seats.filter(user=table.host_id, kind__in=PEOPLE).exists():
        heir = table.seats.filter(kind=SeatKind.USER).first()
        table.host = heir.user if heir is not None else None
        table.save(update_fields=["host"])


def seat_fill(slug: str, user: User, number: int, level: str) -> Table:
    """Put a bot on a seat: the host before the start, any player in place of somebody who left."""
    with table_locked(slug) as table:
        seat = table.seats.filter(number=number).first()
        if seat is None or level not in bot_levels(table.title):
            raise BadRequest(f"seat {number}: {level}")
        _must_be_free_to_fill(table, seat, user)
        seat.kind, seat.user, seat.bot, seat.name, seat.departed = SeatKind.BOT, None, level, bot_name(number), False
        seat.sought, seat.held_for, seat.held_until = False, None, None
        seat.save()
        announcing.after_commit(table, "seats")
        _start_if_full(table)
        announcing.wake_bots(table)
        return table


def _must_be_free_to_fill(table: Table, seat: Seat, user: User) -> None:
    if table.status == Status.GATHERING:
        must_be_host(table, user)
        ratings.may_have_bots(table)
        if seat.kind not in (SeatKind.OPEN, SeatKind.INVITED):
            raise SeatTaken(table.slug)
        return
    if not table.seats.filter(user=user, departed=False).exists():
        raise NotYourSeat(table.slug)
    if table.status != Status.PLAYING or not seat.departed:
        raise WrongMoment(table.slug)


def rematch(slug: str, user: User) -> Table:
    """The same people, bots and options once more; the second to ask finds the first one's table."""
    with table_locked(slug) as table:
        own = table.seats.filter(user=user, departed=False).exists()
        if not own:
            raise NotYourSeat(slug)
        if table.status != Status.OVER:
            raise WrongMoment(slug)
        if table.rematch is not None:
            return table.rematch
        table.rematch = _again(table, user)
        table.save(update_fields=["rematch"])
        announcing.after_commit(table, "rematch")
        return table.rematch


def _again(table: Table, user: User) -> Table:
    """Seats of other people are kept for them: they sit down by following their link."""
    places = [_place_again(seat, user) for seat in table.seats.all()]
    wish = Wish(
        table.title,
        places,
        table.options,
        table.name,
        table.public,
        table.pace,
        tempo=table.tempo,
        limit=table.limit,
        when_late=table.when_late,
        manners=manners_of(table),
        watching=table.watching,
        delay_by=table.delay_by,
        delay=table.delay,
        letters=table.with_letters,
        rated=table.rated,
        advice=table.with_advice,
    )
    again = table_create(user, wish)
    watchers = table.admissions.filter(kind=AdmissionKind.WATCHES)
    Admission.objects.bulk_create(Admission(table=again, user_id=one.user_id, kind=one.kind) for one in watchers)
    return again


def _place_again(seat: Seat, user: User) -> Place:
    if seat.user_id == user.pk:
        return Place("me") if seat.kind == SeatKind.USER else Place("hotseat", name=seat.name)
    if seat.kind == SeatKind.BOT:
        return Place("bot", level=seat.bot if seat.bot in bot_levels(seat.table.title) else USUAL_LEVEL)
    return Place("invited", guest=seat.user, again=True) if seat.user is not None else Place("open")


def must_be_host(table: Table, user: User) -> None:
    """Whoever opened a table that is kept by votes is its host until the game begins."""
    if table.host_id != user.pk or (table.by_vote and table.status == Status.PLAYING):
        raise NotTheHost(table.slug)


def _tidy(text: str, length: int) -> str:
    return " ".join(str(text).split())[:length]


def play_now(guest: User, title_id: str, level: str, seats: int, pick: str = "") -> Table:
    """One click: this person against bots, at the smallest table that makes a good game."""
    guide = title_named(title_id).parts.guide
    places = [Place("me", pick=pick), *[Place("bot", level=level)] * (seats - 1)]
    table = table_create(guest, Wish(title_id, places, guide.FIRST_GAME if guide is not None else {}, public=False, advice=True))
    begin_lessons(table, 0)
    return table
