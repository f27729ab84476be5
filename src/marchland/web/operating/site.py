"""The site's settings and database, for a command that needs them."""

from __future__ import annotations

import os

from marchland.web.serve import SETTINGS


def open_site() -> None:
    """Load the site as the environment describes it. Whatever imports Django's models is imported after this."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    django.setup()
