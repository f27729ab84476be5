"""What a person does at a table: opening one, pointing, pressing."""

from __future__ import annotations

from urllib.parse import urljoin

from playwright.sync_api import Page, TimeoutError, expect

READY = "html[data-ready]"
"""The page's script is at work: a button that is pressed before it would send its form as pages without scripts do."""
CARDS = ".desk[data-cards] [data-desk=cards][aria-busy=false]"
"""The desk's script is at work, and nothing that it has asked is under way."""
PROMPT = f"{READY} [data-part=prompt]"


FILLED = """([form, wishes]) => {
  const page = new DOMParser().parseFromString(form, 'text/html');
  return {...Object.fromEntries(new FormData(page.querySelector('#new-table'))), ...wishes};
}"""


def lay_table(page: Page, title: str, seats: list[str], pace: object = "live", **options: object) -> str:
    """A new table by what its form holds, though nobody looks at the form; the address of the table, where nobody has been yet.

    A seat is a kind (`me`, `bot:easy`), where seats choose what they play perhaps with that: `me=AKLA`.
    """
    address = urljoin(page.url, f"/new/{title}/")
    wishes = {"seats": str(len(seats)), "pace": str(pace), "host_starts": ""}
    wishes |= {f"option_{name}": str(value) for name, value in options.items()}
    for number, wish in enumerate(seats):
        kind, _, pick = wish.partition("=")
        wishes |= {f"seat_{number}": kind, f"seat_{number}_name": f"Guest {number}" if kind == "hotseat" else ""}
        wishes |= {f"seat_{number}_pick": pick} if pick else {}
    speaks = {"Accept-Language": page.evaluate("navigator.language")}
    form = page.evaluate(FILLED, [page.request.get(address, headers=speaks).text(), wishes])
    laid = page.request.post(address, form=form, max_redirects=0, headers=speaks)
    assert laid.status == 302, laid.text()
    return urljoin(address, laid.headers["location"])


def new_table(page: Page, title: str, seats: list[str], pace: str = "live", **options: object) -> str:
    """A new table, open on the page; its address."""
    table = lay_table(page, title, seats, pace, **options)
    page.goto(table)
    return table


def fill_in_table(page: Page, title: str, seats: list[str], **options: object) -> str:
    """A new table as people make one: fill in the form and send it; the address of the table."""
    page.goto(urljoin(page.url, f"/new/{title}/"))
    page.select_option("[name=seats]", str(len(seats)))
    for number, kind in enumerate(seats):
        box = page.locator(f"[data-place='{number}']")
        box.locator("select").first.select_option(kind)
        if kind == "hotseat":
            box.locator("[data-place-name] input").fill(f"Guest {number}")
    for name, value in options.items():
        page.locator(f"[name=option_{name}]").fill(str(value))
    page.uncheck("[name=host_starts]")
    page.click("#new-table button[type=submit]")
    page.wait_for_url("**/t/*/")
    return page.url


def sit_down(page: Page, table: str) -> None:
    """Take the first open seat; if it was the last, the game begins."""
    page.goto(table)
    page.get_by_role("button", name="Sit down").first.click()
    page.locator(READY).wait_for()


def is_over(page: Page) -> bool:
    return page.locator("#end").is_visible()


def is_asked(page: Page) -> bool:
    return page.locator(f"{PROMPT} .yours").count() > 0


def await_turn(page: Page) -> None:
    """Until one is asked, or the game is over."""
    page.locator(f"{PROMPT} :is(.yours, .over)").first.wait_for()


def await_others(page: Page) -> None:
    """Until everybody else who is asked at the same time has answered: from then on nothing moves under one's hand."""
    await_asked(page, 1)


def await_asked(page: Page, people: int) -> None:
    """Until so many are asked, and no more."""
    page.wait_for_function(f"(people) => document.querySelectorAll('{READY} .seat-card.to-move').length === people", arg=people)


def entry(page: Page) -> int:
    return int(page.locator(f"{READY} #act input[name=entry]").input_value())


