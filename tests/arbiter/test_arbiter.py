"""The arbiter on a folder: receipts, dry runs, commits in one stroke, and what happens when it is interrupted."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from marchland.arbiter import inbox, turns
from marchland.arbiter.cli import app
from marchland.arbiter.disk import UNFINISHED, Busy, locked
from marchland.arbiter.game import GameFolder, SeatRecord, read
from marchland.arbiter.inbox import missing, receive, stored
from marchland.arbiter.turns import new_game, resolve
from marchland.kernel.chance import commitment
from marchland.kernel.errors import BadOption, OtherRules, Tampered
from marchland.kernel.match import read_record
from marchland.kernel.receipts import Receipt, verify_receipt
from marchland.kernel.replay import replay

SEATS = (
    SeatRecord(name="AKLA", player="Ada", language="fr"),
    SeatRecord(name="FER", player="Bruno", language="it"),
    SeatRecord(name="MERISSE", kind="bot:steward"),
)
HEAD = "FEUILLE nation=AKLA tour=201-printemps"


def make(path: Path, **settings: object) -> GameFolder:
    return new_game(path, "cendre", SEATS, {"years": 1}, "seven", formats=("json",), **settings)


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("arbiter") / "game"
    make(folder)
    return folder


@pytest.fixture
def game(pristine: Path, tmp_path: Path) -> GameFolder:
    return GameFolder(Path(shutil.copytree(pristine, tmp_path / "game")))


def send(game: GameFolder, name: str, text: str | bytes, age: float = 0) -> Path:
    path = game.path / "orders" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    moment = time.time() - age
    os.utime(path, (moment, moment))
    return path


def snapshot(folder: Path, under: str = "") -> dict[str, str]:
    files = sorted(path for path in (folder / under).rglob("*") if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest() for path in files}


def crash(*args: object) -> None:
    raise OSError("disk full")


def played(game: GameFolder) -> dict[str, str]:
    return game.turn.played


# -- a game -----------------------------------------------------------------------------------------------------


def test_a_new_game_has_a_first_turn_with_reports_and_blank_sheets(game: GameFolder) -> None:
    assert game.turn.name == "201-printemps"
    assert commitment(game.key) == game.record.commitment
    assert (game.path / "secret.json").stat().st_mode & 0o077 == 0
    reports = game.turns[0] / "reports"
    assert {path.name for path in reports.iterdir() if path.is_dir()} == {"AKLA", "FER", "MERISSE"}
    assert (reports / "AKLA" / "sheet.txt").read_text().startswith(HEAD)
    assert json.loads((reports / "AKLA" / "report.json").read_text())["nation"] == "AKLA"


def test_a_folder_holds_one_game(game: GameFolder) -> None:
    with pytest.raises(BadOption):
        make(game.path)


def test_a_blank_sheet_is_a_valid_sheet(game: GameFolder) -> None:
    blank = (game.turns[0] / "reports" / "AKLA" / "sheet.txt").read_text()
    send(game, "AKLA.txt", blank)
    (item,) = receive(game, keep=False)
    assert item.reading.valid
    assert item.reading.count("refused") == 0


# -- receiving --------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SHEET-04")
def test_the_last_valid_sheet_counts(game: GameFolder) -> None:
    send(game, "AKLA.txt", f"{HEAD}\ncontrat FER\n", age=30)
    send(game, "AKLA-2.txt", f"{HEAD}\npacte FER\n", age=20)
    send(game, "AKLA/3.txt", "FEUILLE nation=AKLA tour=202-printemps\nalliance FER\n", age=10)
    resolve(game, confirm=True)
    assert played(game)["AKLA"] == "receipt 2"
    entries = read(game.turns[-1] / "entries.json", list[dict])
    assert entries[0]["action"]["orders"] == [{"type": "SignPact", "nation": "FER"}]


@pytest.mark.rule("TC-SHEET-04")
def test_a_sheet_received_earlier_counts_even_if_its_file_was_overwritten_by_nonsense(game: GameFolder) -> None:
    send(game, "AKLA.txt", f"{HEAD}\ncontrat FER\n", age=30)
    receive(game)
    send(game, "AKLA.txt", b"\0\0\0")
    resolve(game, confirm=True)
    assert played(game)["AKLA"] == "receipt 1"
    assert len(list((game.path / "received").rglob("*.receipt.json"))) == 2


@pytest.mark.rule("TC-SHEET-04")
def test_a_nation_without_a_sheet_gives_no_orders(game: GameFolder) -> None:
    resolve(game, confirm=True)
    assert played(game) == {"AKLA": "default", "FER": "default", "MERISSE": "bot:steward"}
    assert read(game.turns[-1] / "entries.json", list[dict])[0]["action"] == {"type": "Submit", "orders": []}


@pytest.mark.rule("TC-SHEET-04")
def test_a_sheet_after_the_deadline_does_not_count(game: GameFolder) -> None:
    send(game, "AKLA.txt", f"{HEAD}\ncontrat FER\n", age=-3600)
    result = CliRunner().invoke(app, ["deadline", str(game.path), "2020-01-01"])
    assert result.exit_code == 0
    late = GameFolder(game.path)
    (item,) = receive(late, keep=False)
    assert item.receipt.late
    assert item.reading.valid
    resolve(late, confirm=True)
    assert played(late)["AKLA"] == "default"
    assert late.record.deadline == ""


@pytest.mark.rule("TC-SHEET-01")
def test_a_forged_sheet_is_void(game: GameFolder) -> None:
    send(game, "AKLA.txt", "FEUILLE nation=FER tour=201-printemps\nguerre MERISSE\n")
    send(game, "FER.txt", "FEUILLE nation=FER tour=201-printemps cle=guessed\nguerre MERISSE\n")
    voided = receive(game)
    assert [item.reading.valid for item in voided] == [False, False]
    assert [item.receipt.refusal.facts["problem"] for item in voided] == ["nation", "key"]
    assert "problem" not in (game.received / "0002-FER.receipt.txt").read_text()


@pytest.mark.rule("TC-SHEET-01")
def test_a_game_may_ask_for_pass_phrases(tmp_path: Path) -> None:
    strict = make(tmp_path / "strict", require_key=True)
    send(strict, "AKLA.txt", f"{HEAD}\ncontrat FER\n", age=9)
    send(strict, "AKLA-2.txt", f"{HEAD} cle={strict.pass_phrase(0)}\ncontrat FER\n")
    assert [item.reading.valid for item in receive(strict)] == [False, True]
    assert strict.pass_phrase(0) != strict.pass_phrase(1)


MAIL = """From: ada@example.org
To: arbiter@example.org
Subject: ordres
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=x

