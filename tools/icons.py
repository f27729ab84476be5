"""`make icons`: the pictures by which an installed Marchland is known, drawn from the shield that is its favicon.

Phones want PNG: as it is, on a ground of its own that may be cut into any shape (maskable), and as a white shape for the line of
small signs at the top (badge).
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

STATIC = Path(__file__).parents[1] / "src" / "marchland" / "web" / "static"
PAPER = "#f1e7d3"
WHOLE, SAFE = 92, 62
"""Per cent of the picture that the shield fills; where it may be cut, it stays within the circle that never is."""


def main() -> None:
    shield = (STATIC / "favicon.svg").read_text(encoding="utf-8")
    white = cut_out(shield)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        for size in (192, 512):
            draw(page, f"marchland-{size}", shield, size, WHOLE, "transparent")
            draw(page, f"marchland-maskable-{size}", shield, size, SAFE, PAPER)
        draw(page, "badge-96", white, 96, WHOLE, "transparent")
        browser.close()


def cut_out(shield: str) -> str:
    """White where there is ground, nothing where there are lines: such signs are painted in whatever colour the system likes."""
    head, _, paths = shield.replace("</svg>", "").partition(">")
    mask = re.sub(r'stroke="#\w+"', 'stroke="#000"', re.sub(r'fill="#\w+"', 'fill="#fff"', paths))
    return f'{head}><mask id="lines">{mask}</mask><rect width="24" height="24" fill="#fff" mask="url(#lines)"/></svg>'


def draw(page: Page, name: str, svg: str, size: int, share: int, ground: str) -> None:
    page.set_viewport_size({"width": size, "height": size})
    style = f"html,body{{margin:0;height:100%;background:{ground}}}body{{display:grid;place-items:center}}svg{{width:{share}%}}"
    page.set_content(f"<style>{style}</style>{svg}")
    (STATIC / "icons").mkdir(exist_ok=True)
    page.screenshot(path=STATIC / "icons" / f"{name}.png", omit_background=True)


if __name__ == "__main__":
    main()
