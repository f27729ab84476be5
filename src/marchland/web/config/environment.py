"""What the environment may say: every variable the site reads, in one place."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.exceptions import ImproperlyConfigured
from environ import Env

READ = Env()
POSTGRES = "django.db.backends.postgresql"
SQLITE = "django.db.backends.sqlite3"


def flag(name: str, default: bool = False) -> bool:
    return bool(READ.bool(name, default=default))


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in READ.list(name, default=default.split(",")) if word.strip()]


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


def static_root(folder: Path) -> Path:
    """MARCHLAND_STATIC, where they were gathered when the site was installed; else they are gathered whenever it starts."""
    named = os.environ.get("MARCHLAND_STATIC")
    return Path(named) if named else folder / "static"


def vapid_key(folder: Path) -> str:
    """MARCHLAND_VAPID_KEY (PEM), or one made on the first start: browsers know the site by it, and a new one loses them all."""
    named = os.environ.get("MARCHLAND_VAPID_KEY")
    if named:
        return named.replace("\\n", "\n")
    kept = folder / "vapid-key"
    if not kept.exists():
        made = ec.generate_private_key(ec.SECP256R1())
        _keep_once(kept, made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode())
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
    found: dict[str, Any] = READ.db_url_config(url) if url else {"ENGINE": SQLITE, "NAME": str(folder / "marchland.sqlite3")}
    if found["ENGINE"] == SQLITE:
        return {**found, **ON_A_FILE}
    if found["ENGINE"] == POSTGRES:
        return {**found, **ON_A_SERVER}
    raise ImproperlyConfigured(f"DATABASE_URL: {url.partition(':')[0]!r} is neither sqlite nor postgres")


def synchronous() -> str:
    """MARCHLAND_SYNCHRONOUS: FULL waits for the disk at every move, NORMAL now and then; what that may cost says decision 50."""
    wanted = os.environ.get("MARCHLAND_SYNCHRONOUS", "NORMAL").upper()
    if wanted not in ("NORMAL", "FULL", "EXTRA"):
        raise ImproperlyConfigured(f"MARCHLAND_SYNCHRONOUS: {wanted!r} is not NORMAL, FULL or EXTRA")
    return wanted


# IMMEDIATE takes the write lock when a transaction starts: a read never has to be upgraded to a write and fail half-way.
ON_A_FILE = {
    "CONN_MAX_AGE": None,
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={synchronous()}; PRAGMA cache_size=-8000;",
    },
}
ON_A_SERVER = {"CONN_MAX_AGE": 300, "CONN_HEALTH_CHECKS": True}


def channel_layers(secret: str) -> dict[str, Any]:
    """REDIS_URL where several processes serve the site; in one process, memory is enough."""
    url = os.environ.get("REDIS_URL")
    if not url:
        return {"default": {"BACKEND": "marchland.web.config.layers.InMemoryLayer", "CONFIG": {"capacity": 1000}}}
    from . import sharing  # what is not needed is not loaded

    return {"default": sharing.channel_layer(url, secret)}


def caches(secret: str) -> dict[str, Any]:
    """Who did what how often: shared through Redis where several processes serve."""
    url = os.environ.get("REDIS_URL")
    if url:
        from . import sharing

        return {"default": sharing.cache(url, secret)}
    # Room enough that nobody washes out a count by making many others.
    return {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}}


def share_figures() -> None:
    """MARCHLAND_METRICS_DIR: a folder through which the processes of one machine count together; it says what this start counts."""
    folder = os.environ.get("MARCHLAND_METRICS_DIR")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder


def milliseconds(name: str, default: int) -> float:
    """A limit, in seconds."""
    return float(os.environ.get(name, default)) / 1000


def mail(folder: Path) -> dict[str, Any]:
    """MAIL_URL (smtp://user:password@host:port, smtp+tls:// for STARTTLS, smtps:// for TLS from the first byte), else files."""
    url = os.environ.get("MAIL_URL", "")
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend", "EMAIL_FILE_PATH": str(folder / "mail")}
    if not url.startswith(("smtp://", "smtps://", "smtp+tls://")):
        raise ImproperlyConfigured(f"MAIL_URL: {url.partition(':')[0]!r} is not smtp, smtps or smtp+tls")
    found = READ.email_url_config(url.replace("smtps://", "smtp+ssl://", 1))
    return {name: value for name, value in found.items() if value is not None}