--x
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Bonjour,
FEUILLE nation=3DAKLA tour=3D201-printemps
contrat F=E9d=E9ration du Fer

> FEUILLE nation=3DAKLA tour=3D201-printemps
> guerre MERISSE
--x
Content-Type: text/html

<p>something else</p>
--x--
"""


def test_a_saved_mail_is_opened(game: GameFolder) -> None:
    send(game, "AKLA.eml", MAIL)
    (item,) = receive(game, keep=False)
    assert item.reading.valid
    assert item.reading.canonical.splitlines()[-1] == "contrat FER"


def test_a_mail_in_an_unknown_charset_is_read_as_far_as_it_goes(game: GameFolder) -> None:
    send(game, "AKLA.eml", MAIL.replace("iso-8859-1", "x-unknown").replace("F=E9d=E9ration du Fer", "FER"))
    (item,) = receive(game, keep=False)
    assert item.reading.canonical.splitlines()[-1] == "contrat FER"


ATTACHED = """From: ada@example.org
Subject: ordres
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/plain

{body}
--x
Content-Type: application/pdf; name=portrait.pdf
Content-Disposition: attachment; filename=portrait.pdf

FEUILLE nation=AKLA tour=201-printemps
pacte FER
--x
Content-Type: {kind}; name={name}
Content-Disposition: attachment; filename={name}
Content-Transfer-Encoding: {coding}

