"""Django's sessions in the database, looked up for every request with SQL that is built once."""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from marchland.web.prepared import Prepared

_session = Prepared(lambda key: Session.objects.filter(session_key=key))


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        found = _session.first(self.session_key) if self.session_key else None
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found
