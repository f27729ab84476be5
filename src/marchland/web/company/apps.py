from django.apps import AppConfig


class Company(AppConfig):
    name = "marchland.web.company"
    label = "company"
