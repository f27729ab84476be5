"""From notices to ways of telling: who is told by mail, on which devices and by which hooks, and not before when."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from marchland.web.accounts.models import User

from .models import Channel, Delivery, Mail, Notice, NoticeKind, Preferences
from .telling import preferences_of

PATIENCE = timedelta(minutes=2)
"""Whoever was on the site this recently sees it there, and is told otherwise only if they leave without having looked."""
AT_ONCE = 200


def spread() -> None:
    """Hand every new notice to the ways its reader chose. Whoever does it twice, or two at once, makes nothing twice."""
    fresh = Notice.objects.filter(spread=False).select_related("user").order_by("id")[:AT_ONCE]
    for notice in fresh:
        with transaction.atomic():
            Delivery.objects.bulk_create(deliveries(notice), ignore_conflicts=True)
            Notice.objects.filter(pk=notice.pk, occasion=notice.occasion).update(spread=True)


def deliveries(notice: Notice) -> list[Delivery]:
    chosen = preferences_of(notice.user)
    return [*_by_mail(notice, chosen), *_to_devices(notice, chosen), *_to_hooks(notice)]


def _by_mail(notice: Notice, chosen: Preferences) -> Iterator[Delivery]:
    if not notice.user.email or chosen.mail == Mail.NEVER or notice.kind in chosen.unmailed or notice.detail.get("by_post"):
        return
    daily = chosen.mail == Mail.DAILY
    due = next_daily(chosen, timezone.now()) if daily else not_before(notice.user, timezone.now())
    yield _delivery(notice, Channel.MAIL, due=due, daily=daily)


def _to_devices(notice: Notice, chosen: Preferences) -> Iterator[Delivery]:
    if notice.kind not in chosen.unpushed:
        for device in notice.user.devices.all():
            yield _delivery(notice, Channel.PUSH, device.pk, due=not_before(notice.user, timezone.now()))


def _to_hooks(notice: Notice) -> Iterator[Delivery]:
    """Programs are told whether their owner is here or not."""
    if notice.kind != NoticeKind.HOOK_OFF:
        for hook in notice.user.hooks.filter(off=None):
            yield _delivery(notice, Channel.HOOK, hook.pk, due=timezone.now())


def _delivery(notice: Notice, channel: Channel, target: int = 0, *, due: datetime, daily: bool = False) -> Delivery:
    return Delivery(
        user_id=notice.user_id, table_id=notice.table_id, kind=notice.kind, occasion=notice.occasion, detail=notice.detail,
        made=notice.made, channel=channel, target=target, due=due, daily=daily,
    )  # fmt: skip


def not_before(user: User, now: datetime) -> datetime:
    """When somebody who is here now will have been away for a while."""
    return max(now, user.last_here + PATIENCE) if user.last_here is not None else now


def next_daily(chosen: Preferences, now: datetime) -> datetime:
    """The next time that it is the chosen hour where the person lives."""
    there = now.astimezone(ZoneInfo(chosen.zone))
    today = there.replace(hour=chosen.hour, minute=0, second=0, microsecond=0)
    return (today if today > there else today + timedelta(days=1)).astimezone(UTC)
