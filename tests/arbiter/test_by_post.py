"""A folder game kept going by mail: twenty nations' sheets over real SMTP and IMAP, an arbiter that is killed again and again."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from threading import Event, Thread

import msgspec
import pytest
from typer.testing import CliRunner

from marchland.arbiter import inbox, mailroom
from marchland.arbiter.cli import app
from marchland.arbiter.disk import Busy, locked
from marchland.arbiter.game import GameFolder, SeatRecord, read
from marchland.arbiter.inbox import missing, stored
from marchland.arbiter.post import PostRecord, read_post, reply_address, write_post
from marchland.arbiter.runner import Runner
from marchland.arbiter.turns import new_game
from marchland.kernel.errors import BadOption
from marchland.kernel.title import find_title
from marchland.post import smtp
from marchland.post.wires import wire
from marchland.tempo import Deadline, Schedule, Tempo, Untimed
from tests.post.servers import MailWorld
from tests.web.serving import await_port, await_true, free_port

NATIONS = find_title("cendre").parts.mail.SEAT_NAMES
START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
DUE = START + timedelta(hours=48)
LANGUAGES = ("en", "fr", "it")


class Table:
    """A game, its mailbox and a clock that stands still until it is moved."""

    def __init__(self, path: Path, world: MailWorld, nations: tuple[str, ...] = NATIONS) -> None:
        self.world, self.now = world, START
        self.name = f"ash{abs(hash(path)) % 10**9}"
        seats = [self.seat(number, nation) for number, nation in enumerate(nations)]
        self.game = new_game(path, "cendre", seats, {"years": 1}, "seven", formats=("txt",))
        wires = {"out": world.smtp, "into": world.imap(self.name)}
        self.post = PostRecord(address=f"{self.name}@post.test", tempo=Deadline(hours=48), largest=50_000, **wires)
        write_post(path, self.post)
        self.log: list[str] = []
        self.deaths = 0

    def seat(self, number: int, nation: str) -> SeatRecord:
        return SeatRecord(
            name=nation, player=nation.title(), language=LANGUAGES[number % 3], address=f"{self.box(nation)}@post.test"
        )

    def box(self, nation: str) -> str:
        return f"{self.name}-{nation}".lower()

    @property
    def path(self) -> Path:
        return self.game.path

    def tick(self) -> None:
        Runner(self.path, self.log.append, lambda: self.now).tick()

    def sealed(self, nation: str) -> str:
        seat = self.game.seat_of(nation)
        assert seat is not None
        return reply_address(self.game, self.post, seat)

    def deliver(self, mail: EmailMessage | bytes, to: str, sender: str = "someone@post.test", at: datetime | None = None) -> None:
        """Over the wire, as anybody's mail program does."""
        self.world.postman.moment = at or self.now
        data = mail if isinstance(mail, bytes) else mail.as_bytes().replace(b"\n", b"\r\n")
        with smtp.line(wire(self.world.smtp, "smtp")) as server:
            smtp.send(server, sender, to, data)

    def mails(self, nation: str) -> list[EmailMessage]:
        return self.world.mails_of(self.box(nation))

    def played(self) -> dict[str, list[str]]:
        """The orders that were played in the last turn, by nation."""
        entries = read(GameFolder(self.path).turns[-1] / "entries.json", list[dict])
        names = [seat.name for seat in self.game.record.seats]
        return {names[entry["seat"]]: [order.get("nation", "?") for order in entry["action"]["orders"]] for entry in entries}


def sheet(nation: str, other: str, order: str = "contrat", key: str = "") -> str:
    return f"FEUILLE nation={nation} tour=201-printemps{f' cle={key}' * bool(key)}\n{order} {other}\n"


def letter(nation: str, text: str, subject: str = "ordres", **headers: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = headers.pop("sender", f"{nation.title()} <{nation.lower()}@elsewhere.test>")
    mail["Subject"] = subject
    mail["Message-ID"] = headers.pop("message_id", f"<{nation}-{abs(hash(text))}@elsewhere.test>")
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text, charset="utf-8")
    return mail


def page(nation: str, html: str) -> EmailMessage:
    mail = letter(nation, "")
    mail.set_content(html, subtype="html")
    return mail


