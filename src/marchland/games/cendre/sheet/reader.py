"""Reading a sheet: text or JSON in, one verdict per line out. Bad lines never stop a turn or touch other orders."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from marchland.kernel.errors import Refusal

from ..orders import AnyOrder, LeaderOrder, Order
from ..rules.turn.sheets import MOST_LINES as MOST_ORDERS
from ..spelling import fold
from ..state import AUTUMN, Cendre, NationId
from . import grammar
from . import lexicon as names
from .lexicon import Lexicon
from .slots import Cursor, Doubt
from .words import Token, Unreadable, tokens

ACCEPTED, DOUBTFUL, REFUSED = "accepted", "doubtful", "refused"
MOST_BYTES = 64 * 1024
MOST_LINES = 600
LONGEST_LINE = 400
MOST_GUESSES = 20
"""Nearly right names are looked for so many times; after that only right ones are read."""
ENDS = ("fin", "end", "fine")
QUOTE = ">"
WINTER = "HIVER"
HEADING = "FEUILLE"
HEADINGS = (HEADING, names.vocabulary().header[HEADING].en, names.vocabulary().header[HEADING].it)
ACTIONS = ("ORDRES", WINTER)


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of one line: read as `canonical`, or refused by `rule`."""

    line: int
    text: str
    status: str
    canonical: str = ""
    rule: str = ""
    facts: dict[str, Any] = {}
    doubts: tuple[Doubt, ...] = ()
    order: AnyOrder | None = None

    @property
    def counts(self) -> bool:
        return self.status != REFUSED

    @property
    def reasons(self) -> tuple[Refusal, ...]:
        """What is wrong with it, and what had to be guessed."""
        guessed = [(doubt.kind, f"{doubt.text} = {doubt.meaning}") for doubt in self.doubts]
        doubts = (Refusal("TC-SHEET-03", {"problem": kind, "text": text}) for kind, text in guessed)
        return (*((Refusal(self.rule, self.facts),) if self.rule else ()), *doubts)


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sheet as it was understood. With `refusal` none of it counts."""

    nation: NationId = ""
    turn: str = ""
    verdicts: tuple[Verdict, ...] = ()
    refusal: Refusal | None = None
    key: str = ""
    """The pass-phrase of the header, if there was one."""

    @property
    def orders(self) -> tuple[AnyOrder, ...]:
        return tuple(verdict.order for verdict in self.verdicts if verdict.counts and verdict.order is not None)

    @property
    def valid(self) -> bool:
        return self.refusal is None


def turn_name(game: Cendre) -> str:
    return f"{game.year}-{game.season}"


def read_sheet(data: bytes | str, lexicon: Lexicon, turn: str) -> Sheet:
    """TC-SHEET-01 Read a nation's sheet for this turn, as text or as JSON."""
    try:
        text = _decoded(data)
        return _read_json(text, lexicon, turn) if text.lstrip().startswith("{") else _read_text(text, lexicon, turn)
    except Unreadable as refusal:
        return Sheet(nation=lexicon.nation, turn=turn, refusal=Refusal(refusal.rule, dict(refusal.facts)))


def _decoded(data: bytes | str) -> str:
    """TC-SHEET-07 Sheets are short texts: anything huge or binary is refused before it is read."""
    if len(data) > MOST_BYTES:
        raise Unreadable("TC-SHEET-07", problem="size", count=len(data), most=MOST_BYTES)
    text = data if isinstance(data, str) else _as_text(data)
    if any(ord(letter) < 32 and letter not in "\t\r\n" for letter in text):
        raise Unreadable("TC-SHEET-07", problem="binary")
    if text.count("\n") > MOST_LINES:
        raise Unreadable("TC-SHEET-07", problem="lines", count=text.count("\n"), most=MOST_LINES)
    return text.lstrip("\ufeff")


def _as_text(data: bytes) -> str:
    """UTF-8; old mail programs still write Latin letters one byte each."""
    if b"\0" in data:
        raise Unreadable("TC-SHEET-07", problem="binary")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


