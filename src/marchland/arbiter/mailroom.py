"""The mailroom: each mail that came is read once, has its effect once and is answered once.

mail/in/HASH.eml     came, to be read (`HASH.head.eml`: too large, only its head); the file's time is when it came
mail/read/HASH.eml   read; HASH.json tells what became of it

The hash is of the bytes. What became of a mail is written down last: until then everything is done again after a crash, and
everything that is done bears a name that follows from the mail, so that doing it again changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import msgspec

from marchland.post import letters
from marchland.post.letters import Letter, Reader
from marchland.post.passing import LONGEST, MOST, Parcel, is_all, parcels
from marchland.post.reading import BOUNCE, PERSON, Mail, read_mail
from marchland.post.seals import sealed
from marchland.post.writing import Attachment, Draft, compose, is_address
from marchland.render.paper import receipt_text
from marchland.words import speaker

from . import inbox
from .disk import PRIVATE, move, write_file
from .game import HUMAN, GameFolder, pretty, read, write
from .inbox import PROVEN, Received, take_in
from .outbox import STATES, Outbox
from .post import PHRASE, REPLY, SENDER, PostRecord, reply_address, seal_key

TAKEN, VOID, LATE, TWICE, UNPROVEN, OVERSIZED, BOUNCED, AUTOMATIC, FINISHED, PASSED_ON = (
    "taken", "void", "late", "twice", "unproven", "oversized", "bounced", "automatic", "finished", "letter",
)  # fmt: skip
BROKEN = "not read"
HEAD = ".head"
MOST_WARNINGS = 5
"""So many letters a turn to one person about mails that he may not have written."""
SHORT = 16


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of a mail."""

    what: str
    message_id: str = ""
    content: str = ""
    sender: str = ""
    seat: str = ""
    proof: str = ""
    receipt: int = 0
    turn: int = 0
    arrived: str = ""


