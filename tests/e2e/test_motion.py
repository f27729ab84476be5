"""What moves on the table page: pieces that the rules have moved, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from . import hands
from .conftest import Visit

WATCH = """() => {
  const map = document.querySelector('svg.map'), seen = window.seen = {frames: 0, astray: [], glided: 0};
  const matrix = (thing) => {
    const own = thing.transform.baseVal.consolidate()?.matrix;
    const outer = thing.parentElement === map ? map.getScreenCTM() : matrix(thing.parentElement);
    return own ? outer.multiply(own) : outer;
  };
  const middle = (thing) => {
    const box = thing.getBBox(), at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    return at.matrixTransform(matrix(thing));
  };
  const shown = (thing) => {
    const box = thing.getBoundingClientRect();
    return {x: box.left + box.width / 2, y: box.top + box.height / 2};
  };
  const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
  const said = (piece) => (piece.getAttribute('transform') ?? '').match(/-?[0-9.]+/g)?.map(Number);
  const before = new WeakMap(), last = new Map();
  const note = () => {
    for (const piece of map.querySelectorAll('[data-piece]')) {
      if (!before.has(piece)) before.set(piece, last.get(piece.dataset.piece));
      last.set(piece.dataset.piece, said(piece));
    }
  };
  new MutationObserver(note).observe(map, {childList: true, subtree: true});
  const under_way = new Set(map.querySelectorAll('[data-piece]'));
  const look = () => {
    seen.frames++;
    for (const piece of map.querySelectorAll('[data-piece]')) {
      if (under_way.has(piece)) continue;
      const name = piece.dataset.piece, at = said(piece), was = before.get(piece);
      const moved = at && was && (at[0] !== was[0] || at[1] !== was[1]);
      for (const thing of [piece, ...piece.querySelectorAll('g')]) {
        const box = thing.getBBox();
        if (!box.width || !thing.checkVisibility()) continue;
        const rest = middle(thing), here = shown(thing), off = apart(rest, here);
        if (off < 1) continue;
        const outer = matrix(piece.parentElement);
        const start = moved ? {x: rest.x + (was[0] - at[0]) * outer.a, y: rest.y + (was[1] - at[1]) * outer.d} : rest;
        const between = moved && apart(start, here) + off < apart(start, rest) + 2;
        if (between) seen.glided++;
        else seen.astray.push(`${name} ${thing.getAttribute('class')} is ${off.toFixed(1)} away`);
      }
    }
    requestAnimationFrame(look);
  };
  note();
  look();
}"""
"""In every picture that is drawn: each piece stands where its drawing puts it, or on the way there from where it stood before.

Those that were drawn before anybody watched may be under way from where nobody knows.
"""


@pytest.mark.parametrize(
    ("title", "answers", "glides"),
    [("vinci", 8, True), ("byzantium", 10, True), ("medioevo", 14, False)],
)
def test_no_piece_moves_that_the_rules_did_not_move(visit: Visit, title: str, answers: int, glides: bool) -> None:
    page = visit()
    page.emulate_media(reduced_motion="no-preference")
    hands.new_table(page, title, ["me", "bot:greedy", "bot:greedy"])
    hands.await_turn(page)
    page.evaluate(WATCH)
    for _ in range(answers):
        hands.await_turn(page)
        hands.answer(page)
    hands.await_turn(page)
    seen: dict[str, Any] = page.evaluate("() => window.seen")
    assert seen["frames"] > answers
    assert seen["astray"] == []
    assert seen["glided"] > 0 or not glides, "a piece that the rules have moved glides there"


SHIFTS = """
window.shifts = [];
new PerformanceObserver((told) => {
  for (const shift of told.getEntries()) {
    const things = shift.sources.map(({node}) => node?.outerHTML?.slice(0, 60) ?? node?.textContent?.slice(0, 40));
    window.shifts.push([shift.value, things]);
  }
}).observe({type: 'layout-shift', buffered: true});
"""
CHOOSE = """(number) => {
  const all = document.querySelectorAll(':is([data-part=actions], [data-part=choices]) button[data-choice]:not([data-ask])');
  all[number % all.length]?.click();
}"""
"""By a script, so that Chromium takes nothing that follows for the answer to a finger, which it would forgive."""


@pytest.mark.long
@pytest.mark.parametrize(("title", "width", "height"), [("vinci", 1280, 800), ("byzantium", 390, 844)])
def test_nothing_on_the_page_jumps_in_a_whole_game(
    visit: Visit, title: str, width: int, height: int, record_property: pytest.RecordProperty
) -> None:
    page = visit(width=width, height=height, phone=width < 800)
    wishes = {"target": 30} if title == "vinci" else {}
    table = hands.lay_table(page, title, ["me", "bot:greedy", "bot:greedy"], **wishes)
    page.add_init_script(SHIFTS)
    page.goto(table)
    for number in range(200):
        hands.await_turn(page)
        if hands.is_over(page):
            break
        before = hands.entry(page)
        page.evaluate(CHOOSE, 7 * number)
        hands.await_change(page, before)
    assert hands.is_over(page)
    shifts = page.evaluate("() => window.shifts")
    record_property("layout shift", round(sum(shift for shift, _ in shifts), 4))
    assert sum(shift for shift, _ in shifts) < 0.05, sorted(shifts, reverse=True)[:5]
