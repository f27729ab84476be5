"""Mails as they go out, and reply addresses that prove a seat."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage

import msgspec
import pytest

from marchland.kernel.errors import BadOption
from marchland.post.reading import AUTOMATIC, read_mail
from marchland.post.seals import plain_address, reply_address, sealed, signature
from marchland.post.wires import STARTTLS, TLS, wire
from marchland.post.writing import Attachment, Draft, above_the_line, compose, message_id

NOW = datetime(2026, 11, 16, 20, 0, tzinfo=UTC)
LONG_ID = "<" + "PR3P189MB" * 12 + "@" + "EURP189.PROD.OUTLOOK.COM" + ">"
DRAFT = Draft(
    to="ada@example.org", subject="Été 201 · Akla", text="Où ?\n" + "x" * 2000 + "\n.\nFrom here\n", html="<p>Où ?</p>",
    attachments=(Attachment("feuille.txt", ("contrat Fédération " * 20 + "\n").encode()), Attachment("rapport.pdf", b"%PDF\0")),
    message_id=message_id("example.org", "report", "3", "AKLA"), answers=("<1@b.org>", LONG_ID),
    reply_to="ash+akla.k3v2@example.org",
)  # fmt: skip


def written(draft: Draft = DRAFT) -> EmailMessage:
    found = message_from_bytes(compose(draft, "ash@example.org", "L'arbitre", NOW), policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found


def test_a_mail_has_text_page_and_files_and_says_what_it_answers() -> None:
    mail = written()
    assert (mail["From"], mail["To"], mail["Subject"]) == ("L'arbitre <ash@example.org>", "ada@example.org", "Été 201 · Akla")
    assert mail["Reply-To"] == "ash+akla.k3v2@example.org"
    assert mail["Message-ID"] == DRAFT.message_id
    plain, page = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain is not None
    assert plain.get_content().replace("\r\n", "\n") == DRAFT.text
    assert page is not None
    assert page.get_content().strip() == DRAFT.html
    sheet, report = mail.iter_attachments()
    assert sheet.get_content().replace("\r\n", "\n").encode() == DRAFT.attachments[0].data
    assert (report.get_filename(), report.get_content()) == ("rapport.pdf", b"%PDF\0")
    assert f"{LONG_ID}\r\n".encode() in compose(DRAFT, "ash@example.org", "x", NOW), "an id is a name: not one letter of it changes"
    assert read_mail(mail.as_bytes()).kind == AUTOMATIC, "machines that read it stay silent"


def test_seven_bits_and_short_lines_go_over_the_wire() -> None:
    data = compose(DRAFT, "ash@example.org", "Où", NOW)
    assert data.isascii()
    assert max(map(len, data.split(b"\r\n"))) < 200
    assert b"\n" not in data.replace(b"\r\n", b"")


@pytest.mark.parametrize("field", ["subject", "message", "files", "headers"])
def test_nobody_writes_headers_of_their_own(field: str) -> None:
    evil = "x\r\nBcc: eve@example.org\u2028Bcc: eve@example.org\0"
    draft = {
        "subject": msgspec.structs.replace(DRAFT, subject=evil),
        "message": msgspec.structs.replace(DRAFT, answers=(f"<{evil}@x>",)),
        "files": msgspec.structs.replace(DRAFT, attachments=(Attachment(evil, b"x"),)),
        "headers": msgspec.structs.replace(DRAFT, headers={"X-Table": evil}),
    }[field]
    data = compose(draft, "ash@example.org", evil, NOW)
    assert b"\nBcc:" not in data
    assert message_from_bytes(data)["Bcc"] is None


@pytest.mark.parametrize("address", ["ada", "ada@x.org, eve@x.org", "ada@x.org\nBcc: eve@x.org", "<ada@x.org>", "ada@-x", ""])
def test_what_is_no_address_gets_no_mail(address: str) -> None:
    with pytest.raises(ValueError, match="no mail address"):
        compose(msgspec.structs.replace(DRAFT, to=address), "ash@example.org", "x", NOW)


def test_an_id_follows_from_what_is_said() -> None:
    assert message_id("a.org", "report", "12") == message_id("a.org", "report", "12")
    assert message_id("a.org", "report", "12") != message_id("a.org", "report1", "2")


def test_the_line_above_which_one_answers_ends_what_one_says() -> None:
    text = f"contrat FER\n\n{above_the_line('Écrivez au-dessus de cette ligne')}\nguerre ROC"
    assert read_mail(f"Content-Type: text/plain; charset=utf-8\n\n{text}".encode()).texts == ("contrat FER",)


# -- seals ------------------------------------------------------------------------------------------------------

KEY = b"k" * 32


@pytest.mark.parametrize("address", ["ash@example.org", "ash+*@example.org", "*@ash.example.org", "ash-*@example.org"])
def test_only_a_true_seal_names_a_seat(address: str) -> None:
    true = reply_address(address, KEY, "AKLA")
    assert sealed(address, KEY, ["bob@x.org", true.upper()]) == "akla"
    others = [
        true.replace("akla", "fer"),
        reply_address(address, b"x" * 32, "AKLA"),
        true.replace(signature(KEY, "akla"), "a"),
        f"x{true}",
    ]
    assert [sealed(address, KEY, [other]) for other in others] == [""] * 4
    assert "*" not in plain_address(address)


def test_no_seat_s_name_breaks_an_address() -> None:
    with pytest.raises(ValueError, match="cannot stand"):
        reply_address("ash@example.org", KEY, "a@b")


# -- wires ------------------------------------------------------------------------------------------------------


def test_addresses_of_mail_servers() -> None:
    found = wire("smtp+tls://ada%40x.org:p%40ss@mail.example.org", "smtp")
    assert (found.security, found.host, found.port, found.user, found.password) == (
        STARTTLS,
        "mail.example.org",
        587,
        "ada@x.org",
        "p@ss",
    )
    assert wire("imaps://u:p@h:1993/Play", "imap", "intake").folder == "Play"
    assert wire("imaps://u:p@h", "imap").security == TLS
    assert "p@ss" not in repr(found)


@pytest.mark.parametrize("address", ["imap://u:secret@h", "smtp://:25", "secret", "smtp://u:secret@h:port"])
def test_a_wrong_address_is_told_without_its_password(address: str) -> None:
    with pytest.raises(BadOption) as error:
        wire(address, "smtp")
    assert "secret" not in str(error.value)
