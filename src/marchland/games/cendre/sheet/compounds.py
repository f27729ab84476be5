"""Arguments that fill several fields of an order together: each is read, written and asked for on a card here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from marchland.kernel.cards import NUMBER, TEXT

from ..tables import TABLES
from . import lexicon as names
from . import slots as s
from .blanks import TAUGHT, Blank, Form, Values
from .lexicon import Lexicon
from .slots import Cursor, Slot
from .words import Names, Token, Unreadable

CHARACTERISTICS = {
    "competence": ("civil", "competence"), "talents": ("civil", "talents"), "dons": ("civil", "gifts"),
    "commandement": ("militaire", "command"), "strategie": ("militaire", "strategy"), "tactiques": ("militaire", "tactics"),
    "puissance": ("magique", "power"), "controle": ("magique", "control"),
}  # fmt: skip
"""What can be trained beyond the highest level: the word on the sheet, the leader's type and the figure meant."""
TARGETS = {
    "own_territory": ("territory",), "any_territory": ("territory",), "enemy_territory": ("territory",),
    "own_city": ("territory",), "enemy_city": ("territory",), "source": ("territory",),
    "own_army": ("leader or territory",), "enemy_army": ("territory", "nation"),
    "own_leader": ("leader",), "enemy_leader": ("foreign leader",), "nation": ("nation",), "self_nation": (),
}  # fmt: skip
"""What each kind of spell target is written as."""


def _read_foreigner(cursor: Cursor) -> tuple[str, str]:
    """`NATION:"Name"`: a foreign leader is never checked, only spelt (TC-SHEET-06)."""
    token = cursor.peek()
    if token is None or token.key or ":" not in token.text:
        raise Unreadable("TC-SHEET-02", problem="missing", kind="foreign leader")
    written, _, name = cursor.words.pop(0).text.partition(":")
    if not name:
        name = cursor.text()
    inner = Cursor([Token(written)], cursor.lexicon, cursor.may_guess)
    nation = inner.name(names.nations(cursor.lexicon.others))
    cursor.doubts += inner.doubts
    while not token.quoted and cursor.words and not cursor.words[0].key:
        name += " " + cursor.text()
    return nation, name.strip()


def _foreigner(nation: str, name: str) -> str:
    return f"{nation}:{s.quoted(name)}"


def _read_training(cursor: Cursor) -> dict[str, Any]:
    """`entrainer civil fort`, or `entrainer competence +1` beyond the highest level."""
    figures = names.words_for(*CHARACTERISTICS)
    if cursor.has(figures):
        kind, level = CHARACTERISTICS[cursor.name(figures)]
        if cursor.has_number():
            cursor.number()
        return {"kind": kind, "level": level}
    kind = cursor.name(names.words_for("civil", "militaire", "magique"))
    return {"kind": kind, "level": cursor.name(names.words_for(*TABLES.leaders.levels))}


def _write_training(value: dict[str, Any], lexicon: Lexicon) -> str:
    for word, trained in CHARACTERISTICS.items():
        if trained == (value["kind"], value["level"]):
            return f"{names.words_for(*CHARACTERISTICS).write(word, lexicon.language)} +1"
    kinds, levels = names.words_for("civil", "militaire", "magique"), names.words_for(*TABLES.leaders.levels)
    return f"{kinds.write(value['kind'], lexicon.language)} {levels.write(value['level'], lexicon.language)}"


def _read_target(cursor: Cursor) -> dict[str, Any]:
    nation, name = _read_foreigner(cursor)
    return {"nation": nation, "name": name}


def _write_target(value: dict[str, Any], lexicon: Lexicon) -> str:
    return _foreigner(value["nation"], value["name"])


def _read_recruits(cursor: Cursor) -> dict[str, Any]:
    """`recruter archers 3`, `recruter archers max 3`, `recruter 3 archers`, `recruter archers=3`."""
    most = names.words_for("max")
    if cursor.has(most):
        cursor.name(most)
        ((unit, count),) = s.read_units(cursor)[:1]
        return {"unit": unit, "number": count, "most": True}
    token = cursor.peek()
    if (token and token.key) or cursor.has_number():
        listed = s.read_units(cursor)
        if len(listed) > 1:
            raise Unreadable("TC-SHEET-02", problem="extra", text=listed[1][0])
        return {"unit": listed[0][0], "number": listed[0][1], "most": False}
    unit = cursor.name(names.units(cursor.lexicon.nation))
    upto = cursor.has(most)
    if upto:
        cursor.name(most)
    return {"unit": unit, "number": cursor.number(), "most": upto}


def _write_recruits(value: dict[str, Any], lexicon: Lexicon) -> str:
    unit = names.units(lexicon.nation).write(value["unit"], lexicon.language)
    most = names.words_for("max").write("max", lexicon.language)
    return " ".join(filter(None, (unit, most if value["most"] else "", str(value["number"]))))


def _read_spell(cursor: Cursor) -> dict[str, Any]:
    """A spell by colour and level or by name, then its target as that spell asks for it."""
    spell = cursor.name(names.spell_names())
    fields: dict[str, Any] = {"spell": spell}
    for part in TARGETS[names.spells()[spell].target]:
        if part == "nation" and "territory" in fields and not cursor.words:
            break
        fields |= _read_target_part(cursor, part)
    return fields


