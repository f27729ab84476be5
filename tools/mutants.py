"""Break a rule on purpose and see whether its own tests notice: `make mutants`.

For a rule id, one place in the code whose docstring opens with that id is changed (cosmic-ray's operators, and three of
our own), and only the tests marked with that rule are run. A seeded sample a title; survivors are listed with rule, file and line.
Mutants that cannot be told from the original are judged one by one in `tests/mutants.yaml`, each with its reason.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import Queue

import cosmic_ray.plugins
import yaml
from cosmic_ray.ast import get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Example, Operator
from parso.python.tree import ExprStmt, Keyword, PythonNode
from parso.tree import BaseNode, NodeOrLeaf

from marchland.kernel.title import Title, titles

Span = tuple[tuple[int, int], tuple[int, int]]
ROOT = Path(__file__).parents[1]
JUDGED = ROOT / "tests" / "mutants.yaml"
LEADING_IDS = re.compile(r"^(?:[A-Z]{2}-[A-Z0-9]+-[0-9]+[,;:/]?\s+(?:and\s+)?)+")
RULE_ID = re.compile(r"[A-Z]{2}-[A-Z0-9]+-[0-9]+")
NOT_RULES = "board bot bots report view phrases text audit books position mail redeal"
"""Folders and modules of a title that show, play or check the game: a rule is broken where it is carried out."""
WORKER = Path(__file__).with_name("mutant_worker.py")
OUTCOMES = {0: "survived", 1: "killed"}
"""By pytest's exit code."""
PATIENCE = 120
"""Seconds after which a mutant counts as noticed: an endless game is a failed test."""

SWAPS = {
    "Comparison": ("Eq_NotEq", "NotEq_Eq", "Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Is_IsNot", "IsNot_Is"),
    "Binary": ("Add_Sub", "Sub_Add", "Mul_FloorDiv", "FloorDiv_Mul", "Mod_Mul", "BitOr_BitAnd", "BitAnd_BitOr"),
    "Unary": ("Delete_Not", "USub_UAdd"),
}
PLAIN = (
    "AddNot",
    "NumberReplacer",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ZeroIterationForLoop",
)


class Negated(Operator):
    """`in` becomes `not in` and the other way round, wherever it stands; a `for` is left alone."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]:
        if isinstance(node, PythonNode) and node.type == "comparison":
            if _membership(node) is not None:
                yield node.start_pos, node.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        place = _membership(node) if isinstance(node, BaseNode) else None
        if place is None or not isinstance(node, BaseNode):
            return node
        old = node.children[place]
        fresh = "in" if old.type == "comp_op" else "not in"
        node.children[place] = Keyword(fresh, old.start_pos, prefix=" ")
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return ()


def _membership(node: BaseNode) -> int | None:
    """The place of `in` or `not in` in a comparison."""
    words = (" ".join(child.get_code(include_prefix=False).split()) for child in node.children)
    return next((place for place, word in enumerate(words) if word in ("in", "not in")), None)


class CallDropped(Operator):
    """A statement that only calls something is left out."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]:
        if node.type in ("atom_expr", "power") and node.parent is not None and node.parent.type == "simple_stmt":
            yield node.start_pos, node.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        prefix = node.get_first_leaf().prefix
        return Keyword("pass", node.start_pos, prefix=prefix)

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return ()