class Mailroom:
    def __init__(self, folder: GameFolder, post: PostRecord) -> None:
        self.folder, self.post = folder, post
        self.path = folder.path / "mail"
        self.outbox = Outbox(folder, post.host)
        self.done = {path.stem: read(path, Outcome) for path in (self.path / "read").glob("[!.]*.json")}

    # -- coming in -----------------------------------------------------------------------------------

    def keep(self, data: bytes, arrived: datetime, is_oversized: bool = False) -> None:
        """Put a mail where it is safe. The same bytes again are the same mail: somebody was cut short after this."""
        name = sha256(data).hexdigest()
        if name not in self.done:
            write_file(self.path / "in" / f"{name}{HEAD * is_oversized}.eml", data, PRIVATE, arrived)

    def read_all(self, now: datetime) -> Iterator[Outcome]:
        """Read what came, oldest first. A mail over which something breaks stays where it is and keeps no other from being read."""
        files = (self.path / "in").glob("[!.]*.eml")
        for path in sorted(files, key=lambda path: (path.stat().st_mtime_ns, path.name)):
            try:
                yield self._read(path, now)
            except Exception as error:
                yield Outcome(what=f"{BROKEN} by {type(error).__name__}: {error}", sender=path.name)

    def _read(self, path: Path, now: datetime) -> Outcome:
        name = path.name.removesuffix(".eml").removesuffix(HEAD)
        if name not in self.done:
            outcome = self._handle(name, path, now)
            write(self.path / "read" / f"{name}.json", outcome, PRIVATE)
            self.done[name] = outcome
        move(path, self.path / "read" / path.name)
        return self.done[name]

    # -- what a mail means ---------------------------------------------------------------------------

    def _handle(self, name: str, path: Path, now: datetime) -> Outcome:
        is_oversized = path.name.endswith(f"{HEAD}.eml")
        data = path.read_bytes()
        mail = read_mail(data, only_head=is_oversized)
        arrived = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        facts = Outcome(
            what=AUTOMATIC, message_id=mail.message_id, content=mail.content, sender=mail.sender, turn=self.folder.turn.number,
            arrived=arrived.isoformat(timespec="seconds"),
        )  # fmt: skip
        if mail.kind == BOUNCE:
            return self._bounced(mail, facts, now)
        if mail.kind != PERSON or mail.sender == self.post.sender:
            return facts
        seat, proof = self._proven(mail)
        if seat is None:
            return self._refused(name, mail, facts, is_oversized, now)
        facts = msgspec.structs.replace(facts, seat=self.folder.record.seats[seat].name, proof=proof)
        if is_oversized:
            self._answer(seat, f"oversized-{name[:SHORT]}", letters.oversized(self.reader(seat), self.post.largest), mail, now)
            return msgspec.structs.replace(facts, what=OVERSIZED)
        if self.folder.turn.over:
            self._answer(seat, f"finished-{name[:SHORT]}", letters.finished(self.reader(seat)), mail, now)
            return msgspec.structs.replace(facts, what=FINISHED)
        if earlier := self._earlier(mail, facts.seat):
            self._answer(seat, f"twice-{name[:SHORT]}", letters.twice(self.reader(seat)), mail, now)
            return msgspec.structs.replace(facts, what=TWICE, receipt=earlier.receipt)
        if self._pass_on(seat, name, mail, now) and is_all(mail.texts):
            return msgspec.structs.replace(facts, what=PASSED_ON)
        return self._taken(seat, name, data, arrived, mail, facts, now)

    def _pass_on(self, seat: int, name: str, mail: Mail, now: datetime) -> bool:
        """Letters to other seats go out as mails, each once; what does not go is told to its writer. False: there is none."""
        found = [parcel for text in mail.texts for parcel in parcels(text)][:MOST]
        lost = [why for n, parcel in enumerate(found) for why in self._send_on(seat, f"{name[:SHORT]}-{n}", parcel, now)]
        if lost:
            told = letters.letter_refused(self.reader(seat), "; ".join(lost))
            self._answer(seat, f"unpassed-{name[:SHORT]}", told, mail, now)
        return bool(found)

    def _send_on(self, seat: int, name: str, parcel: Parcel, now: datetime) -> Iterator[str]:
        """One letter to each of those it names; yields why it does not reach one."""
        say, sign = speaker(self.reader(seat).language), self.folder.record.seats[seat].name
        if not parcel.text or len(parcel.text) > LONGEST:
            yield say("letter_length", most=LONGEST)
            return
        for called in parcel.to:
            reader = self.folder.seat_of(called)
            if reader not in self._people() or reader == seat or not self.folder.record.seats[reader].address:
                yield say("post_letter_unknown", name=called)
            else:
                told = letters.forwarded(self.reader(reader), sign, ", ".join(parcel.to), parcel.text)
                self.tell(reader, f"letter-{name}", told, (), now)

    def _taken(self, seat: int, name: str, data: bytes, arrived: datetime, mail: Mail, facts: Outcome, now: datetime) -> Outcome:
        """A sheet, or what is meant to be one: it gets its receipt."""
        letter = inbox.Letter(Path(f"post-{name[:SHORT]}{PROVEN}"), seat, data, arrived)
        item = take_in(self.folder, letter)
        past = "" if item.reading.valid else inbox.past_turn(self.folder, letter)
        self._answer_receipt(seat, f"receipt-{name[:SHORT]}", item, past, mail, now)
        what = LATE if past or item.receipt.late else TAKEN if item.receipt.valid else VOID
        return msgspec.structs.replace(facts, what=what, receipt=item.receipt.number)

    def _earlier(self, mail: Mail, seat: str) -> Outcome | None:
        """The same mail, delivered before: same id, same words. One that only bears the same id is another."""
        same = (outcome for outcome in self.done.values() if mail.message_id and outcome.message_id == mail.message_id)
        return next((outcome for outcome in same if outcome.seat == seat and outcome.content == mail.content), None)

    # -- who wrote it --------------------------------------------------------------------------------

    def _proven(self, mail: Mail) -> tuple[int | None, str]:
        """The seat that a mail comes from, and by what it is proven, as far as this game believes it."""
        for proof, seats in ((REPLY, self._by_seal(mail)), (PHRASE, self._by_phrase(mail)), (SENDER, self._by_sender(mail))):
            if proof in self.post.proofs and seats:
                return self._meant(seats, mail), proof
        return None, ""

    def _people(self) -> list[int]:
        return [seat for seat, record in enumerate(self.folder.record.seats) if record.kind == HUMAN]

    def _by_seal(self, mail: Mail) -> list[int]:
        label = sealed(self.post.address, seal_key(self.folder), mail.recipients)
        return [seat for seat in self._people() if label and self.folder.record.seats[seat].name.lower() == label]

    def _by_phrase(self, mail: Mail) -> list[int]:
        said = "\n".join(mail.texts).lower()
        return [seat for seat in self._people() if self.folder.pass_phrase(seat) in said]

    def _by_sender(self, mail: Mail) -> list[int]:
        addresses = self.folder.record.seats
        return [seat for seat in self._people() if mail.sender and addresses[seat].address.lower() == mail.sender]

    def _meant(self, seats: list[int], mail: Mail) -> int:
        """Who holds several seats writes for the one that his sheet names."""
        turn = self.folder.turns[-1]
        fitting = (seat for seat in seats for text in mail.texts if inbox.read_sheet(self.folder, turn, seat, text.encode()).valid)
        return seats[0] if len(seats) == 1 else next(fitting, seats[0])

    # -- answers -------------------------------------------------------------------------------------

    def reader(self, seat: int) -> Reader:
        record = self.folder.record.seats[seat]
        return Reader(self.folder.title.name[record.language], record.name, record.player, record.language)

    def _refused(self, name: str, mail: Mail, facts: Outcome, is_oversized: bool, now: datetime) -> Outcome:
        """Nobody proved anything. Whoever is said to have written it is told, if he is a player; others hear it once a turn."""
        what = OVERSIZED if is_oversized else UNPROVEN
        seats = self._by_sender(mail)
        turn = self.folder.turn.number
        if seats:
            reader = self.reader(seats[0])
            letter = letters.oversized(reader, self.post.largest) if is_oversized else letters.unproven(reader)
            number = self._warnings(f"{turn:04}-warning-", reader.seat)
            if number < MOST_WARNINGS:
                self._answer(seats[0], f"{turn:04}-warning-{name[:SHORT]}", letter, mail, now)
        elif is_address(mail.sender):
            reader = Reader(self.folder.title.name["en"], "", mail.sender, "en")
            stranger = sha256(mail.sender.encode()).hexdigest()[:SHORT]
            self._write(f"{turn:04}-stranger-{stranger}", mail.sender, letters.unproven(reader), (), mail.message_id, "", now)
        return msgspec.structs.replace(facts, what=what, seat=self.folder.record.seats[seats[0]].name if seats else "")

    def _warnings(self, beginning: str, seat: str) -> int:
        names = (name for state in STATES for name in self.outbox.names(state))
        return sum(name.startswith(beginning) and name.endswith(f"-{seat}") for name in names)

    def _answer_receipt(self, seat: int, about: str, item: Received, past: str, mail: Mail, now: datetime) -> None:
        receipt, reader = item.receipt, self.reader(seat)
        printed = receipt_text(self.folder.title, receipt, reader.language)
        words = self.folder.title.parts.mail.turn_words
        letter = letters.receipt(
            reader, words(receipt.turn, reader.language), receipt.number, printed, receipt.valid, receipt.late,
            past and words(past, reader.language),
        )  # fmt: skip
        attached = (Attachment(f"receipt-{receipt.number}.json", pretty(receipt)),)
        self._answer(seat, about, letter, mail, now, attached)

    def _answer(self, seat: int, about: str, letter: Letter, mail: Mail, now: datetime, files: tuple[Attachment, ...] = ()) -> None:
        """To the address of the seat, whoever says that he wrote: nobody else learns anything of the game."""
        record = self.folder.record.seats[seat]
        if address := record.address:
            reply_to = reply_address(self.folder, self.post, seat)
            self._write(f"{about}-{record.name}", address, letter, files, mail.message_id, reply_to, now)

    def _write(
        self, name: str, to: str, letter: Letter, files: tuple[Attachment, ...], answers: str, reply_to: str, now: datetime
    ) -> None:
        draft = Draft(
            to=to, subject=letter.subject, text=letter.text, attachments=files, message_id=self.outbox.message_id(name),
            answers=(answers,) if answers else (), reply_to=reply_to, automatic="auto-replied" if answers else "auto-generated",
        )  # fmt: skip
        self.outbox.put(name, lambda: compose(draft, self.post.sender, self.post.name, now))

    def tell(self, seat: int, name: str, letter: Letter, files: tuple[Attachment, ...], now: datetime) -> None:
        """A letter that answers nothing: a report, a reminder."""
        record = self.folder.record.seats[seat]
        if record.address:
            reply_to = reply_address(self.folder, self.post, seat)
            self._write(f"{name}-{record.name}", record.address, letter, files, "", reply_to, now)

    # -- bounces -------------------------------------------------------------------------------------

    def _bounced(self, mail: Mail, facts: Outcome, now: datetime) -> Outcome:
        """A mail of ours came back: the host sees it. What says so of mails that we never wrote is let be."""
        assert mail.bounce is not None
        name = self.outbox.named(mail.bounce.message_id)
        if name and mail.bounce.is_final:
            said = " ".join(filter(None, (mail.bounce.status, mail.bounce.reason)))
            self.outbox.note_trouble(name, mail.bounce.recipient, said, now)
        return msgspec.structs.replace(facts, what=BOUNCED)
