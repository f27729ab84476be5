"""The site's settings and database, for a command that needs them."""

from __future__ import annotations

import os
from pathlib import Path

from marchland.web.serve import SETTINGS


def open_site() -> None:
    """Load the site as the environment describes it. Whatever imports Django's models is imported after this."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    django.setup()


def open_elsewhere(database: Path, home: Path | None = None) -> None:
    """Load the site over another database, a SQLite file that is there or will be: processes that are started see the same."""
    os.environ["DATABASE_URL"] = f"sqlite:///{database.absolute()}"
    if home is not None:
        os.environ["MARCHLAND_HOME"] = str(home)
    os.environ.setdefault("MARCHLAND_LOG_LEVEL", "ERROR")
    open_site()


def described(database: str) -> dict[str, object]:
    """How to open what an operator names: a URL, or a file."""
    from marchland.web.config import environment

    return dict(environment.READ.db_url_config(database))