class AmountDropped(Operator):
    """`x += ...` and `x -= ...` are left out."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]:
        if isinstance(node, ExprStmt) and node.children[1].get_code().strip() in ("+=", "-=", "|="):
            yield node.start_pos, node.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        return Keyword("pass", node.start_pos, prefix=node.get_first_leaf().prefix)

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return ()


@cache
def operators() -> dict[str, Operator]:
    names = [f"core/{name}" for name in PLAIN]
    names += [f"core/Replace{kind}Operator_{swap}" for kind, swaps in SWAPS.items() for swap in swaps]
    found = {name.removeprefix("core/"): cosmic_ray.plugins.get_operator(name)() for name in names if name in KNOWN}
    return found | {"Negated": Negated(), "CallDropped": CallDropped(), "AmountDropped": AmountDropped()}


KNOWN = set(cosmic_ray.plugins.operator_names())


@dataclass(frozen=True)
class Mutant:
    """One place of the code of one or several rules, changed."""

    rules: tuple[str, ...]
    path: Path
    function: str
    line: int
    operator: str
    occurrence: int

    def __str__(self) -> str:
        return f"{' '.join(self.rules)} {self.path.relative_to(ROOT)}:{self.line} {self.function} ({self.operator})"


# -- which code carries out which rule ---------------------------------------------------------------------


def leading_ids(node: ast.FunctionDef | ast.ClassDef) -> list[str]:
    """The rule ids a docstring opens with."""
    match = LEADING_IDS.match((ast.get_docstring(node) or "") + " ")
    return RULE_ID.findall(match.group()) if match else []


def rule_code(tree: ast.Module) -> Iterator[tuple[list[str], str, ast.FunctionDef]]:
    """Every function with the rules it carries out: its own, or those of its class if it names none."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield leading_ids(node), node.name, node
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    yield leading_ids(member) or leading_ids(node), f"{node.name}.{member.name}", member


def untouched(function: ast.AST) -> list[Span]:
    """Spans of a function that no test could notice: annotations, assertions, and the strictness of `zip`."""
    spans = []
    for node in ast.walk(function):
        parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        parts += [node] if isinstance(node, ast.Assert) or (isinstance(node, ast.keyword) and node.arg == "strict") else []
        spans += [((part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)) for part in parts if part is not None]
    return spans


def all_positions(source: str) -> Iterator[tuple[str, int, tuple[int, int]]]:
    """Every mutation of a module: operator, its number among those of the operator, where it begins."""
    counts: dict[str, int] = defaultdict(int)
    for node in _walk(get_ast(source)):
        for name, operator in operators().items():
            for start, _end in operator.mutation_positions(node):
                yield name, counts[name], start
                counts[name] += 1


def _walk(node: NodeOrLeaf) -> Iterator[NodeOrLeaf]:
    """In the order in which cosmic-ray's visitor counts: a node before its children."""
    yield node
    for child in getattr(node, "children", ()):
        yield from _walk(child)


def module_mutants(path: Path) -> Iterator[Mutant]:
    source = path.read_text(encoding="utf-8")
    places = list(all_positions(source))
    for rules, name, function in rule_code(ast.parse(source)):
        body = function.body[1:] if ast.get_docstring(function) else function.body
        if not rules or not body:
            continue
        first, last, spared = body[0].lineno, function.end_lineno or 0, untouched(function)
        for operator, occurrence, start in places:
            if first <= start[0] <= last and not any(a <= start < b for a, b in spared):
                yield Mutant(tuple(rules), path, name, start[0], operator, occurrence)


def title_mutants(title: Title) -> Iterator[Mutant]:
    """All mutants of a title, in the order of its modules."""
    for path in sorted(title.folder.rglob("*.py")):
        parts = path.relative_to(title.folder).with_suffix("").parts
        if parts[0] not in NOT_RULES.split():
            yield from module_mutants(path)


# -- which tests prove which rule --------------------------------------------------------------------------

COLLECT = """
import json, sys, pytest
class Collector:
    def pytest_collection_finish(self, session):
        rules = {}
        for item in session.items:
            if item.get_closest_marker("slow") is None:
                for mark in item.iter_markers("rule"):
                    for rule in mark.args:
                        rules.setdefault(rule, []).append(item.nodeid)
        json.dump(rules, open(sys.argv[1], "w"))
pytest.main(["--collect-only", "-q", *sys.argv[2:]], plugins=[Collector()])
"""


