"""A backup as a file: the database as SQLite, the keys of the home folder, and a manifest with versions and checksums."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marchland.kernel.errors import BadFile

FORMAT = 1
MANIFEST, DATABASE = "manifest.json", "database.sqlite3"
KEYS = ("secret-key", "vapid-key")
LARGEST_KEY = 100_000
LARGEST_MANIFEST = 10_000_000


@dataclass(frozen=True)
class Backup:
    """One that was opened and found whole."""

    path: Path
    manifest: dict[str, Any]

    @property
    def keys(self) -> list[str]:
        return [name for name in self.manifest["files"] if name in KEYS]


def write_backup(target: Path, database: Path, home: Path, facts: dict[str, Any]) -> dict[str, Any]:
    """Nobody but its owner may read it, and it appears whole or not at all."""
    members = {DATABASE: database, **{name: home / name for name in KEYS if (home / name).is_file()}}
    manifest = {"marchland_backup": FORMAT, **facts, "files": {name: checksum(path) for name, path in members.items()}}
    draft = target.with_name(f".{target.name}.draft")
    draft.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
                packed.writestr(MANIFEST, json.dumps(manifest, indent=1, sort_keys=True))
                for name, path in members.items():
                    packed.write(path, name)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def is_backup(path: Path) -> bool:
    return zipfile.is_zipfile(path)


def open_backup(path: Path) -> Backup:
    """Its manifest, read and found to be one that this release understands."""
    if not is_backup(path):
        raise BadFile(f"{path}: not a backup")
    with zipfile.ZipFile(path) as packed:
        if MANIFEST not in packed.namelist() or packed.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
            raise BadFile(f"{path}: not a backup: it has no manifest")
        try:
            manifest = json.loads(packed.read(MANIFEST))
            version, files = manifest["marchland_backup"], manifest["files"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise BadFile(f"{path}: not a backup: its manifest cannot be read") from None
        if version != FORMAT:
            raise BadFile(f"{path}: a backup of format {version}; this release reads format {FORMAT}")
        if not isinstance(files, dict) or DATABASE not in files or set(packed.namelist()) != {MANIFEST, *files}:
            raise BadFile(f"{path}: the backup does not hold what its manifest says")
        if any(packed.getinfo(name).file_size > LARGEST_KEY for name in KEYS if name in files):
            raise BadFile(f"{path}: its keys are no keys")
    return Backup(path, manifest)


def take_out(backup: Backup, name: str, target: Path) -> None:
    """One file of it; whatever is not as it was written is refused."""
    try:
        with zipfile.ZipFile(backup.path) as packed, packed.open(name) as there, target.open("wb") as here:
            target.chmod(0o600)
            shutil.copyfileobj(there, here)
    except (zipfile.BadZipFile, OSError, EOFError) as error:
        raise BadFile(f"{backup.path}: {name} is damaged: {error}") from None
    if checksum(target) != backup.manifest["files"][name]:
        raise BadFile(f"{backup.path}: {name} is damaged: its checksum is not the one of the manifest")