{sheet}
--x--
"""


@pytest.mark.rule("TC-SHEET-01")
@pytest.mark.parametrize("body", ["Voici ma feuille.", f"{HEAD}\nguerre MERISSE"])
@pytest.mark.parametrize(("kind", "name"), [("text/plain", "feuille.txt"), ("application/octet-stream", "akla.TXT")])
def test_a_sheet_attached_to_a_mail_is_read(game: GameFolder, body: str, kind: str, name: str) -> None:
    """Whoever attaches a sheet means that one; other attachments and the mail's own words do not count then."""
    for coding, sheet in (("7bit", f"{HEAD}\ncontrat FER"), ("base64", b64encode(f"{HEAD}\ncontrat FER\n".encode()).decode())):
        send(game, "AKLA.eml", ATTACHED.format(body=body, kind=kind, name=name, coding=coding, sheet=sheet))
        (item,) = receive(game, keep=False)
        assert item.reading.canonical.splitlines()[-1] == "contrat FER"


@pytest.mark.rule("TC-SHEET-01")
def test_an_attachment_that_is_no_sheet_does_not_hide_the_one_in_the_mail(game: GameFolder) -> None:
    mail = ATTACHED.format(body=f"{HEAD}\npacte FER", kind="text/plain", name="note.txt", coding="7bit", sheet="a demain")
    send(game, "AKLA.eml", mail)
    (item,) = receive(game, keep=False)
    assert item.reading.canonical.splitlines()[-1] == "pacte FER"


@pytest.mark.rule("TC-SHEET-01")
def test_a_sheet_attached_as_json_is_read(game: GameFolder) -> None:
    sheet = '{"nation": "AKLA", "turn": "201-printemps", "orders": [{"type": "SignContract", "nation": "FER"}]}'
    send(game, "AKLA.eml", ATTACHED.format(body="", kind="application/json", name="s.json", coding="7bit", sheet=sheet))
    (item,) = receive(game, keep=False)
    assert item.reading.canonical.splitlines()[-1] == "contrat FER"


@pytest.mark.rule("TC-SHEET-04")
def test_a_page_without_plain_text_is_read_without_what_it_quotes(game: GameFolder) -> None:
    quoted = "<blockquote>guerre FER<blockquote>pacte FER</blockquote>guerre ROC</blockquote>"
    page = f"<style>p {{}}</style><p>{HEAD}</p>contrat FER<br>{quoted}"
    send(game, "AKLA.eml", f"Subject: x\nMIME-Version: 1.0\nContent-Type: text/html\n\n{page}\n")
    (item,) = receive(game, keep=False)
    assert [verdict.text for verdict in item.reading.verdicts] == ["contrat FER"]


@pytest.mark.parametrize("part", ["Content-Type: multipart/mixed; boundary=b{0}\n\n--b{0}\n", "Content-Type: message/rfc822\n\n"])
def test_mails_within_mails_are_void(game: GameFolder, part: str) -> None:
    send(game, "AKLA.eml", "".join(part.format(number) for number in range(3000)))
    (item,) = receive(game, keep=False)
    assert not item.reading.valid


@pytest.mark.rule("TC-SHEET-02")
def test_the_receipt_tells_what_was_understood_and_what_was_not(game: GameFolder) -> None:
    send(
        game,
        "AKLA.txt",
        f"{HEAD}\n[ORDRES]\ndirigeant : culture Vallem\ndirigeant : stabilisation\nblabla\n[DIPLOMATIE]\ncontrat FER\n",
    )
    (item,) = receive(game)
    assert [(verdict.line, verdict.status) for verdict in item.receipt.verdicts] == [
        (3, "doubtful"), (4, "refused"), (5, "refused"), (7, "accepted"),
    ]  # fmt: skip
    assert item.receipt.verdicts[1].reasons[0].rule == "TC-LEAD-01"
    letter = (game.received / "0001-AKLA.receipt.txt").read_text()
    assert "dirigeant : culture VAL" in letter
    assert "[TC-LEAD-01]" in letter
    assert "[TC-SHEET-03]" in letter
    assert item.receipt.signature in letter


