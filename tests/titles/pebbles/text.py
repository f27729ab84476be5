"""A position of Pebbles in words."""

from collections.abc import Iterator, Sequence

from marchland.kernel.views import Section

from .phrases import seat_name
from .view import PebblesView


def sections(view: PebblesView, language: str, players: Sequence[str] = ()) -> Iterator[Section]:
    rows = [(stone, seat_name(held.seat, language), str(held.value)) for stone, held in sorted(view.land.items()) if held]
    yield Section("stones", ("stone", "player", "value"), tuple(rows))
