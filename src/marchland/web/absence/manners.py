"""What a table's host wants to be done about those who are not there, and of whom it is expected not to happen."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from marchland.web.tables.models import Table
from marchland.web.tables.refusals import BadRequest

MOST = {"misses_allowed": 20, "offer_after": 365, "reliability": 100}


@dataclass(frozen=True)
class Manners:
    misses_allowed: int = 2
    offer_after: int = 7
    vacation_stops: bool = False
    reliability: int = 0
    newcomers: bool = True

    def columns(self) -> dict[str, Any]:
        """As a table keeps them; nonsense is refused."""
        for name, most in MOST.items():
            if not 0 <= getattr(self, name) <= most:
                raise BadRequest(f"{name}: 0 to {most}")
        return asdict(self)


def manners_of(table: Table) -> Manners:
    return Manners(**{name: getattr(table, name) for name in asdict(Manners())})
