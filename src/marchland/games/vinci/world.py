"""The boards of Vinci: provinces, seas, links and coasts. Facts of the map files; nothing here changes in play."""

from __future__ import annotations

from marchland.kernel.atlas import Atlas
from marchland.kernel.memo import remembered

from .tables import DATA, FIGURES

Province = str


LAND_LINKS = ("land", "river", "strait")


class Board:
    """A map with the answers the rules ask for again and again, worked out once."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.atlas = Atlas.load(DATA / FIGURES.boards[name])
        self.provinces: tuple[Province, ...] = self.atlas.of_kind("land")
        self.seas: tuple[str, ...] = self.atlas.of_kind("sea")
        self.terrain = {p: self.atlas[p].terrain for p in self.provinces}
        self.symbols = {p: frozenset(name for name, mark in self.atlas[p].attributes.items() if mark) for p in self.provinces}
        self.base_cost = {p: FIGURES.conquest_base[self.terrain[p]] for p in self.provinces}
        self.mountains = frozenset(p for p in self.provinces if self.terrain[p] == "mountain")
        self.links = {p: tuple(n for n in self.atlas.neighbours(p, *LAND_LINKS)) for p in self.provinces}
        self.shared_coasts = frozenset((p, n) for p in self.provinces for n in self.links[p] if self.atlas.share_a_coast(p, n))
        self.sea_links = {p: self._across_seas(p) for p in self.provinces}
        self.links_and_sea_links = {p: (*self.links[p], *self.sea_links[p]) for p in self.provinces}
        self.edge_provinces = tuple(p for p in self.provinces if self.atlas[p].edge)
        self.edge_seas = frozenset(sea for sea in self.seas if self.atlas[sea].edge)
        self.one_sea_entries = frozenset(p for p in self.provinces if not self.edge_seas.isdisjoint(self.atlas[p].seas))
        self.sea_chain_entries = frozenset(p for p in self.provinces if self._touches_chain_to_edge(p))
        self.open_sea_coasts = frozenset(p for p in self.provinces if self._touches_open_sea(p))

    def _across_seas(self, province: Province) -> tuple[Province, ...]:
        """VI-SPECIAL-01 Provinces that a chain of connected sea areas joins to this one."""
        waters = {sea for coast in self.atlas[province].seas for sea in self.atlas.sea_reach(coast)}
        return tuple(p for p in self.provinces if p != province and not waters.isdisjoint(self.atlas[p].seas))

    def _touches_chain_to_edge(self, province: Province) -> bool:
        """VI-ENTRY-04 Does a chain of sea areas lead from the rim of the board to this coast?"""
        return any(not self.edge_seas.isdisjoint(self.atlas.sea_reach(sea)) for sea in self.atlas[province].seas)

    def _touches_open_sea(self, province: Province) -> bool:
        """VI-SOLO-14 An ocean or a great sea, not an inland sea."""
        return any(self.atlas[sea].attributes.get("size") in ("ocean", "great") for sea in self.atlas[province].seas)

    def has_symbol(self, province: Province, symbol: str) -> bool:
        return symbol in self.symbols[province]


@remembered
def board(name: str) -> Board:
    return Board(name)
