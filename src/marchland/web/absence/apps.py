from django.apps import AppConfig


class Absence(AppConfig):
    name = "marchland.web.absence"
    label = "absence"
