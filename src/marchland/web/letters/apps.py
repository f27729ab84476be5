from django.apps import AppConfig


class Letters(AppConfig):
    name = "marchland.web.letters"
    label = "letters"
