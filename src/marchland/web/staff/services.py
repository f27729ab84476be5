"""What operators do. Everything here is written into their book, in the same transaction."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.compat import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from marchland.web.accounts.models import User
from marchland.web.accounts.services import access_end, account_create
from marchland.web.accounts.tasks import mail_reset
from marchland.web.hosting.acts import OPERATOR, Act, Close, GoOn, Pause
from marchland.web.notices.models import Channel, Delivery
from marchland.web.notices.models import Progress as Told
from marchland.web.notices.tasks import later
from marchland.web.post.models import Outgoing
from marchland.web.post.models import Progress as Carried
from marchland.web.tables import announcing, background
from marchland.web.tables.locking import table_locked, write_transaction
from marchland.web.tables.models import Status, Table

from .book import write
from .models import What
from .refusals import NoAddress, NothingToDo, NotThem

# -- the office ----------------------------------------------------------------------------------------------------------


def operator_create(name: str, mail: str, password: str) -> User:
    """The first of them, most often."""
    validate_password(password, User(username=name, email=mail))
    User.username_validator(name)
    with write_transaction():
        user = account_create(name, mail, password)
        return office_give(user)


def office_give(user: User) -> User:
    with write_transaction():
        if user.is_guest or not user.is_active:
            raise NothingToDo(user.username)
        user.is_staff = True
        user.save(update_fields=["is_staff"])
        write(None, What.OFFICE, user.username, user.pk)
        return user


def office_withdraw(user: User) -> User:
    with write_transaction():
        user.is_staff = user.is_superuser = False
        user.save(update_fields=["is_staff", "is_superuser"])
        write(None, What.OFFICE_END, user.username, user.pk)
        return user


def front_page() -> str:
    return settings.SITE_URL.rstrip("/") + reverse("staff:status")


# -- people --------------------------------------------------------------------------------------------------------------


def person_suspend(by: User, number: int, note: str) -> User:
    """They are logged out everywhere and cannot come back; their games go on as if they were away."""
    with write_transaction():
        person = _person(by, number)
        if not person.is_active:
            raise NothingToDo(person.username)
        person.is_active = False
        person.save(update_fields=["is_active"])
        access_end(person)
        write(by, What.SUSPEND, person.username, person.pk, note)
        return person


def person_restore(by: User, number: int, note: str) -> User:
    with write_transaction():
        person = _person(by, number)
        if person.is_active:
            raise NothingToDo(person.username)
        person.is_active = True
        person.save(update_fields=["is_active"])
        write(by, What.RESTORE, person.username, person.pk, note)
        return person


def sessions_end(by: User, number: int, note: str) -> User:
    with write_transaction():
        person = _person(by, number)
        access_end(person)
        write(by, What.SESSIONS, person.username, person.pk, note)
        return person


def reset_send(by: User, number: int, note: str) -> User:
    """The same mail that they could ask for themselves: the operator sees no link."""
    with write_transaction():
        person = _person(by, number)
        if not person.email or not person.is_active:
            raise NoAddress(person.username)
        later(mail_reset, person.pk)
        write(by, What.RESET, person.username, person.pk, note)
        return person


def _person(by: User, number: int) -> User:
    person = User.objects.select_for_update().get(pk=number)
    if person.is_staff or person == by:
        raise NotThem(person.username)
    return person


# -- tables --------------------------------------------------------------------------------------------------------------


class CloseAny(Close, frozen=True, tag="close"):
    """Also a game that counts: an operator is none of those who could win by it."""

    SPOILS = False


def table_pause(by: User, slug: str, note: str) -> Table:
    return _act(by, slug, Pause(note=note), What.PAUSE)


def table_go_on(by: User, slug: str, note: str) -> Table:
    return _act(by, slug, GoOn(note=note), What.GO_ON)


def table_close(by: User, slug: str, note: str) -> Table:
    """A game under way is broken off, and everybody is told why; a table that still gathers players is gone."""
    with table_locked(slug, with_seats=True) as table:
        if table.status == Status.GATHERING:
            table.status = Status.ABANDONED
            table.save(update_fields=["status"])
            announcing.after_commit(table, announcing.SEATS)
            write(by, What.CLOSE, slug, table.pk, note)
            return table
        return _act(by, slug, CloseAny(note=note), What.CLOSE)


def _act(by: User, slug: str, act: Act, what: What) -> Table:
    """As from the host's desk, and told in the log as the operators' doing."""
    with table_locked(slug, with_seats=True) as table:
        act.must_be_possible(table)
        act.done(table, OPERATOR)
        write(by, what, slug, table.pk, act.note)
        return table


# -- what failed ---------------------------------------------------------------------------------------------------------


def job_retry(by: User, number: UUID) -> None:
    """The same job, once more. What it was given is nobody's business here."""
    with write_transaction():
        failed = DBTaskResult.objects.failed().filter(pk=number)
        path = failed.values_list("task_path", flat=True).first()
        fresh = {"started_at": None, "finished_at": None, "exception_class_path": "", "traceback": ""}
        if path is None or not failed.update(status=TaskResultStatus.READY, **fresh):
            raise NothingToDo(str(number))
        write(by, What.RETRY_JOB, path.rpartition(".")[2], number)
        transaction.on_commit(background.wake_postman)


def news_retry(by: User, number: int) -> None:
    """A mail, a message to a device or a call of a program that was given up."""
    with write_transaction():
        failed = Delivery.objects.select_related("user").filter(pk=number, progress=Told.FAILED).first()
        if failed is None:
            raise NothingToDo(str(number))
        Delivery.objects.filter(pk=number).update(progress=Told.WAITING, tries=0, due=timezone.now())
        write(by, What.RETRY_NEWS, failed.user.username, number, Channel(failed.channel).value)
        transaction.on_commit(background.wake_messenger)


def letter_retry(by: User, number: int) -> None:
    with write_transaction():
        failed = Outgoing.objects.filter(pk=number, progress=Carried.FAILED)
        table = failed.values_list("table__slug", flat=True).first()
        if table is None or not failed.update(progress=Carried.WAITING, tries=0, due=timezone.now()):
            raise NothingToDo(str(number))
        write(by, What.RETRY_LETTER, table, number)