def attached(nation: str, text: str, size: int = 0) -> EmailMessage:
    mail = letter(nation, "Voici ma feuille.\n")
    mail.add_attachment(text, filename="feuille.txt")
    if size:
        mail.add_attachment(b"\0" * size, maintype="image", subtype="png", filename="map.png")
    return mail


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def outlook(text: str, old: str) -> str:
    return f"{text}\n________________________________\nDe : L'arbitre\nEnvoyé : dimanche\nÀ : moi\nObjet : printemps\n\n{old}"


def send_sheets(table: Table) -> None:
    """Twenty people and some who are none: what each nation's mail is like is the test's whole point."""
    war = {nation: sheet(nation, "AKLA" if nation != "AKLA" else "FER", "guerre") for nation in NATIONS}
    good = {nation: sheet(nation, NATIONS[number - 1]) for number, nation in enumerate(NATIONS)}
    old = {nation: quoted(war[nation]) for nation in NATIONS}
    one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, *rest = NATIONS
    mails = {
        one: attached(one, good[one]),
        two: page(two, f"<pre>{good[two]}</pre><div class='gmail_quote'><pre>{war[two]}</pre></div>"),
        three: letter(three, outlook(good[three], war[three])),
        four: letter(four, f"Merci !\n\nLe dim. 1 mars 2026 à 13:00, L'arbitre <a@b.org> a écrit :\n\n{old[four]}"),
        five: letter(five, f"On 01/03/2026 13:00, The arbiter wrote:\n{old[five]}\n{good[five]}-- \nwar council"),
    }
    for nation in (*rest, eight, nine):
        mails[nation] = letter(nation, good[nation])
    for nation, mail in mails.items():
        table.deliver(mail, table.sealed(nation))
    elsewhere = letter(six, sheet(six, five, key=table.game.pass_phrase(5)))
    table.deliver(elsewhere, f"{table.name}@post.test")
    forged = letter(seven, war[seven], sender=f"{seven} <{table.box(seven)}@post.test>")
    table.deliver(forged, f"{table.name}@post.test")
    table.deliver(letter(seven, war[seven], "again"), table.sealed(eight).replace(eight.lower(), seven.lower()))
    table.deliver(mails[eight], table.sealed(eight))  # delivered twice
    second = letter(nine, sheet(nine, one, "pacte"))
    table.deliver(second, table.sealed(nine), at=START + timedelta(hours=1))
    table.deliver(attached(ten, good[ten], size=60_000), table.sealed(ten))
    table.deliver(letter(eleven, good[eleven], Auto_Submitted="auto-replied"), table.sealed(eleven))
    table.deliver(letter(twelve, good[twelve]), table.sealed(twelve), at=DUE + timedelta(seconds=1))


def check_season(table: Table) -> None:
    """The right ones count, and each gets its receipt or refusal, once."""
    one, _, _, four, _, _, seven, eight, nine, ten, eleven, twelve = NATIONS[:12]
    expected = {nation: [NATIONS[number - 1]] for number, nation in enumerate(NATIONS)}
    expected |= {four: [], seven: [], nine: [one], ten: [], eleven: [], twelve: []}
    assert table.played() == expected
    words = {"en": "receipt", "fr": "reçu", "it": "ricevuta"}
    receipts, others = {}, {}
    for seat in table.game.record.seats:
        mails = {str(mail["Message-ID"]): mail for mail in table.mails(seat.name)}.values()  # one id, one mail
        told = [str(mail["Subject"]) for mail in mails]
        receipts[seat.name] = sum(words[seat.language] in subject for subject in told)
        others[seat.name] = len(told) - receipts[seat.name]
    assert receipts == dict.fromkeys(NATIONS, 1) | {seven: 0, nine: 2, ten: 0, eleven: 0}
    # two reports each; a reminder for those without a sheet; a refusal, a warning, a word about what came twice
    assert others == dict.fromkeys(NATIONS, 2) | {seven: 3, eight: 3, ten: 3}
    assert len(list((table.path / "received").rglob("*.receipt.json"))) == sum(receipts.values())
    assert len(table.world.mails_of(table.name)) == 0, "everything is out of the mailbox"


