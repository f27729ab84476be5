"""What the documents show works as it stands there: every command, every sheet and every piece of a program."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools import rules_index
from typer.testing import CliRunner

from marchland.arbiter.game import GameFolder
from marchland.arbiter.inbox import receive
from marchland.cli import app
from marchland.coverage import coverage
from marchland.games.cendre import mail
from marchland.games.cendre.sheet.lexicon import lexicon
from marchland.games.cendre.sheet.reader import read_sheet
from marchland.games.cendre.title import TITLE as CENDRE
from marchland.kernel.chance import key_from_seed
from marchland.kernel.contract import OPTIONAL, REQUIRED
from marchland.kernel.title import Title, titles
from marchland.newtitle import SKELETON
from tests import strangers

ROOT = Path(__file__).parents[1]
MANUAL = ROOT / "docs" / "play-by-mail.md"
BOTS = ROOT / "docs" / "bots.md"
HOW_TO = ROOT / "docs" / "how-to-add-a-game.md"
DOCUMENTS = [ROOT / "README.md", MANUAL, BOTS, *(title.folder / "README.md" for _, title in sorted(titles().items()))]
NOT_HERE = ("bench", "serve", "arbiter run", "doctor", "backup")
"""Measures a machine, never ends, needs a mailbox or a site: other tests run them."""


def blocks(path: Path, language: str = "") -> list[str]:
    """The fenced blocks of a document."""
    return re.findall(rf"^```{language}\n(.*?)^```", path.read_text(), re.DOTALL | re.MULTILINE)


def commands(path: Path) -> list[str]:
    """Every `marchland` command a document shows, without the words beside it."""
    text = re.sub(r"\s*\\\n\s*", " ", path.read_text())
    shown = re.findall(r"^(?: {4})?(marchland .*)$|`(marchland [^`]+ [^`]+)`", text, re.MULTILINE)
    bare = [re.split(r"\s+#|\s{2,}", line or inline)[0] for line, inline in shown]
    return [command for command in bare if not command.removeprefix("marchland ").startswith(NOT_HERE)]


def scaled_down(command: str, folder: Path) -> list[str]:
    """The same command on files that exist, with one short game where the document plays hundreds."""
    golden = sorted((ROOT / "tests/golden/vinci").glob("*.json*"))[0]
    scenario = sorted((ROOT / "src/marchland/games/vinci/data/scenarios").glob("*.yaml"))[0]
    names = {"FILE.json": golden, "FILE.yaml": scenario, "FOLDER": folder, "ash": folder, "match.json": folder / "match.json"}
    receipts = sorted(folder.rglob("*.receipt.json"))
    words = [str(names.get(word, word)) for word in shlex.split(command)[1:]]
    words = [str(receipts[0]) if word == "RECEIPT.json" else "vinci" if word == "TITLE" else word for word in words]
    for option, value in (("--games", "1"), ("--formats", "json")):
        if option in words:
            words[words.index(option) + 1] = value
    return ["years=1" if word.startswith("years=") else word for word in words]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_command_of_a_document_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order in which they stand, as a reader would type them; a sheet lies in the inbox of a game by mail.

    In a folder of its own, because whoever quits a game in the terminal leaves it there as a file.
    """
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "ash"
    for command in commands(path):
        words = scaled_down(command, folder)
        if words[:2] == ["arbiter", "new"]:
            shutil.rmtree(folder, ignore_errors=True)  # a manual may begin twice
        result = CliRunner().invoke(app, words, input="quit\ny\n")
        assert result.exit_code == 0, (command, result.output, result.exception)
        if words[:2] == ["arbiter", "new"]:
            shutil.copy(next(folder.glob("turns/0000/reports/AKLA/sheet.txt")), folder / "orders" / "AKLA.txt")


def test_the_documents_show_commands() -> None:
    """The test above would prove nothing if it found none."""
    assert len(commands(ROOT / "README.md")) >= 10
    assert len(commands(MANUAL)) >= 7


def test_the_program_on_bots_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = blocks(BOTS, "python")
    exec(program, {})
    assert "greedy" in capsys.readouterr().out


# -- the sheet of the manual ------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SHEET-01", "TC-SHEET-02")
@pytest.mark.parametrize("seats", [1, 20])
def test_the_sample_sheet_works_on_the_opening(seats: int) -> None:
    """Every line is accepted, whatever the dice, and means what it says."""
    (sheet,) = [block for block in blocks(MANUAL) if block.startswith("FEUILLE")]
    for seed in range(3):
        game = CENDRE.new(seats, key_from_seed(seed), {"nations": "AKLA"})
        reading = mail.read(game, game.seats["AKLA"], sheet.encode())
        assert [verdict.status for verdict in reading.verdicts] == ["accepted"] * 8
        assert len({verdict.canonical.split()[0] for verdict in reading.verdicts}) >= 6


@pytest.mark.rule("TC-SHEET-01")
def test_the_sample_sheet_as_json_works_on_the_opening() -> None:
    text = re.search(r'`(\{"nation": .*?\})`\.', MANUAL.read_text(), re.DOTALL)
    assert text is not None
    game = CENDRE.new(20, key_from_seed(1), {})
    reading = mail.read(game, game.seats["AKLA"], text[1].encode())
    assert [(verdict.status, verdict.canonical) for verdict in reading.verdicts] == [("accepted", "contrat MERISSE")]


