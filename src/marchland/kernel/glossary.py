"""The glossary of a title: every term, sign and figure of its table with a name and an explanation in each language.

`data/glossary.yaml` holds `term: {name: {en, fr, it}, text: {en, fr, it}, sign: ..., rule: ...}`, in the order of the page that
lists them:

- `name` and `text` may be left out where `rule` names a rule of the catalogue, whose heading and sentence they then are;
- `sign` is a drawing in a sprite of the house (`icons.svg#tokens`) or beside the title's board (`games/TITLE/tiles.svg#mines`);
- `about` is the term under which it is listed, where it is one of several kinds of a thing.

What a title says of its tiles, technologies or boxes elsewhere in its data need not be said again: its `glossary.py` makes terms of
that (`GlossaryPart`). On a table's page an element with `data-term="ID"` answers with the card of that term.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from .catalogue import LANGUAGES
from .errors import BadFile
from .typography import read_texts

if TYPE_CHECKING:
    from .catalogue import Rule

Text = dict[str, str]


class Term(msgspec.Struct, frozen=True, kw_only=True):
    """A name and one to three sentences, by language."""

    name: Text
    text: Text
    sign: str = ""
    rule: str = ""
    about: str = ""


Glossary = Mapping[str, Term]


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A term as the file writes it down."""

    name: Text = {}
    text: Text = {}
    sign: str = ""
    rule: str = ""
    about: str = ""


class GlossaryPart(Protocol):
    """glossary.py"""

    def terms(self) -> Glossary:
        """Terms whose words stand in the title's other data."""


def read_glossary(path: Path, rules: Mapping[str, Rule], derived: Glossary) -> dict[str, Term]:
    """The terms of a file, which a title need not have, followed by those that its data make."""
    written = read_texts(path, dict[str, Entry]) if path.exists() else {}
    if twice := written.keys() & derived.keys():
        raise BadFile(f"{path.name}: {', '.join(sorted(twice))} are made of other data already")
    return {id: _term(id, entry, rules, path) for id, entry in written.items()} | dict(derived)


def _term(id: str, entry: Entry, rules: Mapping[str, Rule], path: Path) -> Term:
    rule = rules.get(entry.rule)
    if entry.rule and rule is None:
        raise BadFile(f"{path.name}: {id}: there is no rule {entry.rule}")
    name = entry.name or (rule.name if rule else {})
    text = entry.text or ({language: rule.text(language) for language in LANGUAGES} if rule else {})
    lacking = [language for language in LANGUAGES if not (name.get(language) and text.get(language))]
    if lacking:
        raise BadFile(f"{path.name}: {id} lacks a name or an explanation in {', '.join(lacking)}")
    return Term(name=name, text=text, sign=entry.sign, rule=entry.rule, about=entry.about)