KILLED = """
import os, signal, sys
from datetime import datetime
from pathlib import Path
from marchland import words
from marchland.arbiter import disk, game, inbox, mailroom, outbox, runner, turns
from marchland.post import imap, smtp

os.fsync = lambda handle: None  # a process dies, not the machine
path, moment = Path(sys.argv[1]), datetime.fromisoformat(sys.argv[2])
left = 0

def deadly(function):
    '''The work is done; then, when the count is down, the light goes out.'''
    def wrapped(*args, **kwargs):
        global left
        result = function(*args, **kwargs)
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return result
    return wrapped

def attempt(effects):
    global left
    left = effects
    runner.Runner(path, lambda line: None, lambda: moment).tick()

for module in (disk, game, inbox, mailroom, outbox):
    for name in ("write_file", "move"):
        if hasattr(module, name):
            setattr(module, name, deadly(getattr(module, name)))
outbox.send = deadly(smtp.send)
imap.Mailbox.take = deadly(imap.Mailbox.take)
folder = game.GameFolder(path)  # what every child would read anew from the title's data
inbox.read_sheet(folder, folder.turns[0], 0, next(path.glob("turns/0000/reports/*/sheet.txt")).read_bytes())
words.books(), folder.title.phrases, folder.title.catalogue
deaths = 0
while True:
    child = os.fork()
    if not child:
        attempt({effects})
        os._exit(0)
    if os.WIFEXITED(status := os.waitpid(child, 0)[1]):
        break
    deaths += 1
print(deaths, os.WEXITSTATUS(status))
"""


