"""Accessibility by axe-core: no page may have a serious violation."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from playwright.sync_api import Page

SERIOUS = ("serious", "critical")
RUN = """async ([within, only]) => {
  const passing = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity);
  await Promise.allSettled(passing.map((one) => one.finished));
  const light = {resultTypes: ['violations'], rules: {region: {enabled: false}}};
  return (await axe.run(within ?? document, only ? {...light, runOnly: only} : light)).violations;
}"""
"""What is still on its way is not looked at. Regions take a fifth of the time, and axe never calls them serious."""
COLOURS = ["color-contrast", "link-in-text-block"]
"""All that axe asks of colours. Day and night differ in nothing else: it is the same page (`light-dark` in `site.css`)."""


def _source() -> str:
    spec = find_spec("axe_playwright_python")
    assert spec, "axe-playwright-python is missing"
    return (Path(spec.origin or "").parent / "axe.min.js").read_text()


def violations(page: Page, within: str | None = None) -> list[str]:
    """Serious violations on the page as it stands, by day and by night, one line each; or only in what has changed since one
    looked at the whole."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_source())
    found = _found(page, within)
    page.emulate_media(color_scheme="dark")
    found += _found(page, within, COLOURS)
    page.emulate_media(color_scheme="light")
    return found


def _found(page: Page, within: str | None, only: list[str] | None = None) -> list[str]:
    look = "by night" if only else "by day"
    return [
        f"{page.url} {look}: {rule['id']} ({rule['impact']}): {node['target']} {node['html'][:160]}"
        for rule in page.evaluate(RUN, [within, only])
        if rule["impact"] in SERIOUS
        for node in rule["nodes"][:5]
    ]
