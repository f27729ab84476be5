"""What things and records are called in Medioevo Universale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from marchland.kernel.articles import ArticleBook
from marchland.kernel.catalogue import Catalogue
from marchland.kernel.manners import Manner
from marchland.kernel.phrasebook import Called, Phrasebook
from marchland.kernel.sentences import Spoken
from marchland.kernel.typography import colon

from . import world
from .rules.cards.objectives import objective_table
from .rules.diplomacy.pacts import Terms
from .state import Craft, Pointed, Vehicle
from .tables import DATA, ENGINES, empire_cards, event_areas, event_cards, tables, technologies

SEAT_FIELDS = (
    *("seat", "payee", "other", "attacker", "defender", "winner", "owner", "loser", "before", "holder", "foe", "victor"),
    *("order", "ranking", "parties", "rival", "enemy", "culprit", "guests", "against", "partner", "accusing", "acquitting"),
    *("proposer", "others"),
)
MANNERS = {
    **dict.fromkeys(("PayUpkeep", "Roll", "Stand", "FightOn", "Imprison"), Manner.PRIMARY),
    **dict.fromkeys(("Default", "SelfPillage", "SelfRebel", "TearUp"), Manner.ASKED),
}
"""How kinds of action are offered: what gives something up for good is asked about first."""
ROMAN = ("0", "I", "II", "III", "IV")
CATALOGUE = Catalogue(DATA / "rules.yaml")
ARTICLES = ArticleBook(DATA / "articles.yaml")


def word(key: Any, language: str) -> str:
    return PHRASEBOOK.word(str(key), language)


def seat_name(seat: int, language: str) -> str:
    return word("barbarians", language) if seat < 0 else f"{word('player', language)} {seat + 1}"


def space_name(space: Any, language: str) -> str:
    """A territory, with its settlement if every printing of the map has it and it is called otherwise; or a sea zone."""
    if not isinstance(space, str) or space not in world.atlas().spaces:
        return str(space)
    name = world.atlas()[space].name[language]
    town = world.towns(world.FIRST).get(space)
    return name if town is None or town.name[language] == name else f"{town.name[language]} ({name})"


def spoken_space(space: Any, language: str) -> Spoken:
    return ARTICLES.spoken(space_name(space, language), language)


def board_ids(language: str) -> dict[str, str]:
    """Everything on the board that can be pointed at, with its name."""
    return {space: space_name(space, language) for space in (*world.lands(), *world.seas())}


def card_name(card: Any, language: str) -> str:
    return f"{word('character:' + empire_cards()[int(card)].character, language)} {card}"


def objective_name(number: int, language: str) -> str:
    return str(objective_table()[number].name[language])


def technology_name(key: str, language: str) -> str:
    return technologies()[key].name[language]


def window_name(window: str, language: str) -> str:
    """A moment at which players may break in."""
    said = word(f"window:{window}", language)
    return said[:1].upper() + said[1:]


def good_name(good: str, language: str) -> str:
    table = world.good_table()
    return table[good].name[language] if good in table else good


def kingdom_name(kingdom: str, language: str) -> str:
    return world.kingdoms()[kingdom].name[language]


def event_name(event: str, language: str) -> str:
    card = event_cards()[event]
    return f"{event_areas()[card.area].name[language]} {event.rpartition('-')[2]}"


def level_name(level: Any, language: str) -> str:
    if isinstance(level, str):
        return word(level, language)
    return ROMAN[level] if 0 <= level < len(ROMAN) else str(level)


def item_name(item: str, language: str) -> str:
    """A piece to be bought, by kind and level: `li`, `wagon:2`, `civil:1`; buildings and engines of each level have a name."""
    kind, _, level = item.partition(":")
    if not level:
        return word(kind, language)
    names = ENGINES if kind == "engine" else tables().buildings[kind].names if kind in tables().buildings else ()
    return word(names[int(level) - 1], language) if names else f"{word(kind, language)} {ROMAN[int(level)]}"


def vehicle_name(vehicle: Vehicle, language: str) -> str:
    return item_name(f"{vehicle.kind}:{vehicle.level}", language)


def craft_name(craft: Craft | int, language: str) -> str:
    """A transport or engine and where it stands; in records that tell no more of it, by its number."""
    if isinstance(craft, int):
        return f"{word('transport', language)} #{craft}"
    number = f" #{craft.number}" if craft.has_twin else ""
    return f"{vehicle_name(craft.vehicle, language)}{number}, {space_name(craft.vehicle.space, language)}"


def load_of(goods: Iterable[str]) -> tuple[str, ...]:
    """Goods by number: `2:wine`, `1:salt`."""
    return tuple(f"{number}:{good}" for good, number in Counter(goods).items())


def portion_name(portion: str, language: str) -> str:
    number, _, good = portion.partition(":")
    return f"{number} × {good_name(good, language)}"


def load_name(goods: Iterable[str], language: str) -> str:
    """`2 × Wine, 1 × Salt`."""
    return ", ".join(portion_name(portion, language) for portion in load_of(goods))


def use_name(use: str, language: str) -> str:
    """A Captain's use: `as:arc`."""
    verb, _, kind = use.partition(":")
    return f"{word(verb, language)} {word(kind, language)}"