class Copy:
    """A copy of the sources to be broken, with a process that has pytest loaded and runs tests on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("src", "tests", "docs"):
            shutil.copytree(
                ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "golden", "e2e", "screenshots")
            )
        shutil.copy(ROOT / "pyproject.toml", folder)
        # Byte code is checked by content, because mutants come within one second.
        compileall.compile_dir(folder / "src", quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
        self.environment = os.environ | {"PYTHONPATH": f"{folder / 'src'}", "PYTHONDONTWRITEBYTECODE": "1"}
        self.worker = subprocess.Popen(
            [sys.executable, WORKER], cwd=folder, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def tests_by_rule(self, title: Title) -> dict[str, list[str]]:
        into = self.folder / "collected.json"
        where = [f"tests/games/{title.id}", "tests/test_scenarios.py"]
        command = [sys.executable, "-c", COLLECT, str(into), *where]
        subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, check=True)
        collected: dict[str, list[str]] = json.loads(into.read_text())
        return collected

    def run_tests(self, tests: list[str]) -> tuple[str, str]:
        """What became of the mutant, and the first test that noticed."""
        asking, answering = self.worker.stdin, self.worker.stdout
        assert asking is not None
        assert answering is not None
        asking.write(json.dumps({"tests": tests, "patience": PATIENCE}) + "\n")
        asking.flush()
        told = json.loads(answering.readline())
        return OUTCOMES.get(told["code"], f"pytest ended with {told['code']}"), told["noticed_by"]

    def close(self) -> None:
        self.worker.communicate()


# -- the run -----------------------------------------------------------------------------------------------


@dataclass
class Verdict:
    mutant: Mutant
    outcome: str
    before: str
    after: str
    noticed_by: str = ""
    """A test not marked with the rule that does notice, where it was asked for."""


def try_mutant(mutant: Mutant, copy: Copy, tests: list[str], elsewhere: list[str]) -> Verdict:
    """Change the copy, run the rule's tests (and others, if these do not notice), change it back."""
    place = copy.folder / mutant.path.relative_to(ROOT)
    original = place.read_text(encoding="utf-8")
    changed = mutate_code(original, operators()[mutant.operator], mutant.occurrence) or original
    before, after = first_difference(original, changed)
    place.write_text(changed, encoding="utf-8")
    try:
        verdict = Verdict(mutant, copy.run_tests(tests)[0] if tests else "has no test", before, after)
        if verdict.outcome == "survived":
            verdict.outcome = "equivalent" if is_judged(verdict) else "survived"
        if verdict.outcome == "survived" and elsewhere:
            verdict.noticed_by = copy.run_tests(elsewhere)[1]
    finally:
        place.write_text(original, encoding="utf-8")
    return verdict


def first_difference(original: str, changed: str) -> tuple[str, str]:
    pairs = zip(original.splitlines(), changed.splitlines(), strict=False)
    return next(((one.strip(), other.strip()) for one, other in pairs if one != other), ("", ""))


@cache
def judged() -> dict[tuple[str, str, str], str]:
    """Mutants that were looked at and found equivalent: function, line before, line after, and why."""
    entries = yaml.safe_load(JUDGED.read_text(encoding="utf-8")) or []
    return {(entry["function"], entry["before"], entry["after"]): entry["why"] for entry in entries}


def is_judged(verdict: Verdict) -> bool:
    return (verdict.mutant.function, verdict.before, verdict.after) in judged()


def sample(mutants: list[Mutant], count: int, seed: str) -> list[Mutant]:
    """One place each of rules drawn at random; once through all of them, the next round draws further places."""
    draw = random.Random(seed)
    pools: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in draw.sample(mutants, len(mutants)):
        for rule in mutant.rules:
            pools[rule].append(mutant)
    chosen: dict[Mutant, None] = {}
    while len(chosen) < min(count, len(mutants)):
        for rule in draw.sample(sorted(pools), len(pools)):
            pools[rule] = [mutant for mutant in pools[rule] if mutant not in chosen]
            if pools[rule] and len(chosen) < count:
                chosen[pools[rule].pop()] = None
    return list(chosen)


