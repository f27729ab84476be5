"""What a host can look up says nothing that somebody who only watches does not know: in every title, whatever is hidden."""

from __future__ import annotations

import json
from typing import Any

import pytest

from marchland.kernel.chance import key_from_seed
from marchland.kernel.corrections import plain_facts, steps_of
from marchland.kernel.testing import Walk
from marchland.kernel.title import Title, titles
from marchland.web.hosting.facts import Facts, found
from marchland.web.tables.models import Table

MOVES, WIDTH, DEPTH = 20, 2, 2


def looked_up(facts: Facts, dealt: Any, path: str = "", depth: int = 0) -> dict[str, Any]:
    """The top of the tree, and some of its branches down to the leaves: first those in which something is hidden."""
    parts = facts.at(path)
    told = {part["path"]: part["text"] for part in parts}
    deep = sorted((part["path"] for part in parts if part["deep"]), key=lambda branch: _is_open(facts, dealt, branch))
    for branch in deep[:WIDTH]:
        told |= looked_up(facts, dealt, branch, depth + 1) if depth < DEPTH else {}
    return told


def _is_open(facts: Facts, dealt: Any, path: str) -> bool:
    return found(facts.truth, steps_of(path)) == found(dealt, steps_of(path))


@pytest.mark.parametrize("title", titles().values(), ids=titles().keys())
def test_the_tree_of_facts_is_the_same_whatever_is_hidden(title: Title) -> None:
    walk = Walk(title, min(4, title.seats[-1]), "facts")
    while walk.moves < MOVES and not walk.state.is_over:
        walk.step()
    facts = Facts(Table(title=title.id), walk.state)
    dealt = title.redeal(walk.state, None, key_from_seed("other"))
    shown = looked_up(facts, plain_facts(dealt))
    assert sum(bool(text) for text in shown.values()) > WIDTH, "facts that everybody knows can be looked up"
    leaves = {path: text for path, text in shown.items() if text}
    there = plain_facts(dealt)
    assert {path: json.dumps(found(there, steps_of(path)), ensure_ascii=False) for path in leaves} == leaves
