"""Medioevo Universale in the browser: a whole turn against a bot by clicks, odds and prices before a choice, waivers, a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from . import hands
from .axe import violations
from .conftest import Visit
from .unseen import Unseen

SEATS = ["me", "bot:random"]
OPTION = """(words) => {
  const buttons = [...document.querySelectorAll(':is([data-part=actions], [data-part=choices]) button[data-choice]')];
  return buttons.find((one) => new RegExp(words).test(one.querySelector('span').textContent));
}"""
CHOOSE = f"""(words) => {{
  const button = ({OPTION})(words);
  button?.click();
  return button?.querySelector('span').textContent ?? '';
}}"""
"""In one breath, because a refresh between finding and clicking takes the button away."""


def seated(page: Page) -> Page:
    hands.new_table(page, "medioevo", SEATS)
    hands.await_others(page)
    return page


Hand = Page | Unseen
"""Whoever answers: at the page, or where nobody looks."""


def await_question(page: Page) -> None:
    """Until one's own last answer has arrived (a bot's may come before it) and one is asked again."""
    page.wait_for_function("() => !document.getElementById('board').dataset.busy")
    hands.await_turn(page)


def asked(page: Hand) -> str:
    """What is asked now."""
    if isinstance(page, Unseen):
        return page.asked()
    await_question(page)
    return page.locator("[data-part=prompt] .prompt [data-asked]").inner_text()


def choose(page: Hand, words: str) -> str:
    """Take the first option whose words fit; its words, or nothing if there is none."""
    if isinstance(page, Unseen):
        return page.choose(words)
    await_question(page)
    before = hands.entry(page)
    taken = str(page.evaluate(CHOOSE, words))
    if taken:
        hands.await_change(page, before)
    return taken


def take(page: Hand, words: str) -> str:
    """An option that is certain to be offered: its question may still be on its way, whatever a bot answered meanwhile."""
    if isinstance(page, Page):
        page.wait_for_function(OPTION, arg=words)
    taken = choose(page, words)
    assert taken, f"{words!r} was offered and is gone; asked now: {asked(page)!r}"
    return taken


def point(page: Page, target: str, words: str = "") -> None:
    """Point at something on the map and take an option there."""
    before = hands.entry(page)
    hands.point(page, target)
    if hands.asks_back(page, before):
        page.locator("#bubble button.choice", has_text=re.compile(words)).first.click()
    hands.await_change(page, before)


def phase(page: Page) -> str:
    return page.locator(".asked-about .tag").inner_text()


TIED = "tied for the first place"
QUIET = (
    *(
        "^Refuse$",
        "^Pass$",
        "Keep the dice",
        "These happen",
        "Leave the hordes",
        "Tax of 10 ",
        "Pay the upkeep",
        "Rebellion in",
        "Struck",
    ),
    *(
        "^Bid 0 ",
        "Buy nothing more",
        "Pass this round",
        "Bring no more",
        "^Halt$",
        "All transports rest",
        "Rest here",
        "^Fight",
        "^Roll",
    ),
    *("^Keep ", r"^Take a token \(red\)"),
)
"""What an unambitious ruler answers."""


def bid(page: Hand) -> None:
    """100 florins for the first place; whoever bids the same is outbid."""
    asked(page)
    assert take(page, "^Bid 100 ") == "Bid 100 florins"
    while re.search(TIED, asked(page)):
        take(page, "^Bid 50 ")


def set_up(page: Hand) -> None:
    """A Village, and beside it an Archer, a War wagon and a Caravan; a card and a token."""
    bid(page)
    home = take(page, "^Village in ").removeprefix("Village in ")
    take(page, f"^Archer in {re.escape(home)}")
    for kind in ("War wagon", "Caravan"):
        take(page, f"^Start with {kind} I$")
        take(page, f"^Place it in {re.escape(home)}")
    take(page, "^Keep ")
    take(page, r"^Take a token \(red\)")


def answer_quietly(page: Hand) -> None:
    if not any(choose(page, words) for words in QUIET):
        hands.answer(page) if isinstance(page, Page) else page.choose("")


def settle(page: Hand, until: str, answers: int = 80) -> None:
    """Answer like an unambitious ruler until this is asked."""
    for _ in range(answers):
        if re.search(until, asked(page)):
            return
        answer_quietly(page)
    raise AssertionError(f"{until!r} was never asked; the last question was {asked(page)!r}")


def at_purchases(page: Page) -> Page:
    """Set-up and the first phases lie behind, unseen: another test plays them by clicks."""
    hand = Unseen(page, hands.lay_table(page, "medioevo", SEATS))
    set_up(hand)
    settle(hand, "^Buy:")
    hand.show()
    await_question(page)
    return page


def own_lands(page: Page) -> list[str]:
    """Territories at which something can be bought."""
    return [target for target in hands.lit(page, ".map") if ":" not in target]


@pytest.mark.long
def test_a_whole_turn_against_a_bot_is_played_by_clicks(visit: Visit) -> None:
    """All seven phases: a bid, a purchase, a move, a trade. An event may stop a transport for a turn: then it goes in the next."""
    page = visit()
    hands.fill_in_table(page, "medioevo", SEATS)
    hands.await_others(page)
    set_up(page)
    deeds = {"^Buy:": buy, "^Movement: ": march, "^Trade: ": trade}
    for _ in range(150):
        question = asked(page)
        todo = next((words for words in deeds if re.search(words, question)), "")
        if not deeds and question.startswith("Bid in secret"):
            break
        if not (todo and deeds[todo](page) and deeds.pop(todo)):
            answer_quietly(page)
    assert not deeds
    assert phase(page).endswith("Order")
    page.locator("#tab-log").click()
    log = page.locator("#pane-log")
    for number in range(2, 8):
        expect(log).to_contain_text(f"Turn 1, phase {number}.")
    for words in ("Order of play", "Barbarian dice", "taxes at 10", "moves from", "buys 1 ×"):
        expect(log).to_contain_text(words)


def buy(page: Page) -> bool:
    """A Light infantry where the War wagon stands, at its price."""
    purse = page.locator(".seat-card.you .stock").first
    before = int(re.sub(r"\D", "", purse.inner_text()))
    point(page, own_lands(page)[0])
    assert asked(page).startswith("Choose what you buy")
    recruit = page.locator("[data-part=choices] button[data-choice]", has_text="Recruit Light infantry")
    expect(recruit.locator(".figure")).to_have_text("−20 florins")
    take(page, "Recruit Light infantry")
    expect(purse).to_contain_text(str(before - 20))
    take(page, "Buy nothing more here")
    return True


def march(page: Page) -> bool:
    """The War wagon goes to a neighbouring territory of one's own: from where, with what and where to, by pointing."""
    if not own_lands(page):
        return False
    start = own_lands(page)[0]
    point(page, start, "Move from")
    assert asked(page).startswith("Your group stands in")
    point(page, start, "Take along: War wagon")
    expect(page.locator(".asked-about")).to_contain_text("War wagon I")
    goals = [goal for goal in own_lands(page) if page.locator(f".tints .seat-0[href='#p-{goal}']").count() and goal != start]
    page.mouse.move(*hands.spot(page, goals[0]))
    expect(page.locator("#bubble.hint .breakdown").first).to_contain_text("MP")
    point(page, goals[0], "Go to")
    asked(page)
    expect(page.locator(".map .way.march path")).to_have_count(1)
    return True


