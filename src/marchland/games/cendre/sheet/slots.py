"""Slots: the arguments of an order, each read from words and written back as the canonical sheet shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from marchland.kernel.cards import AMOUNTS, CHOICE, NUMBER, PLACES, TEXT

from ..goods import NOTHING, Goods
from ..orders import Terms
from ..spelling import fold
from . import lexicon as names
from .blanks import LED, OWN, THEIRS, WAY, Blank, Form, Known, When
from .lexicon import Lexicon
from .words import GUESS, Names, Token, Unreadable, tokens

LARGEST = 9999
"""No amount on a sheet is larger: TC-SHEET-09."""
DOWN = ("-1", "−1")
"""One down, with a hyphen or a proper minus sign."""
TREATIES = {"contrat": "contract", "pacte": "pact", "alliance": "alliance"}


def _verbs() -> Names:
    """What terms begin with: what is given, and what is asked."""
    return names.words_for("donne", "recoit")


class Doubt(msgspec.Struct, frozen=True):
    """Something read with a grain of salt: what was written, and what it was taken for."""

    kind: str
    text: str
    meaning: str


class Cursor:
    """A line being read: the words still to come, and what had to be guessed on the way."""

    def __init__(self, words: list[Token], lexicon: Lexicon, may_guess: bool = True) -> None:
        self.words = words
        self.lexicon = lexicon
        self.may_guess = may_guess
        self.doubts: list[Doubt] = []

    def peek(self) -> Token | None:
        return self.words[0] if self.words else None

    def name(self, known: Names) -> str:
        """TC-SHEET-03 The thing that the next words name."""
        run = self._run()
        if not run:
            raise Unreadable("TC-SHEET-02", problem="missing", kind=known.kind)
        found = known.find(run, guess=self.may_guess)
        if found is None:
            raise Unreadable("TC-SHEET-03", problem="unknown", kind=known.kind, text=" ".join(run[:3])[:40])
        if found.how == GUESS:
            self.doubts.append(Doubt("guess", " ".join(run[: found.words]), found.id))
        del self.words[: found.words]
        return found.id

    def has(self, known: Names) -> bool:
        """Do the next words name such a thing, exactly or by their beginning?"""
        run = self._run()
        try:
            return bool(run) and known.find(run, guess=False) is not None
        except Unreadable:
            return False

    def _run(self) -> list[str]:
        """The plain words from here on; quoted words stand alone."""
        run: list[str] = []
        for token in self.words:
            if token.key or token.inner is not None or (token.quoted and run):
                break
            run.append(token.text)
            if token.quoted:
                break
        return run

    def number(self) -> int:
        """TC-SHEET-09 A whole number from 1 to 9999."""
        if not self.words:
            raise Unreadable("TC-SHEET-02", problem="missing", kind="number")
        return amount(self.words.pop(0).text)

    def has_number(self) -> bool:
        token = self.peek()
        return token is not None and not token.key and token.text.lstrip("+x").isdigit()

    def text(self) -> str:
        if not self.words:
            raise Unreadable("TC-SHEET-02", problem="missing", kind="text")
        return self.words.pop(0).text

    def ended(self) -> None:
        if self.words:
            left = self.words[0]
            raise Unreadable("TC-SHEET-02", problem="extra", text=(f"{left.key}={left.text}" if left.key else left.text)[:40])


def amount(text: str) -> int:
    """TC-SHEET-09 Amounts are whole numbers from 1 to 9999; anything else is refused, never cut down."""
    digits = text.strip().lstrip("+x")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 9 or not 1 <= int(digits) <= LARGEST:
        raise Unreadable("TC-SHEET-09", text=text[:20])
    return int(digits)


# -- goods, units and terms -------------------------------------------------------------------------------------


def read_goods(cursor: Cursor) -> Goods:
    """A list such as `or=50 prov=3 bois=2`, or `50 or 3 prov`."""
    total: dict[str, int] = {}
    while cursor.words and (pair := _goods_pair(cursor)):
        kind, count = pair
        if kind in total:
            raise Unreadable("TC-SHEET-02", problem="twice", text=names.goods().write(kind, cursor.lexicon.language))
        total[kind] = count
    return Goods.of(total)


def _goods_pair(cursor: Cursor) -> tuple[str, int] | None:
    token = cursor.words[0]
    if token.key:
        found = names.goods().find([token.key], guess=False)
        if found is None:
            return None
        first, _, rest = token.text.partition(",")
        cursor.words[:1] = tokens(rest)
        return found.id, amount(first)
    if token.text.isdigit() and len(cursor.words) > 1 and (found := names.goods().find([cursor.words[1].text], guess=False)):
        del cursor.words[:2]
        return found.id, amount(token.text)
    return None


def write_goods(goods: Goods, language: str, between: str = " ") -> str:
    return between.join(f"{names.goods().write(kind, language)}={count}" for kind, count in goods.items())


def read_units(cursor: Cursor) -> tuple[tuple[str, int], ...]:
    """A list such as `archers=2 piquiers=1`, `2 archers` or `archers 2`."""
    known = names.units(cursor.lexicon.nation)
    found: dict[str, int] = {}
    while cursor.words and (pair := _unit_pair(cursor, known)):
        unit, count = pair
        if unit in found:
            raise Unreadable("TC-SHEET-02", problem="twice", text=unit)
        found[unit] = count
    if not found:
        raise Unreadable("TC-SHEET-02", problem="missing", kind="unit")
    return tuple(found.items())


def _unit_pair(cursor: Cursor, known: Names) -> tuple[str, int] | None:
    token = cursor.words[0]
    if token.key:
        first, _, rest = token.text.partition(",")
        inner = Cursor([Token(token.key)], cursor.lexicon, cursor.may_guess)
        unit = inner.name(known)
        cursor.doubts += inner.doubts
        cursor.words[:1] = tokens(rest)
        return unit, amount(first)
    if cursor.has_number():
        count = cursor.number()
        return cursor.name(known), count
    if names.words_for("de").exactly(token.text) or not cursor.has(known):  # `from` begins no `frombolieri`
        return None
    unit = cursor.name(known)
    return unit, cursor.number() if cursor.has_number() else 1


def write_units(units: tuple[tuple[str, int], ...], lexicon: Lexicon) -> str:
    known = names.units(lexicon.nation)
    return " ".join(f"{known.write(unit, lexicon.language)}={count}" for unit, count in units)


def read_terms(cursor: Cursor) -> Terms:
    """TC-SHEET-10 What is given and what is asked: `donne(or=50 AKL) recoit(BPL contrat)`."""
    sides: dict[str, tuple[Goods, tuple[str, ...], tuple[str, ...]]] = {}
    verbs = _verbs()
    while cursor.words and cursor.words[0].inner is not None:
        token = cursor.words.pop(0)
        found = verbs.find([token.text], guess=False)
        if found is None or found.id in sides:
            raise Unreadable("TC-SHEET-10", text=token.text[:40])
        sides[found.id] = _side(Cursor(tokens(token.inner or ""), cursor.lexicon, cursor.may_guess))
    give, cede, mutual = sides.get("donne", (NOTHING, (), ()))
    take, claim, treaties = sides.get("recoit", (NOTHING, (), ()))
    return Terms(give=give, take=take, cede=cede, claim=claim, treaties=tuple(dict.fromkeys((*mutual, *treaties))))


def _side(cursor: Cursor) -> tuple[Goods, tuple[str, ...], tuple[str, ...]]:
    goods, places, treaties = NOTHING, [], []
    words = names.words_for(*TREATIES)
    while cursor.words:
        before = len(cursor.words)
        goods = goods + read_goods(cursor)
        if len(cursor.words) < before:
            continue
        if cursor.has(words):
            treaties.append(TREATIES[cursor.name(words)])
        else:
            places.append(cursor.name(names.territories()))
    return goods, tuple(dict.fromkeys(places)), tuple(dict.fromkeys(treaties))


def write_terms(terms: Terms, language: str) -> str:
    words = {meaning: names.words_for(*TREATIES).write(word, language) for word, meaning in TREATIES.items()}
    give = " ".join(filter(None, (write_goods(terms.give, language), *terms.cede)))
    take = " ".join(filter(None, (write_goods(terms.take, language), *terms.claim, *(words[one] for one in terms.treaties))))
    return " ".join(f"{_verbs().write(verb, language)}({side})" for verb, side in (("donne", give), ("recoit", take)) if side)


# -- slots ------------------------------------------------------------------------------------------------------

Read = Callable[[Cursor], Any]
Write = Callable[[Any, Lexicon], str]


class Slot(msgspec.Struct, frozen=True):
    """One argument: the record's field, how it is read and how it is written.

    With `key` it is an option (`plus=2`); with `unless` it is left out when the next words do not fit.
    """

    field: str
    read: Read
    write: Write
    key: str = ""
    fits: Callable[[Cursor], bool] | None = None
    """For an argument that may be missing: does the next word belong to it?"""
    kind: str = CHOICE
    """What a card asks for."""
    known: Known | None = None
    """What it is chosen from, or of which things there are so many."""
    form: Form | None = None
    """For an argument that is asked for in several blanks."""
    among: str = ""
    """Of these only some can come into question (`Blank.among`)."""
    least: int = 1
    """Of a number."""
    is_vital: bool = False
    """It may be missing, and yet some orders are refused without it."""
    when: When | None = None
    """Only then it does anything; otherwise a card does not ask for it."""
    is_whole: bool = False
    """It reads several fields of the record together, and is written from all of them."""


def _plain(value: Any, lexicon: Lexicon) -> str:
    return str(value)


def quoted(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'


def _person(leader: str, lexicon: Lexicon) -> str:
    """A leader by name in quotes, unless two bear it."""
    if leader == lexicon.ruler and leader:
        return lexicon.ruler_word
    name = lexicon.name_of(leader)
    bearers = {id_ for id_, other in (*lexicon.leaders, *lexicon.market, *lexicon.prisoners) if fold(other) == fold(name)}
    return leader if name == leader or len(bearers) > 1 else quoted(name)


def named(
    field: str, known: Names | Callable[[Lexicon], Names], write: Write | None = None, *, optional: bool = False, among: str = ""
) -> Slot:
    """A slot that holds the name of something, written in the language of the sheet."""

    def which(lexicon: Lexicon) -> Names:
        return known if isinstance(known, Names) else known(lexicon)

    fits = (lambda cursor: cursor.has(which(cursor.lexicon))) if optional else None
    in_words: Write = write or (lambda value, lexicon: which(lexicon).write(value, lexicon.language))
    return Slot(field, lambda cursor: cursor.name(which(cursor.lexicon)), in_words, fits=fits, known=which, among=among)


def territory(field: str = "territory", *, optional: bool = False, among: str = "") -> Slot:
    return named(field, names.territories(), optional=optional, among=among)


def nation(field: str = "nation", *, among: str = "") -> Slot:
    return named(field, lambda lexicon: names.nations(lexicon.others), among=among)


def person(field: str) -> Slot:
    return named(field, lambda lexicon: lexicon.people, _person)


def captive(field: str) -> Slot:
    return named(field, lambda lexicon: lexicon.captives, _person)


def listed(field: str) -> Slot:
    return named(field, lambda lexicon: lexicon.listed, lambda leader, lexicon: f"M{leader.lstrip('L')}")


def unit(field: str = "unit") -> Slot:
    return named(field, lambda lexicon: names.units(lexicon.nation))


def word(field: str, *choices: str, optional: bool = False) -> Slot:
    return named(field, names.words_for(*choices), optional=optional)


def number(field: str, *, optional: bool = False) -> Slot:
    return Slot(field, Cursor.number, _plain, fits=Cursor.has_number if optional else None, kind=NUMBER)


def step(field: str) -> Slot:
    """An optional amount that may also be one down, `-1`, for what can be moved either way."""

    def fits(cursor: Cursor) -> bool:
        token = cursor.peek()
        return cursor.has_number() or (token is not None and not token.key and token.text in DOWN)

    def read(cursor: Cursor) -> int:
        if cursor.has_number():
            return cursor.number()
        cursor.text()
        return -1

    return Slot(field, read, _plain, fits=fits, kind=NUMBER, least=-1)


def _all_goods(lexicon: Lexicon) -> Names:
    return names.goods()


def goods(field: str = "goods") -> Slot:
    return Slot(field, read_goods, lambda value, lexicon: write_goods(value, lexicon.language), kind=AMOUNTS, known=_all_goods)


def unit_list(field: str = "units") -> Slot:
    return Slot(field, read_units, write_units, kind=AMOUNTS, known=lambda lexicon: names.units(lexicon.nation), among=LED)


def terms(field: str = "terms") -> Slot:
    return Slot(field, read_terms, lambda value, lexicon: write_terms(value, lexicon.language), form=TERMS)


def places(lexicon: Lexicon) -> Names:
    return names.territories()


def _treaties(lexicon: Lexicon) -> Names:
    return names.words_for(*TREATIES)


def _terms_taken(values: Mapping[str, Any]) -> dict[str, Any]:
    give, take = (Goods.of(values.get(side, {})) for side in ("give", "take"))
    treaties = tuple(TREATIES[word] for word in values.get("treaties", {}))
    return {"terms": Terms(give, take, values.get("cede", ()), values.get("claim", ()), treaties)}


def _terms_spread(order: Any) -> dict[str, str]:
    written, words = order.terms, {meaning: word for word, meaning in TREATIES.items()}
    return {
        **amounts("give", dict(written.give.items())),
        "cede": " ".join(written.cede),
        **amounts("take", dict(written.take.items())),
        "claim": " ".join(written.claim),
        **amounts("treaties", {words[treaty]: 1 for treaty in written.treaties}),
    }


def amounts(name: str, found: Mapping[str, int]) -> dict[str, str]:
    """So many of each thing, as values of a card."""
    return {f"{name}.{thing}": str(number) for thing, number in found.items()}


TERMS = Form(
    lambda values: (
        Blank("give", AMOUNTS, _all_goods, is_needed=False),
        Blank("cede", PLACES, places, is_needed=False, among=OWN),
        Blank("take", AMOUNTS, _all_goods, is_needed=False),
        Blank("claim", PLACES, places, is_needed=False, among=THEIRS),
        Blank("treaties", AMOUNTS, _treaties, is_needed=False),
    ),
    _terms_taken,
    _terms_spread,
)
"""Goods, territories and treaties that go from hand to hand."""


def option(key: str, slot: Slot) -> Slot:
    """The same argument as a `key=value` anywhere on the line."""
    return msgspec.structs.replace(slot, key=key)


def goods_option(field: str, key: str) -> Slot:
    return Slot(
        field, read_goods, lambda value, lexicon: write_goods(value, lexicon.language, ","), key=key, kind=AMOUNTS, known=_all_goods
    )


def text_option(field: str, key: str) -> Slot:
    return Slot(field, Cursor.text, lambda value, lexicon: quoted(value), key=key, kind=TEXT)


def choice(field: str = "choice", key: str = "choix") -> Slot:
    """A word about which the rules decide: known ones in any language, others as they stand."""

    def read(cursor: Cursor) -> str:
        text = cursor.text()
        return names.choices().exactly(text) or text

    return Slot(
        field,
        read,
        lambda value, lexicon: quoted(names.choices().write(value, lexicon.language)),
        key=key,
        known=lambda lexicon: names.choices(),
    )


def vital(slot: Slot) -> Slot:
    """The same argument, which may be missing but is wanted by some orders."""
    return msgspec.structs.replace(slot, is_vital=True)


def when(blank: str, does: Callable[[str], bool], slot: Slot) -> Slot:
    """The same argument, which does something only where another is of a certain kind."""
    return msgspec.structs.replace(slot, when=When(blank, does))


def leading_word(field: str, lead: str, slot: Slot) -> Slot:
    """An optional argument introduced by a small word: `de AKL`, `contre FER`."""
    known = names.words_for(lead)

    def read(cursor: Cursor) -> Any:
        cursor.name(known)
        return slot.read(cursor)

    def write(value: Any, lexicon: Lexicon) -> str:
        return f"{known.write(lead, lexicon.language)} {slot.write(value, lexicon)}"

    return Slot(field, read, write, fits=lambda cursor: cursor.has(known), kind=slot.kind, known=slot.known, among=slot.among)


def way(field: str = "via") -> Slot:
    """`via CODE CODE`: the territories on the way, in order."""
    lead = names.words_for("via")

    def read(cursor: Cursor) -> tuple[str, ...]:
        cursor.name(lead)
        steps = [cursor.name(names.territories())]
        while cursor.words:
            steps.append(cursor.name(names.territories()))
        return tuple(steps)

    def write(value: tuple[str, ...], lexicon: Lexicon) -> str:
        return " ".join((lead.write("via", lexicon.language), *value))

    return Slot(field, read, write, fits=lambda cursor: cursor.has(lead), kind=PLACES, known=places, among=WAY, is_vital=True)
