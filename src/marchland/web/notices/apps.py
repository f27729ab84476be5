from django.apps import AppConfig


class Notices(AppConfig):
    name = "marchland.web.notices"
    label = "notices"
