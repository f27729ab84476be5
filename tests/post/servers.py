"""A real mail world for tests: dovecot holds everybody's mailbox, a small SMTP server brings mail there.

Mail for `anybody+anything@post.test` lies in the mailbox of `anybody`. The SMTP server refuses `nobody@`, as real ones do at once.
"""

from __future__ import annotations

import getpass
import grp
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from threading import Lock

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from imapclient import IMAPClient

from tests.web.serving import await_port, free_port

CONFIG = """
base_dir = {home}/run
state_dir = {home}/state
log_path = {home}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:{home}/mail/%n
mail_fsync = never
passdb {{
  driver = static
  args = password=secret
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={home}/mail/%n
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""
HOST = "post.test"


class Dovecot:
    """An IMAP server without privileges: every account has the password `secret`."""

    def __init__(self, home: Path) -> None:
        self.home, self.port = home, free_port()
        user = pwd.getpwnam("nobody" if os.getuid() == 0 else getpass.getuser())
        self.user = user
        for name in ("run", "state", "mail"):
            (home / name).mkdir()
        facts = {"home": home, "user": user.pw_name, "group": _group(user.pw_gid), "uid": user.pw_uid, "gid": user.pw_gid}
        (home / "dovecot.conf").write_text(CONFIG.format(port=self.port, **facts))
        if os.getuid() == 0:
            for path in (home, *home.iterdir()):
                os.chown(path, user.pw_uid, user.pw_gid)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        ids = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if os.getuid() == 0 else {}
        program = shutil.which("dovecot", path=f"{os.environ['PATH']}:/usr/sbin")
        assert program, "dovecot is missing: `make test` installs dovecot-imapd"
        command = [program, "-F", "-c", str(self.home / "dovecot.conf")]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, cwd=self.home, **ids)  # type: ignore[call-overload]
        await_port(self.port)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait()

    def account(self, name: str) -> IMAPClient:
        client = IMAPClient("127.0.0.1", self.port, ssl=False)
        client.login(name, "secret")
        return client

    def address(self, name: str, folder: str = "INBOX") -> str:
        return f"imap://{name}:secret@127.0.0.1:{self.port}/{folder}"


def _group(gid: int) -> str:
    return grp.getgrgid(gid).gr_name


class Postman:
    """Brings what is sent to the mailboxes, and stamps it on the way as every mail server does."""

    def __init__(self, dovecot: Dovecot) -> None:
        self.dovecot = dovecot
        self.numbers = count(1)
        self.lock = Lock()
        self.clients: dict[str, IMAPClient] = {}
        self.moment: datetime | None = None
        """When mail is delivered, by the clock of a test; None: now."""

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]) -> str:
        if address.startswith("nobody@"):
            return "550 5.1.1 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        for address in envelope.rcpt_tos:
            self.deliver(address, envelope.mail_from or "", envelope.original_content or b"")
        return "250 OK"

    def deliver(self, address: str, sender: str, data: bytes) -> None:
        stamps = f"Return-Path: <{sender}>\r\nDelivered-To: {address}\r\nReceived: from test by {HOST} id {next(self.numbers)}\r\n"
        name = address.partition("@")[0].partition("+")[0].lower()
        with self.lock:
            if name not in self.clients:
                self.clients[name] = self.dovecot.account(name)
            self.clients[name].append("INBOX", stamps.encode() + data, msg_time=self.moment)


class MailWorld:
    """Mailboxes, and the way to them."""

    def __init__(self, dovecot: Dovecot) -> None:
        self.dovecot = dovecot
        self.postman = Postman(dovecot)
        self.controller = Controller(self.postman, hostname="127.0.0.1", port=free_port(), data_size_limit=20_000_000)
        self.smtp = f"smtp://127.0.0.1:{self.controller.port}"

    def imap(self, name: str) -> str:
        return self.dovecot.address(name)

    def mails_of(self, name: str, folder: str = "INBOX") -> list[EmailMessage]:
        """What lies in somebody's mailbox, oldest first."""
        client = self.dovecot.account(name)
        if not client.folder_exists(folder):
            return []
        client.select_folder(folder, readonly=True)
        found = client.fetch(client.search(), ["BODY.PEEK[]"])
        client.logout()
        mails = (message_from_bytes(found[uid][b"BODY[]"], policy=policy.default) for uid in sorted(found))
        return [mail for mail in mails if isinstance(mail, EmailMessage)]


@contextmanager
def mail_world() -> Iterator[MailWorld]:
    """Its folder has a short name: sockets with long ones cannot be opened."""
    home = Path(tempfile.mkdtemp(prefix="post", dir="/tmp"))
    dovecot = Dovecot(home)
    try:
        dovecot.start()
        world = MailWorld(dovecot)
        world.controller.start()
        yield world
        world.controller.stop()
    finally:
        dovecot.stop()
        shutil.rmtree(home, ignore_errors=True)