# -- text -------------------------------------------------------------------------------------------------------


def _read_text(text: str, lexicon: Lexicon, turn: str) -> Sheet:
    """TC-SHEET-01 From the header to FIN, or to a second header: what follows is an older sheet that came along with a reply."""
    rows = [(number, clean(row)) for number, row in enumerate(text.splitlines(), 1)]
    start = next((index for index, (_, row) in enumerate(rows) if is_header(row)), None)
    if start is None:
        raise Unreadable("TC-SHEET-01", problem="header")
    key = _check_header(rows[start][1], lexicon, turn)
    reader = _Reader(lexicon, autumn=turn.endswith(AUTUMN))
    for number, row in rows[start + 1 :]:
        if is_end(row) or is_header(row):
            break
        reader.row(number, row)
    return Sheet(nation=lexicon.nation, turn=turn, verdicts=tuple(reader.verdicts), key=key)


def is_end(row: str) -> bool:
    return fold(row) in ENDS


def is_header(row: str) -> bool:
    """`FEUILLE nation=... tour=...`; the word alone may stand in any letter."""
    first = fold(row.split("=")[0]).split("-")[0] if "=" in row else ""
    return any(first == fold(spelling) for spelling in HEADINGS)


def header(lexicon: Lexicon, turn: str, key: str = "") -> str:
    """TC-SHEET-01 Whose sheet it is and for which turn, and the pass-phrase where there is one."""

    def say(word: str) -> str:
        return names.header().write(word, lexicon.language)

    year, _, season = turn.partition("-")
    when = f"{year}-{names.seasons().write(season, lexicon.language)}"
    return f"{say(HEADING)} {say('nation')}={lexicon.nation} {say('tour')}={when}" + (f" {say('cle')}={key}" if key else "")


def clean(row: str) -> str:
    """A line without its comment and its outer blanks; TC-SHEET-04 what a mail quotes was written before, and says nothing now."""
    return "" if row.strip().startswith(QUOTE) else row[: comment_at(row)].strip()


def comment_at(row: str) -> int:
    """Where the comment of a line begins: at a # outside quotes, or at the line's end."""
    is_quoted = False
    for place, letter in enumerate(row):
        if letter == '"':
            is_quoted = not is_quoted
        if letter == "#" and not is_quoted:
            return place
    return len(row)


def _check_header(row: str, lexicon: Lexicon, turn: str) -> str:
    """TC-SHEET-01 The header names the nation that writes and the turn it writes for; both must be right."""
    found = {names.header().exactly(token.key): token.text for token in tokens(row) if token.key}
    nation = names.nations(lexicon.others).find([found.get("nation", "")], guess=False)
    if nation is None or nation.id != lexicon.nation:
        raise Unreadable("TC-SHEET-01", problem="nation", text=found.get("nation", "")[:30], nation=lexicon.nation)
    if _turn(found.get("tour", "")) != turn:
        raise Unreadable("TC-SHEET-01", problem="turn", text=found.get("tour", "")[:30], turn=turn)
    return found.get("cle", "")


def _turn(text: str) -> str:
    year, _, written = fold(text).partition("-")
    meant = {season for spelling, season in names.spelt(names.vocabulary().seasons) if written and spelling.startswith(written)}
    return f"{year}-{meant.pop()}" if len(meant) == 1 else ""