def run_and_kill(table: Table, effects: str) -> int:
    """Tick by tick in processes that are killed after so many effects; returns how often."""
    program = KILLED.replace("{effects}", effects)
    command = [sys.executable, "-c", program, str(table.path), table.now.isoformat()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    deaths, status = map(int, done.stdout.split())
    assert status == 0, done.stderr
    return deaths


@pytest.fixture(scope="module", autouse=True)
def quick_disk() -> Iterator[None]:
    """No machine dies here, only processes: what they have written is there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        yield


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory, world: MailWorld, quick_disk: None) -> Table:
    """A whole turn of twenty nations, by an arbiter that dies in the middle of fetching, reading, sending and playing."""
    table = Table(tmp_path_factory.mktemp("post") / "game", world)
    table.tick()
    send_sheets(table)
    table.deaths += run_and_kill(table, "30 + 25 * deaths")
    table.now = DUE + timedelta(minutes=1)
    table.deaths += run_and_kill(table, "(1, 40, 1000)[deaths]")
    return table


def test_twenty_nations_by_mail_and_an_arbiter_that_is_killed_lose_and_double_nothing(season: Table) -> None:
    check_season(season)
    assert season.deaths >= 5
    assert GameFolder(season.path).turn.name == "201-ete"


def test_a_report_brings_the_sheet_and_the_address_that_proves_its_reader(season: Table) -> None:
    report = season.mails("AKLA")[0]
    body = report.get_body(("plain",))
    assert body is not None
    assert body.get_content().startswith("=-=-=")
    assert "2026-03-03 12:00 (UTC)" in body.get_content()
    assert report["Reply-To"] == season.sealed("AKLA")
    assert report["Auto-Submitted"] == "auto-generated"
    files = {part.get_filename(): part.get_content() for part in report.iter_attachments()}
    assert "nation=AKLA" in files["AKLA-sheet.txt"].splitlines()[0]


def test_receipts_answer_the_mail_they_are_for(season: Table) -> None:
    receipt = next(mail for mail in season.mails(NATIONS[1]) if "reçu" in str(mail["Subject"]))
    assert str(receipt["In-Reply-To"]).startswith(f"<{NATIONS[1]}-")
    assert receipt["Auto-Submitted"] == "auto-replied"
    body = receipt.get_body(("plain",))
    assert body is not None
    assert "HMAC-SHA-256" in body.get_content()


def test_who_comes_late_is_told_so(season: Table) -> None:
    def texts(nation: str) -> str:
        return "\n".join(str(mail.get_body(("plain",)).get_content()) for mail in season.mails(nation))  # type: ignore[union-attr]

    late = NATIONS[11]
    assert season.game.record.seats[11].language == "it"
    assert "è arrivato dopo la scadenza" in texts(late)
    past = NATIONS[10]
    season.deliver(letter(past, sheet(past, "AKLA")), season.sealed(past))
    season.tick()
    assert "qui est déjà joué" in texts(past)
    assert "printemps 201" in texts(past)


def test_the_host_sees_what_was_not_delivered(season: Table) -> None:
    """One address that the mail server refuses at once, and one from which the mail comes back later."""
    runner = CliRunner()
    assert runner.invoke(app, ["seat", str(season.path), NATIONS[12], "--address", "nobody@post.test"]).exit_code == 0
    report = season.mails(NATIONS[13])[0]
    dsn = (
        "From: MAILER-DAEMON@post.test\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n"
        "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nFinal-Recipient: rfc822; full@post.test\r\n"
        "Action: failed\r\nStatus: 5.2.2\r\n\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\n"
        f"Message-ID: {report['Message-ID']}\r\n\r\n--b--\r\n"
    )
    season.deliver(dsn.encode(), f"{season.name}@post.test", sender="")
    season.deliver(letter(NATIONS[12], "bonjour"), season.sealed(NATIONS[12]))
    season.tick()
    told = runner.invoke(app, ["status", str(season.path)]).stdout
    assert "nobody@post.test (550 5.1.1 no such user" in told
    assert "full@post.test (5.2.2" in told
    assert f"0000-report-{NATIONS[13]}" in told


def test_killed_at_every_few_steps(tmp_path: Path, world: MailWorld) -> None:
    nations = NATIONS[:2]
    table = Table(tmp_path / "game", world, nations)
    table.tick()
    for nation, other in (nations, nations[::-1]):
        table.deliver(letter(nation, sheet(nation, other)), table.sealed(nation))
    deaths = run_and_kill(table, "1 + deaths % 5")
    assert deaths > 5
    assert table.played() == {nations[0]: [nations[1]], nations[1]: [nations[0]]}
    assert len(GameFolder(table.path).turns) == 2
    assert len(list((table.path / "received").rglob("*.receipt.json"))) == 2
    for nation in nations:
        ids = Counter(str(mail["Message-ID"]) for mail in table.mails(nation))
        assert len(ids) == 3, "two reports and a receipt"
        bodies = {str(mail["Message-ID"]): mail.get_body(("plain",)) for mail in table.mails(nation)}
        assert len(bodies) == 3


# -- smaller things -----------------------------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path: Path, world: MailWorld) -> Table:
    return Table(tmp_path / "game", world, NATIONS[:2])


def test_a_mail_over_which_something_breaks_keeps_no_other_from_being_read(small: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = NATIONS[:2]
    for nation, other in ((first, second), (second, first)):
        small.deliver(letter(nation, sheet(nation, other)), small.sealed(nation))
    good = mailroom.take_in

    def breaks(folder: GameFolder, letter: inbox.Letter) -> inbox.Received:
        if letter.seat == 0:
            raise KeyError("a bug")
        return good(folder, letter)

    with monkeypatch.context() as patch:
        patch.setattr(mailroom, "take_in", breaks)
        small.tick()
        assert missing(small.game, stored(small.game)) == [first]
    small.tick()
    assert small.played() == {first: [second], second: [first]}


def test_no_turn_is_played_while_the_mailbox_cannot_be_opened(small: Table) -> None:
    small.tick()
    write_post(small.path, msgspec.structs.replace(small.post, into="imap://x:y@127.0.0.1:1/"))
    small.now = DUE + timedelta(hours=1)
    small.tick()
    assert len(GameFolder(small.path).turns) == 1
    write_post(small.path, small.post)
    small.tick()
    assert len(GameFolder(small.path).turns) == 2


def test_whoever_has_sent_nothing_is_reminded_once(small: Table) -> None:
    first, second = NATIONS[:2]
    small.tick()
    small.deliver(letter(first, sheet(first, second)), small.sealed(first))
    for small.now in (DUE - timedelta(hours=25), DUE - timedelta(hours=23), DUE - timedelta(hours=1)):
        small.tick()
    told = {nation: [str(mail["Subject"]) for mail in small.mails(nation)] for nation in (first, second)}
    assert [len(told[first]), len(told[second])] == [2, 2], "a report each; a receipt, and a reminder"
    assert f"pas encore de feuille de {second}" in told[second][-1]


def test_the_last_report_says_that_the_game_is_over_and_no_sheet_is_read_any_more(small: Table) -> None:
    for _ in range(4):
        small.tick()
        small.now += timedelta(hours=49)
    small.tick()
    nation = NATIONS[0]
    small.deliver(letter(nation, sheet(nation, NATIONS[1])), small.sealed(nation))
    small.tick()
    bodies = [str(mail.get_body(("plain",)).get_content()) for mail in small.mails(nation)]  # type: ignore[union-attr]
    assert "the game is over. Here is the last report" in bodies[-2]
    assert "no more sheets are read" in bodies[-1]
    assert GameFolder(small.path).turn.over


@pytest.mark.parametrize("proofs", [("reply", "phrase"), ("sender",)])
def test_a_sender_is_believed_only_where_the_host_says_so(small: Table, proofs: tuple[str, ...]) -> None:
    write_post(small.path, msgspec.structs.replace(small.post, proofs=proofs))
    nation = NATIONS[0]
    mail = letter(nation, sheet(nation, NATIONS[1]), sender=f"{small.box(nation)}@post.test")
    small.deliver(mail, f"{small.name}@post.test")
    small.tick()
    assert (nation in missing(small.game, stored(small.game))) == (proofs != ("sender",))


def test_mail_at_the_door_is_read_too(small: Table) -> None:
    port, small.now = free_port(), datetime.now(UTC)
    write_post(small.path, msgspec.structs.replace(small.post, into=f"smtp-intake://127.0.0.1:{port}", pause=1))
    nation = NATIONS[0]
    stop = Event()
    runner = Thread(target=Runner(small.path, small.log.append, lambda: small.now).run, kwargs={"stop": stop})
    runner.start()
    try:
        await_port(port)
        with smtp.line(wire(f"smtp://127.0.0.1:{port}", "smtp")) as server:
            with pytest.raises(smtp.Undelivered, match="550"):
                smtp.send(server, "x@post.test", f"{small.name}+akla.aaaa@post.test", b"\r\nx")
            data = letter(nation, sheet(nation, NATIONS[1])).as_bytes().replace(b"\n", b"\r\n")
            smtp.send(server, "x@post.test", small.sealed(nation), data)
        await_true(lambda: any(f"taken ({nation})" in line for line in small.log), "the mail was not read")
    finally:
        stop.set()
        runner.join()
    with pytest.raises(Busy), locked(small.path, ".running"), locked(small.path, ".running"):
        pass


@pytest.mark.parametrize(
    ("options", "tempo"),
    [
        (["--every", "7d"], Deadline(hours=168)),
        (
            ["--every", "48h", "--quiet", "22-8", "--zone", "Europe/Rome"],
            Deadline(hours=48, quiet_from=22, quiet_to=8, zone="Europe/Rome"),
        ),
        (["--weekly", "wed,sun@20:00", "--zone", "Europe/Rome"], Schedule(days=(2, 6), at="20:00", zone="Europe/Rome")),
        (["--every", "none"], Untimed()),
    ],
)
def test_the_pace_of_a_game_is_said_in_a_few_words(small: Table, options: list[str], tempo: Tempo) -> None:
    assert CliRunner().invoke(app, ["post", str(small.path), *options]).exit_code == 0
    found = read_post(small.path)
    assert found.tempo == tempo
    assert found.address == small.post.address, "what is not named stays"
    assert (small.path / "post.json").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "options",
    [["--every", "soon"], ["--weekly", "someday@20:00"], ["--weekly", "sun@25:00"], ["--zone", "Mars"], ["--proof", "honour"],
     ["--address", "ash"], ["--in", "pop3://x"], ["--out", "imap://x"]],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_and_nothing_is_written(small: Table, options: list[str]) -> None:
    before = (small.path / "post.json").read_bytes()
    result = CliRunner().invoke(app, ["post", str(small.path), *options])
    assert isinstance(result.exception, BadOption)
    assert (small.path / "post.json").read_bytes() == before


def test_a_mail_that_breaks_something_stays_and_keeps_no_other_from_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = mailroom.Mailroom.__new__(mailroom.Mailroom)
    room.path, room.done = tmp_path, {}
    (tmp_path / "in").mkdir()
    for name, data in (("odd", b"odd"), ("plain", b"plain")):
        (tmp_path / "in" / f"{name}.eml").write_bytes(data)

    def read_one(self: mailroom.Mailroom, path: Path, now: datetime) -> mailroom.Outcome:
        if path.stem == "odd":
            raise ZeroDivisionError("by nought")
        return mailroom.Outcome(what=mailroom.TAKEN)

    monkeypatch.setattr(mailroom.Mailroom, "_read", read_one)
    told = {outcome.what for outcome in room.read_all(datetime.now(UTC))}
    assert told == {mailroom.TAKEN, f"{mailroom.BROKEN} by ZeroDivisionError: by nought"}
    assert (tmp_path / "in" / "odd.eml").exists()
