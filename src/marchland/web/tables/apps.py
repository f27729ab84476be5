from django.apps import AppConfig


class Tables(AppConfig):
    name = "marchland.web.tables"
    label = "tables"
