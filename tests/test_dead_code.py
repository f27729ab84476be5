"""Nothing lies about that nobody calls: every function, method, class and constant of the house has a user outside the tests.

A module's own names are followed through imports, so that a name that is alive in one room does not hide a dead one in another.
Whatever is reached through an object or by a word (a step of a sequence, a name in a template) counts as used wherever it is said.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef
ROOT = Path(__file__).parents[1]
SOURCES = sorted(path for folder in ("src", "tools") for path in (ROOT / folder).rglob("*.py"))
TEMPLATES = sorted(path for end in ("html", "svg", "txt") for path in (ROOT / "src").rglob(f"*.{end}"))
WORD = re.compile(r"[A-Za-z_]\w*")
ROOTS = ("contract.py", "urls.py", "apps.py", "settings.py")
"""Files that others read by their name: everything in them is used."""
HOOKS = {
    "handle_starttag": "html.parser", "handle_endtag": "html.parser", "handle_data": "html.parser",
    "visit_Constant": "ast.NodeVisitor", "visit_definition": "ast.NodeVisitor, by three names",
    "clean_username": "a Django form", "clean_password": "a Django form", "clean_email": "a Django form",
    "clean_url": "a Django form",
    "clean_code": "a Django form", "form_valid": "Django's FormView",
    "get_session_store_class": "Django's sessions", "get_model_class": "Django's sessions",
    "authenticate": "ninja's HttpBearer", "get_user": "Django's backends", "_get_session_from_db": "Django's sessions",
    "process_exception": "Django's middleware", "process_log_record": "python-json-logger",
    "describe": "a collector of prometheus-client",
    "load_bytecode": "Jinja's BytecodeCache", "dump_bytecode": "Jinja's BytecodeCache",
    "get_cache_key": "Jinja's BytecodeCache",
    "create_compressor": "whitenoise", "handle_RCPT": "aiosmtpd", "handle_DATA": "aiosmtpd",
    "dispatch": "a Channels consumer", "_clean_expired": "a Channels layer",
    "_get_layer": "channels-redis", "_ensure_redis": "channels-redis", "on_connect": "redis-py", "handle_message": "redis-py",
    "write_message": "a mail backend of Django's", "_get_filename": "a mail backend of Django's",
    "pytest_runtest_logreport": "pytest", "pytest_collectreport": "pytest",
    "mutate": "cosmic-ray", "examples": "cosmic-ray",
    "move_all": "tests and scripts that have no server beside them",
}  # fmt: skip
"""What only looks dead: its name, and who calls it."""
PLAIN_DECORATORS = {
    "property", "cached_property", "staticmethod", "classmethod", "abstractmethod", "cache", "lru_cache", "contextmanager",
    "dataclass", "wraps", "total_ordering", "atomic", "runtime_checkable", "singledispatch", "override", "database_sync_to_async",
}  # fmt: skip
"""Those that leave a function to be called; any other decorator hands it over to somebody who calls it."""


@dataclass
class Definition:
    path: Path
    name: str
    line: int
    is_member: bool
    uses: set[str] = field(default_factory=set)
    """What is said inside it, which counts only as long as it is alive itself."""


@dataclass
class Room:
    """One module: what it defines, what it brings in from where, and what is said outside all definitions."""

    path: Path
    definitions: list[Definition] = field(default_factory=list)
    imports: dict[str, set[str]] = field(default_factory=dict)
    said: set[str] = field(default_factory=set)


def read(path: Path) -> Room:
    """A module of the house."""
    room = _room(path)
    if path.name in ROOTS or {"migrations", "tests"} & set(path.relative_to(ROOT).parts):
        room.said.update(*(one.uses for one in room.definitions))
        room.definitions = []
    return room


def _room(path: Path) -> Room:
    room = Room(path)
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        _read_statement(room, node)
    return room


def _read_statement(room: Room, node: ast.stmt) -> None:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            _define(room, node, is_member=False)
        case ast.ClassDef():
            owner = _define(room, node, is_member=False, whole=False)
            for member in node.body:
                if isinstance(member, Function):
                    _define(room, member, is_member=True)
                else:
                    owner |= set(_words(member))
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)) if not is_python_s_own(name):
            room.definitions.append(Definition(room.path, name, node.lineno, False, set(_words(node)) - {name}))
        case _:
            room.said |= set(_words(node))
    for part in ast.walk(node):
        if isinstance(part, ast.ImportFrom):
            origin = (part.module or "").rpartition(".")[2]
            for alias in part.names:
                room.imports.setdefault(alias.name, set()).add(origin)


def _define(
    room: Room, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, is_member: bool, whole: bool = True
) -> set[str]:
    parts = [node] if whole else [*node.bases, *node.keywords, *node.decorator_list]
    words = {word for part in parts for word in _words(part)}
    handed_over = any(_last_name(one) not in PLAIN_DECORATORS for one in node.decorator_list)
    if handed_over or is_python_s_own(node.name) or node.name in HOOKS:
        room.said |= words
        return room.said
    found = Definition(room.path, node.name, node.lineno, is_member, words)
    room.definitions.append(found)
    return found.uses


def is_python_s_own(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _last_name(node: ast.expr) -> str:
    called = node.func if isinstance(node, ast.Call) else node
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _words(node: ast.AST) -> Iterator[str]:
    """Names as they stand, attributes as `.name`, single words in quotes likewise: both may mean something of another module."""
    for part in ast.walk(node):
        match part:
            case ast.Name(id=name, ctx=ast.Load()):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Load()) | ast.keyword(arg=str(name)):
                yield f".{name}"
            case ast.Constant(value=str(text)) if re.fullmatch(r"[\w.:]+", text):
                yield from (f".{word}" for word in re.split(r"[.:]", text))
            case ast.MatchClass(kwd_attrs=names):
                yield from (f".{name}" for name in names)


def is_used(found: Definition, words: set[str], own: set[str], imports: set[tuple[str, str]]) -> bool:
    if f".{found.name}" in words:
        return True
    if found.is_member:
        return False
    module = found.path.parent.name if found.path.stem == "__init__" else found.path.stem
    return found.name in own or (found.name, module) in imports


def unused(rooms: list[Room], spoken: set[str]) -> list[Definition]:
    """What nobody reaches, once what only the dead reach is left out."""
    alive = {id(one) for room in rooms for one in room.definitions}
    while True:
        words = spoken | {word for room in rooms for word in _said(room, alive)}
        imports = {(name, origin) for room in rooms for name, origins in room.imports.items() for origin in origins}
        dead = [
            one
            for room in rooms
            for one in room.definitions
            if id(one) in alive and not is_used(one, words, _said(room, alive, but=one), imports)
        ]
        if not dead:
            return [one for room in rooms for one in room.definitions if id(one) not in alive]
        alive -= {id(one) for one in dead}


def _said(room: Room, alive: set[int], but: Definition | None = None) -> set[str]:
    return room.said.union(*(one.uses for one in room.definitions if id(one) in alive and one is not but))


def house() -> tuple[list[Room], set[str]]:
    """All rooms, and the words of templates and of the packaging, which may call anything."""
    texts = [ROOT / "pyproject.toml", *TEMPLATES]
    return [read(path) for path in SOURCES], {
        f".{word}" for text in texts for word in WORD.findall(text.read_text(encoding="utf-8"))
    }


def test_everything_has_a_user_outside_the_tests() -> None:
    rooms, spoken = house()
    assert [f"{one.path.relative_to(ROOT)}:{one.line} {one.name}" for one in unused(rooms, spoken)] == []


def test_every_hook_is_still_there() -> None:
    names = {
        node.name
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert set(HOOKS) - names == set()


def test_the_dead_are_found_with_all_that_only_they_call(tmp_path: Path) -> None:
    """A name alive in one module hides no dead one in another; what calls itself is not called."""
    one, other = tmp_path / "one.py", tmp_path / "other.py"
    one.write_text("def used(): return 1\ndef helped(): return 2\ndef dead(): return helped() + dead()\n")
    other.write_text("from .one import used\ndef helped(): return used()\nprint(helped())\n")
    assert [found.name for found in unused([_room(one), _room(other)], set())] == ["helped", "dead"]
