"""What is written on the boards can be read, and what does not fit waits until one comes nearer."""

from __future__ import annotations

from itertools import combinations

import pytest

from . import hands
from .conftest import Visit

SEATS = {"cendre": ["me", *["bot:ruler"] * 19]}
LEAST = 10.95
WRITTEN = """() => [...document.querySelectorAll('svg.map text')]
  .filter((text) => text.checkVisibility({visibilityProperty: true}) && text.textContent.trim() && !text.closest('.tray'))
  .map((text) => {
    const matrix = text.getScreenCTM(), box = text.getBoundingClientRect();
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));
    const kind = text.getAttribute('class') ?? '';
    return {text: text.textContent.trim(), size, kind, box: [box.left, box.top, box.right, box.bottom]};
  })"""

BESIDE = """() => {
  const map = document.querySelector('svg.map[data-frame]'), [x, , w] = map.dataset.frame.split(' ').map(Number);
  const edge = new DOMPoint(x + w, 0).matrixTransform(map.getScreenCTM()).x;
  return edge <= document.querySelector('.zoom').getBoundingClientRect().left;
}"""


@pytest.mark.parametrize(("title", "names"), [("vinci", 36), ("byzantium", 31), ("medioevo", 70), ("cendre", 80)])
def test_nothing_is_written_smaller_than_eleven_pixels_nor_over_another_name(visit: Visit, title: str, names: int) -> None:
    page = visit(width=1280, height=800)
    hands.new_table(page, title, SEATS.get(title, ["me", "bot:greedy", "bot:greedy"]))
    hands.await_turn(page)
    page.locator("[data-zoom=fit]").click()
    page.wait_for_function(BESIDE)
    page.wait_for_function(f"(least) => ({WRITTEN})().every((one) => one.size >= least)", arg=LEAST)
    written = page.evaluate(WRITTEN)
    shown = [one for one in written if {"name", "by-name"} & set(one["kind"].split())]
    assert len([one for one in shown if "sea" not in one["kind"]]) >= names, "most of the map is named"
    assert [(one["text"], other["text"]) for one, other in combinations(shown, 2) if is_over(one["box"], other["box"])] == []
    left_out = page.locator("svg.map .name[data-crowded]").count()
    if left_out:
        for _ in range(3):
            page.locator("[data-zoom=in]").click()
        page.wait_for_function("(n) => document.querySelectorAll('svg.map .name[data-crowded]').length < n / 2", arg=left_out)


def is_over(one: list[float], other: list[float]) -> bool:
    """Letters fill the middle of their line."""
    x, y = 3, 7
    return one[0] < other[2] - x and other[0] < one[2] - x and one[1] < other[3] - y and other[1] < one[3] - y
