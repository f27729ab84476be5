"""`{% kept name, what, ... %}` in a template: a piece that is filled anew only where one of these is not what it was the last time.

The first names the piece among those of its kind. Whatever else the piece reads must be the same for every page of one title in one
language, or be said too; `given_to(template)` says all that an included template reads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context


class Kept(Extension):
    tags = {"kept"}

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        made_of = [parser.parse_expression()]
        while parser.stream.skip_if("comma"):
            made_of.append(parser.parse_expression())
        body = parser.parse_statements(("name:endkept",), drop_needle=True)
        place = nodes.Const(f"{parser.name}:{line}")
        call = self.call_method("_piece", [nodes.ContextReference(), place, nodes.List(made_of)], lineno=line)
        return nodes.CallBlock(call, [], [], body).set_lineno(line)

    def _piece(self, context: Context, place: str, made_of: list[Any], caller: Callable[[], str]) -> str:
        pieces: dict[Any, tuple[list[Any], str]] = context["pieces"]
        known = pieces.get((place, made_of[0]))
        if known is None or known[0] != made_of:
            known = pieces[place, made_of[0]] = (made_of, caller())
        return known[1]