def number_name(value: Any, language: str) -> str:
    return f"#{value}"


def yes_or_no(value: bool, language: str) -> str:
    return word("yes" if value else "no", language)


def die_name(place: Any, language: str) -> str:
    return f"d{(4, 6, 8)[place]}"


def tally_name(value: Any, language: str) -> str:
    """Units by kind, or a plain number."""
    if not isinstance(value, Mapping):
        return str(value)
    return ", ".join(f"{number} {word(kind, language)}" for kind, number in value.items()) or "-"


def bids_name(bids: Mapping[int, int], language: str, called: Called) -> str:
    return ", ".join(f"{called(int(seat))} {bid}" for seat, bid in sorted(bids.items()))


def reason_name(rule: str, language: str) -> str:
    """What florins are paid for, or honour is won by: in a word of its own, else as the rule is headed."""
    said = word(f"for:{rule}", language)
    return _without_brackets(CATALOGUE.find(rule).name[language]) if said.startswith("for:") else said


def _without_brackets(heading: str) -> str:
    """`Art of War, red I`: what florins are paid for stands in brackets already."""
    return heading.replace(" (", ", ").replace(")", "")


def purpose_name(purpose: str, language: str) -> str:
    if purpose.startswith("card "):
        return card_name(purpose.removeprefix("card "), language)
    return word(f"purpose:{purpose}", language).removeprefix("purpose:")


# -- ids ---------------------------------------------------------------------------------------------------


def id_name(id: str | Pointed, language: str, called: Called) -> str:
    """Anything a card, technology or loss may name, by its id; of what stands on the board one may know more."""
    if isinstance(id, Pointed):
        return pointed_name(id, language, called)
    kind, _, rest = id.partition(":")
    if not rest:
        return word("nothing", language) if id == "nothing" else space_name(id, language)
    parts = rest.split(":")
    match kind:
        case "v":
            cargo = f" ({word('cargo', language)})" if rest.endswith(":cargo") else ""
            return f"{word('transport', language)} #{parts[0]}{cargo}"
        case "unit":
            return f"{word(parts[2], language)}, {called(int(parts[1]))}, {space_name(parts[0], language)}"
        case "building":
            return f"{word(parts[1], language)}, {space_name(parts[0], language)}"
        case "cube":
            return f"{word('cube', language)}, {good_name(parts[1], language)}, {space_name(parts[0], language)}"
        case "good":
            return " #".join(part if part.isdigit() else good_name(part, language) for part in reversed(parts))
        case _:
            return called(int(rest)) if kind == "seat" else _plain_id(kind, rest, language)


