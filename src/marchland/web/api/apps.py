from django.apps import AppConfig


class Api(AppConfig):
    name = "marchland.web.api"
    label = "api"
