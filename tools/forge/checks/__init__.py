"""What the rulebooks say of their boards, and what makes a board fair: claims that every map must keep.

A check is a function that looks at a map and claims things; `broken` names those that do not hold. `make` writes no map that breaks
one.

- `atlas`: a finished map, as the checks look at it
- `areas`: what is true of any area map
- `vinci`, `medioevo`, `byzantium`, `cendre`: what the books say
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .areas import AREAS
from .atlas import Atlas, Claims
from .byzantium import BYZANTIUM, Network
from .cendre import CENDRE, AshLand
from .medioevo import MEDIOEVO
from .vinci import VINCI

Check = Callable[[Any], Claims]
CHECKS: dict[str, tuple[Callable[[dict[str, Any]], Any], tuple[Check, ...]]] = {
    "vinci": (Atlas, (*AREAS, *VINCI)),
    "vinci45": (Atlas, (*AREAS, *VINCI)),
    "medioevo": (Atlas, (*AREAS, *MEDIOEVO)),
    "byzantium": (Network, BYZANTIUM),
    "cendre": (AshLand, CENDRE),
}


def broken(name: str, data: dict[str, Any]) -> list[str]:
    """The claims that a map does not keep, each with the check it belongs to."""
    look, checks = CHECKS[name]
    seen = look(data)
    return [f"{check.__name__}: {claim}" for check in checks for holds, claim in check(seen) if not holds]
