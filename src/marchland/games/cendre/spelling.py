"""How names are compared: as people write them, whatever the accents, capitals and hyphens."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

LIGATURES = str.maketrans({"œ": "oe", "Œ": "oe", "æ": "ae", "Æ": "ae", "ß": "ss", "ø": "o", "Ø": "o"})
JOINERS = str.maketrans(dict.fromkeys(" \t'’‘`´_./–—", "-"))


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Lower case without accents; spaces, apostrophes, dots and underscores become single hyphens."""
    plain = unicodedata.normalize("NFKD", text.translate(LIGATURES))
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return "-".join(filter(None, bare.lower().translate(JOINERS).split("-")))
