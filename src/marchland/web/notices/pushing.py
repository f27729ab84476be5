"""Messages to browsers: encrypted for the one device that shows them (RFC 8291), signed as ours (VAPID, RFC 8292)."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from email.utils import parseaddr
from functools import cache
from hashlib import blake2b
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from .models import Delivery, Device, NoticeKind, Preferences
from .outside import Letter
from .telling import message, spoken_to

LENGTH = 512
"""Every message is as long as this, so that its length tells nothing; names that are too long for it are cut."""
LONGEST_NAME = 120
KEPT_SECONDS = 60 * 60 * 24
"""How long a push service may keep a message for a device that is switched off."""
URGENT = (NoticeKind.YOUR_TURN, NoticeKind.REMINDER)


@cache
def signer() -> Vapid02:
    made: Vapid02 = Vapid02.from_pem(settings.VAPID_KEY.encode())
    return made


def public_key() -> str:
    """What a browser must be told to accept messages from us and nobody else."""
    return _written(signer().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def push_letter(device: Device, delivery: Delivery, chosen: Preferences) -> Letter:
    with spoken_to(delivery.user, chosen):
        told = message(delivery, chosen)
    tag = f"{delivery.table.slug}.{delivery.kind}"
    facts = {"title": told.headline[:LONGEST_NAME], "body": told.game[:LONGEST_NAME], "url": told.path, "tag": tag}
    return sealed_letter(device, facts, tag, urgent=delivery.kind in URGENT)


def sealed_letter(device: Device, facts: dict[str, str], tag: str, *, urgent: bool) -> Letter:
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS),
        "Urgency": "high" if urgent else "normal",
        # A message that still waits at the push service is replaced by the next about the same thing; the name tells nothing.
        "Topic": _written(blake2b(tag.encode(), digest_size=16, key=settings.SECRET_KEY.encode()[:64]).digest()),
        **_signature(device.endpoint),
    }
    return Letter(device.endpoint, _sealed(device, json.dumps(facts).encode().ljust(LENGTH)), headers)


def _sealed(device: Device, text: bytes) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    sealed: bytes = http_ece.encrypt(text, private_key=key, dh=read(device.key), auth_secret=read(device.auth))
    return sealed


def _signature(endpoint: str) -> dict[str, str]:
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": _whom_to_ask()}
    signed: dict[str, str] = signer().sign(claims)
    return signed


def _whom_to_ask() -> str:
    """Push services want to know whom to turn to."""
    is_public = settings.SITE_URL.startswith("https://")
    return str(settings.SITE_URL) if is_public else f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


def read(text: str) -> bytes:
    """Base64 as browsers write it, without the signs at its end."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _written(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def is_a_key(text: str) -> bool:
    """A point of the curve on which browsers and we agree upon secrets."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read(text))
    except ValueError:
        return False
    return True


def is_a_secret(text: str) -> bool:
    try:
        return len(read(text)) == 16
    except ValueError:
        return False