def await_change(page: Page, before: int) -> None:
    page.wait_for_function("(n) => Number(document.querySelector('#act input[name=entry]').value) !== n", arg=before)


def point(page: Page, target: str) -> None:
    """A click on a thing, where it is really there."""
    page.mouse.click(*spot(page, target))


def tap(page: Page, target: str) -> None:
    page.touchscreen.tap(*spot(page, target))


SPOT = """async ([target, patience]) => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const thing = () => document.querySelector(`[data-target="${CSS.escape(target)}"]`);
  const place = () => {
    if (!thing()?.closest('svg')) thing()?.scrollIntoView({block: 'nearest'});
    return thing()?.getBoundingClientRect();
  };
  const shows = (at) => at && thing() && document.elementFromPoint(...at) === thing();
  const find = (box, finest) => {
    for (let grain = 2; grain < finest; grain += 3)
      for (let i = 1; i < grain; i++) for (let j = 1; j < grain; j++) {
        const at = [box.left + box.width * i / grain, box.top + box.height * j / grain];
        if (shows(at)) return at;
      }
    return null;
  };
  let box = null, found = null, hidden = 0;
  for (let look = 0; look < 40 && hidden < patience; look++) {
    await frame();
    await frame();
    const before = box;
    box = place();
    const still = before && box && before.left === box.left && before.top === box.top && before.width === box.width;
    if (still && shows(found)) return found;
    found = box ? find(box, hidden < patience - 1 ? 12 : 40) : null;
    hidden = still && !found ? hidden + 1 : 0;
  }
  return found;
}"""
"""A point that is the thing's in two drawings of the page one after the other: nobody aims at what still moves.

What neither moves nor shows itself in so many drawings as one has patience is looked for no longer, and closely only once: to ask
what lies at a point of a map takes long.
"""


UNCOVER = """() => {
  for (const card of document.querySelectorAll('#moments .moment')) card.click();
  document.querySelector('#since[open] > summary')?.click();
}"""
"""A press on a card of the moment lets it go, and on the strip folds it, as people do with what lies over what they want; in one
breath, since a card may go by itself."""


def spot(page: Page, target: str) -> tuple[float, float]:
    """A point of the screen that belongs to the thing and to nothing above it; the whole board is shown if need be."""
    page.locator(READY).wait_for()
    found = page.evaluate(SPOT, [target, 4])
    if found is None:
        page.evaluate(UNCOVER)
        page.locator("[data-zoom=fit]").click()
        found = page.evaluate(SPOT, [target, 40])
    assert found is not None, f"{target} cannot be seen"
    return found[0], found[1]


ANSWERED = """(n) => Number(document.querySelector('#act input[name=entry]').value) !== n
  || Boolean(document.querySelector('#bubble.menu:not([hidden])'))"""


def asks_back(page: Page, before: int) -> bool:
    """Whoever pointed at something has either played it, or has a menu of what can be played there."""
    page.wait_for_function(ANSWERED, arg=before)
    return page.locator("#bubble.menu").is_visible()


LIT = """([where, shown]) => [...document.querySelectorAll(`${where} [data-lit]`)]
  .filter((thing) => !shown || thing.checkVisibility()).map((thing) => thing.dataset.target)"""


def lit(page: Page, where: str = "", *, shown: bool = False) -> list[str]:
    """The things that can be played now; with `shown` without those in a folded group or behind another tab."""
    return list(page.evaluate(LIT, [where, shown]))


PRESS = """() => {
  const button = document.querySelector('[data-part=actions] button[data-choice], [data-part=choices] button[data-choice]');
  button?.click();
  return Boolean(button);
}"""
"""In one breath: a refresh between finding and clicking would take the button away, and a folded group hides it."""


def answer(page: Page) -> None:
    """Answer one question by pointing: at something lit if there is any, else with a button above the board or in the list.

    Where several are asked at once, others' answers may take the question away before the hand comes down.
    """
    before = entry(page)
    targets = lit(page, shown=True)
    if targets:
        point(page, targets[before % len(targets)])
        _take_first(page, before)
    elif not page.evaluate(PRESS):
        assert entry(page) != before or not is_asked(page), "a question without anything to answer it with"
        return
    await_change(page, before)


