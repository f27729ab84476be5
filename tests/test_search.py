"""Search over turns: always an answer, the same for the same seed, never by what is hidden; and a baseline that stays as it is."""

import ast
import inspect
from hashlib import blake2b
from importlib import import_module
from itertools import count, groupby
from math import log
from types import ModuleType, SimpleNamespace

import pytest

from marchland.bots import greedy, search
from marchland.bots.protocol import (
    BASELINE,
    LEVELS,
    PROMISED,
    Glimpse,
    answer,
    bot_names,
    bot_of_level,
    level_and_taste,
    make_bot,
    mind_named,
    minds_of,
    styled_names,
)
from marchland.bots.search import Budget, SearchBot, TurnSearch, best_way, hurried, mean_odds, sight
from marchland.games.byzantium import bot as byzantium
from marchland.games.cendre import bot as cendre
from marchland.games.cendre.bots import campaign, chores, embassy, odds, plan, sorcery, works, writer
from marchland.games.cendre.tables import FOLDER
from marchland.games.medioevo import bot as medioevo
from marchland.games.vinci import bot as vinci
from marchland.games.vinci.bots import prospects
from marchland.games.vinci.title import TITLE
from marchland.kernel.chance import key_from_seed
from marchland.kernel.errors import MarchlandError
from marchland.kernel.planning import Mind, parted
from marchland.kernel.title import find_title, titles

PATIENT = Mind(width=3, looks=80, seconds=600)


def positions(title, seed, seats, moves, each):
    """Positions of a game between bots of the house."""
    state, bot = title.new(seats, key_from_seed(seed)), make_bot(title, "normal" if title.has_mail else "random")
    for move in range(moves):
        if state.is_over:
            return
        if move % each == 0:
            yield state.clone(), state.deciders[0]
        state.play(state.deciders[0], answer(bot, title, state, state.deciders[0], f"{seed}/{move}"))


def test_a_way_leads_through_the_whole_turn_and_the_best_comes_first():
    for state, seat in positions(TITLE, "ways", 4, 60, 9):
        ways = TurnSearch(vinci, seat, PATIENT, Budget(80, 600)).ways(state)
        assert [way.value for way in ways] == sorted((way.value for way in ways), reverse=True)
        assert all(way.state.is_over or vinci.turn_of(way.state, seat) != state.turns[seat] for way in ways)


def test_there_is_an_answer_however_little_may_be_looked_at():
    for state, seat in positions(TITLE, "hurry", 4, 60, 9):
        for mind in (Mind(looks=1, seconds=600), Mind(looks=10_000, seconds=0)):
            state.clone().apply(seat, SearchBot("hurried", vinci, mind).choose(Glimpse(TITLE, state, seat, "seed")))


def test_the_same_seed_gives_the_same_answer_and_the_budget_is_kept():
    for state, seat in positions(TITLE, "again", 4, 40, 13):
        first, second = (SearchBot("one", vinci, PATIENT).choose(Glimpse(TITLE, state, seat, "seed")) for _ in range(2))
        assert first == second
        budget = Budget(25, 600)
        TurnSearch(vinci, seat, PATIENT, budget).ways(state)
        assert budget.looks >= 0


def slowly():
    """Vinci's hooks without the one for people in a hurry."""
    hooks = {name: getattr(vinci, name) for name in ("MINDS", "turn_of", "steps", "sameness", "hunch", "judge", "reply")}
    return SimpleNamespace(**hooks)


@pytest.mark.parametrize("part", [vinci, slowly()])
def test_turns_are_played_on_by_everybody_on_tables_dealt_anew(part):
    mind = Mind(width=2, looks=5000, seconds=600, finalists=3, deals=2, rounds=1)
    state, seat = next(positions(TITLE, "on", 3, 1, 1))
    before, played = state.fingerprint(), []
    glimpse = Glimpse(TITLE, state, seat, "seed")
    judge = part.judge
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(part, "judge", lambda game, seat, style: played.append(game.player_turns) or judge(game, seat, style))
        assert best_way(TITLE, part, state, seat, mind, glimpse.random).steps
    assert state.fingerprint() == before
    assert played[-6:] == [1] * 6, "until it is the seat's again: the first turn of all, for who chose first"


