"""Contracts on the shape of the code: what may import what, what the engine may use, how long things may be."""

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import msgspec
import pytest
import yaml

from marchland.coverage import coverage
from marchland.kernel.title import titles

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "marchland"
LONGEST_MODULE = 500
LONGEST_FUNCTION = 40
IN_ONE_ROOM = 0.7


def modules(*folders):
    return [
        path for folder in folders or (".",) for path in sorted((SOURCE / folder).rglob("*.py")) if "migrations" not in path.parts
    ]


def test_imports_point_one_way():
    result = subprocess.run([Path(sys.executable).with_name("lint-imports")], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout


def test_no_modules_of_a_title_import_each_other_in_a_circle():
    graph = grimp.build_graph("marchland", cache_dir=None)
    inside = {module for module in graph.modules if module.startswith("marchland.games.")}
    TopologicalSorter({module: graph.find_modules_directly_imported_by(module) & inside for module in inside}).prepare()


@pytest.mark.parametrize("path", modules("games"), ids=lambda path: str(path.relative_to(SOURCE)))
def test_titles_import_at_the_top_of_their_modules(path):
    """An import inside a function is a circle in disguise."""
    functions = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.FunctionDef)]
    hidden = [node.lineno for function in functions for node in ast.walk(function) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert not hidden


@pytest.mark.parametrize("title", titles().values(), ids=lambda title: title.id)
def test_most_rules_of_a_title_are_found_in_one_room(title):
    assert coverage(title, ROOT / "tests").share_in_one_room >= IN_ONE_ROOM


FORGE = sorted((ROOT / "tools" / "forge").rglob("*.py"))


@pytest.mark.parametrize("path", [*modules(), *FORGE], ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_and_functions_stay_short(path):
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST_MODULE
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = node.end_lineno - node.lineno + 1
            assert length <= LONGEST_FUNCTION, f"{node.name} has {length} lines"


@pytest.mark.parametrize("folder", ["kernel", "bots", "post", "render", "web", "arbiter"])
def test_shared_code_names_no_title(folder):
    for path in modules(folder):
        text = path.read_text(encoding="utf-8").lower()
        for title_id in titles():
            assert title_id not in text, f"{path.relative_to(SOURCE)} names {title_id}"


@pytest.mark.parametrize("folder", ["src", "tests", "tools"])
def test_data_means_the_same_to_every_reader_of_yaml(folder):
    """Where libyaml is missing, PyYAML's own reader takes its place, which is stricter about what needs quotes."""
    for path in sorted((ROOT / folder).rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        try:
            assert yaml.load(text, yaml.SafeLoader) == msgspec.yaml.decode(text), path
        except yaml.YAMLError as error:
            pytest.fail(f"{path}: {error}")


def test_no_title_touches_the_stack():
    """Rules, views and bots speak of what is under way by the verbs of `State`."""
    for path in modules("games"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("game", "state", "dealt"):
                assert node.attr != "stack", f"{path.relative_to(SOURCE)}:{node.lineno}"


def test_nothing_below_the_site_is_exempt_from_types():
    for path in modules("kernel", "games", "bots", "post", "render", "arbiter"):
        assert "type: ignore" not in path.read_text(encoding="utf-8"), path.relative_to(SOURCE)


def test_nothing_in_the_engine_catches_everything():
    for path in modules("kernel", "games"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ExceptHandler):
                caught = ast.unparse(node.type) if node.type else "everything"
                assert caught not in ("Exception", "BaseException", "everything"), f"{path.name}:{node.lineno}"


def test_every_title_has_the_same_file_names():
    wanted = {
        "title.py",
        "contract.py",
        "tables.py",
        "world.py",
        "state.py",
        "sequence.py",
        "view.py",
        "phrases.py",
        "audit.py",
        "position.py",
        "bot.py",
        "text.py",
        "README.md",
    }
    for title in titles().values():
        missing = {name for name in wanted if not (title.folder / name).exists()}
        assert not missing, f"{title.id} lacks {sorted(missing)}"
        assert {"rules.yaml", "phrases.yaml"} <= {path.name for path in (title.folder / "data").iterdir()}


CHAPTERS = sorted(path.parent for path in (SOURCE / "games").glob("*/rules/**/__init__.py"))


@pytest.mark.parametrize("folder", CHAPTERS, ids=lambda folder: str(folder.relative_to(SOURCE / "games")))
def test_the_outline_of_a_chapter_names_every_module_once(folder):
    text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    named = re.findall(r"^- `(\w+)`: ", text, re.MULTILINE) or re.findall(r"`(\w+)`", text)
    there = [path.stem for path in folder.glob("*.py") if path.stem != "__init__"]
    there += [path.parent.name for path in folder.glob("*/__init__.py")]
    assert sorted(named) == sorted(there)


def test_titles_speak_of_the_stack_by_its_verbs():
    for path in modules("games"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr == "stack" and isinstance(node.value, ast.Name):
                pytest.fail(f"{path.relative_to(SOURCE)}:{node.lineno} touches {node.value.id}.stack")


def test_versions_are_pinned_by_name_and_version_only():
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        assert line.count("==") == 1, line
        assert "/" not in line, line
