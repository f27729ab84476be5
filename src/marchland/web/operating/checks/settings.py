"""Is the site told what it must know to be on the internet?"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http.request import validate_host

from . import Finding, fail, ok, warn

SHORTEST_SECRET = 32
AT_HOME = ("localhost", "127.0.0.1", "[::1]", "::1")
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def secret() -> Iterator[Finding]:
    length = len(set(settings.SECRET_KEY)), len(settings.SECRET_KEY)
    if length[1] < SHORTEST_SECRET or length[0] < 8 or "example" in settings.SECRET_KEY.lower():
        yield fail("secret", "it can be guessed", "set MARCHLAND_SECRET_KEY to 50 random letters: openssl rand -base64 40")
    else:
        yield ok("secret", "set by the environment" if os.environ.get("MARCHLAND_SECRET_KEY") else f"kept in {settings.HOME}")


def key_files() -> Iterator[Finding]:
    """Keys in the home are nobody else's to read."""
    for path in (settings.HOME / "secret-key", settings.HOME / "vapid-key"):
        if path.exists() and path.stat().st_mode & OTHERS:
            yield fail("keys", f"{path} can be read by others", f"chmod 600 {path}")
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        load_pem_private_key(settings.VAPID_KEY.encode(), None)
    except ValueError:
        remedy = "MARCHLAND_VAPID_KEY is a private key as PEM, with \\n for ends of lines; without it one is made"
        yield fail("keys", "messages to devices cannot be signed", remedy)
    else:
        yield ok("keys", "the key for messages to devices can be used")


def address() -> Iterator[Finding]:
    url = urlsplit(settings.SITE_URL)
    if url.scheme not in ("http", "https") or not url.hostname:
        yield fail("url", f"{settings.SITE_URL!r} is no address", "set MARCHLAND_URL to the site's address: https://games.example")
    elif not validate_host(url.hostname, settings.ALLOWED_HOSTS):
        yield fail("url", f"{url.hostname} is none of the allowed hosts", f"add it: MARCHLAND_HOSTS={url.hostname}")
    elif url.hostname in AT_HOME:
        yield warn("url", f"{settings.SITE_URL}: links in mails lead to this machine", "set MARCHLAND_URL, unless you play at home")
    else:
        yield ok("url", settings.SITE_URL)
    if "*" in settings.ALLOWED_HOSTS:
        yield fail("hosts", "any host is answered", "name the site's hosts in MARCHLAND_HOSTS")
    else:
        yield ok("hosts", ", ".join(settings.ALLOWED_HOSTS))


def is_at_home() -> bool:
    return urlsplit(settings.SITE_URL).hostname in AT_HOME


def encryption() -> Iterator[Finding]:
    scheme = urlsplit(settings.SITE_URL).scheme
    if scheme == "https" and not settings.BEHIND_TLS:
        yield fail("tls", "the address begins with https, but cookies are sent without it", "set MARCHLAND_TLS=1 behind the proxy")
    elif scheme == "http" and settings.BEHIND_TLS:
        yield fail("tls", "MARCHLAND_TLS=1, but the address begins with http", "set MARCHLAND_URL to the https:// address")
    elif not settings.BEHIND_TLS and not is_at_home():
        yield fail("tls", "passwords travel in the clear", "put a proxy with TLS before it (deploy/), then set MARCHLAND_TLS=1")
    else:
        yield ok("tls", "behind a proxy with TLS" if settings.BEHIND_TLS else "none: at home it needs none")


def debug() -> Iterator[Finding]:
    if not settings.DEBUG:
        yield ok("debug", "off")
    elif is_at_home():
        yield warn("debug", "on: pages of errors show the inside of the site", "unset MARCHLAND_DEBUG where others play")
    else:
        yield fail("debug", "on: pages of errors show the inside of the site to everybody", "unset MARCHLAND_DEBUG")


def static_files() -> Iterator[Finding]:
    """Were they gathered, by this release?"""
    if settings.DEBUG:
        yield ok("static", "served from their sources while debugging")
        return
    missing = [name for name in ("css/site.css", "js/site.js", "icons.svg") if not _is_gathered(name)]
    if missing:
        yield fail("static", f"not gathered: {', '.join(missing)}", "start the site, or python -m marchland.web collectstatic")
    else:
        yield ok("static", f"gathered in {settings.STATIC_ROOT}")


def _is_gathered(name: str) -> bool:
    stored = getattr(staticfiles_storage, "stored_name", str)
    try:
        return (Path(settings.STATIC_ROOT) / stored(name)).exists()
    except ValueError:  # its list of files knows of none, and the file is not there either
        return False
