from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations
from django.utils import timezone

BATCH = 500


def move_sessions(apps: Any, schema_editor: Any) -> None:
    """Whoever is logged in stays so; the keys and their contents are as they were, and now known by owner."""
    Before, Session, User = (
        apps.get_model(*name) for name in (("sessions", "Session"), ("accounts", "Session"), ("accounts", "User"))
    )
    people = set(User.objects.values_list("pk", flat=True))
    found = []
    for one in Before.objects.filter(expire_date__gt=timezone.now()).iterator(BATCH):
        owner = int(SessionStore().decode(one.session_data).get(SESSION_KEY, 0))
        if owner in people:
            facts = {"session_key": one.session_key, "session_data": one.session_data, "expire_date": one.expire_date}
            found.append(Session(user_id=owner, **facts))
    Session.objects.bulk_create(found, BATCH)
    Before.objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_access"), ("sessions", "0001_initial")]

    operations = [migrations.RunPython(move_sessions, migrations.RunPython.noop)]
