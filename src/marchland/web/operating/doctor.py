"""`marchland doctor`: what is wrong with this site, and what to do about it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from .site import open_site

if TYPE_CHECKING:
    from .checks import Finding

CHECK_FAILED = 1
COLOURS = {"ok": typer.colors.GREEN, "warn": typer.colors.YELLOW, "fail": typer.colors.RED}


def doctor(
    send: Annotated[str, typer.Option(help="Send a mail to this address, too.", metavar="ADDRESS")] = "",
    clock: Annotated[str, typer.Option(help="Compare the clock with that of a web server.", metavar="URL")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on the last line.")] = False,
) -> None:
    """Look at settings, database, Redis, mail, clock, disk, titles and workers; 1 if anything must be mended."""
    from django.core.exceptions import ImproperlyConfigured

    from .checks import fail

    try:
        open_site()
    except (ImproperlyConfigured, ValueError) as error:
        findings = [fail("settings", str(error), "mend the variable it names")]
    else:
        from .examining import examine

        findings = examine(send, clock)
    told(findings, as_json)
    if any(finding.verdict == "fail" for finding in findings):
        raise typer.Exit(CHECK_FAILED)


def told(findings: list[Finding], as_json: bool) -> None:
    if as_json:
        print(json.dumps({"findings": [finding.as_json() for finding in findings]}, ensure_ascii=False))
        return
    for finding in findings:
        typer.secho(f"{finding.verdict.value:<5}", fg=COLOURS[finding.verdict.value], nl=False)
        print(f"{finding.about}: {finding.said}")
        if finding.remedy:
            print(f"     -> {finding.remedy}")
