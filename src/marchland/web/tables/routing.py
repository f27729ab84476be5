from typing import Any

from django.urls import path

from .consumers import Hallway, Nowhere, RoomNews, TableNews

at: Any = path  # Channels puts applications where Django puts pages
sockets = [
    at("ws/t/<slug:slug>/", TableNews.as_asgi()),
    at("ws/join/<str:code>/", RoomNews.as_asgi()),
    at("ws/me/", Hallway.as_asgi()),
    at("<path:anywhere>", Nowhere.as_asgi()),
]
