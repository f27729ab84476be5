"""What the environment may say: every variable the site reads, in one place."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

MAIL_PORT = 25
TRUE_WORDS = ("1", "true", "yes", "on")


def flag(name: str, default: bool = False) -> bool:
    value = os.environ.get(name, "")
    return value.lower() in TRUE_WORDS if value else default


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def home() -> Path:
    """Where the database and the generated secret live when nothing else is said."""
    named = os.environ.get("MARCHLAND_HOME")
    folder = Path(named) if named else Path.cwd() / "var"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def secret_key(folder: Path) -> str:
    """MARCHLAND_SECRET_KEY, or one made on the first start and kept beside the database."""
    named = os.environ.get("MARCHLAND_SECRET_KEY")
    if named:
        return named
    kept = folder / "secret-key"
    if not kept.exists():
        _keep_once(kept, secrets.token_urlsafe(50))
    return kept.read_text()


def _keep_once(path: Path, text: str) -> None:
    """Write a file that appears whole, and only if nobody else has made it in the meantime."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent) as draft:
        draft.write(text)
        draft.flush()
        with contextlib.suppress(FileExistsError):
            os.link(draft.name, path)


def database(folder: Path) -> dict[str, Any]:
    """DATABASE_URL (sqlite:///relative, sqlite:////absolute or postgres://user:password@host:port/name), else a file of our own."""
    url = os.environ.get("DATABASE_URL", "")
    if not url:
        return _sqlite(folder / "marchland.sqlite3")
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return _sqlite(Path(parts.path.removeprefix("/")))
    if parts.scheme in ("postgres", "postgresql"):
        return _postgres(parts)
    raise ImproperlyConfigured(f"DATABASE_URL: {parts.scheme!r} is neither sqlite nor postgres")


def _sqlite(path: Path) -> dict[str, Any]:
    # IMMEDIATE takes the write lock when a transaction starts: a read never has to be upgraded to a write and fail half-way.
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-8000;",
        },
    }


def _postgres(parts: Any) -> dict[str, Any]:
    query = dict(pair.split("=", 1) for pair in parts.query.split("&") if "=" in pair)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(query.get("host", parts.hostname or "")),
        "PORT": str(parts.port or query.get("port", "")),
        "CONN_MAX_AGE": 300,
        "CONN_HEALTH_CHECKS": True,
    }


def channel_layers() -> dict[str, Any]:
    """REDIS_URL where several processes serve the site; in one process, memory is enough."""
    url = os.environ.get("REDIS_URL")
    if not url:
        return {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 1000}}}
    return {"default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [url]}}}


def caches() -> dict[str, Any]:
    """Who did what how often: shared through Redis where several processes serve."""
    url = os.environ.get("REDIS_URL")
    if url:
        return {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url, "KEY_PREFIX": "marchland"}}
    # Room enough that nobody washes out a count by making many others.
    return {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}}


def mail(folder: Path) -> dict[str, Any]:
    """MAIL_URL (smtp://user:password@host:port, smtps:// for TLS), else mails are written to files."""
    url = os.environ.get("MAIL_URL", "")
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend", "EMAIL_FILE_PATH": str(folder / "mail")}
    parts = urlsplit(url)
    if parts.scheme not in ("smtp", "smtps", "smtp+tls"):
        raise ImproperlyConfigured(f"MAIL_URL: {parts.scheme!r} is not smtp, smtps or smtp+tls")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or MAIL_PORT,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
    }