def trade(page: Page) -> bool:
    """The Caravan buys a cube where it stands."""
    if not choose(page, "Set out with "):
        return False
    settle(page, "^Trade Route|^Transport")
    if asked(page).startswith("Trade Route"):
        take(page, "No Trade Route")
    buy_one = page.locator("[data-part=choices] button[data-choice]", has_text="Buy 1 cube")
    expect(buy_one.locator(".figure").first).to_have_text("−100 florins")
    take(page, "^Buy 1 cube")
    asked(page)
    expect(page.locator("#fleet .cube")).to_have_count(1)
    return True


def test_options_stand_under_headings_with_what_a_thing_is(visit: Visit) -> None:
    page = at_purchases(visit())
    page.locator("#tab-play").click()
    headings = page.locator("#pane-play .group summary")
    for words in ("Technologies to buy", "Buy in a territory"):
        expect(headings.filter(has_text=words)).to_have_count(1)
    page.locator("[data-find=choices]").fill("orange")
    everything = page.locator("#pane-play ul.choices > li").count()
    shown = page.locator("#pane-play ul.choices > li:visible")
    entry = shown.filter(has_text="Buy the next technology")  # a card at hand may speak of orange points too
    expect(entry).to_have_count(1)
    assert shown.count() < everything
    expect(entry).to_contain_text("Edict (I)")
    expect(entry.locator(".figure")).to_have_text("−100 florins")


def test_technologies_and_cards_are_bought_by_pointing_at_them(visit: Visit) -> None:
    page = at_purchases(visit())
    page.locator("#tab-panels").click()
    green = page.locator("button[data-target='technology:green']")
    green.scroll_into_view_if_needed()
    before = hands.entry(page)
    green.click()
    hands.await_change(page, before)
    expect(page.locator("#technologies .c-green ol .known")).to_contain_text("Masonry")
    take(page, "Buy an Empire card")
    expect(page.locator("#pane-panels .empire-card .goal").first).to_contain_text("Objective:")


def test_what_stands_in_a_territory_is_told_beside_the_pointer_and_why_not_in_a_click(visit: Visit) -> None:
    page = at_purchases(visit())
    horde = page.locator(".map .native.horde").first
    expect(horde).to_be_attached()
    place = page.evaluate("() => document.querySelector('.map .native.horde').closest('[data-piece]').dataset.piece.split(':')[1]")
    page.mouse.move(*hands.spot(page, place))
    expect(page.locator("#bubble.hint .answers")).to_contain_text("Barbarians: ")
    hands.point(page, place)
    page.locator("#bubble.why .refused summary").click()
    why = page.locator("#bubble.why .refused a.rule").first
    expect(why).to_be_visible()
    assert (why.get_attribute("data-rule") or "").startswith("MU-")


