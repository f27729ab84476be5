"""What the site knows of a person, as that person may take it away."""

from __future__ import annotations

from typing import Any

from marchland.web.absence.people import absence_data
from marchland.web.company.selectors import company_data
from marchland.web.letters.selectors import letters_data
from marchland.web.notices.selectors import news_data
from marchland.web.post.models import ByMail
from marchland.web.tables.models import ChatMessage, Entry, Seat, SeatKind, Status

from .models import User


def personal_data(user: User) -> dict[str, Any]:
    """Everything stored about a user, for the export."""
    return {
        "account": {
            "name": user.username,
            "email": user.email,
            "guest": user.is_guest,
            "joined": user.date_joined.isoformat(),
            "last_login": user.last_login.isoformat() if user.last_login else None,
            "language": user.language,
            "palette": user.palette,
            "theme": user.theme,
        },
        "news": news_data(user),
        "tables": [
            _seat_facts(seat) for seat in Seat.objects.filter(user=user).select_related("table").order_by("table_id", "number")
        ],
        "absence": absence_data(user),
        "company": company_data(user),
        "messages": [
            {"table": message.table.slug, "text": message.text, "written": message.written.isoformat()}
            for message in ChatMessage.objects.filter(user=user).select_related("table")
        ],
        "letters": letters_data(user),
        "waiting_for": [{"table": one.table.slug, "since": one.since.isoformat(), "note": one.note} for one in user.waits.all()],
        "known_at": [{"table": one.table.slug, "as": one.kind, "since": one.since.isoformat()} for one in user.admissions.all()],
        "hosts": sorted(user.hosted.values_list("slug", flat=True)),
        "invited_to": sorted({one.table.slug for one in (*user.invitations.all(), *user.invitations_taken.all())}),
        "offered": [{"table": seat.table.slug, "seat": seat.number} for seat in user.seats_held.all()],
        "votes": [{"table": vote.motion.table.slug, "act": vote.motion.act, "for": vote.in_favour} for vote in user.ballots.all()],
        "api_tokens": [{"label": token.label, "created": token.created.isoformat()} for token in user.api_tokens.all()],
        "notices": [
            {"table": notice.table.slug, "kind": notice.kind, "made": notice.made.isoformat()} for notice in user.notices.all()
        ],
    }


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
        "moves": [{**move, "made": move["made"].isoformat()} for move in moves],
        "beforehand": {"waived": seat.waived, "standing": seat.standing, "plan": seat.plan} if is_told else None,
        "by_mail": ByMail.objects.filter(seat=seat, user=seat.user_id).exists(),
    }