def test_receipts_are_signed(game: GameFolder) -> None:
    send(game, "AKLA.txt", f"{HEAD}\ncontrat FER\n")
    receive(game)
    receipt = read(game.received / "0001-AKLA.receipt.json", Receipt)
    verify_receipt(game.key, receipt)
    for forged in ({"canonical": receipt.canonical + "guerre FER\n"}, {"number": 2}, {"hash": "0" * 64}, {"signature": "0" * 64}):
        with pytest.raises(Tampered):
            verify_receipt(game.key, msgspec.structs.replace(receipt, **forged))


def waiting(game: GameFolder) -> list[str]:
    return sorted(path.name for path in (game.path / "orders").rglob("*") if path.is_file())


def test_the_inbox_is_empty_once_everything_is_taken_in(game: GameFolder) -> None:
    """`receive` takes sheets in, `resolve --confirm` those that came since: nothing is left to be void next turn."""
    send(game, "AKLA.txt", f"{HEAD}\ncontrat FER\n", age=30)
    send(game, "FER/monday.txt", "FEUILLE nation=FER tour=201-printemps\ncontrat AKLA\n", age=30)
    receive(game)
    assert waiting(game) == []
    send(game, "AKLA.txt", f"{HEAD}\npacte FER\n")
    send(game, "NOBODY.txt", "hello")
    resolve(game, confirm=False)
    assert waiting(game) == ["AKLA.txt", "NOBODY.txt"]
    resolve(game, confirm=True)
    assert waiting(game) == ["NOBODY.txt"]
    assert played(game)["AKLA"] == "receipt 3"
    assert receive(game, keep=False) == []


@pytest.mark.rule("TC-SHEET-04")
@pytest.mark.parametrize("at_once", [True, False])
def test_a_sheet_sent_again_counts_again_and_gets_its_receipt(game: GameFolder, at_once: bool) -> None:
    """First A, then B, then A again: the player has thought better of it twice."""
    for number, order in enumerate(("contrat", "pacte", "contrat")):
        send(game, f"AKLA-{number}.txt" if at_once else "AKLA.txt", f"{HEAD}\n{order} FER\n", age=30 - number)
        if not at_once:
            receive(game)
    resolve(game, confirm=True)
    assert played(game)["AKLA"] == "receipt 3"
    assert len(list((game.path / "received").rglob("*.receipt.json"))) == 3
    assert read(game.turns[-1] / "entries.json", list[dict])[0]["action"]["orders"] == [{"type": "SignContract", "nation": "FER"}]


def test_a_sheet_that_was_stored_but_not_yet_taken_out_is_the_same_sheet(game: GameFolder) -> None:
    """A run killed between the receipt and the emptying of the inbox."""
    path = send(game, "AKLA.txt", f"{HEAD}\ncontrat FER\n", age=30)
    stamp = path.stat().st_mtime
    receive(game)
    path.write_text(f"{HEAD}\ncontrat FER\n")
    os.utime(path, (stamp, stamp))
    assert len(receive(game)) == 1
    assert waiting(game) == []


