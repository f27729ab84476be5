from django.urls import path

from .consumers import Hallway, TableNews

sockets = [
    path("ws/t/<slug:slug>/", TableNews.as_asgi()),
    path("ws/me/", Hallway.as_asgi()),
]
