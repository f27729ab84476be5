"""Style sheets, scripts and templates in one form: `make format` writes it, `make lint` (--check) only looks.

Style sheets by cssbeautifier, scripts by TypeScript's own formatter, templates (Jinja's and Django's) by DjHTML, which indents and
leaves every line where it is: a space in a template may be a space on the page. Python has ruff.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import cssbeautifier
from djhtml.modes import DjHTML

ROOT = Path(__file__).parents[1]
SCRIPTS = ("src/**/*.js", "tools/*.js")
STYLES = ("src/**/*.css",)
TEMPLATES = ("src/**/*.html", "src/**/*.svg")
DEBIAN_MODULES = "/usr/share/nodejs"
"""Where Debian's node-typescript lies."""


def files(patterns: tuple[str, ...]) -> list[Path]:
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


def style(text: str) -> str:
    options = cssbeautifier.default_options()
    options.indent_size, options.end_with_newline, options.newline_between_rules = 2, True, False
    options.space_around_combinator = True
    options.preserve_newlines = True
    return str(cssbeautifier.beautify(text, options))


def template(text: str) -> str:
    return str(DjHTML(text).indent(2))


def scripts(check: bool) -> list[str]:
    """What is (or would be) changed, said by the formatter itself."""
    command = ["node", "tools/format.js", *(["--check"] if check else []), *map(str, files(SCRIPTS))]
    told = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "NODE_PATH": DEBIAN_MODULES}, stdout=subprocess.PIPE, text=True, check=True
    )
    return told.stdout.split()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="name what would change, and change nothing")
    check = parser.parse_args().check
    changed = scripts(check)
    for form, patterns in ((style, STYLES), (template, TEMPLATES)):
        for path in files(patterns):
            text = path.read_text(encoding="utf-8")
            better = form(text)
            if better != text:
                changed.append(str(path.relative_to(ROOT)))
                if not check:
                    path.write_text(better, encoding="utf-8")
    print("\n".join(changed) or "every style sheet, script and template is in form")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