def pointed_name(pointed: Pointed, language: str, called: Called) -> str:
    """`Town, Rome`; `Caravan II, Rome`, `its goods`, or one of them aboard."""
    rest = pointed.id.partition(":")[2]
    if pointed.craft is not None:
        craft, (_, *part) = craft_name(pointed.craft, language), rest.split(":")
        carried = word("cargo", language) if part == ["cargo"] else good_name(part[0], language) if part else ""
        return f"{carried}{colon(language)}{craft}" if carried else craft
    if pointed.level:
        space, _, category = rest.partition(":")
        return f"{item_name(f'{category}:{pointed.level}', language)}, {space_name(space, language)}"
    return id_name(pointed.id, language, called)


def piece_name(piece: str | Pointed, language: str, called: Called) -> str:
    """A piece on the board by its id, or a kind of piece of the supply."""
    plain = piece.id if isinstance(piece, Pointed) else piece
    return id_name(piece, language, called) if ":" in plain else word(plain, language)


def _plain_id(kind: str, rest: str, language: str) -> str:
    match kind:
        case "card":
            return card_name(rest, language)
        case "technology":
            return technology_name(rest, language)
        case "side":
            return word(f"side{rest}", language)
        case "kind" | "colour":
            return word(rest, language)
        case "event":
            return event_name(rest, language)
        case "die":
            return f"{word('die', language)} {rest.replace(':', '/')}"
        case _:
            return rest


# -- pacts -------------------------------------------------------------------------------------------------


def clause_name(clause: str, language: str) -> str:
    return word(f"pact:{clause}", language)


def offer_name(offer: str, language: str) -> str:
    return word(f"offer:{offer}", language)


def objection_name(objection: str, language: str) -> str:
    return word(f"objection:{objection}", language)


def terms_name(terms: Any, language: str, called: Called = str) -> str:
    """A pact's terms in a line: what is agreed, who pays whom, for whom and against whom, and how long."""
    terms = read_terms(terms)
    said = [clause_name(kind, language) for kind in terms.kinds]
    said += [
        f"{value} {word('terms:' + key, language)}" for value, key in ((terms.units, "units"), (terms.per_use, "fee")) if value
    ]
    if terms.florins:
        said.append(_payment(terms, language, called))
    for seats, key in ((terms.guests, "for"), (terms.against, "against")):
        if seats:
            said.append(f"{word('terms:' + key, language)} {', '.join(map(called, seats))}")
    if terms.prisoners:
        said.append(f"{word('terms:prisoners', language)}{colon(language)}{len(terms.prisoners)}")
    until = f"{word('terms:until', language)} {terms.until}" if terms.until else word("terms:whole", language)
    secret = [word("terms:secret", language)] if terms.secret else []
    text = [terms.text] if terms.text else []
    return ", ".join([*(said or [word("terms:nothing", language)]), *text, until, *secret])


def _payment(terms: Terms, language: str, called: Called) -> str:
    giver, taker = terms.parties[:2] if terms.florins > 0 else reversed(terms.parties[:2])
    return PHRASEBOOK.measure("terms:once", abs(terms.florins), language, {"giver": called(giver), "taker": called(taker)})


def read_terms(terms: Terms | Mapping[str, Any]) -> Terms:
    """Terms, also as they stand in a record."""
    return terms if isinstance(terms, Terms) else msgspec.convert(terms, Terms)


# -- records that are said in more than one way ------------------------------------------------------------

Facts = Mapping[str, Any]


def payment_form(facts: Facts) -> tuple[str, Facts]:
    """The bank is not named: one pays, receives, or pays somebody."""
    if facts["seat"] < 0:
        return "Paid:received", facts
    return ("Paid" if facts["payee"] < 0 else "Paid:between"), facts


def loss_form(facts: Facts) -> tuple[str, Facts]:
    """Barbarians are many."""
    return ("UnitLost:barbarians" if facts["owner"] < 0 else "UnitLost"), facts


def offered_payment_form(facts: Facts) -> tuple[str, Facts]:
    """MU-DIP-04 What a writer would pay, or ask for."""
    return ("SetPayment:asked" if facts["florins"] < 0 else "SetPayment"), {**facts, "florins": abs(facts["florins"])}


