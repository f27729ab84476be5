"""The outbox: mails that are to go out, as files, in one folder for each state they are in.

mail/out/waiting/    written, to be sent
mail/out/sending/    being handed to the mail server: after a crash nobody knows, so it goes again, the same bytes with the same id
mail/out/sent/       taken over by the mail server
mail/out/failed/     refused for good, or given up
mail/troubles/       for each mail that failed or bounced, what was said

A mail's name says what it is about (`0003-report-AKLA`). There is one mail of a name, whatever state it is in: to say a thing
twice, as a run does that was cut short, says it once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path

import msgspec

from marchland.post.smtp import Undelivered, line, send
from marchland.post.wires import Wire
from marchland.post.writing import message_id

from .disk import PRIVATE, move, write_file
from .game import GameFolder, read, write

WAITING, SENDING, SENT, FAILED = "waiting", "sending", "sent", "failed"
STATES = (WAITING, SENDING, SENT, FAILED)
PATIENCE = timedelta(days=4)
"""A mail that no server wants to take for so long is given up."""


class Trouble(msgspec.Struct, frozen=True, kw_only=True):
    """A mail that did not arrive."""

    mail: str
    seat: str
    recipient: str
    said: str
    moment: str


class Outbox:
    def __init__(self, folder: GameFolder, host: str) -> None:
        self.path = folder.path / "mail" / "out"
        self.troubles_path = folder.path / "mail" / "troubles"
        self.commitment = folder.record.commitment
        self.host = host

    def message_id(self, name: str) -> str:
        """One id for one thing said in one game."""
        return message_id(self.host, self.commitment, name)

    def state(self, name: str) -> str:
        """Where the mail of this name is; empty: there is none."""
        return next((state for state in STATES if self._file(state, name).exists()), "")

    def _file(self, state: str, name: str) -> Path:
        return self.path / state / f"{name}.eml"

    def put(self, name: str, make: Callable[[], bytes]) -> None:
        """A mail to be sent, unless there is one of this name."""
        if not self.state(name):
            write_file(self._file(WAITING, name), make(), PRIVATE)

    def names(self, state: str) -> list[str]:
        """Oldest first."""
        files = [path for path in (self.path / state).glob("*.eml") if not path.name.startswith(".")]
        return [path.name.removesuffix(".eml") for path in sorted(files, key=lambda path: (path.stat().st_mtime, path.name))]

    def send_all(self, wire: Wire, sender: str, now: datetime) -> Iterator[str]:
        """Hand over what waits, and what nobody knows of; yields a line about each."""
        for name in self.names(SENDING):
            move(self._file(SENDING, name), self._file(WAITING, name))
        waiting = self.names(WAITING)
        if not waiting:
            return
        try:
            with line(wire) as server:
                for name in waiting:
                    yield self._hand_over(name, lambda recipient, data: send(server, sender, recipient, data), now)
        except Undelivered as error:
            yield f"no line to the mail server: {error}"
            self._give_up(waiting, str(error), now)

    def _hand_over(self, name: str, carry: Callable[[str, bytes], None], now: datetime) -> str:
        data = self._file(WAITING, name).read_bytes()
        recipient = str(message_from_bytes(data)["To"])
        move(self._file(WAITING, name), self._file(SENDING, name))
        try:
            carry(recipient, data)
        except Undelivered as error:
            if error.is_final:
                self._fail(SENDING, name, recipient, str(error), now)
                return f"{name} was refused: {error}"
            move(self._file(SENDING, name), self._file(WAITING, name))
            self._give_up([name], str(error), now)
            return f"{name} must wait: {error}"
        move(self._file(SENDING, name), self._file(SENT, name))
        return f"{name} sent to {recipient}"

    def _give_up(self, names: list[str], said: str, now: datetime) -> None:
        for name in names:
            file = self._file(WAITING, name)
            if file.exists() and now - datetime.fromtimestamp(file.stat().st_mtime, UTC) > PATIENCE:
                self._fail(WAITING, name, str(message_from_bytes(file.read_bytes())["To"]), said, now)

    def _fail(self, state: str, name: str, recipient: str, said: str, now: datetime) -> None:
        self.note_trouble(name, recipient, said, now)
        move(self._file(state, name), self._file(FAILED, name))

    # -- troubles ------------------------------------------------------------------------------------

    def note_trouble(self, name: str, recipient: str, said: str, now: datetime) -> None:
        trouble = Trouble(mail=name, seat=seat_in(name), recipient=recipient, said=said, moment=now.isoformat(timespec="seconds"))
        write(self.troubles_path / f"{name}.json", trouble, PRIVATE)

    def troubles(self) -> list[Trouble]:
        found = [read(path, Trouble) for path in self.troubles_path.glob("[!.]*.json")]
        return sorted(found, key=lambda trouble: (trouble.moment, trouble.mail))

    def named(self, wanted: str) -> str:
        """The mail of ours that bears this id; empty: none."""
        return next((name for name in self.names(SENT) if self.message_id(name) == wanted), "")


def seat_in(name: str) -> str:
    """The seat that a mail's name ends with, if it does."""
    last = name.rpartition("-")[2]
    return last if last.isupper() else ""
