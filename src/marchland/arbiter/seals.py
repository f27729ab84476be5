"""Seals: what only the holder of a game's key can make. When the key is published, everybody can check them."""

from __future__ import annotations

import hmac
from hashlib import sha256


def derived(key: bytes, purpose: str) -> bytes:
    """A key of its own for each purpose, so that none of them gives the dice away."""
    return hmac.new(key, f"marchland-arbiter-{purpose}".encode(), sha256).digest()


def sign(key: bytes, text: bytes) -> str:
    """The signature under a receipt."""
    return hmac.new(derived(key, "receipts"), text, sha256).hexdigest()
