"""Words of a sheet: folding accents and case away, cutting a line into tokens, finding a name among known ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property

import msgspec

from marchland.kernel.errors import MarchlandError

from ..spelling import fold

QUOTES = {'"': '"', "«": "»", "“": "”", "„": "”"}
SHORTEST_PREFIX = 3
CLOSE = 0.82
EXACT, SHORT, GUESS = "exact", "short", "guess"
"""How a name was recognised: as it stands, by its beginning, or in spite of a slip of the pen."""


class Unreadable(MarchlandError):
    """A line, or a part of one, that cannot be understood; the rule and the figures say why."""

    def __init__(self, rule: str, **facts: str | int) -> None:
        self.rule = rule
        self.facts = {"problem": "", "text": facts.get("kind", ""), **facts}
        super().__init__(f"{rule}: {facts}")


class Token(msgspec.Struct, frozen=True):
    """One word of a line: `key` is what stands before an equals sign, `inner` what stands in parentheses."""

    text: str
    key: str = ""
    quoted: bool = False
    inner: str | None = None


def tokens(line: str) -> list[Token]:
    """TC-SHEET-02 Cut a line at blanks outside quotes and parentheses; commas between words count as blanks."""
    found: list[Token] = []
    position = 0
    while position < len(line):
        if line[position] in " \t,;":
            position += 1
            continue
        token, position = _token(line, position)
        found.append(token)
    return found


def _token(line: str, position: int) -> tuple[Token, int]:
    text, key, quoted = "", "", False
    while position < len(line) and line[position] not in " \t;":
        letter = line[position]
        if letter in QUOTES:
            part, position = _quoted(line, position)
            text, quoted = text + part, True
            continue
        if letter == "(":
            inner, position = _parenthesis(line, position)
            return Token(text, key, quoted, inner), position
        if letter == "," and not key:
            break
        if letter == "=" and not key and not quoted and text:
            key, text = text, ""
        else:
            text += letter
        position += 1
    return Token(text.rstrip(",") if key and not quoted else text, key, quoted), position


def _quoted(line: str, start: int) -> tuple[str, int]:
    end = line.find(QUOTES[line[start]], start + 1)
    if end < 0:
        raise Unreadable("TC-SHEET-02", problem="quote", text=line[start : start + 40])
    return line[start + 1 : end].strip(), end + 1


def _parenthesis(line: str, start: int) -> tuple[str, int]:
    """TC-SHEET-10 Terms stand in one pair of parentheses; terms within terms are not read."""
    end = line.find(")", start)
    inner = line[start + 1 : end]
    if end < 0 or "(" in inner:
        raise Unreadable("TC-SHEET-10", text=line[start : start + 40])
    return inner, end + 1


class Found(msgspec.Struct, frozen=True):
    """A name that was recognised: what it stands for, how many words it took, and how sure that is."""

    id: str
    words: int
    how: str = EXACT


Printed = Mapping[str, Mapping[str, str]]
"""How things are written: by language, by id. Where a language says nothing, they are written as on the neutral sheet."""
NEUTRAL = ""
"""The language of sheets that are kept: the rulebook's words without accents, and ids."""


class Names:
    """Names of one kind of thing, each with all the spellings it goes by, and the one it is written in."""

    def __init__(self, kind: str, spellings: Iterable[tuple[str, str]], printed: Printed | None = None) -> None:
        """`spellings` are pairs of spelling and id; the first id to claim a spelling keeps it."""
        self.kind = kind
        self._printed: Printed = printed or {}
        self._ids: dict[str, str] = {}
        for spelling, id_ in spellings:
            if folded := fold(spelling):
                self._ids.setdefault(folded, id_)
        self._longest = max((name.count("-") + 1 for name in self._ids), default=1)

    def write(self, id_: str, language: str) -> str:
        """The thing's name in the language of the sheet, unless that would be read as something else."""
        for tongue in (language, NEUTRAL):
            spelling = self._printed.get(tongue, {}).get(id_)
            if spelling and self._ids.get(fold(spelling)) == id_:
                return spelling
        return id_

    @cached_property
    def ids(self) -> Mapping[str, None]:
        """Everything that has a name here, in order."""
        return dict.fromkeys(self._ids.values())

    def exactly(self, written: str) -> str:
        """What goes by exactly this name; nothing, if nothing does."""
        return self._ids.get(fold(written), "")

    def find(self, words: Sequence[str], *, guess: bool = True) -> Found | None:
        """The longest run of leading words that names something, exactly, then by its beginning, then nearly."""
        runs = [fold(" ".join(words[:count])) for count in range(1, min(len(words), self._longest) + 1)]
        for count in range(len(runs), 0, -1):
            if runs[count - 1] in self._ids:
                return Found(self._ids[runs[count - 1]], count)
        for count in range(len(runs), 0, -1):
            if id_ := self._by_prefix(runs[count - 1]):
                return Found(id_, count, SHORT)
        return self._nearly(runs) if guess else None

    def _by_prefix(self, run: str) -> str:
        if len(run) < SHORTEST_PREFIX:
            return ""
        candidates = sorted({id_ for name, id_ in self._ids.items() if name.startswith(run)})
        if len(candidates) > 1:
            raise Unreadable("TC-SHEET-03", problem="ambiguous", kind=self.kind, text=run, names=", ".join(candidates[:6]))
        return candidates[0] if candidates else ""

    def _nearly(self, runs: list[str]) -> Found | None:
        for count in range(len(runs), 0, -1):
            close = get_close_matches(runs[count - 1], self._ids, n=1, cutoff=CLOSE)
            if close:
                return Found(self._ids[close[0]], count, GUESS)
        return None
