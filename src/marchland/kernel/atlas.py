"""Atlas: maps as data. Spaces, borders by type, paths, distances and connected groups."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from .errors import BadFile

SpaceId = str


class Border(msgspec.Struct, frozen=True):
    """A way out of a space: where it leads and over what kind of border."""

    to: SpaceId
    type: str
    name: dict[str, str] = {}


class Space(msgspec.Struct, frozen=True):
    """One space of a map: what rules need of it. Its drawing stays in the map file."""

    id: SpaceId
    name: dict[str, str]
    kind: str
    terrain: str = ""
    attributes: dict[str, Any] = {}
    edge: bool = False
    seas: tuple[SpaceId, ...] = ()
    adjacent: tuple[Border, ...] = ()


class Atlas:
    """A map, loaded once and never changed. Every query answers in a stable order (spaces sorted by id)."""

    def __init__(self, spaces: Iterable[Space]) -> None:
        self.spaces: dict[SpaceId, Space] = {space.id: space for space in sorted(spaces, key=lambda space: space.id)}
        self._check()
        self.neighbours = cache(self._neighbours)
        self.border_type = {(space.id, border.to): border.type for space in self.spaces.values() for border in space.adjacent}
        self.sea_reach = cache(self._sea_reach)

    @classmethod
    def load(cls, path: Path) -> Atlas:
        """Read the map file made by the map forge."""
        try:
            return cls(msgspec.json.decode(path.read_bytes(), type=_MapFile).spaces)
        except msgspec.DecodeError as error:
            raise BadFile(f"{path.name}: {error}") from None

    def _check(self) -> None:
        for space in self.spaces.values():
            for border in space.adjacent:
                if border.to not in self.spaces:
                    raise BadFile(f"map: {space.id} borders unknown space {border.to!r}")
                if all(back.to != space.id for back in self.spaces[border.to].adjacent):
                    raise BadFile(f"map: {space.id} borders {border.to}, but not the reverse")

    def __getitem__(self, space: SpaceId) -> Space:
        return self.spaces[space]

    def of_kind(self, *kinds: str) -> tuple[SpaceId, ...]:
        return tuple(space.id for space in self.spaces.values() if space.kind in kinds)

    def _neighbours(self, space: SpaceId, *types: str) -> tuple[SpaceId, ...]:
        """Spaces next to this one over the given types of border (all types if none is given)."""
        found = {border.to for border in self.spaces[space].adjacent if not types or border.type in types}
        return tuple(sorted(found))

    def are_adjacent(self, one: SpaceId, other: SpaceId, *types: str) -> bool:
        return other in self.neighbours(one, *types)

    def share_a_coast(self, one: SpaceId, other: SpaceId) -> bool:
        """Do both spaces touch a common sea area?"""
        return not set(self.spaces[one].seas).isdisjoint(self.spaces[other].seas)

    def _sea_reach(self, sea: SpaceId) -> tuple[SpaceId, ...]:
        """The sea areas joined to this one by sea borders, itself included."""
        return self.group(sea, self.of_kind("sea"), "sea")

    def group(self, start: SpaceId, members: Collection[SpaceId], *types: str) -> tuple[SpaceId, ...]:
        """The members connected with `start` over the given borders."""
        return flood(start, members, lambda space: self.neighbours(space, *types))

    def groups(self, members: Collection[SpaceId], *types: str) -> list[tuple[SpaceId, ...]]:
        """The connected parts of a set of spaces, in order of their first space."""
        return connected_parts(members, lambda space: self.neighbours(space, *types))

    def distances(self, start: SpaceId, *types: str, within: Collection[SpaceId] | None = None) -> dict[SpaceId, int]:
        """Steps from `start` to every space it can reach."""
        steps = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for there in self.neighbours(here, *types):
                if there not in steps and (within is None or there in within):
                    steps[there] = steps[here] + 1
                    queue.append(there)
        return steps

    def path(self, start: SpaceId, end: SpaceId, *types: str, within: Collection[SpaceId] | None = None) -> tuple[SpaceId, ...]:
        """A shortest way from start to end, both included; empty if there is none."""
        back = self.distances(end, *types, within=within)
        if start not in back:
            return ()
        way = [start]
        while way[-1] != end:
            way.append(min((s for s in self.neighbours(way[-1], *types) if s in back), key=lambda s: (back[s], s)))
        return tuple(way)


class _MapFile(msgspec.Struct, frozen=True):
    spaces: tuple[Space, ...]


def flood(start: SpaceId, members: Collection[SpaceId], next_to: Callable[[SpaceId], Iterable[SpaceId]]) -> tuple[SpaceId, ...]:
    """Everything in `members` that can be walked to from `start`."""
    left = set(members) - {start}
    reached = [start]
    for here in reached:  # grows while it is walked
        if not left:
            break
        near = left.intersection(next_to(here))
        left -= near
        reached += near
    return tuple(sorted(reached))


def connected_parts(members: Collection[SpaceId], next_to: Callable[[SpaceId], Iterable[SpaceId]]) -> list[tuple[SpaceId, ...]]:
    """Split a set of spaces into its connected parts."""
    parts: list[tuple[SpaceId, ...]] = []
    left = sorted(members)
    while left:
        part = flood(left[0], members, next_to)
        parts.append(part)
        left = [space for space in left if space not in part]
    return parts
