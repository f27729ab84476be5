from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in


class Accounts(AppConfig):
    name = "marchland.web.accounts"
    label = "accounts"

    def ready(self) -> None:
        from . import models, services, sessions

        user_logged_in.connect(sessions.describe_session, dispatch_uid="session")
        models.password_changed.connect(services.access_end, dispatch_uid="access")
