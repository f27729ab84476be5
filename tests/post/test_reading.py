"""Mails as they come: one's own words, whatever program they were written with; sheets attached; machines and bounces."""

from __future__ import annotations

from email.message import EmailMessage
from email.mime.text import MIMEText

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marchland.post.pages import page_text
from marchland.post.quotes import own_words
from marchland.post.reading import AUTOMATIC, BOUNCE, PERSON, read_mail
from marchland.post.writing import above_the_line

MINE = "FEUILLE nation=AKLA tour=201-printemps\ncontrat FER"
THEIRS = "FEUILLE nation=AKLA tour=201-printemps\nguerre MERISSE"
QUOTED = "\n".join(f"> {line}" for line in THEIRS.splitlines())


def mail(text: str, kind: str = "plain", **headers: str) -> bytes:
    message = MIMEText(text, kind, "utf-8")
    for name, value in {"From": "Ada <Ada@Example.org>", "Message-ID": "<1@example.org>", **headers}.items():
        message[name.replace("_", "-")] = value
    return message.as_bytes()


# -- what is quoted says nothing --------------------------------------------------------------------------------

REPLIES = {
    "gmail en": f"{MINE}\n\nOn Mon, Nov 16, 2026 at 5:08 AM The arbiter <ash+akla.x@example.org>\nwrote:\n\n{QUOTED}\n",
    "gmail fr": f"{MINE}\n\nLe lun. 16 nov. 2026 à 05:08, L'arbitre <ash@example.org> a écrit :\n\n{QUOTED}\n",
    "gmail it": f"{MINE}\n\nIl giorno lun 16 nov 2026 alle ore 05:08 L'arbitro <ash@example.org> ha\nscritto:\n\n{QUOTED}\n",
    "apple en": f"{MINE}\n\n> On 16 Nov 2026, at 05:08, The arbiter <ash@example.org> wrote:\n> \n{QUOTED}\n",
    "apple fr": f"{MINE}\n\nEnvoyé de mon iPhone\n\n> Le 16 nov. 2026 à 05:08, L'arbitre <a@b.org> a écrit :\n> \n{QUOTED}\n",
    "apple it": f"{MINE}\n\nInviato da iPhone\n\n> Il giorno 16 nov 2026, alle ore 05:08, Elio <a@b.org> ha scritto:\n{QUOTED}\n",
    "thunderbird en": f"{MINE}\n\nOn 16/11/2026 05:08, The arbiter wrote:\n{QUOTED}\n",
    "thunderbird fr": f"Le 16/11/2026 à 05:08, L'arbitre a écrit :\n{QUOTED}\n\n{MINE}\n",
    "thunderbird it": f"Il 16/11/2026 05:08, L'arbitro ha scritto:\n{QUOTED}\n\n{MINE}\n-- \nguerre ROC\n",
    "outlook en": f"{MINE}\n\n-----Original Message-----\nFrom: The arbiter\nSent: Monday\nTo: Ada\nSubject: x\n\n{THEIRS}",
    "outlook fr": f"{MINE}\n\n________________________________\nDe\xa0: L'arbitre <a@b.org>\nEnvoyé\xa0: lundi 05:08\n"
    f"À\xa0: Ada\nObjet\xa0: printemps\n\n{THEIRS}\n",
    "outlook it": f"{MINE}\n\nDa: L'arbitro <a@b.org>\nInviato: lunedì 16 novembre 2026 05:08\nA: Ada\nOggetto: x\n\n{THEIRS}\n",
    "outlook mobile": f"{MINE}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n______________________________\n*From:* Elio\n"
    f"*Sent:* Monday\n\n{THEIRS}",
    "unmarked": f"{MINE}\n\nLe 16/11/2026 à 05:08, L'arbitre a écrit :\n\n{THEIRS}\n",
    "forwarded": f"{MINE}\n\nDébut du message réexpédié :\n\n{THEIRS}\n",
    "message transféré": f"{MINE}\n\n-------- Message transféré --------\n{THEIRS}\n",
    "another program": f"{MINE}\n\n~~~ {above_the_line('Write above this line')}\n{THEIRS}\n",
    "cut in two": f"> Chère Ada, voici la feuille du printemps, avec laquelle on peut\nguerre MERISSE\n\n{MINE}\n",
}