def test_the_sample_sheet_can_be_sent_to_a_game_by_mail(tmp_path: Path) -> None:
    new = next(command for command in commands(MANUAL) if " new " in command)
    folder = tmp_path / "ash"
    assert CliRunner().invoke(app, scaled_down(f"{new} --formats json", folder)).exit_code == 0
    (sheet,) = [block for block in blocks(MANUAL) if block.startswith("FEUILLE")]
    (folder / "orders" / "AKLA.txt").write_text(sheet)
    (item,) = receive(GameFolder(folder))
    assert item.reading.valid
    assert item.reading.count("refused") == item.reading.count("doubtful") == 0


# -- examples for writers of sheets -----------------------------------------------------------------------------

NOBODY_YET = (" M1 gold=", 'ransom AKLA "?"', 'ransom CHENE "?"', 'choice="..."')
"""Examples that leave a gap: at the opening there is no prisoner and nobody for hire."""


@pytest.mark.rule("TC-SHEET-02", "TC-SHEET-03")
def test_every_example_of_the_sheet_s_help_can_be_read() -> None:
    game = CENDRE.new(20, key_from_seed(1), {})
    for nation, seat in sorted(game.seats.items()):
        examples = [line for kind in mail.kinds(game, seat, "en") for line in (kind.example, f"{kind.example} {kind.more}")]
        whole = [line for line in examples if not any(gap in line for gap in NOBODY_YET)]
        assert len(examples) - len(whole) <= 10
        head = f"FEUILLE nation={nation} tour={mail.turn_name(game)}\n"
        sheet = read_sheet(head + "\n".join(whole), lexicon(game, nation), mail.turn_name(game))
        unread = [verdict.text for verdict in sheet.verdicts if verdict.order is None or verdict.doubts]
        assert not unread, (nation, unread)


# -- the walk through a small title ------------------------------------------------------------------------------


def quotations() -> list[tuple[str, str]]:
    """The pieces of files that the walk shows: path and text. Where something is left out there is a line of dots."""
    found = re.findall(r"^```\w+ (\S+)\n(.*?)^```", HOW_TO.read_text(), re.DOTALL | re.MULTILINE)
    return [(path, piece) for path, text in found for piece in re.split(r"^\.\.\.\n", text, flags=re.MULTILINE)]


@pytest.mark.parametrize(("path", "piece"), quotations(), ids=lambda text: text.splitlines()[0])
def test_the_walk_shows_the_title_that_the_command_makes(path: str, piece: str) -> None:
    assert piece in (SKELETON / path).read_text()


def test_the_walk_shows_nothing_else_and_leaves_nothing_out() -> None:
    text = HOW_TO.read_text()
    assert text.count("```") == 2 * len(re.findall(r"^```\w+ \S+$", text, re.MULTILINE)), "a block without its file"
    assert len(quotations()) >= 20
    shown = {Path(path).relative_to("src/homestead").parts[0] for path, _ in quotations() if path.startswith("src/")}
    files = {f"{name}.py" for name in REQUIRED} - {"position.py"} | {"title.py", "contract.py", "board", "rules", "data"}
    assert files <= shown, files - shown
    rows = re.findall(r"^\| (.*?) \|", text, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(.*?)`", row)}
    assert set(Title.__struct_fields__) <= named, set(Title.__struct_fields__) - named
    assert {f"{name}/" if name in ("board", "desk") else f"{name}.py" for name in (*REQUIRED, *OPTIONAL)} <= named
    for word in ("`Rolled`", "`Forced`", "`chapter_<chapter>`", "`end_<reason>`", "`verb_<Action>`"):
        assert word in text


def test_every_command_of_the_walk_runs(tmp_path: Path) -> None:
    installed = strangers.make("homestead", tmp_path)
    names = {"TITLE": "homestead", "FILE": str(next(installed.rglob("raid.yaml")))}
    found = commands(HOW_TO)
    assert len(found) >= 4
    for command in found:
        words = [names.get(word, word) for word in shlex.split(command)[1:]]
        result = subprocess.run(
            [sys.executable, "-m", "marchland", *words],
            cwd=tmp_path / "source",
            env=strangers.environment(tmp_path if words[0] == "new-title" else installed),
            input="quit\ny\n",
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, (command, result.stdout, result.stderr)


# -- pieces of programs -----------------------------------------------------------------------------------------


def test_the_program_of_the_readme_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = blocks(ROOT / "README.md", "python")
    exec(compile(program, "README.md", "exec"), {})
    assert "Outcome" in capsys.readouterr().out


@pytest.mark.parametrize(
    "title", [title for title in titles().values() if (rules_index.INDEX / f"{title.id}.md").exists()], ids=lambda title: title.id
)
def test_the_index_of_rules_is_fresh(title: Title) -> None:
    written = (rules_index.INDEX / f"{title.id}.md").read_text(encoding="utf-8")
    assert written == rules_index.page(coverage(title, ROOT / "tests"), title.name["en"]), "make index"
