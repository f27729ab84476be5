"""Who meets whom in a tournament: arithmetic on numbers of entrants, so that it can be tried without a site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations

Meetings = Counter[tuple[int, int]]


def table_sizes(people: int, allowed: Collection[int], most: int) -> list[int]:
    """As few tables as can be, none larger than `most`, as even as can be; who is left over has a free round."""
    for playing in range(people, 1, -1):
        for tables in range(1, playing // 2 + 1):
            low, more = divmod(playing, tables)
            sizes = [low + 1] * more + [low] * (tables - more)
            if all(size in allowed and size <= most for size in sizes):
                return sizes
    return []


def rounds_of_robin(people: int, most: int) -> int:
    """Rounds until everybody can have met everybody: exactly so for two at a table, about so for more."""
    if most == 2:
        return people - 1 + people % 2
    return -(-(people - 1) // (most - 1))


def robin_round(people: Sequence[int], sizes: Sequence[int], met: Meetings, rested: Counter[int]) -> list[list[int]]:
    """One round of a round robin for more than two at a table: who has met least, and nobody rests twice before all did."""
    order = sorted(people, key=lambda one: (-rested[one], people.index(one)))
    playing = order[: sum(sizes)]
    tables = [_seated(playing, size, met) for size in sizes]
    return _improved(tables, met)


def circle(people: Sequence[int], number: int) -> list[list[int]]:
    """The pairs of round `number` (from 1): one stays, the others walk round the table; with an odd number somebody rests."""
    ring: list[int | None] = [*people, *([None] if len(people) % 2 else [])]
    fixed, walkers = ring[0], ring[1:]
    turn = (number - 1) % len(walkers)
    ring = [fixed, *walkers[turn:], *walkers[:turn]]
    pairs = [(ring[place], ring[-1 - place]) for place in range(len(ring) // 2)]
    return [[one, other] for one, other in pairs if one is not None and other is not None]


def _seated(left: list[int], size: int, met: Meetings) -> list[int]:
    """A table of those who have met least; they are taken from `left`."""
    table = [left.pop(0)]
    while len(table) < size:
        table.append(left.pop(left.index(min(left, key=lambda one: sum(_times(met, one, other) for other in table)))))
    return table


def _improved(tables: list[list[int]], met: Meetings) -> list[list[int]]:
    """Change places between tables as long as that makes fewer meet again."""
    while (better := _better(tables, met)) is not None:
        tables = better
    return tables


def _better(tables: list[list[int]], met: Meetings) -> list[list[int]] | None:
    for one, other in combinations(range(len(tables)), 2):
        now = _repeated(tables[one], met) + _repeated(tables[other], met)
        for here in range(len(tables[one])):
            for there in range(len(tables[other])):
                first, second = list(tables[one]), list(tables[other])
                first[here], second[there] = second[there], first[here]
                if _repeated(first, met) + _repeated(second, met) < now:
                    return [first if n == one else second if n == other else table for n, table in enumerate(tables)]
    return None


def _repeated(table: Sequence[int], met: Meetings) -> int:
    """Meeting somebody a third time is worse than two people a second time."""
    return sum(_times(met, one, other) ** 2 for one, other in combinations(table, 2))


def _times(met: Meetings, one: int, other: int) -> int:
    return met[min(one, other), max(one, other)]


def note_meetings(met: Meetings, table: Sequence[int]) -> None:
    met.update((min(pair), max(pair)) for pair in combinations(table, 2))


def knockout_round(alive: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """The best entrants go to different tables: dealt out there and back. The first of the list rest, if anybody must."""
    playing = list(alive[len(alive) - sum(sizes) :])
    tables: list[list[int]] = [[] for _ in sizes]
    order = [*range(len(sizes)), *reversed(range(len(sizes)))]
    turn = 0
    for one in playing:
        while len(tables[order[turn % len(order)]]) >= sizes[order[turn % len(order)]]:
            turn += 1
        tables[order[turn % len(order)]].append(one)
        turn += 1
    return tables


def points(places: Sequence[int]) -> list[float]:
    """The share of the others at the table whom each left behind; who shares a place shares the point."""
    others = len(places) - 1
    return [(sum(other > own for other in places) + (places.count(own) - 1) / 2) / others for own in places]
