"""The content-security policy: everything comes from this site, and no script is inline."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self' {socket}",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


class ContentSecurityPolicy:
    """Older browsers do not count a web socket as 'self', so its address is named."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        scheme = "wss" if request.is_secure() else "ws"
        response.headers["Content-Security-Policy"] = POLICY.format(socket=f"{scheme}://{request.get_host()}")
        response.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
        return response
