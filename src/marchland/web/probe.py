"""`python -m marchland.web.probe`: does the site on this machine answer? For containers, which have no curl. 0 if it does."""

from __future__ import annotations

import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PATIENCE = 4


def is_well(port: str = "8000", page: str = "health/") -> bool:
    """Asked by a name that the site answers to."""
    host = os.environ.get("MARCHLAND_HOSTS", "localhost").split(",")[0].strip().lstrip(".")
    try:
        with urlopen(Request(f"http://127.0.0.1:{port}/{page}", headers={"Host": host}), timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
    except (HTTPError, OSError):
        return False


if __name__ == "__main__":
    sys.exit(not is_well(*sys.argv[1:]))
