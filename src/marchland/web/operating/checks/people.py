"""Mail, titles, and those who work beside requests."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django_tasks_db.models import DBTaskResult

from marchland import __version__
from marchland.kernel.errors import MarchlandError
from marchland.post.imap import Unreachable, mailbox
from marchland.post.wires import wire
from marchland.web.accounts import second
from marchland.web.accounts.models import SecondFactor, User
from marchland.web.monitoring import heartbeat
from marchland.web.monitoring.models import Heartbeat
from marchland.web.notices.models import Delivery
from marchland.web.notices.models import Progress as Told
from marchland.web.post.models import Outgoing
from marchland.web.post.models import Progress as Carried
from marchland.web.titles import installed

from ..compared import compare
from . import Finding, fail, ok, warn

PATIENCE = 10


def mail_out(send_to: str = "") -> Iterator[Finding]:
    if settings.EMAIL_BACKEND.endswith("filebased.EmailBackend"):
        yield warn("mail out", f"mails go to files in {settings.HOME / 'mail'}", "set MAIL_URL: smtp+tls://user:password@host:587")
        return
    where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        connection = get_connection()
        connection.open()
        if send_to:
            EmailMessage("Marchland", "Mail from this site arrives.", None, [send_to], connection=connection).send()
        connection.close()
    except (OSError, SMTPException) as error:
        remedy = "is MAIL_URL right, and does the server let this machine in?"
        yield fail("mail out", f"{where}: {type(error).__name__}: {error}", remedy)
        return
    yield ok("mail out", f"{where} " + (f"has taken a mail to {send_to}: look whether it arrives" if send_to else "answers"))
    if "@localhost" in settings.DEFAULT_FROM_EMAIL:
        yield warn("mail out", f"the sender is {settings.DEFAULT_FROM_EMAIL}: few will take it", "set MARCHLAND_MAIL_FROM")


def mail_in() -> Iterator[Finding]:
    if not settings.POST_ADDRESS and not settings.POST_IN:
        yield ok("mail in", "not used: sheets are not sent by mail")
    elif not settings.POST_ADDRESS:
        yield fail("mail in", "mail would be fetched, but nobody is told where to send it", "set MARCHLAND_POST_ADDRESS")
    elif not settings.POST_IN:
        yield fail("mail in", f"people write to {settings.POST_ADDRESS}, but nothing is fetched", "set MARCHLAND_POST_IN")
    else:
        yield _opened()


def _opened() -> Finding:
    source = wire(settings.POST_IN, "imap", "intake")
    where = f"{source.host}:{source.port}"
    try:
        if source.kind == "imap":
            with mailbox(source):
                return ok("mail in", f"the mailbox at {where} opens")
        socket.create_connection((source.host, source.port), PATIENCE).close()
    except (Unreachable, OSError) as error:
        remedy = "is MARCHLAND_POST_IN right?" if source.kind == "imap" else "the site opens this door while its crew runs"
        return fail("mail in", f"{where}: {error}", remedy)
    return ok("mail in", f"the door at {where} is open")


def titles() -> Iterator[Finding]:
    if not installed():
        yield fail("titles", "none is installed", "pip install marchland again: titles are part of it")
    for title in installed().values():
        try:
            title.check()
        except (MarchlandError, OSError) as error:
            yield fail("titles", f"{title.id}: {error}", "install it anew")
    found = compare()
    for begun in found.halted:
        what = "is not installed" if not begun.is_installed else "is of another version"
        said = f"{begun.under_way} games of {begun.title}, rules {begun.rules_version}, cannot go on: it {what}"
        yield fail("titles", said, "install the version they were begun with; `marchland versions` shows both")
    if not found.halted:
        yield ok("titles", f"Marchland {__version__}: {', '.join(installed())}")


def crew() -> Iterator[Finding]:
    """Does anybody move bots, run deadlines, send mail?"""
    alive, overdue = heartbeat.alive(), heartbeat.overdue()
    if not alive and not Heartbeat.objects.exists():
        remedy = "start the site, or `marchland worker` beside sites with MARCHLAND_CREW=0"
        yield warn("worker", "nobody has worked here yet", remedy)
    elif not alive:
        last = max(beat.seen for beat in overdue)
        yield fail("worker", f"nobody has been at work since {last:%Y-%m-%d %H:%M} UTC", "start the site or `marchland worker`")
    else:
        yield ok("worker", f"at work: {', '.join(beat.process for beat in alive)}")
    for beat in overdue if alive else ():
        yield warn("worker", f"{beat.process} has not been seen since {beat.seen:%Y-%m-%d %H:%M} UTC", "it was killed, or it hangs")
    for beat in alive:
        if beat.version != __version__:
            yield fail("worker", f"{beat.process} is version {beat.version}, this is {__version__}", "start it anew")


def queues() -> Iterator[Finding]:
    failed = {
        "jobs": DBTaskResult.objects.failed().count(),
        "news": Delivery.objects.filter(progress=Told.FAILED).count(),
        "letters": Outgoing.objects.filter(progress=Carried.FAILED).count(),
    }
    for name, number in failed.items():
        if number:
            yield warn("queues", f"{number} {name} failed", "look at them and try again: /operators/")
    if not any(failed.values()):
        yield ok("queues", "nothing has failed")


def operators() -> Iterator[Finding]:
    found = list(User.objects.filter(is_staff=True, is_active=True))
    if not found:
        yield warn("operators", "nobody may look after the site", "marchland admin NAME")
        return
    yield ok("operators", ", ".join(user.username for user in found))
    bare = [user.username for user in found if not second.is_asked(user)]
    if bare:
        yield warn("operators", f"a password is all that is asked of {', '.join(bare)}", "a second factor is set up in the profile")


def second_factors() -> Iterator[Finding]:
    """Sealed by the site's secret: under another one their owners have their recovery codes alone."""
    lost = sum(second.secret_of(factor) is None for factor in SecondFactor.objects.exclude(since=None))
    if lost:
        remedy = "name the secret of before in MARCHLAND_OLD_SECRET_KEYS"
        yield fail("second factors", f"{lost} were sealed by another secret: their codes are refused", remedy)
