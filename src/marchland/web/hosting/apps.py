from django.apps import AppConfig


class Hosting(AppConfig):
    name = "marchland.web.hosting"
    label = "hosting"

    def ready(self) -> None:
        from . import telling  # noqa: F401  (how the log tells what was done here)
