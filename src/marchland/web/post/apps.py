from django.apps import AppConfig


class Post(AppConfig):
    name = "marchland.web.post"
    label = "post"
