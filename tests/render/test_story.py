"""What a story draws: lines that go where the figures say, the same figures as a table, and a map that leads to the large one."""

from __future__ import annotations

import re

from marchland.kernel.story import Area, Graph, Series, Sketch
from marchland.render import graph, sketch
from marchland.render.story import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH

TURNS = ("spring 201", "summer 201", "autumn 201")
GLORY = Graph("glory", "Glory", (Series("Akla", (0, 5, 10), is_own=True), Series("<Roc>", (2, 4, 8)), Series("Sel", (1, None, 20))))


def curve(html: str, look: str) -> list[tuple[float, float]]:
    found = re.search(rf'class="curve {look}">.*?<path d="M(.*?)"', html, re.DOTALL)
    assert found is not None
    return [(float(point.split()[0]), float(point.split()[1])) for point in found[1].split("L")]


def test_a_line_goes_from_the_first_turn_to_the_last_and_as_high_as_its_figures() -> None:
    html = graph(GLORY, TURNS, "en")
    low, high, end = HEIGHT - BOTTOM, TOP, WIDTH - RIGHT
    assert curve(html, "own") == [
        (LEFT, low),
        ((LEFT + end) / 2, low - (low - high) / 4),
        (end, (low + high) / 2),
    ]
    assert curve(html, "rival") == [(LEFT, low - (low - high) / 20), (end, high)], "what is not known is left out"
    assert html.count('class="curve other"') == 1
    assert html.index('class="curve other"') < html.index('class="curve own"'), "one's own lies on top"


def test_the_same_figures_stand_in_a_table() -> None:
    html = graph(GLORY, TURNS, "fr")
    rows = re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
    assert [re.findall(r">([^<>]*?)</t[hd]>", row) for row in rows] == [
        ["Tour", "Akla", "&lt;Roc&gt;", "Sel"],
        ["spring 201", "0", "2", "1"],
        ["summer 201", "5", "4", ""],
        ["autumn 201", "10", "8", "20"],
    ]


def test_figures_below_nothing_and_a_single_turn_can_be_drawn() -> None:
    deep = graph(Graph("stability", "Stability", (Series("Stability", (1, -6, -2), is_own=True),)), TURNS, "it")
    assert curve(deep, "own")[1][1] == HEIGHT - BOTTOM
    assert 'class="grid zero"' in deep
    alone = graph(Graph("gold", "Gold", (Series("Gold", (7,), is_own=True),)), TURNS[:1], "en")
    assert "<path d=" not in alone
    assert alone.count("<circle") == 1


def test_only_what_has_changed_on_the_small_map_leads_to_the_large_one() -> None:
    areas = (
        Area("M0 0H9V9Z", "land", "#123456", "AKL", "Akla"),
        Area("M9 0H18V9Z", "land changed", "#654321", "VIL", "Vil & <co>"),
    )
    svg = sketch(Sketch(box=(0, 0, 18, 9), areas=areas, pins=(("held", 12, 4, "Vil"),)), lambda space: f"/t/x/?look={space}")
    assert re.findall(r'href="(.*?)"', svg) == ["/t/x/?look=VIL"]
    assert "Vil &amp; &lt;co&gt;" in svg
    assert 'class="pin held"' in svg