def _read_target_part(cursor: Cursor, part: str) -> dict[str, Any]:
    if part == "foreign leader":
        nation, name = _read_foreigner(cursor)
        return {"nation": nation, "target": name}
    if part == "leader" or (part == "leader or territory" and cursor.has(cursor.lexicon.people)):
        return {"target": cursor.name(cursor.lexicon.people)}
    if part == "nation":
        return {"nation": cursor.name(names.nations(cursor.lexicon.others))}
    return {"territory": cursor.name(names.territories())}


def _write_spell(value: dict[str, Any], lexicon: Lexicon) -> str:
    kind = names.spells()[value["spell"]].target
    spell = names.spell_names().write(value["spell"], lexicon.language)
    if kind == "enemy_leader":
        return f"{spell} {_foreigner(value['nation'], value['target'])}"
    person = s.person("target").write(value["target"], lexicon) if value["target"] else ""
    return " ".join(filter(None, (spell, person, value["territory"], value["nation"])))


def _read_gold(cursor: Cursor) -> int:
    """`or=65`, `65 or` or just `65`."""
    if cursor.has_number() and len(cursor.words) == 1:
        return cursor.number()
    found = s.read_goods(cursor)
    if not found.gold or found.total() != found.gold:
        raise Unreadable("TC-SHEET-02", problem="missing", kind="gold")
    return found.gold


def _write_gold(value: int, lexicon: Lexicon) -> str:
    return f"{names.goods().write('gold', lexicon.language)}={value}"


def gold() -> Slot:
    return Slot("gold", _read_gold, _write_gold, kind=NUMBER)


# -- as forms ---------------------------------------------------------------------------------------------------


def _nations(lexicon: Lexicon) -> Names:
    return names.nations(lexicon.others)


def _people(lexicon: Lexicon) -> Names:
    return lexicon.people


def training() -> Slot:
    form = Form(lambda values: (Blank("training", known=_trainings),), _training_taken, _training_spread)
    return Slot("kind", _read_training, _write_training, form=form, is_whole=True)


@cache
def _every_training() -> Names:
    """Each type of leader with what can be trained in it: a level, or one figure beyond the last."""
    kinds = dict.fromkeys(kind for kind, _ in CHARACTERISTICS.values())
    levels = [(kind, level) for kind in kinds for level in TABLES.leaders.levels]
    return Names("training", [(f"{kind}/{level}", f"{kind}/{level}") for kind, level in (*levels, *CHARACTERISTICS.values())])


def _trainings(lexicon: Lexicon) -> Names:
    return _every_training()


def _training_taken(values: Mapping[str, Any]) -> dict[str, Any]:
    kind, _, level = values["training"].partition("/")
    return {"kind": kind, "level": level}


def _training_spread(order: Any) -> dict[str, str]:
    return {"training": f"{order.kind}/{order.level}"}


def victim() -> Slot:
    """A foreign leader, whom nobody checks."""
    form = Form(
        lambda values: (Blank("nation", known=_nations), Blank("name", TEXT)),
        lambda values: {name: values[name] for name in ("nation", "name")},
        lambda order: {"nation": order.nation, "name": order.name},
    )
    return Slot("nation", _read_target, _write_target, form=form, is_whole=True)


def recruits() -> Slot:
    form = Form(
        lambda values: (
            Blank("unit", known=lambda lexicon: names.units(lexicon.nation)),
            Blank("number", NUMBER),
            Blank("most", known=lambda lexicon: names.words_for("max"), is_needed=False),
        ),
        lambda values: {"unit": values["unit"], "number": values["number"], "most": "most" in values},
        lambda order: {"unit": order.unit, "number": str(order.number), "most": "max" if order.most else ""},
    )
    return Slot("unit", _read_recruits, _write_recruits, form=form, is_whole=True)


def spell() -> Slot:
    form = Form(_spell_blanks, _spell_taken, _spell_spread, hinge="spell")
    return Slot("spell", _read_spell, _write_spell, form=form, is_whole=True)


PARTS = {
    "territory": (Blank("territory", known=s.places),),
    "nation": (Blank("nation", known=_nations),),
    "leader": (Blank("target", known=_people),),
    "foreign leader": (Blank("nation", known=_nations), Blank("target", TEXT)),
    "leader or territory": (
        Blank("target", known=_people, is_needed=False, is_vital=True),
        Blank("territory", known=s.places, is_needed=False, is_vital=True),
    ),
}
"""What a card asks for each part of a spell's target."""


def _spell_blanks(values: Values) -> tuple[Blank, ...]:
    """The spell; once it is chosen, its target."""
    first = Blank("spell", known=lambda lexicon: names.spell_names(), among=TAUGHT)
    slip = names.spells().get(values.get("spell", ""))
    if slip is None:
        return (first,)
    parts = TARGETS[slip.target]
    asked = [blank for part in parts for blank in PARTS[part]]
    if parts == ("territory", "nation"):  # whose troops, where several stand
        asked[-1] = Blank("nation", known=_nations, is_needed=False, is_vital=True)
    return (first, *asked)


def _spell_taken(values: Mapping[str, Any]) -> dict[str, Any]:
    parts = {name: values[name] for name in ("spell", "territory", "nation", "target") if name in values}
    if parts.get("target") and "leader or territory" in TARGETS[names.spells()[values["spell"]].target]:
        parts.pop("territory", None)
    return parts


def _spell_spread(order: Any) -> dict[str, str]:
    return {name: getattr(order, name) for name in ("spell", "territory", "nation", "target")}
