"""Reading what is kept of letters."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef

from marchland.post import seals
from marchland.web.accounts.models import User
from marchland.web.tables.models import Seat, SeatKind, Table

from .models import ByMail, Letter, Outcome, Outgoing, Progress

LATEST = 50
BETWEEN_SEATS = "letter/"
"""How the names of mails begin that are about letters between seats."""
ADDRESS = re.compile(r"<?[^\s<>]+@[^\s<>]+>?")


@dataclass(frozen=True)
class Trouble:
    """A letter to a player that did not arrive, told without the address: that is between the player and the site."""

    seat: int
    name: str
    said: str
    moment: datetime


@dataclass(frozen=True)
class Letters:
    """What the host may know: that letters came and whose, never what stood in them; and which of ours did not arrive."""

    came: list[Letter]
    troubles: list[Trouble]


def is_open() -> bool:
    """Does this site take mail?"""
    return bool(settings.POST_ADDRESS)


def letters_of(table: Table) -> Letters:
    """The latest letters of a table, newest first; that seats write to each other is none of the host's business."""
    came = list(table.letters.exclude(outcome=Outcome.PASSED_ON).order_by("-id")[:LATEST])
    failed = table.letters_out.filter(progress__in=(Progress.FAILED, Progress.BOUNCED)).exclude(name__startswith=BETWEEN_SEATS)
    lost = failed.order_by("-id")[:LATEST]
    names = {place.number: place.user.username if place.user else place.name for place in table.seats.select_related("user")}
    return Letters(came, [Trouble(one.seat, names[one.seat], ADDRESS.sub("…", one.said), one.made) for one in lost])


def by_mail_of(place: Seat) -> ByMail | None:
    """Whether its holder gets this seat's reports by mail; what somebody wanted who sat here before counts no more."""
    return ByMail.objects.filter(seat=place, user_id=place.user_id).first() if place.user_id is not None else None


def reply_address(place: Seat) -> str:
    """The address that proves who writes, as long as this person holds this seat."""
    return seals.reply_address(settings.POST_ADDRESS, _key(), f"{place.pk}-{place.user_id}")


def writer_of(recipients: tuple[str, ...]) -> Seat | None:
    """Whose reply address is among these; None if it is nobody's, or of somebody who sits there no more."""
    label = seals.sealed(settings.POST_ADDRESS, _key(), recipients)
    seat, _, user = label.partition("-")
    if not seat.isdigit() or not user.isdigit():
        return None
    return _place_by_mail(int(seat), int(user))


def letter_address(place: Seat, thread: int) -> str:
    """The address at which the holder of a seat answers a letter of another one."""
    return seals.reply_address(settings.POST_ADDRESS, _key(), f"{place.pk}-{place.user_id}-{thread}")


def answerer_of(recipients: tuple[str, ...]) -> tuple[Seat, int] | None:
    """Who answers which letter; None if it is nobody's address for that, or of somebody who sits there no more."""
    parts = seals.sealed(settings.POST_ADDRESS, _key(), recipients).split("-")
    if len(parts) != 3 or not all(part.isdigit() for part in parts):
        return None
    place = _place_by_mail(int(parts[0]), int(parts[1]))
    return (place, int(parts[2])) if place is not None else None


def _place_by_mail(seat: int, user: int) -> Seat | None:
    """The seat, if this person holds it and plays it by mail."""
    own = Seat.objects.filter(pk=seat, user_id=user, kind=SeatKind.USER, departed=False, by_mail__user_id=user)
    return own.select_related("table", "user").first()


def known_sender(address: str) -> Seat | None:
    """A seat whose holder gets mail at this address: nothing is proven by it, but they may be told."""
    if not address:
        return None
    asked = ByMail.objects.filter(user__email__iexact=address, seat__departed=False).select_related("seat__table", "seat__user")
    found = next((one for one in asked.order_by("-id") if one.seat.user_id == one.user_id), None)
    return found.seat if found else None


def outgoing_with(message_id: str) -> Outgoing | None:
    return Outgoing.objects.filter(message_id=message_id).first() if message_id else None


def language_of(user: User) -> str:
    return user.language or settings.LANGUAGE_CODE


def _key() -> bytes:
    """Of its own, so that nothing else that the site's secret signs is an address."""
    return sha256(b"marchland-post/" + settings.SECRET_KEY.encode()).digest()


def mails_data(user: User) -> dict[str, Any]:
    """For the export: mails that went to somebody's seats and came from them. What a mail that came said is not kept."""
    place = Seat.objects.filter(table=OuterRef("table"), number=OuterRef("seat"), user=user)
    sent = Outgoing.objects.filter(Exists(place), recipient__iexact=user.email).select_related("table") if user.email else ()
    came = Letter.objects.filter(Exists(place)).select_related("table")
    return {
        "sent": [
            {
                "table": one.table.slug,
                "seat": one.seat,
                "made": one.made.isoformat(),
                "mail": bytes(one.data).decode(errors="replace"),
            }
            for one in sent
        ],
        "came": [
            {"table": one.table.slug, "sender": one.sender, "outcome": one.outcome, "arrived": one.arrived.isoformat()}
            for one in came
            if one.table is not None
        ],
    }
