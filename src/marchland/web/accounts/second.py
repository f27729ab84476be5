"""The second factor: six digits that a phone counts (TOTP, RFC 6238), and recovery codes for those who have lost the phone."""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from urllib.parse import urlsplit

import pyotp
import segno
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from marchland.web.config import throttle

from .models import RecoveryCode, SecondFactor, User
from .sealing import seal, unsealed

SECONDS, DIGITS = 30, 6
EITHER_SIDE = 1
"""Codes before and after the present one that are taken: phones and people are a little early or late."""
RECOVERY_CODES = 10
RECOVERY_BYTES = 10
"""Eighty bits: nobody guesses one, so that guesses at the six digits need not keep their owner out."""


def is_asked(user: User) -> bool:
    """Does this person's log-in ask for a code?"""
    return SecondFactor.objects.filter(user=user, since__isnull=False).exists()


def factor_of(user: User) -> SecondFactor | None:
    """What was begun under another secret of the site's can never be confirmed: it is as if it had not been."""
    factor = SecondFactor.objects.filter(user=user).select_related("user").first()
    return None if factor is not None and factor.since is None and secret_of(factor) is None else factor


def begin(user: User) -> None:
    """A new secret for the phone; nothing is asked of anybody before its first code is right."""
    if not is_asked(user):
        fresh = {"secret": seal(pyotp.random_base32()), "since": None, "step": 0}
        SecondFactor.objects.update_or_create(user=user, defaults=fresh)


@transaction.atomic
def confirm(user: User, said: str) -> list[str]:
    """The phone counts as we do: from now on log-ins ask. The recovery codes, shown this once; none where the code is wrong."""
    factor = SecondFactor.objects.select_for_update().filter(user=user, since=None).first()
    if factor is None or not _is_right(factor, _tidy(said)):
        return []
    SecondFactor.objects.filter(pk=factor.pk).update(since=timezone.now())
    return codes_renew(user)


def give_up(user: User) -> None:
    """What was begun and never confirmed."""
    SecondFactor.objects.filter(user=user, since=None).delete()


def turn_off(user: User) -> None:
    SecondFactor.objects.filter(user=user).delete()
    RecoveryCode.objects.filter(user=user).delete()


@transaction.atomic
def codes_renew(user: User) -> list[str]:
    """New recovery codes; the old ones are worthless."""
    RecoveryCode.objects.filter(user=user).delete()
    codes = [pyotp.random_base32(32)[: RECOVERY_BYTES * 8 // 5].lower() for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.bulk_create(RecoveryCode(user=user, digest=_digest(code)) for code in codes)
    return ["-".join(code[at : at + 4] for at in range(0, len(code), 4)) for code in codes]


def is_proven(user: User, said: str) -> bool:
    """A code of the phone's, or a recovery code: each is taken once. TooOften after a few wrong ones.

    The two are counted apart: whoever guesses at the digits does not keep the owner from using a recovery code.
    """
    said, factor = _tidy(said), SecondFactor.objects.filter(user=user, since__isnull=False).first()
    if factor is None:
        return False
    if len(said) != DIGITS:
        throttle.count("recovery", user.pk)
        return RecoveryCode.objects.filter(user=user, digest=_digest(said)).delete()[0] == 1
    throttle.count("code", user.pk)
    if not _is_right(factor, said):
        return False
    throttle.forget("code", user.pk)
    return True


def _is_right(factor: SecondFactor, said: str) -> bool:
    """Compared in the same time whether it is right or wrong, and taken once: of two who send the same code one comes too late."""
    now, machine, right = int(timezone.now().timestamp()) // SECONDS, _machine(factor), 0
    if machine is None:
        return False
    for step in range(now - EITHER_SIDE, now + EITHER_SIDE + 1):
        if compare_digest(machine.generate_otp(step).encode(), said.encode()):
            right = step
    return SecondFactor.objects.filter(pk=factor.pk, step__lt=right).update(step=right) == 1


def _machine(factor: SecondFactor) -> pyotp.TOTP | None:
    """What counts as the phone does; None where the site's secret is another than the one that sealed it."""
    secret = secret_of(factor)
    return pyotp.TOTP(secret, DIGITS, interval=SECONDS) if secret else None


def secret_of(factor: SecondFactor) -> str | None:
    return unsealed(factor.secret)


def _tidy(said: str) -> str:
    return "".join(sign for sign in said if not sign.isspace() and sign != "-").lower()


def _digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()


# -- for the phone ---------------------------------------------------------------------------------------


def address_of(factor: SecondFactor) -> str:
    """What the phone reads: whose code it is, and of which site."""
    site = urlsplit(settings.SITE_URL).hostname or "localhost"
    machine = _machine(factor)
    assert machine is not None, "begun with another secret"
    return machine.provisioning_uri(factor.user.username, issuer_name=f"Marchland ({site})")


def picture_of(factor: SecondFactor) -> str:
    """The same as a picture to be photographed: black on white, whatever the page's colours are."""
    return segno.make_qr(address_of(factor)).svg_inline(scale=4, border=3, dark="#000", light="#fff", svgclass="qr", lineclass=None)


def key_to_type(factor: SecondFactor) -> str:
    """The same in groups of letters, for those who type it."""
    secret = secret_of(factor) or ""
    return " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))