def test_moments_at_which_one_passes_unasked_are_chosen_on_the_page(visit: Visit) -> None:
    page = seated(visit())
    page.locator("#tab-play").click()
    page.locator("#waivers summary").click()
    boxes = page.locator("#waivers input[type=checkbox]")
    expect(boxes).to_have_count(8)
    with page.expect_response("**/waive/**"):
        page.locator("#waivers label", has_text="when a phase begins or ends").click()
    page.reload()
    page.locator(hands.READY).wait_for()
    expect(page.locator("#waivers input[value=phases]")).to_be_checked()
    expect(page.locator("#waivers input[value=trade]")).not_to_be_checked()


def test_a_basket_of_purchases_is_handed_in_at_once(visit: Visit) -> None:
    """Chosen one after the other on a copy of the table, with what it costs in all; then every item is an entry."""
    page = at_purchases(visit())
    before = hands.entry(page)
    page.locator("#tab-play").click()
    page.get_by_role("link", name="Plan several answers").click()
    for words in ("green", "red"):
        page.locator(hands.READY).wait_for()
        page.locator("[data-find=choices]").fill(words)
        page.locator("#pane-play button.choice:visible", has_text=re.compile(f"next technology.*{words}")).first.click()
        page.wait_for_load_state()
    expect(page.locator(".said li")).to_have_count(2)
    expect(page.locator(".sum")).to_contain_text("−200 florins")
    page.get_by_role("button", name="Hand in").click()
    page.locator(hands.READY).wait_for()
    await_question(page)
    assert hands.entry(page) == before + 2
    page.locator("#tab-panels").click()
    expect(page.locator("#technologies .c-green ol .known")).to_contain_text("Masonry")


def test_an_answer_stands_once_it_was_said_beforehand(visit: Visit) -> None:
    page = at_purchases(visit())
    page.locator("#tab-play").click()
    page.locator("#standing > summary").click()
    page.locator("#standing [name=subject]").select_option("combat:pass")
    page.get_by_role("button", name="Let it stand").click()
    page.locator(hands.READY).wait_for()
    expect(page.locator("#standing .said li")).to_contain_text("in my combat rounds: move nothing")
    assert not violations(page)
    settle(page, "^Trade: ")
    page.locator("#tab-log").click()
    expect(page.locator("#pane-log")).to_contain_text("passes")


def test_the_part_in_play_fills_the_board_once_the_kingdoms_are_known(visit: Visit) -> None:
    page = seated(visit())
    whole = page.locator("svg.map[data-frame]").get_attribute("data-frame")
    set_up(page)
    asked(page)
    part = page.locator("svg.map[data-frame]").get_attribute("data-frame")
    assert whole != part
    width = [float((frame or "").split()[2]) for frame in (whole, part)]
    assert width[1] < width[0]
    assert page.locator(".map .outside").count() > 5


def test_the_first_answers_on_a_phone(visit: Visit) -> None:
    page = seated(visit(width=390, height=844, phone=True))
    expect(page.locator("#pane-play ul.terse .choice").first).to_be_visible()
    before = hands.entry(page)
    page.locator("#pane-play ul.terse .choice", has_text="Bid 10 ").first.tap()
    hands.await_change(page, before)
    asked(page)
    target = hands.lit(page, ".map")[0]
    before = hands.entry(page)
    hands.tap(page, target)
    expect(page.locator("#bubble .answers")).to_be_visible()
    expect(page.locator("#bubble .about")).to_have_count(0)  # the card says already what the place is
    page.locator("#bubble button.choice").first.tap()
    hands.await_change(page, before)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(
    ("language", "words"), [("fr", ("Royaume", "Technologies", "Guerre et paix")), ("it", ("Regno", "Tecnologie", "Guerra e pace"))]
)
def test_the_board_speaks_the_readers_language(visit: Visit, language: str, words: tuple[str, ...]) -> None:
    page = seated(visit())
    hands.read_in(page, language)
    for word in words:
        expect(page.locator("#dock")).to_contain_text(word)


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 390])
def test_the_table_has_no_serious_accessibility_violations(visit: Visit, width: int) -> None:
    page = visit(width=width, height=844)
    found = violations(at_purchases(page))
    for tab in ("play", "panels", "players"):
        if page.locator(f"#tab-{tab}").is_visible():
            page.locator(f"#tab-{tab}").click()
        page.locator("#dock .pane[data-active] details").evaluate_all("(all) => all.forEach((group) => { group.open = true; })")
        found += violations(page, "#dock")
    assert not found, "\n".join(dict.fromkeys(found))
