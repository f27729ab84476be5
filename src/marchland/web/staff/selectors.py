"""What operators may know: of people what they need to help them, of games nothing but what everybody may see."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import get_language
from django_tasks_db.models import DBTaskResult

from marchland import __version__
from marchland.web.accounts.models import User
from marchland.web.monitoring.models import Heartbeat
from marchland.web.notices.models import Delivery
from marchland.web.notices.models import Progress as Told
from marchland.web.operating.checks import Verdict, worst
from marchland.web.operating.examining import at_a_glance
from marchland.web.post.models import Outgoing
from marchland.web.post.models import Progress as Carried
from marchland.web.tables.models import SeatKind, Status, Table
from marchland.web.tables.watching import may_watch
from marchland.web.titles import installed

from .models import Deed, What

AT_ONCE = 50
WAITING = (Told.WAITING, Told.TAKEN)


def page_of(found: QuerySet[Any], number: str | None) -> Page[Any]:
    return Paginator(found, AT_ONCE).get_page(number)


def status() -> dict[str, Any]:
    findings = sorted(at_a_glance(), key=lambda found: -list(Verdict).index(found.verdict))
    by_status = dict(Table.objects.order_by().values_list("status").annotate(Count("pk")))
    return {
        "version": __version__,
        "findings": findings,
        "worst": worst(findings).value,
        "tables": [(Status(value).label, value, by_status.get(value, 0)) for value in Status.values],
        "people": User.objects.filter(is_active=True, is_guest=False).count(),
        "guests": User.objects.filter(is_guest=True).count(),
        "crews": list(Heartbeat.objects.order_by("-seen")),
        "queued": {
            "jobs": DBTaskResult.objects.ready().count(),
            "news": Delivery.objects.filter(progress__in=WAITING, due__lte=timezone.now()).count(),
            "letters": Outgoing.objects.filter(progress=Carried.WAITING).count(),
        },
        "deeds": list(Deed.objects.all()[:10]),
    }


def people(wanted: str, page: str | None) -> Page[User]:
    found = User.objects.annotate(games=Count("seats", distinct=True)).order_by("-date_joined")
    if wanted:
        found = found.filter(Q(username__icontains=wanted) | Q(email__iexact=wanted))
    return page_of(found, page)


def person(number: int) -> dict[str, Any] | None:
    """No letter, no chat, no hand of cards: who they are to the site."""
    found = User.objects.filter(pk=number).first()
    if found is None:
        return None
    tables = Table.objects.filter(seats__user=found).distinct().order_by("-touched")[:20]
    return {
        "person": found,
        "tables": [_row(table) for table in tables.defer("state").select_related("host").prefetch_related("seats__user")],
        "deeds": list(Deed.objects.filter(about_number=str(number), what__in=ABOUT_PEOPLE)[:20]),
        "keys": found.api_tokens.count(),
    }


ABOUT_PEOPLE = (What.OFFICE, What.OFFICE_END, What.SUSPEND, What.RESTORE, What.SESSIONS, What.RESET)
ABOUT_TABLES = (What.PAUSE, What.GO_ON, What.CLOSE)


def tables(wanted: str, stage: str, page: str | None) -> tuple[Page[Table], list[dict[str, Any]]]:
    found = Table.objects.defer("state").select_related("host").prefetch_related("seats__user").order_by("-touched")
    if stage in Status.values:
        found = found.filter(status=stage)
    if wanted:
        named = Q(slug=wanted) | Q(name__icontains=wanted) | Q(title=wanted)
        found = found.filter(named | Q(seats__user__username__iexact=wanted) | Q(host__username__iexact=wanted)).distinct()
    shown = page_of(found, page)
    return shown, [_row(table) for table in shown]


def table(slug: str, reader: User) -> dict[str, Any] | None:
    found = Table.objects.defer("state").select_related("host").prefetch_related("seats__user").filter(slug=slug).first()
    if found is None:
        return None
    seats = [{"number": seat.number, "name": _name(seat), "stand_in": seat.stand_in, "due": seat.due} for seat in found.seats.all()]
    return {
        **_row(found),
        "seats": seats,
        "may_watch": may_watch(found, reader),
        "can_pause": found.status == Status.PLAYING and found.paused is None,
        "can_go_on": found.status == Status.PLAYING and found.paused is not None,
        "can_close": found.status in (Status.PLAYING, Status.GATHERING),
        "deeds": list(Deed.objects.filter(about_number=str(found.pk), what__in=ABOUT_TABLES)[:20]),
    }


def _row(table: Table) -> dict[str, Any]:
    title = installed().get(table.title)
    return {
        "slug": table.slug,
        "name": table.name,
        "title": title.name[get_language() or "en"] if title is not None else table.title,
        "status": table.get_status_display(),
        "stage": table.status,
        "public": table.public,
        "rated": table.rated,
        "host": table.host.username if table.host is not None else "",
        "people": [_name(seat) for seat in table.seats.all() if seat.kind in (SeatKind.USER, SeatKind.HOT_SEAT)],
        "bots": sum(seat.kind == SeatKind.BOT for seat in table.seats.all()),
        "entries": table.entries_made,
        "created": table.created,
        "touched": table.touched,
        "due": table.due,
        "paused": table.paused,
    }


def _name(seat: Any) -> str:
    return str(seat.user.username if seat.user is not None else seat.name)


def jobs(page: str | None) -> dict[str, Any]:
    """What was to be done, and why it was not; never what it was given."""
    failed = page_of(DBTaskResult.objects.failed().order_by("-finished_at").defer("args_kwargs"), page)
    rows = [
        {
            "number": job.pk,
            "name": job.task_path.rpartition(".")[2],
            "when": job.finished_at,
            "why": job.exception_class_path.rpartition(".")[2],
        }
        for job in failed
    ]
    return {"page": failed, "failed": rows, "waiting": DBTaskResult.objects.ready().count()}


def mails(page: str | None) -> dict[str, Any]:
    """To whom and by which way; never what they say."""
    news = page_of(Delivery.objects.filter(progress=Told.FAILED).select_related("user", "table").order_by("-due"), page)
    letters = Outgoing.objects.filter(progress=Carried.FAILED).defer("data").select_related("table").order_by("-made")[:AT_ONCE]
    waiting = Delivery.objects.filter(progress__in=WAITING).count() + Outgoing.objects.filter(progress=Carried.WAITING).count()
    return {"page": news, "news": list(news), "letters": list(letters), "waiting": waiting}


def deeds(page: str | None) -> Page[Deed]:
    return page_of(Deed.objects.all(), page)
