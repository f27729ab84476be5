"""A folder game that keeps itself going: fetch, read, answer, play, report, send; again and again.

Every step leaves the folder such that the next run goes on from there, wherever this one is cut off: what is to be done follows
from the files alone. A turn closes at its deadline, or when everybody's sheet is in. At the deadline nothing is played before the
mailbox has been looked into once more: what reached it in time counts, also if nobody fetched it then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import msgspec

from marchland.post import letters
from marchland.post.imap import Unreachable, mailbox
from marchland.post.intake import intake
from marchland.post.letters import told_time
from marchland.post.seals import plain_address, sealed
from marchland.post.wires import Wire
from marchland.post.writing import Attachment

from .disk import Busy, locked
from .game import HUMAN, GameFolder
from .inbox import missing, parse_deadline, receive
from .mailroom import Mailroom
from .post import PostRecord, read_post, seal_key
from .turns import resolve

Log = Callable[[str], None]
Now = Callable[[], datetime]
MOST_TURNS = 100
"""So many turns at most in one go: people who send everything at once cannot keep it from its mail for ever."""


def utc_now() -> datetime:
    return datetime.now(UTC)


class Runner:
    """One look after another at one game."""

    def __init__(self, path: Path, log: Log, now: Now = utc_now) -> None:
        self.path, self.log, self.now = path, log, now
        self.fetched: datetime | None = None
        """When the mailbox was last looked into from beginning to end."""
        read_post(path)

    def tick(self) -> None:
        """Everything that can be done now."""
        for _ in range(MOST_TURNS):
            self._fetch()
            with locked(self.path):
                self._read()
                self._set_deadline()
                self._write_reports()
                is_due = self._is_due()
            self._send()
            if not is_due:
                return
            resolved = resolve(GameFolder(self.path), confirm=True)
            self.log(f"turn played, {len(resolved.events)} events")

    # -- in ------------------------------------------------------------------------------------------

    def _fetch(self) -> None:
        """From the mailbox into `mail/in`: out of the mailbox only once it is there."""
        post = read_post(self.path)
        began = self.now()
        wire = post.in_wire
        if wire is not None and wire.kind == "imap":
            room = Mailroom(GameFolder(self.path), post)
            try:
                with mailbox(wire) as box:
                    for mail in box.waiting(post.largest):
                        room.keep(mail.data, mail.arrived, mail.is_oversized)
                        box.take(mail.uid)
            except Unreachable as error:
                self.log(f"the mailbox cannot be opened: {error}")
                return
        self.fetched = began

    def _read(self) -> None:
        room = self._room()
        for outcome in room.read_all(self.now()):
            self.log(f"mail from {outcome.sender or 'nobody'}: {outcome.what}" + (f" ({outcome.seat})" if outcome.seat else ""))

    def _room(self) -> Mailroom:
        return Mailroom(GameFolder(self.path), read_post(self.path))

    # -- time ----------------------------------------------------------------------------------------

    def _set_deadline(self) -> None:
        """The turn's deadline is reckoned once, when the turn is first seen; from then on the host may move it."""
        folder, post = GameFolder(self.path), read_post(self.path)
        turn = folder.turn
        if turn.over or folder.record.deadline_turn == turn.number:
            return
        if due := post.tempo.due(self.now(), 0):
            folder.save(msgspec.structs.replace(folder.record, deadline=due.isoformat(), deadline_turn=turn.number))
            self.log(f"{turn.name} closes at {told_time(due, post.zone)}")

    def _is_due(self) -> bool:
        """Whether the turn is to be played now, and those who still wait are to be reminded."""
        folder, post = GameFolder(self.path), read_post(self.path)
        people = any(record.kind == HUMAN for record in folder.record.seats)
        if folder.turn.over:
            return False
        waiting = missing(folder, receive(folder))
        deadline = parse_deadline(folder.deadline) if folder.deadline else None
        if people and not waiting and post.early:
            return True
        if deadline and self.now() >= deadline:
            return self.fetched is not None and self.fetched >= deadline
        self._remind(folder, post, waiting, deadline)
        return False

    def _remind(self, folder: GameFolder, post: PostRecord, waiting: list[str], deadline: datetime | None) -> None:
        if deadline is None or not post.remind or self.now() < deadline - timedelta(hours=post.remind):
            return
        room = Mailroom(folder, post)
        turn = folder.turn
        for name in waiting:
            seat = folder.seat_of(name)
            assert seat is not None
            reader = room.reader(seat)
            words = folder.title.parts.mail.turn_words(turn.name, reader.language)
            letter = letters.reminder(reader, words, told_time(deadline, post.zone))
            room.tell(seat, f"{turn.number:04}-remind", letter, (), self.now())

    # -- out -----------------------------------------------------------------------------------------

    def _write_reports(self) -> None:
        """The reports of the present turn, to everybody who has not been written to."""
        folder, post = GameFolder(self.path), read_post(self.path)
        room = Mailroom(folder, post)
        turn, deadline = folder.turn, folder.deadline
        closes = told_time(parse_deadline(deadline), post.zone) if deadline else ""
        for seat, record in enumerate(folder.record.seats):
            name = f"{turn.number:04}-report"
            if record.kind != HUMAN or room.outbox.state(f"{name}-{record.name}"):
                continue
            reader = room.reader(seat)
            words = folder.title.parts.mail.turn_words(turn.name, reader.language)
            text, files = report_files(folder.turns[-1] / "reports", record.name, record.language)
            room.tell(seat, name, letters.report(reader, words, text, closes, post.early, turn.over), files, self.now())

    def _send(self) -> None:
        post = read_post(self.path)
        for line in self._room().outbox.send_all(post.out_wire, post.sender, self.now()):
            self.log(line)

    # -- on and on -----------------------------------------------------------------------------------

    def run(self, once: bool = False, stop: Event | None = None) -> None:
        """Until somebody stops it; whoever writes after the end of the game is told so."""
        woken = stop or Event()
        with locked(self.path, ".running"), self._door():
            while True:
                try:
                    self.tick()
                except Busy as busy:
                    self.log(str(busy))
                if once or woken.wait(self._pause()):
                    return

    def _pause(self) -> float:
        """Until the next look: the deadline does not wait for it."""
        folder, post = GameFolder(self.path), read_post(self.path)
        ahead = (parse_deadline(folder.deadline) - self.now()).total_seconds() if folder.deadline else post.pause
        return min(post.pause, ahead) if ahead > 0 else post.pause

    @contextmanager
    def _door(self) -> Iterator[None]:
        """The local intake, if that is how mail comes in."""
        wire = read_post(self.path).in_wire
        with self._open(wire) if wire is not None and wire.kind == "intake" else nullcontext():
            yield

    @contextmanager
    def _open(self, wire: Wire) -> Iterator[None]:
        def keep(data: bytes, arrived: datetime) -> None:
            self._room().keep(data, arrived)

        post = read_post(self.path)
        door = intake(wire, keep, self._is_ours, post.largest)
        door.start()
        try:
            yield
        finally:
            door.stop()

    def _is_ours(self, address: str) -> bool:
        """Our own address, or one with a true seal: at the door others are sent away."""
        post = read_post(self.path)
        own = plain_address(post.address).lower()
        return address.lower() == own or bool(sealed(post.address, seal_key(GameFolder(self.path)), [address]))


def report_files(reports: Path, seat: str, language: str) -> tuple[str, tuple[Attachment, ...]]:
    """A seat's report as text, and everything that goes along with it: other forms of it, the gazette, the sheet."""
    own = reports / seat
    text = (own / "report.txt").read_text(encoding="utf-8") if (own / "report.txt").exists() else ""
    named = [own / "sheet.txt", *(own / f"report.{kind}" for kind in ("html", "pdf")), *reports.glob(f"gazette.{language}.*")]
    files = [path for path in named if path.exists()]
    return text, tuple(Attachment(f"{seat}-{path.name}", path.read_bytes()) for path in files)