def test_a_sheet_written_over_while_it_was_read_stays_in_the_inbox(game: GameFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    path = send(game, "AKLA.txt", f"{HEAD}\ncontrat FER\n", age=30)
    store = inbox._store

    def slow(folder: GameFolder, item: inbox.Received) -> None:
        store(folder, item)
        path.write_text(f"{HEAD}\npacte FER\n")

    with monkeypatch.context() as patch:
        patch.setattr(inbox, "_store", slow)
        receive(game)
    assert waiting(game) == ["AKLA.txt"]
    assert [item.reading.canonical.splitlines()[-1] for item in receive(game)] == ["contrat FER", "pacte FER"]


@pytest.mark.rule("TC-SHEET-04")
@pytest.mark.parametrize("moment", ["none", "2099-01-01"])
def test_lifting_a_deadline_frees_a_late_sheet_already_received(game: GameFolder, moment: str) -> None:
    CliRunner().invoke(app, ["deadline", str(game.path), "2020-01-01"])
    send(game, "AKLA.txt", f"{HEAD}\ncontrat FER\n")
    late = GameFolder(game.path)
    assert [item.receipt.late for item in receive(late)] == [True]
    assert missing(late, receive(late)) == ["AKLA", "FER"]
    CliRunner().invoke(app, ["deadline", str(game.path), moment])
    freed = GameFolder(game.path)
    assert missing(freed, receive(freed)) == ["FER"]
    resolve(freed, confirm=True)
    assert played(freed)["AKLA"] == "receipt 1"


@pytest.mark.rule("TC-SHEET-04")
def test_a_deadline_set_later_voids_no_receipt(game: GameFolder) -> None:
    send(game, "AKLA.txt", f"{HEAD}\ncontrat FER\n")
    receive(game)
    CliRunner().invoke(app, ["deadline", str(game.path), "2020-01-01"])
    strict = GameFolder(game.path)
    assert missing(strict, receive(strict)) == ["FER"]


def test_a_kill_before_the_last_step_leaves_no_old_deadline(game: GameFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn is there, game.json still has last turn's deadline: it holds for that turn alone."""
    CliRunner().invoke(app, ["deadline", str(game.path), "2020-01-01"])
    late = GameFolder(game.path)
    with monkeypatch.context() as patch:
        patch.setattr(GameFolder, "save", crash)
        with pytest.raises(OSError, match="disk full"):
            resolve(late, confirm=True)
    after = GameFolder(game.path)
    assert (after.turn.number, after.record.deadline[:4], after.deadline) == (1, "2020", "")
    send(after, "AKLA.txt", "FEUILLE nation=AKLA tour=201-ete\ncontrat FER\n")
    (item,) = receive(after)
    assert not item.receipt.late
    assert json.loads(CliRunner().invoke(app, ["status", str(game.path), "--json"]).stdout)["deadline"] == ""
    resolve(after, confirm=True)
    assert GameFolder(game.path).record.deadline == ""


def test_what_holds_the_key_or_everybody_s_secrets_is_for_the_host_alone(game: GameFolder) -> None:
    send(game, "AKLA.txt", f"{HEAD}\ncontrat FER\n")
    resolve(game, confirm=True)
    taken_in = [path for path in (game.path / "received").rglob("*") if path.is_file()]
    assert len(taken_in) == 3
    private = [game.turn_folder(turn) / f"{name}.json" for turn in (0, 1) for name in ("state", "events")]
    for path in (game.path / "secret.json", game.turn_folder(1) / "entries.json", *private, *taken_in):
        assert path.stat().st_mode & 0o777 == 0o600, path.name
    assert game.key.hex() not in (game.turns[-1] / "turn.json").read_text()


def test_the_same_file_gets_one_receipt(game: GameFolder) -> None:
    send(game, "AKLA.txt", f"{HEAD}\ncontrat FER\n")
    assert len(receive(game)) == 1
    assert len(receive(game)) == 1
    assert len(stored(game)) == 1


def test_hostile_files_do_not_stop_the_inbox(game: GameFolder) -> None:
    send(game, "AKLA.txt", HEAD + "\n" + "dirigeant : culture AKL\n" * 100_000, age=20)
    send(game, "FER.txt", os.urandom(5000), age=10)
    send(game, "MERISSE.eml", b"\xff\xfe not a mail", age=5)
    send(game, "NOBODY.txt", "hello")
    started = time.process_time()
    found = receive(game)
    assert time.process_time() - started < 3
    assert [item.reading.valid for item in found] == [False, False, False]


# -- resolving --------------------------------------------------------------------------------------------------


def test_status_and_dry_run_change_nothing(game: GameFolder) -> None:
    send(game, "AKLA.txt", f"{HEAD}\ncontrat FER\n")
    before = snapshot(game.path)
    status = CliRunner().invoke(app, ["status", str(game.path), "--json"])
    dry = CliRunner().invoke(app, ["resolve", str(game.path), "--json"])
    assert (status.exit_code, dry.exit_code) == (0, 0)
    assert snapshot(game.path) == before
    facts = json.loads(status.stdout.splitlines()[-1])
    assert facts["missing"] == ["FER"]
    assert facts["seats"][0]["last"] == {"accepted": 1, "doubtful": 0, "refused": 0}
    assert json.loads(dry.stdout.splitlines()[-1])["confirmed"] is False


def test_what_a_dry_run_shows_is_what_confirming_writes(game: GameFolder) -> None:
    shown = resolve(game, confirm=False)
    resolve(game, confirm=True)
    assert game.turn.fingerprint == shown.state.fingerprint()
    assert game.state().fingerprint() == game.turn.fingerprint


def test_history_is_kept_and_chained_until_the_game_is_over(game: GameFolder) -> None:
    while not game.turn.over:
        resolve(game, confirm=True)
    assert [read(turn / "turn.json", dict)["name"] for turn in game.turns] == [
        "201-printemps", "201-ete", "201-automne", "201-hiver",
    ]  # fmt: skip
    for before, after in zip(game.turns, game.turns[1:], strict=False):
        assert read(after / "turn.json", dict)["before"] == read(before / "turn.json", dict)["fingerprint"]
    assert bytes.fromhex(read(game.turns[-1] / "key.json", dict)["key"]) == game.key
    assert not (game.turns[-1] / "reports" / "AKLA" / "sheet.txt").exists()
    with pytest.raises(BadOption):
        resolve(game, confirm=True)
    record = game.path / "match.json"
    assert CliRunner().invoke(app, ["record", str(game.path), str(record)]).exit_code == 0
    assert len(list(replay(read_record(record.read_bytes())))) == 9


def test_the_same_seed_gives_the_same_reports_byte_for_byte(tmp_path: Path) -> None:
    games = [make(tmp_path / name) for name in ("one", "two")]
    for game in games:
        send(game, "AKLA.txt", f"{HEAD}\n[ORDRES]\ndirigeant : culture AKL\n")
        resolve(game, confirm=True)
        resolve(game, confirm=True)
    assert snapshot(games[0].path, "turns") == snapshot(games[1].path, "turns")


SEVERAL_COMMANDS = """
import json, sys
from marchland.cli import app
for words in json.loads(sys.argv[1]):
    assert not app(["arbiter", *words], standalone_mode=False), words
"""


@pytest.mark.slow
def test_twenty_nations_get_the_same_reports_in_another_process_with_other_hashes(tmp_path: Path) -> None:
    """Two processes, two hash seeds, 20 nations (three people, 17 bots), a year: every report in every format is the same."""
    seats = [word for seat in ("AKLA:Ada:fr", "FER:Bruno:it", "ROC:Cleo:en") for word in ("--seat", seat)]
    for number in (1, 2):
        folder = str(tmp_path / str(number))
        new = ["new", folder, *seats, "--fill", "bot:warlord", "--seed", "9", "-o", "years=1"]
        commands = json.dumps([new, *[["resolve", folder, "--confirm"]] * 3])
        subprocess.run(
            [sys.executable, "-c", SEVERAL_COMMANDS, commands],
            env={**os.environ, "PYTHONHASHSEED": str(number)},
            check=True,
            capture_output=True,
        )
    one, other = (snapshot(tmp_path / str(number), "turns") for number in (1, 2))
    assert len([name for name in one if name.endswith("report.pdf")]) == 12
    assert {name: one[name] for name in one} == other


def test_a_run_that_fails_leaves_no_trace_and_can_be_repeated(game: GameFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    send(game, "AKLA.txt", f"{HEAD}\ncontrat FER\n")
    receive(game)
    before = snapshot(game.path)

    with monkeypatch.context() as patch:
        patch.setattr(turns, "write_reports", crash)
        with pytest.raises(OSError, match="disk full"):
            resolve(game, confirm=True)
    finished = {name: digest for name, digest in snapshot(game.path).items() if UNFINISHED not in name}
    assert finished == before
    resolve(game, confirm=True)
    assert game.turn.number == 1
    assert not list((game.path / "turns").glob(f"*{UNFINISHED}"))


def test_two_arbiters_do_not_work_at_once(game: GameFolder) -> None:
    with locked(game.path), pytest.raises(Busy):
        resolve(game, confirm=True)


KILLED = """
import sys
from pathlib import Path
from marchland.arbiter.game import GameFolder
from marchland.arbiter.turns import resolve
print("ready", flush=True)
resolve(GameFolder(Path(sys.argv[1])), confirm=True, progress=lambda text: print(text, flush=True))
"""


@pytest.mark.parametrize("word", ["ready", "resolving", "writing reports"])
def test_kill_at_any_point_leaves_a_whole_game(game: GameFolder, word: str) -> None:
    """A process killed without warning never leaves half a season: the turn is there wholly or not at all."""
    send(game, "AKLA.txt", f"{HEAD}\ncontrat FER\n")
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(game.path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    while process.stdout.readline().strip() != word:
        assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    for turn in game.turns:
        assert game.state(turn).fingerprint() == read(turn / "turn.json", dict)["fingerprint"]
        assert (turn / "reports" / "AKLA" / "report.json").exists()
    if game.turn.number == 0:
        resolve(game, confirm=True)
        assert played(game)["AKLA"] == "receipt 1"
    assert game.turn.number == 1


# -- the command line -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ["new", "FOLDER", "--seat", "NOWHERE"],
        ["new", "FOLDER", "--seat", "AKLA", "--seat", "AKLA"],
        ["new", "FOLDER", "--seat", "AKLA:Ada:de"],
        ["new", "FOLDER", "--formats", "docx"],
        ["new", "FOLDER", "--absent", "nobody"],
        ["new", "FOLDER", "--absent", "bot:zork"],
        ["new", "FOLDER", "--fill", "zork"],
        ["new", "FOLDER", "--option", "years"],
        ["new", "FOLDER", "--option", "years=0"],
        ["new", "FOLDER", "--fill", "bot:nonsense"],
        ["new", "FOLDER", "--title", "vinci"],
        ["status", "FOLDER"],
        ["resolve", "FOLDER"],
    ],
)
def test_wrong_usage_is_refused(tmp_path: Path, arguments: list[str]) -> None:
    folder = tmp_path / "none"
    result = CliRunner().invoke(app, [word.replace("FOLDER", str(folder)) for word in arguments])
    assert result.exit_code != 0
    assert not (folder / "game.json").exists()


def test_a_whole_game_by_command_line(tmp_path: Path) -> None:
    folder = str(tmp_path / "game")
    run: Callable[..., object] = lambda *words: CliRunner().invoke(app, [*words])  # noqa: E731
    made = run(
        "new", folder, "--seat", "AKLA:Ada:fr", "--fill", "nobody", "--seed", "3", "--formats", "json", "-o", "years=1", "--json"
    )
    assert made.exit_code == 0
    assert json.loads(made.stdout)["people"] == 1
    for expected in ("201-ete", "201-automne", "201-hiver"):
        done = run("resolve", folder, "--confirm", "--json")
        assert json.loads(done.stdout.splitlines()[-1])["next"] == expected
    assert "the game is over" in run("status", folder).stdout


def test_a_game_of_other_rules_is_not_resolved(game: GameFolder) -> None:
    game.save(msgspec.structs.replace(game.record, rules_version=99))
    with pytest.raises(OtherRules, match="played by version 99 of the rules"):
        resolve(game, confirm=True)
    assert len(game.turns) == 1, "no turn was written"
