"""What the site knows of a person, as that person may take it away."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from marchland import __version__
from marchland.web.absence.people import absence_data
from marchland.web.company.selectors import company_data
from marchland.web.letters.selectors import letters_data
from marchland.web.notices.selectors import news_data
from marchland.web.post.models import ByMail
from marchland.web.post.selectors import mails_data
from marchland.web.staff.models import Deed
from marchland.web.tables.models import ChatMessage, Entry, Seat, SeatKind, Status

from .models import SecondFactor, User
from .sessions import NOTED_EVERY, name_of


def personal_data(user: User) -> dict[str, Any]:
    """Everything stored about a user, for the export, as `holdings.py` lists it; but no secret that would let others in."""
    return {
        "about": {"person": user.username, "site": settings.SITE_URL, "made": timezone.now().isoformat(), "version": __version__},
        "account": _account(user),
        **_access(user),
        "news": news_data(user),
        "tables": [
            _seat_facts(seat) for seat in Seat.objects.filter(user=user).select_related("table").order_by("table_id", "number")
        ],
        "sheets": [
            {
                "table": one.table.slug,
                "seat": one.seat,
                "turn": one.turn,
                "text": one.text,
                "receipt": one.receipt,
                "made": _at(one.made),
            }
            for one in user.sheets.select_related("table")
        ],
        "absence": absence_data(user),
        "company": company_data(user),
        "messages": [
            {"table": message.table.slug, "text": message.text, "written": _at(message.written)}
            for message in ChatMessage.objects.filter(user=user).select_related("table")
        ],
        "letters": letters_data(user),
        "mails": mails_data(user),
        "deeds": [
            {"what": deed.what, "made": _at(deed.made), "note": deed.note}
            for deed in Deed.objects.filter(about=user.username, about_number=str(user.pk))
        ],
        **_at_tables(user),
    }


def _account(user: User) -> dict[str, Any]:
    return {
        "name": user.username,
        "email": user.email,
        "guest": user.is_guest,
        "joined": _at(user.date_joined),
        "last_login": _at(user.last_login),
        "last_here": _at(user.last_here),
        "language": user.language,
        "palette": user.palette,
        "theme": user.theme,
        "staff": user.is_staff,
        "groups": sorted(user.groups.values_list("name", flat=True)),
        "permissions": sorted(user.user_permissions.values_list("codename", flat=True)),
    }


def _access(user: User) -> dict[str, Any]:
    """What lets somebody in, without what it is made of."""
    factor = SecondFactor.objects.filter(user=user).first()
    return {
        "sessions": [
            {"device": one.device, "place": one.place, "since": _at(one.since), "seen": _at(one.seen), "ends": _at(one.expire_date)}
            for one in user.sessions.all()
        ],
        "second_factor": {"since": _at(factor.since) if factor else None, "codes_left": user.recovery_codes.count()},
        "api_tokens": [
            {
                "label": token.label,
                "hint": token.hint,
                "may": token.scopes,
                "created": _at(token.created),
                "used": _at(token.used),
                "expires": _at(token.expires),
            }
            for token in user.api_tokens.all()
        ],
    }


def _at_tables(user: User) -> dict[str, Any]:
    """Where somebody waits, watches, is host or invited, and what they were told and voted."""
    return {
        "waiting_for": [{"table": one.table.slug, "since": _at(one.since), "note": one.note} for one in user.waits.all()],
        "known_at": [{"table": one.table.slug, "as": one.kind, "since": _at(one.since)} for one in user.admissions.all()],
        "hosts": sorted(user.hosted.values_list("slug", flat=True)),
        "invited_to": sorted({one.table.slug for one in (*user.invitations.all(), *user.invitations_taken.all())}),
        "offered": [{"table": seat.table.slug, "seat": seat.number} for seat in user.seats_held.all()],
        "votes": [{"table": vote.motion.table.slug, "act": vote.motion.act, "for": vote.in_favour} for vote in user.ballots.all()],
        "notices": [
            {"table": notice.table.slug, "kind": notice.kind, "detail": notice.detail, "made": _at(notice.made)}
            for notice in user.notices.select_related("table")
        ],
    }


def _at(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment is not None else None


def sessions_of(user: User, here: str | None) -> list[dict[str, Any]]:
    """Where somebody is logged in, here first, then the latest."""
    found = user.sessions.filter(expire_date__gt=timezone.now()).order_by("-seen")
    facts = [
        {
            "name": name_of(one.pk),
            "device": one.device,
            "place": one.place,
            "since": one.since,
            "seen": one.seen,
            "lately": timezone.now() - one.seen < NOTED_EVERY,
            "here": one.pk == here,
        }
        for one in found
    ]
    return sorted(facts, key=lambda one: not one["here"])


def _seat_facts(seat: Seat) -> dict[str, Any]:
    table = seat.table
    # Somebody else at the same screen may have sealed an answer: it is theirs until the game is over.
    is_told = seat.kind == SeatKind.USER or table.status == Status.OVER
    entries = Entry.objects.filter(table=table, seat=seat.number) if is_told else Entry.objects.none()
    moves = entries.order_by("n").values("n", "kind", "action", "made")
    return {
        "table": table.slug,
        "title": table.title,
        "seat": seat.number,
        "status": table.status,
        "outcome": table.outcome,
        "moves": [{**move, "made": _at(move["made"])} for move in moves],
        "beforehand": {"waived": seat.waived, "standing": seat.standing, "plan": seat.plan} if is_told else None,
        "guide": seat.guide,
        "advice": seat.advice if is_told else None,
        "when_late": seat.when_late,
        "by_mail": ByMail.objects.filter(seat=seat, user=seat.user_id).exists(),
    }
