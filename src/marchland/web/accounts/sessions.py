"""Django's sessions in a table of ours, which knows whose they are; looked up for every request with SQL that is built once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.http import HttpRequest
from django.utils import timezone

from marchland.web.config.throttle import neighbourhood_of
from marchland.web.prepared import Prepared

from .models import Session

NOTED_EVERY = timedelta(minutes=5)
"""How exactly the last request of a session is kept: not every page should write."""
DEVICE, PLACE, SINCE = "login_device", "login_place", "login_since"

_session = Prepared(lambda key: Session.objects.filter(session_key=key))


class SessionStore(db.SessionStore):
    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _get_session_from_db(self) -> Session | None:
        found = _session.first(self.session_key) if self.session_key else None
        now = timezone.now()
        if found is None or found.expire_date <= now:
            self._session_key = None
            return None
        if found.user_id is not None and now - found.seen > NOTED_EVERY:
            Session.objects.filter(pk=found.pk).update(seen=now)
        return found

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """What is known of a log-in is part of the session, so that it goes along when its key changes."""
        made = cast(Session, super().create_model_instance(data))
        made.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        made.device, made.place = data.get(DEVICE, ""), data.get(PLACE, "")
        made.since = datetime.fromtimestamp(data[SINCE], UTC) if SINCE in data else None
        return made


def describe_session(request: HttpRequest, **_facts: Any) -> None:
    """Somebody has logged in: note by what they will know this session again."""
    request.session[DEVICE] = device_name(request.headers.get("User-Agent", ""))
    request.session[PLACE] = neighbourhood_of(request)
    request.session[SINCE] = timezone.now().timestamp()


def is_open(key: str | None, user_id: int) -> bool:
    """Is somebody still logged in by this session?"""
    return Session.objects.filter(session_key=key or "", user=user_id, expire_date__gt=timezone.now()).exists()


def name_of(key: str | None) -> str:
    """What a session is called on pages: its key would open it."""
    return sha256((key or "").encode()).hexdigest()[:16]


def device_name(agent: str) -> str:
    """What the owner will know it by: browser and system, as far as they can be told."""
    browsers = ("Firefox", "Edg", "OPR", "SamsungBrowser", "Chrome", "Safari")
    systems = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
    names = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung", "Mac OS": "macOS"}
    found = [next((name for name in known if name in agent), "") for known in (browsers, systems)]
    return ", ".join(names.get(name, name) for name in found if name) or "?"
