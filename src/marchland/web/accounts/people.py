"""Who asks: somebody known to the site, or anybody at all."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from .models import User

Anybody = User | AnonymousUser


class PersonRequest(HttpRequest):
    """What `login_required`, `people_only` and a valid key let through: a request of a person, account or guest."""

    user: User
