from typing import Any

from django.urls import path

from .consumers import Hallway, TableNews

at: Any = path  # Channels puts applications where Django puts pages
sockets = [
    at("ws/t/<slug:slug>/", TableNews.as_asgi()),
    at("ws/me/", Hallway.as_asgi()),
]
