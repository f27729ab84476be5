from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out


class Notices(AppConfig):
    name = "marchland.web.notices"
    label = "notices"

    def ready(self) -> None:
        user_logged_out.connect(_forget_device, dispatch_uid="a device that is left shows nothing more")


def _forget_device(sender: Any, request: Any, user: Any, **kwargs: Any) -> None:
    """Whoever logs out leaves the browser to others."""
    device = request.session.get("device") if user is not None else None
    if device is not None:
        user.devices.filter(pk=device).delete()
