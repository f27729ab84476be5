"""The server's entry point: pages over HTTP, news over web sockets, bots and mails beside them."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marchland.web.config.settings")

import django

django.setup()

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402

from marchland.web.tables.crew import Lifespan  # noqa: E402
from marchland.web.tables.routing import sockets  # noqa: E402

from .handler import PooledHandler  # noqa: E402
from .limits import BodyLimit  # noqa: E402
from .readable import ReadableLine  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": BodyLimit(PooledHandler()),
        "websocket": AllowedHostsOriginValidator(ReadableLine(AuthMiddlewareStack(URLRouter(sockets)))),
        "lifespan": Lifespan(),
    }
)
