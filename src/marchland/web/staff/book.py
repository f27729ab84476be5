"""Writing into the operators' book, in the transaction of what is written about."""

from __future__ import annotations

from django.db import transaction

from marchland.web.accounts.models import User
from marchland.web.monitoring import requestid

from .models import Deed, What

LONGEST_NOTE = 300


def write(by: User | None, what: What, about: str, number: object = "", note: str = "") -> Deed:
    """`by` is None for whoever has the machine itself."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("a deed is written down together with what was done")
    return Deed.objects.create(
        by=by.username if by is not None else "",
        by_number=by.pk if by is not None else None,
        what=what,
        about=about[:150],
        about_number=str(number)[:40],
        note=" ".join(note.split())[:LONGEST_NOTE],
        request=requestid.current(),
    )
