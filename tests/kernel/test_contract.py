"""The contract of titles: every title keeps it, and one that does not says so when it is loaded."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path

import pytest

from marchland.kernel import contract
from marchland.kernel.errors import BrokenTitle
from marchland.kernel.title import Title, find_title, titles

HOUSE = [title.id for title in titles().values() if title.package.startswith("marchland.")]
PEBBLES = Path(__file__).parents[1] / "titles" / "pebbles"
Break = Callable[[str, str, str], Title]


@pytest.fixture
def break_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Break]:
    """A copy of the title for tests in which one text of one file reads otherwise; without a text the file is gone."""
    package = f"broken_{tmp_path.name.replace('-', '_')}"
    shutil.copytree(PEBBLES, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.syspath_prepend(str(tmp_path))

    def broken(file: str, old: str, new: str) -> Title:
        path = tmp_path / package / file
        if old:
            text = path.read_text(encoding="utf-8")
            assert old in text
            path.write_text(text.replace(old, new), encoding="utf-8")
        else:
            path.unlink()
        return Title(id="broken", package=package, name={}, author="", blurb={}, seats=(2,))

    yield broken
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        del sys.modules[name]


def faults(title: Title) -> list[str]:
    with pytest.raises(BrokenTitle) as broken:
        title.check()
    return [fault.removeprefix(f"{title.package}/") for fault in broken.value.faults]


@pytest.mark.parametrize("title", titles().values(), ids=lambda title: title.id)
def test_every_installed_title_keeps_the_contract(title: Title) -> None:
    title.check()


@pytest.mark.parametrize("title", [find_title(name) for name in HOUSE], ids=lambda title: title.id)
def test_mypy_is_shown_every_part_of_a_title_of_this_house(title: Title) -> None:
    """Each module stands in the title's `contract.py` beside its protocol, and so does whatever else it can do."""
    shown = vars(import_module(f"{title.package}.contract"))
    for name in (*contract.REQUIRED, *contract.OPTIONAL):
        if find_spec(f"{title.package}.{name}"):
            module = shown[name.upper()]
            assert module is import_module(f"{title.package}.{name}")
            for ability in contract.ABILITIES.get(name, ()):
                assert not isinstance(module, ability) or shown[ability.__name__.upper()] is module


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("view.py", "def redeal(", "def redealt(", "view.py lacks redeal(state, seat, key)"),
        ("sequence.py", "def outcome(", "def _outcome(", "sequence.py lacks outcome(state)"),
        ("bot.py", "BOTS:", "ROBOTS:", "bot.py lacks BOTS"),
        ("state.py", "STATE =", "CLASS =", "state.py lacks STATE"),
        ("phrases.py", "PHRASEBOOK =", "BOOK =", "phrases.py lacks PHRASEBOOK"),
        ("mail.py", "def kinds(", "def sorts(", "mail.py lacks kinds(state, seat, language)"),
        (
            "audit.py",
            "def reconcile(game: Pebbles, events: Any)",
            "def reconcile(game: Pebbles)",
            "audit.py defines reconcile, which cannot be called as reconcile(state, events)",
        ),
        (
            "bot.py",
            "def evaluate(",
            "evaluate = 3\n\n\ndef _evaluate(",
            "bot.py defines evaluate, which cannot be called as evaluate(state, seat)",
        ),
        ("text.py", "", "", "text.py is missing; it defines sections(view, language, players)"),
        ("audit.py", "", "", "audit.py is missing; it defines audit(state), reconcile(state, events)"),
    ],
)
def test_what_a_title_lacks_is_told_with_its_file(break_title: Break, file: str, old: str, new: str, fault: str) -> None:
    title = break_title(file, old, new)
    assert faults(title)[0] == fault


def test_a_file_that_cannot_be_loaded_is_told_with_the_cause(break_title: Break) -> None:
    title = break_title("text.py", "from .view import PebblesView", "from .view import Sight as PebblesView")
    (fault,) = faults(title)
    assert fault.startswith("text.py cannot be loaded: cannot import name 'Sight'")


def test_everything_that_is_missing_is_told_at_once(break_title: Break) -> None:
    break_title("text.py", "", "")
    title = break_title("view.py", "def redeal(", "def redealt(")
    assert len(faults(title)) == 2
    with pytest.raises(BrokenTitle, match=r"is not a complete title: .*view\.py lacks redeal.*; .*text\.py is missing"):
        title.check()


def test_what_a_title_need_not_have_is_checked_if_it_is_there(break_title: Break) -> None:
    title = break_title("view.py", "def redeal(", "def disguise(state): ...\n\n\ndef redeal(")
    assert faults(title) == ["view.py defines disguise, which cannot be called as disguise(state, seat, key)"]


def test_a_title_without_mail_statistics_or_board_is_complete(break_title: Break) -> None:
    title = break_title("mail.py", "", "")
    title.check()
    assert not title.has_mail
    assert (title.parts.board, title.parts.statistics, title.parts.designed) == (None, None, None)
    with pytest.raises(BrokenTitle, match=r"mail\.py is missing"):
        _ = title.parts.mail


def test_a_part_says_what_it_lacks_when_it_is_first_used(break_title: Break) -> None:
    title = break_title("sequence.py", "def outcome(", "def _outcome(")
    with pytest.raises(BrokenTitle, match=r"sequence\.py lacks outcome\(state\)"):
        title.new(2, b"key")


def test_a_broken_title_is_refused_when_it_is_looked_up(break_title: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    title = break_title("view.py", "def redeal(", "def redealt(")
    entry = metadata.EntryPoint(name="broken", value="no.matter:TITLE", group="marchland.games")
    monkeypatch.setattr(metadata.EntryPoint, "load", lambda self: title)
    monkeypatch.setattr("marchland.kernel.title.entry_points", lambda group: [entry])
    with pytest.raises(BrokenTitle, match=r"view\.py lacks redeal"):
        find_title("broken")


def test_the_contract_describes_every_part_it_loads() -> None:
    assert contract.__doc__ is not None
    abilities = [able for some in contract.ABILITIES.values() for able in some]
    for kind in (*contract.REQUIRED.values(), *contract.OPTIONAL.values(), *abilities):
        assert kind.__name__ in contract.__doc__, kind
