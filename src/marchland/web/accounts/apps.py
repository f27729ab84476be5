from django.apps import AppConfig


class Accounts(AppConfig):
    name = "marchland.web.accounts"
    label = "accounts"
