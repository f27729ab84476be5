"""Whoever wanted no mails gets none, and whose turn it is has been told so."""

from secrets import token_urlsafe
from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def carry_over(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    user, preferences, notice, seat = (
        apps.get_model(*name)
        for name in (("accounts", "User"), ("notices", "Preferences"), ("notices", "Notice"), ("tables", "Seat"))
    )
    for unwilling in user.objects.filter(mails_wanted=False):
        preferences.objects.create(user=unwilling, mail="never", secret=token_urlsafe(32))
    for turn in notice.objects.filter(kind="turn", table__status="playing").select_related("table"):
        own = seat.objects.filter(table=turn.table, user_id=turn.user_id, departed=False).values_list("number", flat=True)
        if set(own) & set(turn.table.deciders):
            notice.objects.filter(pk=turn.pk).update(standing=True)


class Migration(migrations.Migration):
    dependencies = [
        ("notices", "0002_news"),
        ("accounts", "0001_initial"),
        ("tables", "0006_time"),
    ]

    operations = [migrations.RunPython(carry_over, migrations.RunPython.noop)]
