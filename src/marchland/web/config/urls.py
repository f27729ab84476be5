"""The addresses of the site."""

from django.urls import include, path

from marchland.web.monitoring.exposing import metrics
from marchland.web.notices import app

from .health import health, live

handler400 = "marchland.web.config.readable.unreadable"
handler500 = "marchland.web.config.faults.broken"

urlpatterns = [
    path("t/", include("marchland.web.tables.urls")),  # first: addresses are tried in this order, and most requests are for these
    path("", include("marchland.web.lobby.urls")),
    path("games/", include("marchland.web.reading.urls")),
    path("account/", include("marchland.web.accounts.urls")),
    path("", include("marchland.web.absence.urls")),
    path("", include("marchland.web.company.urls")),
    path("", include("marchland.web.tours.urls")),
    path("t/", include("marchland.web.post.urls")),
    path("t/", include("marchland.web.hosting.urls")),
    path("t/", include("marchland.web.letters.urls")),
    path("t/", include("marchland.web.coaching.urls")),
    path("t/", include("marchland.web.operating.urls")),
    path("operators/", include("marchland.web.staff.urls")),
    path("news/", include("marchland.web.notices.urls")),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("sw.js", app.worker, name="worker"),
    path("offline/", app.offline, name="offline"),
    path("api/", include("marchland.web.api.urls")),
    path("health/", health, name="health"),
    path("health/live/", live, name="live"),
    path("metrics", metrics, name="metrics"),
]
