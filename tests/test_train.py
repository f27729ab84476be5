"""Training: the same seed gives the same games and weights, and a fit finds what figures are worth."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from tools import train, training, weigh
from tools.training.fit import TRUST, Fit
from tools.training.games import Game, play_all
from tools.training.lesson import lesson_of
from tools.weighing import cendre, judged
from tools.weighing import fit as weighing_fit
from tools.weighing.scale import SHAKEN, Sample

from marchland.games.cendre.bots.strategist.manners import manners
from marchland.kernel.chance import key_from_seed
from marchland.kernel.judgement import Learned, odds_of, strength
from marchland.kernel.planning import Mind, Planning
from marchland.kernel.title import find_title

OTHERS = {"__init__", "lesson", "games", "fit"}
LESSONS = sorted({file.stem for file in Path(training.__file__).parent.glob("*.py")} - OTHERS)


@pytest.mark.parametrize("title_id", LESSONS)
def test_a_lesson_can_be_learned(title_id):
    """Its tables can be laid, its figures are as many as their names, and its bots search."""
    lesson, title = lesson_of(title_id), find_title(title_id)
    assert isinstance(title.parts.bot, Planning)
    for seats, options in lesson.tables:
        phase, figures = lesson.features(title.new(seats, key_from_seed("table"), options))
        assert 0 <= phase < lesson.phases
        assert {len(own) for own in figures} == {len(lesson.judgement.names)}
    known = lesson.judgement.learned
    assert len(known.weights) == lesson.phases
    assert len(known.midway) in (0, lesson.phases), "weights set by hand may be the same for the middle of a turn"
    assert {len(weights) for weights in (*known.weights, *known.midway)} == {len(known.names)}


def test_processes_make_no_difference_and_pupils_go_by_what_they_know(monkeypatch):
    house = play_all("vinci", "same", 2, None, 1)
    again = play_all("vinci", "same", 2, None, 2)
    assert all((one.figures == other.figures).all() for one, other in zip(house, again, strict=True))
    learned = lesson_of("vinci").judgement.learned
    nothing = tuple((0.0,) * len(learned.names) for _ in range(2 * len(learned.weights)))
    try:
        wise, blank = (play_all("vinci", "same", 1, known, 1)[0] for known in ((*learned.weights, *learned.midway), nothing))
    finally:
        lesson_of("vinci").judgement.use(learned)
    assert len(wise.sets) != len(blank.sets) or (wise.figures != blank.figures).any()


def made_up(worth, games, positions, random):
    """Games of three in which figures stay as they are, and decide."""
    for _ in range(games):
        figures = random.normal(size=(3, len(worth))).astype(np.float32)
        odds = np.exp(figures @ worth)
        winner = random.choice(3, p=odds / odds.sum())
        yield Game(np.zeros(positions, dtype=int), np.stack([figures] * positions), tuple(float(s == winner) for s in range(3)))


def test_a_fit_finds_what_figures_are_worth_and_foretells():
    random, worth = np.random.default_rng(7), np.array([1.5, -0.7, 0.0])
    *games, held = made_up(worth, 2001, 2, random)
    fit = Fit([(1.0, game) for game in games], 2)
    found = fit.run()
    assert np.allclose(found[0], worth, atol=0.2)
    assert found[1] == (0.0, 0.0, 0.0), "nothing was learned of positions that there were none of"
    assert fit.loss([*made_up(worth, 300, 1, random)]) < 0.95 < np.log(3)
    assert fit.loss([held]) > 0


def test_a_position_is_fitted_to_what_follows_it():
    """To how the game ended, drawn towards the odds at the end of the next turn; a middle of a turn to those at its own end."""
    figures = np.array([[[0.0], [0.0]], [[0.0], [0.0]], [[1.0], [0.0]]], dtype=np.float32)
    fit = Fit([(1.0, Game(np.array([0, 1, 0]), figures, (0.0, 1.0)))], 2)
    fit.weights = np.array([[2.0], [0.0]])
    later = np.exp(odds_of([strength([1.0], [2.0]), 0.0], 0))
    blended = (1 - TRUST) * later / (1 + later)
    assert fit._foreseen()[:, 0] == pytest.approx([blended, blended, 0.0])


def test_the_command_writes_weights_and_their_record(tmp_path, monkeypatch):
    games = [*made_up(np.ones(len(lesson_of("vinci").judgement.names)) / 10, 20, 3, np.random.default_rng(1))]
    monkeypatch.setattr(train, "play_all", lambda title, seed, number, known, workers: games[:number])
    monkeypatch.setattr(sys, "argv", ["train", "vinci", "--games", "12,15", "--seed", "s", "--out", str(tmp_path / "j.json")])
    assert train.main() == 0
    found = json.loads((tmp_path / "j.json").read_text())
    assert found["record"]["command"] == "python -m tools.train vinci --seed s --games 12,15"
    assert [one["games"] for one in found["record"]["rounds"]] == [12, 15]
    assert len(found["weights"]) == len(found["midway"]) == lesson_of("vinci").phases
    assert Learned(**found).names == list(lesson_of("vinci").judgement.names)


def test_weights_go_where_games_say(tmp_path):
    """Shaken up it helped, shaken down it helped, it made no difference; whoever sits well is no reason."""
    random, top = np.random.default_rng(3), np.array([0.2, -0.1, 0.0])
    samples = []
    for number in range(4000):
        by, lucky = random.normal(scale=SHAKEN, size=3), number % 2
        came_to = 5.0 * lucky - (2 * (by - top) ** 2)[:2].sum() + random.normal(scale=0.3)
        samples.append(Sample("lucky" if lucky else "unlucky", came_to, tuple(by)))
    found = weighing_fit.fit(("more", "less", "same"), samples)
    assert (found.steps["more"], found.steps["less"]) == pytest.approx((0.2, -0.1), abs=0.03)
    assert abs(found.steps["same"]) < 0.1
    assert found.spread == pytest.approx(0.3, abs=0.02)
    assert found.believed > 0.9


def test_what_may_all_be_chance_moves_no_weight():
    random = np.random.default_rng(5)
    samples = [Sample("a", random.normal(), tuple(random.normal(scale=SHAKEN, size=40))) for _ in range(2000)]
    found = weighing_fit.fit([str(number) for number in range(40)], samples)
    assert found.believed < 0.35
    assert max(map(abs, found.steps.values())) < 0.1


@pytest.mark.parametrize("title_id", ["byzantium", "medioevo"])
def test_weights_are_moved_by_logarithms_and_say_how_they_came_about(title_id, tmp_path):
    scale, file = weigh.scale_of(title_id), tmp_path / "judgement.json"
    before = lesson_of(title_id).judgement.learned
    scale.write({name: 0.5 if name == before.names[0] else 0.0 for name in before.names}, {"games": 3}, file)
    after = msgspec.json.decode(file.read_bytes(), type=Learned)
    assert [phase[0] for phase in after.weights] == pytest.approx([phase[0] * np.exp(0.5) for phase in before.weights], abs=1e-4)
    assert [phase[1:] for phase in after.weights] == [phase[1:] for phase in before.weights]
    assert after.record["weighed"][-1] == {"games": 3}


def test_a_shaken_game_is_the_same_again_and_everybody_goes_by_weights_of_their_own(monkeypatch):
    scale = weigh.scale_of("medioevo")
    lesson, known, asked = scale.lesson, scale.known, set()
    scale.lesson = replace(lesson, tables=((3, {"map": "second", "length": "short"}),), pupil=Mind(width=1, looks=20, seconds=600))
    monkeypatch.setattr(lesson.judgement, "use", lambda found, use=lesson.judgement.use: (asked.add(found.weights), use(found)))
    samples = scale.play("shaken")
    assert asked == {judged.moved(known, sample.by).weights for sample in samples}
    assert len(asked) == 3
    assert all(0 <= sample.came_to <= 1 for sample in samples)
    assert len({sample.who for sample in samples}) == 3
    assert scale.play("shaken") == samples
    lesson.judgement.use(known)


@pytest.mark.parametrize("factor", [1.0, -1.0])
def test_what_was_found_is_tried_on_the_same_deals_with_chairs_changed(factor, tmp_path):
    """Weights in use gain nothing over themselves; they beat bots who want the opposite of all they want."""
    scale, file = weigh.scale_of("medioevo"), tmp_path / "found.json"
    known, least = scale.known, Mind(width=1, looks=20, seconds=600)
    other = msgspec.structs.replace(known, weights=tuple(tuple(factor * one for one in phase) for phase in known.weights))
    file.write_bytes(msgspec.json.encode(other))
    scale.lesson = replace(scale.lesson, tables=((3, {"map": "second", "length": "short"}),), pupil=least)
    found = scale.gain(file, "tried")
    assert found == pytest.approx(0) if factor == 1 else found < -0.1
    scale.lesson.judgement.use(known)


def test_strategists_are_tried_nation_by_nation(tmp_path, monkeypatch):
    """Every other nation goes by the file, and on the same deal the others do."""
    asked, file = [], tmp_path / "found.yaml"
    scale = weigh.scale_of("cendre")
    scale.write(dict.fromkeys(scale.names, 0.5), {}, file)
    monkeypatch.setattr(cendre, "ends", lambda seed, weights, random: asked.append(weights) or dict.fromkeys(weights, 1.0))
    assert scale.gain(file, "tried") == 0
    first, second = ([weights[nation] is manners().seasoned for nation in sorted(weights)] for weights in asked)
    assert first == [not one for one in second] == [place % 2 == 1 for place in range(20)]
    assert asked[0][min(asked[0])].show == pytest.approx(manners().seasoned.show * np.exp(0.5), abs=1e-3)


def test_the_command_plays_on_file_and_fits(tmp_path, monkeypatch, capsys):
    sample = [Sample("a", 0.0, (0.1,) * 23), Sample("b", 1.0, (-0.1,) * 23)]
    file, out = tmp_path / "samples.jsonl", tmp_path / "found.json"
    monkeypatch.setattr(weigh, "played", lambda one, seeds, workers, seconds: [sample for _ in seeds])
    for command in (
        ["play", "--games", "3", "--seed", "s", "--file", str(file)],
        ["fit", str(file), "--seed", "s", "--out", str(out)],
    ):
        monkeypatch.setattr(sys, "argv", ["weigh", "medioevo", *command])
        weigh.main()
    weighed = json.loads(out.read_text())["record"]["weighed"][-1]
    assert (weighed["seed"], weighed["games"], weighed["samples"]) == ("s", 3, 6)
    assert "danger" in capsys.readouterr().out
    monkeypatch.setattr(weigh, "played", lambda one, seeds, workers, seconds: [0.25 for _ in seeds])
    monkeypatch.setattr(sys, "argv", ["weigh", "medioevo", "try", str(out), "--games", "3"])
    weigh.main()
    assert "+0.2500 +- 0.0000 (95 %, 3 deals" in capsys.readouterr().out
