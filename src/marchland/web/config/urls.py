"""The addresses of the site."""

from django.urls import include, path

from .health import health

urlpatterns = [
    path("", include("marchland.web.lobby.urls")),
    path("account/", include("marchland.web.accounts.urls")),
    path("t/", include("marchland.web.tables.urls")),
    path("api/", include("marchland.web.api.urls")),
    path("health/", health, name="health"),
]