def test_tables_are_played_on_by_the_rivals_that_a_mind_believes_in():
    """At every table by the next of them, whatever people in a hurry would do."""
    rivals = tuple(Mind(style=style, width=1, looks=100, seconds=600) for style in ("hasty", "careless"))
    mind = Mind(width=2, looks=5000, seconds=600, finalists=2, deals=3, rounds=1, rivals=rivals)
    state, seat = next(positions(TITLE, "rivals", 3, 40, 39))
    manners: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vinci, "rush", None)
        ways = TurnSearch.ways
        patch.setattr(TurnSearch, "ways", lambda self, table: manners.append(self.mind.style) or ways(self, table))
        best_way(TITLE, vinci, state, seat, mind, Glimpse(TITLE, state, seat, "seed").random)
    own, *others = [manner for manner, _ in groupby(manners)]
    assert own == mind.style
    assert others == ["hasty", "careless", "hasty"]


def test_who_is_late_follows_one_way_to_the_end_of_the_turn(monkeypatch):
    """Every look at the clock takes a second: a wide search ends as a narrow one, and not in the middle of its conquests."""
    state, seat = max(positions(TITLE, "late", 4, 90, 3), key=lambda asked: len(asked[0].options(asked[1])))
    widths: list[int] = []
    best = TurnSearch._best
    monkeypatch.setattr(TurnSearch, "_best", lambda self, found: widths.append(len(kept := best(self, found))) or kept)
    TurnSearch(vinci, seat, Mind(width=8), Budget(10_000, 400, count().__next__)).ways(state)
    assert widths[0] == 8
    assert set(widths[1:]) == {1}
    assert len(widths) > 3


def test_one_world_in_which_all_is_lost_does_not_outweigh_the_others():
    assert mean_odds([12.0, 12.0, 12.0, -12.0]) == pytest.approx(log(3), abs=1e-3)
    assert mean_odds([900.0, 900.0]) > 12


def test_a_bot_goes_on_by_its_plan_as_long_as_the_table_looks_as_foreseen(monkeypatch):
    """It searches once in a turn; when somebody has changed the table, it thinks again."""
    state, bot, searches = TITLE.new(4, key_from_seed("plan")), SearchBot("planner", vinci, PATIENT), []
    search = TurnSearch.ways
    monkeypatch.setattr(
        TurnSearch, "ways", lambda self, table: searches.append(sight(TITLE, table, self.seat)) or search(self, table)
    )
    turns = 0
    while state.player_turns < 6:
        turns += vinci.turn_of(state, state.deciders[0]) is not None
        state.apply(state.deciders[0], answer(bot, TITLE, state, state.deciders[0], str(state.player_turns)))
    assert len(searches) <= state.player_turns + 4 < turns


FEW = 40
"""Positions that are looked at where it is not strength that counts."""


def every_bot(title):
    """By name. Greedy has nothing to try where answers are whole sheets."""
    return sorted({*LEVELS, *styled_names(title), *bot_names(title), BASELINE} - ({BASELINE} if title.has_mail else set()))


@pytest.mark.parametrize("title_id", sorted(titles()))
def test_no_bot_goes_by_what_is_hidden_from_it(title_id, monkeypatch):
    """With everything hidden dealt anew, and the same luck of its own, every bot of every level answers the same, if unhurried."""
    monkeypatch.setattr(search, "perf_counter", lambda: 0.0)
    monkeypatch.setattr(search, "Budget", lambda looks, *time: Budget(min(looks, FEW), *time))
    title = find_title(title_id)
    moves, each = {"cendre": (3, 2), "medioevo": (120, 40)}.get(title_id, (90, 30))
    names = every_bot(title)
    for state, seat in positions(title, "hidden", title.usual_seats, moves, each):
        other = title.redeal(state, seat, key_from_seed("another world"))
        for name in names:
            own, others = (answer(make_bot(title, name), title, table, seat, "own luck") for table in (state, other))
            assert own == others, f"{name} at {state.decision}"
            state.clone().apply(seat, own)


@pytest.mark.parametrize("title_id", sorted(titles()))
def test_no_bot_that_searches_is_given_more_time_than_its_level_promises(title_id):
    """Styles take no longer than the level they go with; one with a strength of its own no longer than an expert."""
    title = find_title(title_id)
    for name in (*LEVELS, *styled_names(title), *minds_of(title)):
        level, _ = level_and_taste(name)
        mind = mind_named(title, bot_of_level(title, name) if name in LEVELS else name)
        if mind is not None:
            assert 0 < mind.seconds <= PROMISED.get(level, PROMISED["expert"]), name
            assert mind.looks > 0, name