def hunt(title: Title, arguments: argparse.Namespace) -> bool:
    """Try a sample of a title's mutants; True if enough of them were noticed."""
    with tempfile.TemporaryDirectory() as scratch:
        copies = [Copy(Path(scratch) / str(number)) for number in range(arguments.jobs)]
        free: Queue[Copy] = Queue()
        for copy in copies:
            free.put(copy)
        tests = copies[0].tests_by_rule(title)
        elsewhere = [f"tests/games/{title.id}", "-m", "not slow"] if arguments.elsewhere else []

        def attempt(mutant: Mutant) -> Verdict:
            copy = free.get()
            try:
                own = sorted({test for rule in mutant.rules for test in tests.get(rule, ())})
                verdict = try_mutant(mutant, copy, own, elsewhere)
            finally:
                free.put(copy)
            tell(verdict)
            return verdict

        mutants = [mutant for mutant in title_mutants(title) if wanted(mutant, arguments)]
        with ThreadPoolExecutor(arguments.jobs) as pool:
            verdicts = list(pool.map(attempt, sample(mutants, arguments.count, f"{title.id} {arguments.seed}")))
        for copy in copies:
            copy.close()
    return sum_up(title, mutants, verdicts, arguments)


def tell(verdict: Verdict) -> None:
    if verdict.outcome not in ("killed", "equivalent"):
        hint = f"\n    noticed by {verdict.noticed_by}" if verdict.noticed_by else ""
        print(f"  {verdict.outcome}: {verdict.mutant}\n    - {verdict.before}\n    + {verdict.after}{hint}", flush=True)


def wanted(mutant: Mutant, arguments: argparse.Namespace) -> bool:
    """Named on the command line, by rule or by a part of the path; everything if nothing is named."""
    by_rule = not arguments.rule or bool(set(arguments.rule) & set(mutant.rules))
    by_path = not arguments.path or any(part in str(mutant.path) for part in arguments.path)
    return by_rule and by_path


def sum_up(title: Title, mutants: list[Mutant], verdicts: list[Verdict], arguments: argparse.Namespace) -> bool:
    """The title's line: how many were noticed, of how many that could be."""
    killed = sum(verdict.outcome == "killed" for verdict in verdicts)
    equivalent = sum(verdict.outcome == "equivalent" for verdict in verdicts)
    share = killed / max(1, len(verdicts) - equivalent)
    carried = {rule for mutant in mutants for rule in mutant.rules} & set(title.catalogue.rules)
    noticed = f"{killed} of {len(verdicts)} mutants noticed, {equivalent} judged equivalent: {share:.1%}"
    places = f"{len(mutants)} places to break, in the code of {len(carried)} of {len(title.catalogue.rules)} rules"
    print(f"{title.id}, seed {arguments.seed}: {noticed} ({places})", flush=True)
    return bool(share >= arguments.goal)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", help="all titles if none is named")
    parser.add_argument("--count", type=int, default=100, help="mutants a title")
    parser.add_argument("--seed", default="0", help="another seed, another sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rule", action="append", help="only these rules (may be given several times)")
    parser.add_argument("--path", action="append", help="only files whose path contains this (may be given several times)")
    parser.add_argument("--elsewhere", action="store_true", help="for a survivor, name a test of the title that does notice")
    parser.add_argument("--goal", type=float, default=0.0, help="exit with 1 if a title's share is lower")
    arguments = parser.parse_args()
    chosen = [title for name, title in sorted(titles().items()) if not arguments.titles or name in arguments.titles]
    reached = [hunt(title, arguments) for title in chosen]
    sys.exit(0 if all(reached) else 1)


if __name__ == "__main__":
    main()