def _take_first(page: Page, before: int) -> None:
    """The first line of the menu, if one has opened; others' moves close a menu."""
    menu = page.locator("#bubble:visible button.choice")
    if not menu.count():
        return
    try:
        menu.first.click()
    except TimeoutError:
        if entry(page) == before:
            raise


def open_text(page: Page) -> Page:
    """The desk with the sheet as text, for those who type."""
    page.locator(f"{READY} :is(.desk:not([data-cards]) #desk-text, {CARDS})").wait_for(state="attached")
    page.evaluate("document.querySelector('.desk [data-show=text]')?.click()")
    return page


def play_to_the_end(page: Page, answers: int = 400) -> int:
    """Answer until the game is over; how many answers it took."""
    for count in range(answers):
        await_turn(page)
        if is_over(page):
            return count
        answer(page)
    raise AssertionError(f"the game did not end within {answers} answers")


def read_in(page: Page, language: str) -> None:
    """Choose a language in the masthead; the page comes again in it, with its scripts."""
    page.select_option("#looks-language", language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.wait_for_load_state()


def no_notice(page: Page) -> None:
    expect(page.locator("#notice")).to_be_hidden()


def bring_to_front(page: Page, target: str) -> None:
    """On a phone what can be played may lie in a tab of the sheet."""
    pane = page.evaluate("(target) => document.querySelector(`[data-target='${target}']`).closest('.pane')?.id ?? ''", target)
    if pane and not page.locator(f"#{pane}").is_visible():
        page.locator(f"[aria-controls={pane}]").tap()


def press(page: Page, selector: str) -> None:
    """Click what is shown, in one breath: others' news may redraw it between the hand's coming down and going up."""
    button = page.locator(selector).first
    expect(button).to_be_visible()
    expect(button).to_be_enabled()
    button.evaluate("(button) => button.click()")


def hand_in(page: Page, bot: str) -> None:
    """Hand in a bot's idea of a sheet, doubtful lines and all, and wait until the turn is over."""
    turn = page.locator(".desk").get_attribute("data-turn")
    take_idea(page, bot)
    hand_surely(page)
    page.wait_for_function("(turn) => document.querySelector('.desk')?.dataset.turn !== turn", arg=turn)


def take_idea(page: Page, bot: str) -> None:
    """A bot's sheet in the place of what is written: laid beside it first, where there are cards."""
    before = page.locator("#desk-text").input_value()
    if page.locator(f".desk button[value='start:bot:{bot}']").count():
        press(page, f".desk button[value='start:bot:{bot}']")
    else:
        press(page, f".proposals button[value='advise bot:{bot}']")
        page.locator(".proposals details:has([value^='replace bot:']) summary").click()
        press(page, ".proposals button[value^='replace bot:']")
    page.wait_for_function("(text) => document.querySelector('#desk-text').value !== text", arg=before)


def hand_surely(page: Page) -> None:
    """Hand in, and say so again if one is asked: because of lines in doubt, or of leaders who have nothing to do."""
    facts = page.locator(".desk")
    turn, kept = facts.get_attribute("data-turn"), facts.get_attribute("data-keep")
    settled = """([turn, kept]) => { const desk = document.querySelector('.desk');
      return desk?.dataset.turn !== turn || desk.dataset.keep !== kept; }"""
    for button in ("hand", "hand", "hand:sure"):
        if page.evaluate(settled, [turn, kept]):
            return
        if page.locator(f".desk button[value='{button}']").count() == 0 or (button == "hand" and page.locator(".unsure").count()):
            continue
        press(page, f".desk button[value='{button}']")
        page.wait_for_function(
            f"(facts) => ({settled})(facts) || document.querySelector('.unsure, .desk-warning:not([hidden])')", arg=[turn, kept]
        )
    page.wait_for_function(settled, arg=[turn, kept])