def test_a_level_with_a_taste_is_the_level_with_that_taste():
    plain, tasting = make_bot(TITLE, "hard").mind, make_bot(TITLE, "hard-raider").mind
    assert (tasting.width, tasting.looks, tasting.seconds) == (plain.width, plain.looks, plain.seconds)
    assert parted(tasting.style) == (plain.style, "raider")
    with pytest.raises(MarchlandError, match="hard-builder"):
        make_bot(TITLE, "hard-gambler")


def test_what_a_question_has_waited_counts_as_thought():
    assert hurried(PATIENT, 0) is PATIENT
    assert hurried(PATIENT, 200).seconds == 400
    assert 0 < hurried(PATIENT, 10_000).seconds < 100, "and yet it may look around"


def test_every_title_has_a_bot_of_its_own_at_every_level():
    for title in titles().values():
        assert [make_bot(title, level).name for level in LEVELS] == list(LEVELS)


# -- the baseline ------------------------------------------------------------------------------------------

MINDED = "marchland.games.medioevo.bots"
MEDIOEVO = {
    "weights": "1257b1aa2040f0d6",
    "battle": "1ac33b5b871a0749",
    "diplomacy": "2c1d896f204ffead",
    "movement": "82dde6ba44f33df5",
    "purchases": "e732670e71fab36c",
    "trade": "a2cce0634a986188",
    "under_way": "b97c16658841db3b",
}
WHOLE = "*"
"""Everything that a module defines."""
FROZEN = {
    "greedy": (greedy, "GreedyBot", "fa5561f3ad3ede59"),
    "vinci": (prospects, "evaluate", "27fb5b416ce080bd"),
    "automaton": (vinci, "Automaton", "763644b134ccb87e"),
    "byzantium": (byzantium, "evaluate", "4a96207172a69d52"),
    "medioevo": (medioevo, "evaluate", "e4188b8bebf2484c"),
    "medioevo's shortlist": (medioevo, "shortlist", "4f88fbff8b21fd31"),
    **{
        f"medioevo's {name}": (import_module(f"{medioevo.__package__}.bots.{name}"), WHOLE, known)
        for name, known in MEDIOEVO.items()
    },
    "cendre": (cendre, "evaluate", "b9b32eae1aa48478"),
    "cendre's ruler": (cendre, "Ruler", "9fbd7ebabf99bd8e"),
}
"""What other bots are measured by: whoever changes it makes all figures so far worthless. Better judgement goes elsewhere."""


def thought_of(module: ModuleType, name: str) -> str:
    """The code of something in a module with all that it uses there; comments, docstrings and order do not count."""
    tree = ast.parse(inspect.getsource(module))
    defined: dict[str, ast.AST] = {}
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        names = [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]
        for found in (*names, *([node.name] if isinstance(node, ast.FunctionDef | ast.ClassDef) else [])):
            defined[found] = node
    wanted, reached = [*defined] if name == WHOLE else [name], set()
    while wanted:
        if (one := wanted.pop()) in defined and one not in reached:
            reached.add(one)
            wanted += [used.id for used in ast.walk(defined[one]) if isinstance(used, ast.Name)]
    without_words(tree)
    return digest("\n".join(sorted(ast.unparse(defined[one]) for one in reached)))


def without_words(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant("")
    return tree


def digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


@pytest.mark.parametrize("name", FROZEN)
def test_the_baseline_stays_as_it_is(name):
    module, what, known = FROZEN[name]
    assert thought_of(module, what) == known


RULER = (campaign, chores, embassy, odds, plan, sorcery, works, writer)
"""All that Terre de Cendre's ruler thinks with. Strategists may use it, and change nothing in it."""


def test_the_ruler_of_terre_de_cendre_stays_as_it_is():
    code = [ast.unparse(without_words(ast.parse(inspect.getsource(module)))) for module in RULER]
    assert digest("\n".join(code)) == "c8e274e4f23927b4"
    assert digest((FOLDER / "bots.yaml").read_text(encoding="utf-8")) == "413f19f3dcd5f545"
