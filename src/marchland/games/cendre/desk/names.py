"""What cards call things: names of all that can be chosen, in the reader's language, and a note on what is known of it."""

from __future__ import annotations

from collections.abc import Callable

from marchland.kernel.cards import Choice
from marchland.kernel.typography import colon

from ..phrases import in_language, nation_name, spell_name, structure_name, territory_name, unit_name, word
from ..sheet.blanks import Blank
from ..tables import TABLES
from ..world import SITES
from .writer import Writer


def label(name: str, language: str) -> str:
    return word(f"blank.{name}", language)


def choice(blank: Blank, value: str, writer: Writer, most: int = 0) -> Choice:
    kind = blank.known(writer.words).kind if blank.known else ""
    note = NOTES[kind](value, writer) if kind in NOTES else ""
    return Choice(value, name_of(blank, value, writer), value if value in SITES else "", note, most)


def name_of(blank: Blank, value: str, writer: Writer) -> str:
    """A thing by its name, as the reader knows it."""
    kind = blank.known(writer.words).kind if blank.known else ""
    if kind in ("leader", "market", "prisoner"):
        return writer.words.name_of(value)
    return NAMES.get(kind, word)(value, writer.language)


def _colour_name(colour: str, language: str) -> str:
    found = next((entry["name"] for entry in TABLES.grimoire["colours"] if entry["id"] == colour), None)
    return in_language(found, language) if found else word(colour, language)


def _training_name(training: str, language: str) -> str:
    """A level of a type of leader, or one of his figures."""
    kind, _, level = training.partition("/")
    figure = level not in TABLES.leaders.levels
    return f"{word(kind, language)}{colon(language)}{word(f'figure.{level}' if figure else level, language)}"


def _decision_name(value: str, language: str) -> str:
    """A structure, or an event that waits for an answer."""
    named = structure_name(value, language)
    return named if named != value else word(value, language)


def _choice_name(value: str, language: str) -> str:
    named = _decision_name(value, language)
    return nation_name(value, language) if named == value and value.isupper() else named


def _word_name(value: str, language: str) -> str:
    """Treaties are called by the house's word for them."""
    return word(f"choice.{value}", language) if word(f"choice.{value}", language) != f"choice.{value}" else word(value, language)


NAMES: dict[str, Callable[[str, str], str]] = {
    "territory": territory_name,
    "nation": nation_name,
    "unit": unit_name,
    "structure": _decision_name,
    "spell": spell_name,
    "colour": _colour_name,
    "training": _training_name,
    "choice": _choice_name,
    "word": _word_name,
}


# -- notes ------------------------------------------------------------------------------------------------------


def _of_territory(code: str, writer: Writer) -> str:
    """Whose it is, and whether there is a town; of one's own land how large."""
    land, language = writer.view.lands[code], writer.language
    own = writer.estate.lands.get(code)
    holder = nation_name(land.controller, language) if land.controller != writer.nation else ""
    town = f"{word('note.town', language)} {own.town}" if own and own.town else word("note.town", language) if land.town else ""
    return ", ".join(filter(None, (holder, town)))


def _of_nation(nation: str, writer: Writer) -> str:
    """How one stands with it: war, treaties."""
    bonds = [treaty.kind for treaty in writer.view.treaties if {treaty.one, treaty.other} == {writer.nation, nation}]
    wars = ["war" for war in writer.view.wars if {war.one, war.other} == {writer.nation, nation}]
    return ", ".join(word(bond, writer.language) for bond in (*wars, *bonds))


def _of_leader(leader: str, writer: Writer) -> str:
    found = next((who for who in writer.estate.leaders if who.id == leader), None)
    return territory_name(found.at, writer.language) if found and found.at in SITES else ""


def _of_listed(leader: str, writer: Writer) -> str:
    found = next((entry for entry in writer.view.market if entry.leader.id == leader), None)
    return f"{found.listing.price} {word('gold', writer.language)}" if found else ""


def _of_goods(kind: str, writer: Writer) -> str:
    """How much of it there is."""
    return str(writer.estate.nation.goods[kind])


NOTES: dict[str, Callable[[str, Writer], str]] = {
    "territory": _of_territory,
    "nation": _of_nation,
    "leader": _of_leader,
    "market": _of_listed,
    "goods": _of_goods,
}
