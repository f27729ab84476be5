"""Pieces of a part that are filled anew only where something changed; they are kept with what was last drawn for the same viewer.

`{% each key, thing in pairs %}` is a loop: the piece of a key is filled where the thing under it is not what it was the last time.
`{% kept name, what, ... %}` is one piece: filled where one of these is not what it was; the first names it among those of its kind.

Whatever else a piece reads must be the same for every page of one title in one language, or be said too; `given_to(template)` says
all that an included template reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context


class Kept(Extension):
    tags = {"each", "kept"}

    def parse(self, parser: Parser) -> nodes.Node:
        tag = next(parser.stream)
        method, params, said = self._loop(parser) if tag.value == "each" else ("_kept", [], _list(parser))
        body = parser.parse_statements((f"name:end{tag.value}",), drop_needle=True)
        place = nodes.Const(f"{parser.name}:{tag.lineno}")
        call = self.call_method(method, [nodes.ContextReference(), place, said], lineno=tag.lineno)
        return nodes.CallBlock(call, params, [], body).set_lineno(tag.lineno)

    def _loop(self, parser: Parser) -> tuple[str, list[nodes.Expr], nodes.Expr]:
        """`key, thing in pairs`: the two names that the body knows, and where they come from."""
        key = parser.stream.expect("name").value
        parser.stream.expect("comma")
        thing = parser.stream.expect("name").value
        parser.stream.expect("name:in")
        return "_each", [nodes.Name(key, "param"), nodes.Name(thing, "param")], parser.parse_expression()

    def _each(self, context: Context, place: str, pairs: Iterable[tuple[Any, Any]], caller: Callable[[Any, Any], str]) -> str:
        before: dict[Any, tuple[Any, str]] = context["pieces"].get(place, {})
        now: dict[Any, tuple[Any, str]] = {}
        for key, thing in pairs:
            known = before.get(key)
            if known is None or (known[0] is not thing and known[0] != thing):
                known = (thing, caller(key, thing))
            now[key] = known
        context["pieces"][place] = now
        return "".join([html for _, html in now.values()])

    def _kept(self, context: Context, place: str, made_of: list[Any], caller: Callable[[], str]) -> str:
        pieces: dict[Any, tuple[list[Any], str]] = context["pieces"]
        known = pieces.get((place, made_of[0]))
        if known is None or known[0] != made_of:
            known = pieces[place, made_of[0]] = (made_of, caller())
        return known[1]


def _list(parser: Parser) -> nodes.List:
    said = [parser.parse_expression()]
    while parser.stream.skip_if("comma"):
        said.append(parser.parse_expression())
    return nodes.List(said)
