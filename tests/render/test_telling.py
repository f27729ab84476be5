"""The log, the rules and the reasons."""

from __future__ import annotations

import pytest

from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.errors import Refusal
from marchland.kernel.title import find_title, titles
from marchland.render import ChatLine, LogLine, chat, explain, log, log_line, rules, touched

PLAYERS = ("Ada", "Bob", "Cid")


def test_an_event_becomes_a_line_with_its_rule_and_its_spaces() -> None:
    title = find_title("vinci")
    state = title.new(3, b"a key for the log", {})
    while not any(type(event).__name__ == "Conquered" for event in state.outbox):
        seat = state.deciders[0]
        state.outbox = state.apply(seat, next(iter(state.options(seat))))
    event = next(event for event in state.outbox if type(event).__name__ == "Conquered")
    line = log_line(title, event, "en", n=7, players=PLAYERS)
    assert line.text.startswith(PLAYERS[event.seat])
    assert line.rule.startswith("VI-")
    assert line.touches == touched(event) == (event.province,)
    html = log([line], "en")
    assert f'data-rule="{line.rule}"' in html
    assert 'data-n="7"' in html


def test_what_people_say_is_text_and_never_markup() -> None:
    html = chat([ChatLine(name="<i>Eve</i>", text="<script>alert(1)</script>")], "en")
    assert "<script" not in html
    assert "<i>" not in html


def test_lines_since_the_last_move_are_marked() -> None:
    html = log([LogLine(n=1, text="old"), LogLine(n=2, text="young", new=True)], "en")
    assert html.count('class="entry new"') == 1


@pytest.mark.parametrize("title", sorted(titles()))
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawer_holds_every_rule(title: str, language: str) -> None:
    catalogue = titles()[title].catalogue
    html = rules(titles()[title], language)
    assert all(f'id="rule-{rule}"' in html for rule in catalogue.rules)


def test_a_reason_names_its_rule_and_survives_an_unknown_one() -> None:
    title = find_title("vinci")
    known, unknown = explain(title, [Refusal("VI-CONQ-10", {}), Refusal("VI-NOT-99", {})], "en")
    assert known["text"] == title.catalogue.find("VI-CONQ-10").en
    assert unknown == {"rule": "VI-NOT-99", "name": "VI-NOT-99", "text": "", "figures": ""}