class _Reader:
    """Goes down a sheet, remembering the section and how often it had to guess."""

    def __init__(self, lexicon: Lexicon, *, autumn: bool) -> None:
        self.lexicon = lexicon
        self.autumn = autumn
        self.section = ""
        self.verdicts: list[Verdict] = []
        self.guesses = 0

    def row(self, number: int, row: str) -> None:
        if not row:
            return
        heading = heading_in(row)
        try:
            if heading is not None:
                self.section = section_named(heading)
                return
            self.verdicts.append(self._order(number, row))
        except Unreadable as problem:
            self.guesses += 1
            self.verdicts.append(Verdict(number, row[:LONGEST_LINE], REFUSED, rule=problem.rule, facts=dict(problem.facts)))

    def _order(self, number: int, row: str) -> Verdict:
        """TC-SHEET-02 One order per line; a line that cannot be read is refused alone."""
        if len(row) > LONGEST_LINE:
            raise Unreadable("TC-SHEET-07", problem="line", count=len(row), most=LONGEST_LINE)
        if len(self.verdicts) >= MOST_ORDERS:
            raise Unreadable("TC-SHEET-07", problem="lines", count=len(self.verdicts), most=MOST_ORDERS)
        if self.section == WINTER and not self.autumn:
            raise Unreadable("TC-SHEET-05", problem="season", text=row[:40])
        cursor = Cursor(tokens(_spaced(row)), self.lexicon, may_guess=self.guesses < MOST_GUESSES)
        order = _read_order(cursor, self.section)
        self.guesses += len(cursor.doubts)
        return judged(number, row, order, tuple(cursor.doubts), self.lexicon)


def reworded(line: str, section: str, lexicon: Lexicon) -> str:
    """One line of any language in the lexicon's; as it stands, if it cannot be read."""
    try:
        return canonical_line(_read_order(Cursor(tokens(_spaced(line)), lexicon, may_guess=False), section), lexicon)
    except Unreadable:
        return line


def judged(number: int, row: str, order: Order, doubts: tuple[Doubt, ...], lexicon: Lexicon) -> Verdict:
    canonical = canonical_line(order, lexicon)
    status = DOUBTFUL if doubts else ACCEPTED
    return Verdict(number, row[:LONGEST_LINE], status, canonical=canonical, doubts=doubts, order=order)


def heading_in(row: str) -> str | None:
    """What stands in the brackets of a heading; None if the line is none."""
    found = re.fullmatch(r"\[\s*(.*?)\s*\]", row[:LONGEST_LINE])
    return found[1] if found else None


def section_named(written: str) -> str:
    found = names.sections().find(written.split(), guess=True)
    if found is None:
        raise Unreadable("TC-SHEET-03", problem="unknown", kind="section", text=written[:30])
    return found.id


def _spaced(row: str) -> str:
    """A blank on each side of the colon after the actor, unless it belongs to `NATION:"Name"`."""
    depth = False
    for position, letter in enumerate(row):
        if letter == '"':
            depth = not depth
        if letter == ":" and not depth:
            return f"{row[:position]} : {row[position + 1 :]}"
    return row


def _read_order(cursor: Cursor, section: str) -> Order:
    actor = _actor(cursor, section)
    keyword = cursor.name(grammar.keywords())
    spec = grammar.specs()[keyword]
    fixed: dict[str, Any] = {}
    if issubclass(spec.order, LeaderOrder):
        if not actor:
            raise Unreadable("TC-SHEET-02", problem="actor", text=keyword)
        fixed["leader"] = actor
        if section == WINTER:
            if "winter" not in spec.order.__struct_fields__:
                raise Unreadable("TC-SHEET-05", problem="winter", text=keyword)
            fixed["winter"] = True
    elif actor:
        raise Unreadable("TC-SHEET-02", problem="no actor", text=keyword)
    return grammar.read_arguments(spec, cursor, fixed)


def _actor(cursor: Cursor, section: str) -> str:
    """Who acts: the words before the colon, or a leader's name at the start of a line of operations."""
    colon = next(
        (index for index, token in enumerate(cursor.words) if token.text == ":" and not token.quoted and not token.key), None
    )
    if colon is None:
        if section not in ACTIONS or cursor.has(grammar.keywords()) or not cursor.has(cursor.lexicon.people):
            return ""
        return cursor.name(cursor.lexicon.people)
    before = Cursor(cursor.words[:colon], cursor.lexicon, cursor.may_guess)
    del cursor.words[: colon + 1]
    actor = _structure(before) or before.name(cursor.lexicon.people)
    before.ended()
    cursor.doubts += before.doubts
    return actor


