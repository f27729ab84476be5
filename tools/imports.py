"""One way to import: within its own home a module says where from here (`from .state import`), anywhere else by the full name.

A home is the engine, a title, one of the other floors, or one application of the site. `make format` rewrites what is otherwise,
`make lint` (--check) only names it; the order of lines is ruff's.
"""

from __future__ import annotations

import argparse
import ast
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
OF_SEVERAL_HOMES = {("marchland", "games"), ("marchland", "web")}


def home(module: tuple[str, ...]) -> tuple[str, ...]:
    """The engine's `marchland.kernel`, a title's `marchland.games.vinci`, an application's `marchland.web.tables`."""
    return module[: 3 if module[:2] in OF_SEVERAL_HOMES else 2]


def spelled(package: tuple[str, ...], target: tuple[str, ...]) -> str:
    """How a module of this package names another module."""
    if home(package) != home(target) or len(package) < len(home(target)):
        return ".".join(target)
    shared = next(
        (at for at, pair in enumerate(zip(package, target, strict=False)) if pair[0] != pair[1]), min(len(package), len(target))
    )
    return "." * (len(package) - shared + 1) + ".".join(target[shared:])


def meant(package: tuple[str, ...], node: ast.ImportFrom) -> tuple[str, ...]:
    """The module an import names, in full."""
    named = tuple(node.module.split(".")) if node.module else ()
    return package[: len(package) - node.level + 1] + named if node.level else named


def corrected(path: Path, text: str) -> str:
    package = path.relative_to(SOURCE).parent.parts
    lines = text.splitlines(keepends=True)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            target = meant(package, node)
            if target[:1] == ("marchland",):
                now = f"from {'.' * node.level}{node.module or ''} import"
                lines[node.lineno - 1] = lines[node.lineno - 1].replace(now, f"from {spelled(package, target)} import", 1)
    return "".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="name what would change, and change nothing")
    check = parser.parse_args().check
    changed = []
    for path in sorted((SOURCE / "marchland").rglob("*.py")):
        if "skeleton" in path.parts:
            continue  # a distribution of its own
        text = path.read_text(encoding="utf-8")
        better = corrected(path, text)
        if better != text:
            changed.append(str(path.relative_to(SOURCE.parent)))
            if not check:
                path.write_text(better, encoding="utf-8")
    print("\n".join(changed) or "every import is spelled the one way")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