@pytest.mark.parametrize("program", REPLIES)
def test_what_a_mail_quotes_says_nothing(program: str) -> None:
    for text in (REPLIES[program], REPLIES[program].replace("\n", "\r\n")):
        assert own_words(text).split() == MINE.split()
    assert own_words(REPLIES[program].replace(MINE, "Merci !")).split() == ["Merci", "!"]


ATTRIBUTION = "Le lun. 16 nov. 2026 à 05:08, L&#39;arbitre &lt;<a href='mailto:a@b.org'>a@b.org</a>&gt; a écrit&nbsp;:<br>"
OLD = "FEUILLE nation=AKLA tour=201-printemps<br>guerre MERISSE<br>"
OWN = "FEUILLE nation=AKLA tour=201-printemps<br>contrat&nbsp;FER"
PAGES = {
    "gmail": f'<div dir="ltr">{OWN}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">'
    f'{ATTRIBUTION}</div><blockquote class="gmail_quote" style="margin:0">{OLD}</blockquote></div>',
    "apple": f'<html><body style="word-wrap:break-word">{OWN}<div><br><blockquote type="cite"><div>{ATTRIBUTION}</div><div>{OLD}'
    "</div></blockquote></div></body></html>",
    "thunderbird": f'<p>{OWN}</p><div class="moz-cite-prefix">{ATTRIBUTION}</div><blockquote type="cite" cite="mid:x">{OLD}'
    '</blockquote><div class="moz-signature">-- <br>guerre ROC</div>',
    "outlook": f'<head><style>p {{color:red}}</style></head><div>{OWN}</div><div id="appendonsend"></div><hr>'
    f'<div id="divRplyFwdMsg"><b>De :</b> L\'arbitre<br></div><div>{OLD}</div>',
    "outlook desktop": f'<div class="WordSection1"><p class="MsoNormal">{OWN}</p><div style="border-top:solid #E1E1E1 1.0pt"><p>'
    f"<b>Da:</b> L'arbitro<br><b>Inviato:</b> lunedì<br><b>A:</b> Ada<br><b>Oggetto:</b> x</p></div><p>{OLD}</p></div>",
    "hidden": f'<p>{OWN}</p><p style="display: none">guerre ROC</p><p hidden>guerre ROC</p><script>guerre ROC</script>',
    "unclosed": f"<div><p>{OWN}<blockquote>{OLD}<blockquote>guerre ROC</blockquote>guerre ROC",
}  # fmt: skip


@pytest.mark.parametrize("program", PAGES)
def test_what_a_page_quotes_says_nothing(program: str) -> None:
    (text,) = read_mail(mail(PAGES[program], "html")).texts
    assert text.splitlines() == MINE.splitlines()


def test_a_page_deeper_than_anybody_writes_ends_there() -> None:
    assert page_text("<div>" * 1000 + "<blockquote>guerre ROC") == ""


def test_a_line_that_the_program_has_broken_is_put_together_again() -> None:
    words = ["dirigeant", ":", *["stabilisation"] * 8]
    long = " ".join(words)
    flowed = MIMEText(f"{' '.join(words[:5])} \n{' '.join(words[5:])}\n-- \nguerre ROC\n", "plain", "utf-8")
    flowed.replace_header("Content-Type", "text/plain; charset=utf-8; format=flowed")
    assert read_mail(flowed.as_bytes()).texts == (long,)
    both = EmailMessage()
    both.set_content(f"{' '.join(words[:6])}\n{' '.join(words[6:])}\ncontrat FER\n")
    both.add_alternative(f"<div>{long}</div><div>contrat FER</div>", subtype="html")
    assert read_mail(both.as_bytes()).texts == (f"{long}\ncontrat FER",)
    other = EmailMessage()
    other.set_content("contrat FER\n")
    other.add_alternative("<div>guerre FER</div>", subtype="html")
    assert read_mail(other.as_bytes()).texts == ("contrat FER",)


# -- letters, files, heads --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("charset", "data"),
    [
        ("iso-8859-1", "Fédération".encode("cp1252")), ("utf-8", "Fédération €".encode("cp1252")),
        ("x-unknown", "Fédération €".encode()), ("us-ascii", "Fédération €".encode()), ("idna", "Fédération €".encode()),
        ("rot13", "Fédération €".encode()), ("utf-16", "Fédération €".encode("utf-16")),
    ],
)  # fmt: skip
def test_a_text_is_read_in_whatever_letters_it_was_written(charset: str, data: bytes) -> None:
    (text,) = read_mail(f"Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: 8bit\n\n".encode() + data).texts
    assert text.startswith("Fédération")


