"""Who may log in: whoever knows a name and its password, as Django has it; who is logged in is looked up for every request."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from marchland.web.prepared import Prepared

from .models import User

_user = Prepared(lambda number: User.objects.filter(pk=number))


class Accounts(ModelBackend):
    def authenticate(self, request: HttpRequest | None, *args: Any, **kwargs: Any) -> User:
        """A wrong password is wrong everywhere: Django's own backend, whose sessions still count, is not asked as well."""
        user = super().authenticate(request, *args, **kwargs)
        if user is None:
            raise PermissionDenied
        return user

    def get_user(self, user_id: int) -> User | None:
        user = _user.first(user_id)
        return user if user is not None and self.user_can_authenticate(user) else None
