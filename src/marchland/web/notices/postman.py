"""Telling people what there is to tell: beside all requests, once each, however many processes try and whenever one dies.

Whoever wants to send something first takes its row (`Progress.TAKEN`), which one alone can do, and only then sends it. A crash
in between leaves a mail or a message to a device taken and unsent: it is told at most once. Programs are told at least once:
a hook that was taken and not noted is tried again, under the same number, by which the program knows it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from smtplib import SMTPException, SMTPRecipientsRefused
from urllib.parse import urlsplit

from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import transaction
from django.utils import timezone

from marchland.web.monitoring import figures

from . import outside
from .hooking import hook_letter
from .mailing import daily_mail, mail_about
from .models import Channel, Delivery, Device, Hook, Notice, Progress
from .outside import Letter, NoWayThere, Unreachable
from .pushing import push_letter
from .reminders import remind
from .services import hook_failed
from .spreading import not_before, spread
from .telling import ASKED, is_asked, preferences_of

logger = logging.getLogger("marchland.news")

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360))
"""Before what failed is tried again; after the last of them it is given up."""
LEASE = timedelta(minutes=10)
KEPT = timedelta(days=30)
AT_ONCE = 200
LINES = 4
"""How many letters are on their way at the same time."""
GONE = (404, 410)
WELCOME = range(200, 300)
BUSY = (408, 425, 429)


def go_round() -> None:
    """All there is to tell just now."""
    remind(timezone.now())
    spread()
    now = timezone.now()
    _send_mails(now)
    _send_letters(now)
    Delivery.objects.filter(progress__in=(Progress.SENT, Progress.DROPPED, Progress.FAILED), due__lt=now - KEPT).delete()


def _due(now: datetime, *channels: Channel) -> list[Delivery]:
    """What waits to be sent and is still news; who is on the site gets it later, and only if they leave without looking."""
    waiting = Delivery.objects.filter(progress=Progress.WAITING, channel__in=channels, due__lte=now)
    found = waiting.select_related("user", "table").defer("table__state").order_by("due", "id")[:AT_ONCE]
    return [delivery for delivery in found if _is_news(delivery) and not _is_put_off(delivery, now)]


def _is_news(delivery: Delivery) -> bool:
    """Nobody is told that it is their turn when it no longer is; people are not told what they have read."""
    same = {"user": delivery.user_id, "table": delivery.table_id, "kind": delivery.kind, "occasion": delivery.occasion}
    notice = Notice.objects.filter(**same).first()
    is_over = notice is None or (delivery.kind in ASKED and not is_asked(delivery))
    if is_over or (notice is not None and notice.read and delivery.channel != Channel.HOOK):
        _drop(delivery)
        return False
    return True


def _is_put_off(delivery: Delivery, now: datetime) -> bool:
    later = not_before(delivery.user, now)
    if later <= now or delivery.channel == Channel.HOOK:
        return False
    Delivery.objects.filter(pk=delivery.pk, progress=Progress.WAITING).update(due=later)
    return True


def take(delivery: Delivery) -> bool:
    """One process alone may send it."""
    mine = Delivery.objects.filter(pk=delivery.pk, progress=Progress.WAITING)
    return mine.update(progress=Progress.TAKEN, taken=timezone.now()) == 1


def take_together(bundle: list[Delivery]) -> list[Delivery]:
    """What goes into one mail is taken at once: two processes do not make two mails of it."""
    with transaction.atomic():
        waiting = Delivery.objects.select_for_update().filter(
            pk__in=[delivery.pk for delivery in bundle], progress=Progress.WAITING
        )
        ours = set(waiting.order_by("pk").values_list("pk", flat=True))
        Delivery.objects.filter(pk__in=ours).update(progress=Progress.TAKEN, taken=timezone.now())
    return [delivery for delivery in bundle if delivery.pk in ours]


def _drop(delivery: Delivery) -> None:
    """It is no news any more; unless somebody else has taken it meanwhile, whose word then counts."""
    if Delivery.objects.filter(pk=delivery.pk, progress=Progress.WAITING).update(progress=Progress.DROPPED):
        figures.mails.labels(delivery.channel, Progress.DROPPED.value).inc()


def _note(delivery: Delivery, progress: Progress) -> None:
    """What became of something that was taken."""
    figures.mails.labels(delivery.channel, progress.value).inc()
    Delivery.objects.filter(pk=delivery.pk).update(progress=progress)


def _try_again(delivery: Delivery) -> bool:
    """Later, and not for ever; False if that was the last time."""
    if delivery.tries >= len(PAUSES):
        _note(delivery, Progress.FAILED)
        return False
    again = {"progress": Progress.WAITING, "tries": delivery.tries + 1, "due": timezone.now() + PAUSES[delivery.tries]}
    Delivery.objects.filter(pk=delivery.pk).update(**again)
    return True


# -- mails -------------------------------------------------------------------------------------------------------------------


def _send_mails(now: datetime) -> None:
    due = _due(now, Channel.MAIL)
    if not due:
        return
    connection = get_connection()
    try:
        connection.open()
    except (OSError, SMTPException):
        logger.exception("no mail server")
        Delivery.objects.filter(pk__in=[delivery.pk for delivery in due]).update(due=now + PAUSES[0])
        return
    for bundle in _bundles(due):
        taken = take_together(bundle)
        if taken:
            mail = _mail(taken)
            mail.connection = connection
            _send_mail(mail, taken)
    connection.close()


def _bundles(due: list[Delivery]) -> list[list[Delivery]]:
    """What goes into one mail: each thing has its own, but those of a daily one."""
    daily = sorted((delivery for delivery in due if delivery.daily), key=lambda delivery: (delivery.user_id, delivery.made))
    single = [[delivery] for delivery in due if not delivery.daily]
    return single + [list(theirs) for _user, theirs in groupby(daily, lambda delivery: delivery.user_id)]


def _mail(taken: list[Delivery]) -> EmailMultiAlternatives:
    first = taken[0]
    chosen = preferences_of(first.user)
    return daily_mail(first.user, taken, chosen) if first.daily else mail_about(first, chosen)


def _send_mail(mail: EmailMultiAlternatives, taken: list[Delivery]) -> None:
    try:
        mail.send()
    except SMTPRecipientsRefused:
        logger.warning("a mail was refused", extra={"delivery": taken[0].pk})
        _note_all(taken, Progress.FAILED)
    except (OSError, SMTPException):
        logger.exception("a mail was not sent")
        for delivery in taken:
            _try_again(delivery)
    else:
        _note_all(taken, Progress.SENT)


def _note_all(taken: Iterable[Delivery], progress: Progress) -> None:
    for delivery in taken:
        _note(delivery, progress)


# -- devices and hooks -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Errand:
    delivery: Delivery
    to: Device | Hook
    letter: Letter


def _send_letters(now: datetime) -> None:
    """Letters are on their way several at a time, so that one slow house does not keep all others waiting."""
    stuck = Delivery.objects.filter(channel=Channel.HOOK, progress=Progress.TAKEN, taken__lt=now - LEASE)
    stuck.update(progress=Progress.WAITING)
    errands = [errand for delivery in _due(now, Channel.PUSH, Channel.HOOK) if (errand := _errand(delivery)) is not None]
    if errands:
        with ThreadPoolExecutor(min(LINES, len(errands)), thread_name_prefix="letters") as lines:
            for errand, status in zip(errands, lines.map(_status, [errand.letter for errand in errands]), strict=True):
                _come_back(errand, status)


def _errand(delivery: Delivery) -> _Errand | None:
    to: Device | Hook | None = (
        Device.objects.filter(pk=delivery.target, user=delivery.user_id).first()
        if delivery.channel == Channel.PUSH
        else Hook.objects.filter(pk=delivery.target, user=delivery.user_id, off=None).first()
    )
    if to is None:
        _drop(delivery)
        return None
    if not take(delivery):
        return None
    chosen = preferences_of(delivery.user)
    letter = push_letter(to, delivery, chosen) if isinstance(to, Device) else hook_letter(to, delivery, chosen)
    return _Errand(delivery, to, letter)


def _status(letter: Letter) -> int:
    """What the other house says; 0 if it says nothing, and 410 where nothing may be sent at all."""
    try:
        return outside.send(letter)
    except NoWayThere:
        return 410
    except Unreachable as error:
        logger.info("unreachable", extra={"host": urlsplit(letter.url).hostname, "why": str(error)})
        return 0


def _come_back(errand: _Errand, status: int) -> None:
    if status in WELCOME:
        _note(errand.delivery, Progress.SENT)
    elif isinstance(errand.to, Device):
        _device_refused(errand.delivery, errand.to, status)
    elif status == 410 or not _try_again(errand.delivery):
        _note(errand.delivery, Progress.FAILED)
        hook_failed(errand.to, errand.delivery.table)


def _device_refused(delivery: Delivery, device: Device, status: int) -> None:
    """A device that is gone is forgotten; so is one whose push service will never take anything from us."""
    if status in GONE or (400 <= status < 500 and status not in BUSY):
        _note(delivery, Progress.FAILED)
        device.delete()
    else:
        _try_again(delivery)
