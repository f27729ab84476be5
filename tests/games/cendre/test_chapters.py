"""The folders of the rules: each opens with an outline of its chapter."""

import ast
import re
from pathlib import Path

import pytest

from marchland.games.cendre import rules

FOLDERS = sorted(path.parent for path in Path(rules.__file__).parent.rglob("__init__.py"))


def names_in(folder):
    text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    return re.findall(r"^- `(\w+)`: ", text, re.MULTILINE) or re.findall(r"`(\w+)`", text)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_outline_of_a_chapter_names_every_module_once(folder):
    there = [path.stem for path in folder.glob("*.py") if path.stem != "__init__"]
    there += [path.parent.name for path in folder.glob("*/__init__.py")]
    assert sorted(names_in(folder)) == sorted(there)