def test_attached_sheets_come_first_and_other_files_are_left_alone() -> None:
    letter = EmailMessage()
    letter.set_content("Voici.\n-- \nAda")
    letter.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="portrait.pdf")
    letter.add_attachment("contrat FER\n", filename="feuille.TXT")
    letter.add_attachment(b"{}", maintype="application", subtype="octet-stream", filename="akla.json")
    letter.add_attachment("<p>guerre</p>", subtype="html", filename="x.html")
    forwarded = EmailMessage()
    forwarded.set_content(THEIRS)
    letter.add_attachment(forwarded)
    assert [text.strip() for text in read_mail(letter.as_bytes()).texts] == ["contrat FER", "{}", "Voici."]


ODD = [
    b"Message-ID: <[anu10].1c69fb81@[anu13].EURPRD10.PROD.OUTLOOK.COM>\nFrom: ada@example.org\nCc: bob@example.org,\n\nx",
    b'From: "\n\nx',
    b"To: (c):\nContent-Type: text/plain; name*\n\nx",
    b"Subject: =?utf-99?q?x?=\nContent-Type: text/plain; charset==?;=;\nContent-Transfer-Encoding: base64\n\n\xff\xff",
    b"Content-Type: multipart/mixed\n\nno boundary",
    b"Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n\n--b--",
    b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(3000)),
    b"",
]


@pytest.mark.parametrize("data", ODD, ids=range(len(ODD)))
def test_no_mail_is_so_odd_that_it_cannot_be_read(data: bytes) -> None:
    read_mail(data)


@given(st.binary(max_size=300), st.sampled_from(["From", "To", "Message-ID", "Content-Type", "Subject", "References"]))
def test_whatever_stands_in_a_head_it_is_read(value: bytes, header: str) -> None:
    read_mail(header.encode() + b": " + value + b"\n\ntext")


def test_the_head_is_read() -> None:
    found = read_mail(
        mail(
            "x",
            To="ash+akla.q@example.org",
            X_Original_To="b@c.org",
            Subject="=?utf-8?q?=C3=A9t=C3=A9?=",
            References="<a@b>\n <c@d>",
        )
    )
    assert (found.sender, found.message_id, found.subject) == ("ada@example.org", "<1@example.org>", "été")
    assert found.recipients == ("ash+akla.q@example.org", "b@c.org")
    assert found.answers == ("<a@b>", "<c@d>")
    assert found.kind == PERSON


def test_a_mail_delivered_twice_says_the_same() -> None:
    once = mail("contrat FER", Message_ID="<1@a.org>")
    again = b"Received: from elsewhere\n" + once
    assert read_mail(once).content == read_mail(again).content
    assert read_mail(once).content != read_mail(mail("guerre FER")).content


# -- machines ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "head",
    [
        {"Auto-Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"X-Autoreply": "yes"}, {"Return-Path": "<>"},
        {"From": "MAILER-DAEMON@example.org (Mail Delivery System)"},
    ],
)  # fmt: skip
def test_answering_machines_are_known(head: dict[str, str]) -> None:
    assert read_mail(mail(MINE, **head)).kind == AUTOMATIC
    assert read_mail(mail(MINE, Auto_Submitted="no", Precedence="list")).kind == PERSON


DSN = """From: MAILER-DAEMON@example.org
Return-Path: <>
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

I am sorry.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; example.org

Final-Recipient: rfc822; Ada@example.org
Action: {action}
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <ada@example.org>: Recipient address
 rejected

--b
Content-Type: {kind}

Message-ID: <ours@example.org>
Subject: x

FEUILLE nation=AKLA tour=201-printemps
--b--
"""


@pytest.mark.parametrize("kind", ["message/rfc822", "text/rfc822-headers"])
def test_a_bounce_tells_which_mail_did_not_arrive(kind: str) -> None:
    found = read_mail(DSN.format(action="failed", kind=kind).encode())
    assert found.kind == BOUNCE
    assert found.texts == ()
    assert found.bounce is not None
    assert (found.bounce.message_id, found.bounce.recipient, found.bounce.status) == (
        "<ours@example.org>",
        "ada@example.org",
        "5.1.1",
    )
    assert "rejected" in found.bounce.reason
    assert found.bounce.is_final
    delayed = read_mail(DSN.format(action="delayed", kind=kind).encode())
    assert delayed.bounce is not None
    assert not delayed.bounce.is_final
    assert read_mail(DSN.format(action="delivered", kind=kind).encode()).kind == AUTOMATIC
