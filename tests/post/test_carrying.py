"""Mail over real lines: SMTP out, IMAP in, and at the door."""

from __future__ import annotations

import smtplib
from datetime import UTC, datetime, timedelta

import pytest

from marchland.post import imap, smtp
from marchland.post.intake import intake
from marchland.post.wires import wire
from tests.web.serving import free_port

from .servers import MailWorld

SENDER = "ada@post.test"


def send(world: MailWorld, recipient: str, data: bytes) -> None:
    with smtp.line(wire(world.smtp, "smtp")) as server:
        smtp.send(server, SENDER, recipient, data)


@pytest.mark.parametrize("can_move", [True, False])
def test_a_mail_is_out_of_the_way_once_it_is_taken_and_not_before(world: MailWorld, can_move: bool) -> None:
    name = f"mover{can_move}".lower()
    for number in range(3):
        send(world, f"{name}+akla.x@post.test", b"Subject: %d\r\n\r\n%s\r\n" % (number, b"x\r\n" * 1000 * (number == 2)))
    box_wire = wire(world.imap(name), "imap")
    with imap.mailbox(box_wire) as box:
        box.can_move = can_move and box.can_move
        first, second, large = box.waiting(largest=2000)
        assert [b"Subject: %d" % n in mail.data for n, mail in enumerate((first, second, large))] == [True] * 3
        assert (first.is_oversized, large.is_oversized, len(large.data) < 500) == (False, True, True)
        assert abs(datetime.now(UTC) - first.arrived) < timedelta(minutes=1)
        box.take(first.uid)
    with imap.mailbox(box_wire) as box:
        assert [mail.uid for mail in box.waiting()] == [second.uid, large.uid]
    assert len(world.mails_of(name)) == (2 if can_move else 3)
    assert len(world.mails_of(name, "Marchland")) == (1 if can_move else 0)


def test_mail_that_somebody_has_looked_at_is_still_to_be_taken(world: MailWorld) -> None:
    send(world, "looked@post.test", b"Subject: x\r\n\r\nx\r\n")
    host = world.dovecot.account("looked")
    host.select_folder("INBOX")
    host.add_flags(host.search(), [rb"\Seen"])
    with imap.mailbox(wire(world.imap("looked"), "imap")) as box:
        assert len(list(box.waiting())) == 1


def test_a_mailbox_that_cannot_be_opened_is_said_to_be_so(world: MailWorld) -> None:
    for address in (world.imap("x").replace("secret", "wrong"), f"imap://x:y@127.0.0.1:{free_port()}"):
        with pytest.raises(imap.Unreachable), imap.mailbox(wire(address, "imap")):
            pass


def test_what_a_mail_server_refuses_for_good_is_told_from_what_may_be_tried_again(world: MailWorld) -> None:
    with pytest.raises(smtp.Undelivered) as refused:
        send(world, "nobody@post.test", b"\r\nx")
    assert (refused.value.is_final, str(refused.value)) == (True, "550 5.1.1 no such user")
    with pytest.raises(smtp.Undelivered) as absent, smtp.line(wire(f"smtp://127.0.0.1:{free_port()}", "smtp")):
        pass
    assert not absent.value.is_final


def test_the_door_says_yes_only_once_the_mail_is_safe() -> None:
    kept: list[bytes] = []

    def keep(data: bytes, arrived: datetime) -> None:
        if b"disk full" in data:
            raise OSError("disk full")
        kept.append(data)

    port = free_port()
    door = intake(wire(f"smtp-intake://127.0.0.1:{port}", "intake"), keep, lambda address: address.startswith("ash"), largest=500)
    door.start()
    try:
        with smtplib.SMTP("127.0.0.1", port) as server:
            server.sendmail(SENDER, ["ash+akla.x@post.test"], b"Subject: one\r\n\r\n.x\r\n")
            with pytest.raises(smtplib.SMTPRecipientsRefused):
                server.sendmail(SENDER, ["bob@post.test"], b"\r\nx")
            with pytest.raises(smtplib.SMTPResponseException, match="451"):
                server.sendmail(SENDER, ["ash@post.test"], b"\r\ndisk full")
            with pytest.raises(smtplib.SMTPResponseException, match="552"):
                server.sendmail(SENDER, ["ash@post.test"], b"\r\n" + b"x\r\n" * 300)
    finally:
        door.stop()
    assert kept == [b"Return-Path: <ada@post.test>\r\nX-Original-To: ash+akla.x@post.test\r\nSubject: one\r\n\r\n.x\r\n"]
