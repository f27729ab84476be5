"""What must be read again and should tell nothing to whoever finds a copy of the database: sealed by the site's own secret.

A site with another `SECRET_KEY` cannot read it, unless it knows the old one too (`SECRET_KEY_FALLBACKS`).
"""

from __future__ import annotations

from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

SALT = "marchland.accounts.sealing"


def seal(text: str) -> str:
    return _keys().encrypt(text.encode()).decode()


def unsealed(sealed: str) -> str | None:
    """None: it was sealed by a secret that this site does not know."""
    try:
        return _keys().decrypt(sealed).decode()
    except InvalidToken:
        return None


def _keys() -> MultiFernet:
    """The first seals; all of them open."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = (salted_hmac(SALT, "fernet", secret=secret, algorithm="sha256").digest() for secret in secrets)
    return MultiFernet([Fernet(urlsafe_b64encode(digest)) for digest in digests])
