"""Mails about accounts."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from marchland.web.notices.tasks import job

from .models import User

NOBODY = 0
"""Somebody asked for a link to an address that no account has."""


@job
def mail_reset(user_id: int, _asked_by: str = "") -> bool:
    """Send the link for a new password. The token is made here, so that it never lies in the queue.

    The link leads to the site's own address: whatever a request calls itself by, which earlier releases wrote down, is ignored.
    """
    user = User.objects.filter(pk=user_id, is_active=True).exclude(email="").first()
    if user is None:
        return False
    uid, token = urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)
    with translation.override(user.language or settings.LANGUAGE_CODE):
        facts = {"user": user, "link": settings.SITE_URL + reverse("accounts:reset-confirm", args=[uid, token])}
        subject = render_to_string("accounts/reset_subject.txt").strip()
        send_mail(subject, render_to_string("accounts/reset_mail.txt", facts), settings.DEFAULT_FROM_EMAIL, [user.email])
    return True