def proposal_form(name: str) -> Callable[[Facts], tuple[str, Facts]]:
    """MU-DIP-04 A pact with everybody else who is to sign it."""
    return lambda facts: (name, {**facts, "others": read_terms(facts["terms"]).parties[1:]})


def answer_form(facts: Facts) -> tuple[str, Facts]:
    """MU-DIP-04 Who has written the pact, and who else is to sign it."""
    proposer, *others = read_terms(facts["terms"]).parties
    rest = [seat for seat in others if seat != facts["seat"]]
    return ("AnswerPact:several" if rest else "AnswerPact"), {**facts, "proposer": proposer, "others": rest}


def refusal_form(facts: Facts) -> tuple[str, Facts]:
    return "PactRefused", {**facts, "proposer": facts["parties"][0]}


def craft_form(name: str, field: str = "vehicle") -> Callable[[Facts], tuple[str, Facts]]:
    """A transport or engine as it stands, where that is known."""
    return lambda facts: (name, {"craft": facts[field], **facts})


def levelled_form(name: str, field: str) -> Callable[[Facts], tuple[str, Facts]]:
    """What is bought or built of a level."""
    return lambda facts: (name, {**facts, "item": f"{facts[field]}:{facts['level']}"})


def repair_form(facts: Facts) -> tuple[str, Facts]:
    return "Repair", {"item": facts["category"], **facts}


def load_form(name: str) -> Callable[[Facts], tuple[str, Facts]]:
    return lambda facts: (name, {**facts, "load": load_of(facts["goods"])})


SPACES = ("space", "place", "goal", "origin", "destination", "stages", "refuge", "to", "token")
WORDS = ("kind", "into", "building", "category", "icon", "icons", "outcome", "colour", "colours", "target")
IDS = ("element", "id", "chosen", "source")

PHRASEBOOK = Phrasebook(
    sorted(DATA.glob("phrases*.yaml")),
    namers={
        **dict.fromkeys(SPACES, spoken_space),
        **dict.fromkeys(WORDS, word),
        "seat": seat_name,
        "rule": reason_name,
        "card": card_name,
        "cards": card_name,
        "objective": objective_name,
        "technology": technology_name,
        "branch": word,
        "good": good_name,
        "goods": good_name,
        "kingdom": kingdom_name,
        "event": event_name,
        "events": event_name,
        "level": level_name,
        "item": item_name,
        "use": use_name,
        "window": window_name,
        "craft": craft_name,
        "load": portion_name,
        "vehicle": number_name,
        "vehicles": number_name,
        "engine": number_name,
        "galley": number_name,
        "declared": yes_or_no,
        "comes": yes_or_no,
        "up": yes_or_no,
        "breach": yes_or_no,
        "dice": die_name,
        "troops": tally_name,
        "horde": tally_name,
        "purpose": purpose_name,
        "clause": clause_name,
        "clauses": clause_name,
        "kinds": clause_name,
        "offer": offer_name,
        "objection": objection_name,
    },
    seat_fields=SEAT_FIELDS,
    things=board_ids,
    players_namers={**dict.fromkeys(IDS, id_name), "bids": bids_name, "piece": piece_name, "terms": terms_name},
    forms={
        "Paid": payment_form,
        "UnitLost": loss_form,
        "SetPayment": offered_payment_form,
        "AnswerPact": answer_form,
        "PactRefused": refusal_form,
        "Repair": repair_form,
        "Raise": levelled_form("Raise", "category"),
        **{name: levelled_form(name, "kind") for name in ("BuyVehicle", "ChooseStart")},
        **{name: craft_form(name) for name in ("AssignCarrier", "Employ", "Leave", "Seize", "Take", "UpgradeVehicle")},
        **{name: craft_form(name, "engine") for name in ("Aim", "Man")},
        **{name: craft_form(name, "galley") for name in ("HurtAboard", "SacrificeAboard")},
        **{name: load_form(name) for name in ("SellCubes", "Sold")},
        **{name: proposal_form(name) for name in ("PactProposed", "Propose", "WritePact")},
    },
)
