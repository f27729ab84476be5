"""The end of a game in figures, and what changed in a step of a replay."""

from __future__ import annotations

import re

from marchland.kernel.retelling import Clause, Gain, Line
from marchland.render import Ending, Page, Told, Turning, draw, moments, strip, turning_points
from marchland.render.chart import account, stacks

from .scenes import scene

GAINS = [
    (0, Gain(0, "start", 10)),
    (0, Gain(1, "start", 10)),
    (4, Gain(0, "land", 6)),
    (8, Gain(1, "loss", -3)),
    (8, Gain(0, "land", 4)),
]
SOURCES = ("start", "land", "loss")


def test_points_are_summed_by_source_and_stacked_over_time() -> None:
    assert account(GAINS) == {0: {"start": 10, "land": 10}, 1: {"start": 10, "loss": -3}}
    drawn = stacks(GAINS, SOURCES, (0, 1), last=10)
    first, second = drawn["seats"]
    assert [layer["source"] for layer in first["layers"]] == ["start", "land"]
    assert [layer["source"] for layer in second["layers"]] == ["start", "loss"]
    height = {
        layer["source"]: [int(y) for y in re.findall(r" (\d+)", layer["d"])] for layer in [*first["layers"], *second["layers"]]
    }
    assert min(height["land"]) < min(height["start"]), "one upon the other"
    assert max(height["start"]) == drawn["zero"] == min(height["loss"]), "losses hang below the line"


def test_the_end_tells_sources_what_decided_and_when_the_game_turned() -> None:
    over = scene("vinci", 5000, target=15)
    assert over.outcome
    over.moves = "/t/x/replay/"
    over.ending = Ending(
        sources={"start": "at the start", "land": "from land"},
        gains=GAINS[:3],
        verdict="Ada wins by money.",
        turning=[Turning("lead", 7, 0, 16), Turning("behind", 3, 0, 5, 1)],
    )
    end = draw(over)["end"]
    assert "Ada wins by money." in end
    assert "from land</th>" in end
    assert 'href="/t/x/replay/?entry=7"' in end
    assert "Player 0 takes the lead for good, with 16 points." in end
    assert "5 points behind Player 1" in end
    assert end.count('aria-label="Where the points came from: ') == 3


def test_a_game_turns_where_the_lead_is_taken_for_good() -> None:
    series = [{"n": n, "scores": scores} for n, scores in ((0, [0, 0]), (3, [2, 6]), (5, [7, 6]), (6, [7, 8]), (9, [10, 8]))]
    assert turning_points(series, (0,)) == [Turning("gain", 3, 1, 6), Turning("behind", 3, 0, 4, 1), Turning("lead", 9, 0, 10)]
    assert turning_points(series[:1], (0,)) == turning_points([], (0,)) == []


def test_a_line_lights_the_board_and_leads_to_the_replay_and_is_escaped() -> None:
    page = Page("en", ("<Ada>",), "/t/x/replay/", str)
    line = Line(0, (Clause("takes <b>", 4, ("castile", "poland")), Clause("scores", 6, (), True)))
    told = strip(page, [line], [Told("last", "Last & least", ("castile",))], is_own=True)
    assert "<b>" not in told
    assert "<Ada>" not in told
    assert 'href="/t/x/replay/?entry=4" data-look="castile poland"' in re.sub(r"\s+", " ", told)
    assert 'data-notice="last"' in told
    assert "Last &amp; least" in told
    assert strip(page, [], [], is_own=True) == ""
    assert moments(page, [line]).count("<li") == 1


def test_what_changed_in_a_step_is_marked_on_every_kind_of_board() -> None:
    for title, places in (("vinci", ("castile", "steppe")), ("byzantium", ("damascus", "box:tax")), ("medioevo", ())):
        past = scene(title, 3)
        spaces = places or tuple(past.title.phrases.things("en"))[:2]
        past.touched = frozenset({*spaces, "nowhere"})
        assert draw(past)["changes"].count('class="changed"') == len(spaces), title
        past.touched = frozenset()
        assert draw(past)["changes"] == ""
