"""What programs are told: JSON, signed as Standard Webhooks say, so that any of their libraries can check it."""

from __future__ import annotations

import hmac
import json
from base64 import b64decode, b64encode
from hashlib import sha256

from django.utils import timezone

from .models import HOOK_SECRET, Delivery, Hook, Preferences
from .outside import Letter
from .telling import message, spoken_to


def hook_letter(hook: Hook, delivery: Delivery, chosen: Preferences) -> Letter:
    """The number stays the same however often it is tried: a program that has seen it need not look again."""
    number, moment = f"news_{delivery.pk}", str(int(timezone.now().timestamp()))
    body = json.dumps(facts(delivery, chosen), ensure_ascii=False).encode()
    headers = {
        "Content-Type": "application/json",
        "webhook-id": number,
        "webhook-timestamp": moment,
        "webhook-signature": f"v1,{signature(hook.secret, number, moment, body)}",
    }
    return Letter(hook.url, body, headers)


CALLS = str.maketrans({"<": "‹", ">": "›", "@": "＠"})
"""In chat programs these call people, or everybody; the name of a table must not."""


def facts(delivery: Delivery, chosen: Preferences) -> dict[str, object]:
    """Many chat programs show what is called `text` or `content`."""
    with spoken_to(delivery.user, chosen):
        told = message(delivery, chosen)
    table, line = delivery.table, f"{told.line.translate(CALLS)} {told.link}"
    return {
        "type": delivery.kind,
        "made": delivery.made.isoformat(),
        "until": told.until.isoformat() if told.until else None,
        "table": {"slug": table.slug, "name": table.name, "title": table.title, "url": told.link},
        "text": line,
        "content": line,
    }


def signature(secret: str, number: str, moment: str, body: bytes) -> str:
    signed = hmac.new(b64decode(secret.removeprefix(HOOK_SECRET)), b".".join((number.encode(), moment.encode(), body)), sha256)
    return b64encode(signed.digest()).decode()
