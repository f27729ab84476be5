from django.apps import AppConfig


class Lobby(AppConfig):
    name = "marchland.web.lobby"
    label = "lobby"