def _structure(before: Cursor) -> str:
    """`guilde-des-explorateurs@CODE`: a structure that acts like a leader."""
    written = " ".join(token.text for token in before.words)
    kind, at, place = written.partition("@")
    if not at:
        return ""
    inner = Cursor([Token(word) for word in kind.split()], before.lexicon)
    slug = inner.name(names.structures())
    code = Cursor([Token(place.strip())], before.lexicon).name(names.territories())
    before.words.clear()
    return f"{slug}@{code}"


# -- JSON -------------------------------------------------------------------------------------------------------


class _JsonSheet(msgspec.Struct, frozen=True):
    nation: str = ""
    turn: str = ""
    orders: tuple[msgspec.Raw, ...] = ()
    key: str = ""


def _read_json(text: str, lexicon: Lexicon, turn: str) -> Sheet:
    """TC-SHEET-01 The same sheet as an object with `nation`, `turn` and `orders`; each order is judged alone."""
    try:
        sheet = msgspec.json.decode(text, type=_JsonSheet)
    except (msgspec.DecodeError, RecursionError):
        raise Unreadable("TC-SHEET-01", problem="json") from None
    _check_header(f'FEUILLE nation="{sheet.nation[:40]}" tour="{sheet.turn[:40]}"', lexicon, turn)
    if len(sheet.orders) > MOST_ORDERS:
        raise Unreadable("TC-SHEET-07", problem="lines", count=len(sheet.orders), most=MOST_ORDERS)
    verdicts = tuple(_read_record(number, bytes(raw), lexicon, turn.endswith(AUTUMN)) for number, raw in enumerate(sheet.orders, 1))
    return Sheet(nation=lexicon.nation, turn=turn, verdicts=verdicts, key=sheet.key)


_RECORD: msgspec.json.Decoder[AnyOrder] = msgspec.json.Decoder(AnyOrder)


def _read_record(number: int, raw: bytes, lexicon: Lexicon, autumn: bool) -> Verdict:
    """TC-SHEET-02 A record is judged by the same grammar: it is written as a line and read back."""
    shown = raw[:LONGEST_LINE].decode("utf-8", errors="replace")
    try:
        order = _RECORD.decode(raw)
        line = canonical_line(order, lexicon)
        again = _read_order(Cursor(tokens(_spaced(line)), lexicon, may_guess=False), section_of(order))
        if section_of(order) == WINTER and not autumn:
            raise Unreadable("TC-SHEET-05", problem="season", text=line[:40])
        return judged(number, line, again, (), lexicon)
    except Unreadable as problem:
        return Verdict(number, shown, REFUSED, rule=problem.rule, facts=dict(problem.facts))
    except (msgspec.ValidationError, RecursionError, KeyError):
        return Verdict(number, shown, REFUSED, rule="TC-SHEET-02", facts={"problem": "record", "text": shown[:60]})


# -- writing ----------------------------------------------------------------------------------------------------

SECTIONS = ("PRODUCTION", "SCIENCE", "LEADERS", "ORDRES", "COMMERCE", "DIPLOMATIE", "MARCHE", WINTER)


def heading(section: str, language: str) -> str:
    return f"[{names.sections().write(section, language)}]"


def section_of(order: Order) -> str:
    return WINTER if getattr(order, "winter", False) else order.SECTION


def canonical_line(order: Order, lexicon: Lexicon) -> str:
    text = grammar.write_order(order, lexicon)
    if not isinstance(order, LeaderOrder):
        return text
    return f"{grammar.actor(order.leader, lexicon)} : {text}"


def write_sheet(orders: tuple[Order, ...], lexicon: Lexicon, turn: str, key: str = "") -> str:
    """TC-SHEET-01 TC-SHEET-08 The canonical sheet: sections in the rulebook's order, lines in the order they were written."""
    lines = [header(lexicon, turn, key)]
    for section in SECTIONS:
        body = [canonical_line(order, lexicon) for order in orders if section_of(order) == section]
        lines += [heading(section, lexicon.language), *body] if body else []
    return "\n".join(lines) + "\n"
