"""`marchland worker`: bots, deadlines, mails and the post, without a web server."""

from __future__ import annotations


def worker() -> None:
    """Move bots, run deadlines, send mails and carry the post; beside web processes with MARCHLAND_CREW=0, in any number."""
    from marchland.web.serve import prepared, work

    with prepared():
        print("Marchland's worker is on duty  (Ctrl+C ends it)", flush=True)
    work()
