"""What a person does at a table: opening one, pointing, pressing."""

from __future__ import annotations

from urllib.parse import urljoin

from playwright.sync_api import Page, expect

READY = "html[data-ready]"


def new_table(page: Page, title: str, seats: list[str], **options: object) -> str:
    """Fill in the form for a new table and open it; the address of the table."""
    page.goto(urljoin(page.url, f"/new/{title}/"))
    page.select_option("[name=seats]", str(len(seats)))
    for number, kind in enumerate(seats):
        box = page.locator(f"[data-place='{number}']")
        box.locator("select").select_option(kind)
        if kind == "hotseat":
            box.locator("[data-place-name] input").fill(f"Guest {number}")
    for name, value in options.items():
        page.locator(f"[name=option_{name}]").fill(str(value))
    page.click("#new-table button[type=submit]")
    page.wait_for_url("**/t/*/")
    return page.url


def is_over(page: Page) -> bool:
    return page.locator("#end").is_visible()


def is_asked(page: Page) -> bool:
    return page.locator("[data-part=prompt] .yours").count() > 0


def await_turn(page: Page, seconds: float = 20) -> None:
    """Until one is asked, or the game is over."""
    page.locator("[data-part=prompt] .yours, [data-part=prompt] .over").first.wait_for(timeout=seconds * 1000)


def entry(page: Page) -> int:
    return int(page.locator("#act input[name=entry]").input_value())


def await_change(page: Page, before: int) -> None:
    page.wait_for_function("(n) => Number(document.querySelector('#act input[name=entry]').value) !== n", arg=before)


def point(page: Page, target: str) -> None:
    """A click on a thing, where it is really there."""
    page.mouse.click(*spot(page, target))


def tap(page: Page, target: str) -> None:
    page.touchscreen.tap(*spot(page, target))


SPOT = """(target) => {
  const thing = document.querySelector(`[data-target="${CSS.escape(target)}"]`);
  if (!thing.closest('svg')) thing.scrollIntoView({block: 'nearest'});
  const box = thing.getBoundingClientRect();
  for (let grain = 2; grain < 40; grain += 3)
    for (let i = 1; i < grain; i++) for (let j = 1; j < grain; j++) {
      const x = box.left + box.width * i / grain, y = box.top + box.height * j / grain;
      if (document.elementFromPoint(x, y) === thing) return [x, y];
    }
  return null;
}"""


def spot(page: Page, target: str) -> tuple[float, float]:
    """A point of the screen that belongs to the thing and to nothing above it; the whole board is shown if need be."""
    found = page.evaluate(SPOT, target)
    if found is None:
        page.locator("[data-zoom=fit]").click()
        page.wait_for_timeout(100)
        found = page.evaluate(SPOT, target)
    assert found is not None, f"{target} cannot be seen"
    return found[0], found[1]


def lit(page: Page, where: str = "") -> list[str]:
    """The things that can be played now."""
    return list(
        page.evaluate("(where) => [...document.querySelectorAll(`${where} [data-lit]`)].map((t) => t.dataset.target)", where)
    )


def answer(page: Page) -> None:
    """Answer one question by pointing: at something lit if there is any, else with a button above the board or in the list."""
    before = entry(page)
    targets = lit(page)
    if targets:
        point(page, targets[before % len(targets)])
        menu = page.locator("#bubble button.choice")
        if menu.count() and page.locator("#bubble").is_visible():
            menu.first.click()
    else:
        # In one breath: a refresh between finding and clicking would take the button away, and a folded group hides it.
        page.evaluate("() => document.querySelector('[data-part=actions] button, [data-part=choices] button').click()")
    await_change(page, before)


def play_to_the_end(page: Page, answers: int = 400) -> int:
    """Answer until the game is over; how many answers it took."""
    for count in range(answers):
        await_turn(page)
        if is_over(page):
            return count
        answer(page)
    raise AssertionError(f"the game did not end within {answers} answers")


def no_notice(page: Page) -> None:
    expect(page.locator("#notice")).to_be_hidden()


def bring_to_front(page: Page, target: str) -> None:
    """On a phone what can be played may lie in a tab of the sheet."""
    pane = page.evaluate("(target) => document.querySelector(`[data-target='${target}']`).closest('.pane')?.id ?? ''", target)
    if pane and not page.locator(f"#{pane}").is_visible():
        page.locator(f"[aria-controls={pane}]").tap()
