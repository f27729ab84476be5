"""What an option is called: by the proper names of pieces, where they stand, and never by a bare number."""

from __future__ import annotations

import re
from random import Random

import pytest

from marchland.games.medioevo.phrases import PHRASEBOOK
from marchland.games.medioevo.rules.conquest.conquest import Pillage
from marchland.games.medioevo.rules.events.calamities import Suffer
from marchland.games.medioevo.rules.movement.movement import Go
from marchland.games.medioevo.rules.purchases.purchases import BuyHere
from marchland.games.medioevo.rules.purchases.sites import BuyVehicle, Raise, Repair, UpgradeVehicle
from marchland.games.medioevo.rules.trade.trade import Employ, SellCubes
from marchland.games.medioevo.state import Medioevo, Vehicle
from marchland.games.medioevo.title import TITLE
from marchland.kernel.actions import Action
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.chance import key_from_seed

from .bare import bare_table, land

HERE = BuyHere(0, "constantinople")


def label(game: Medioevo, action: Action, language: str) -> str:
    return PHRASEBOOK.action(action, language, (), HERE.facts(game, 0, action))


@pytest.fixture
def game() -> Medioevo:
    game = bare_table()
    land(game, "constantinople", civil=2, civil_damage=1)
    game.vehicles[7] = Vehicle(0, "caravan", 2, "constantinople", goods=("wine", "salt", "wine"))
    return game


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Raise("civil", 1), ("Build: Village", "Construire\u00a0: Village", "Costruisci: Villaggio")),
        (Raise("military", 3), ("Build: Castle", "Construire\u00a0: Château", "Costruisci: Castello")),
        (BuyVehicle("engine", 2), ("Buy Trebuchet", "Acheter\u00a0: Trébuchet", "Compra: Trabucco")),
        (Repair("civil"), ("Repair: Town", "Réparer\u00a0: Ville", "Ripara: Borgo")),
        (SellCubes(("wine", "salt", "wine")), ("Sell 2 × Wine, 1 × Salt", "Vendre 2 × Vin, 1 × Sel", "Vendi 2 × Vino, 1 × Sale")),
    ],
)
def test_pieces_and_goods_go_by_their_names(game: Medioevo, action: Action, said: tuple[str, str, str]) -> None:
    assert tuple(label(game, action, language) for language in LANGUAGES) == said


def test_a_transport_is_told_by_its_kind_and_place(game: Medioevo) -> None:
    assert label(game, Employ(7), "it") == "Parti con: Carovana II, Costantinopoli (Tracia)"
    assert label(game, UpgradeVehicle(7, 3), "en") == "Raise to level III: Caravan II, Constantinople (Thrace)"
    assert label(game, Pillage("v:7"), "fr").endswith("Caravane II, Constantinople (Thrace)")
    assert label(game, Suffer("good:7:wine"), "it") == "Colpito: Vino: Carovana II, Costantinopoli (Tracia)"
    assert label(game, Pillage("building:constantinople:civil"), "it") == "Saccheggia Borgo, Costantinopoli (Tracia)"


def test_two_that_look_alike_keep_their_numbers(game: Medioevo) -> None:
    game.vehicles[9] = Vehicle(0, "caravan", 2, "constantinople")
    game.vehicles[11] = Vehicle(1, "caravan", 2, "constantinople")
    said = [label(game, Employ(number), "en") for number in (7, 9, 11)]
    assert said[:2] == [f"Set out with Caravan II #{number}, Constantinople (Thrace)" for number in (7, 9)]
    assert said[2] == "Set out with Caravan II, Constantinople (Thrace)"


@pytest.mark.parametrize("seed", range(3))
def test_no_option_of_a_game_is_a_bare_number(seed: int) -> None:
    """At random, with a hand that likes to buy: whatever is offered says what it is, and no two options say the same."""
    random, game = Random(seed), TITLE.new(4, key_from_seed(seed))
    for _ in range(700):
        if game.is_over or game.decision is None:
            return
        seat, decision = game.deciders[0], game.decision
        options = game.options(seat)
        for language in LANGUAGES:
            said = [PHRASEBOOK.action(option, language, (), decision.facts(game, seat, option)) for option in options]
            assert len(set(said)) == len(said), [text for text in said if said.count(text) > 1]
            assert not [text for text in said if re.search(r"(transport|machine|engine|mezzo|macchina) #|\ba [aeio]", text)]
        wanted = [option for option in options if isinstance(option, Raise | BuyVehicle | Employ | SellCubes)]
        game.apply(seat, random.choice(wanted or options))


@pytest.mark.parametrize(
    ("space", "said"),
    [
        ("alps", ("Go to the Alps", "Aller dans les Alpes", "Vai nelle Alpi")),
        ("constantinople", ("Go to Constantinople (Thrace)", "Aller à Constantinople (Thrace)", "Vai a Costantinopoli (Tracia)")),
    ],
)
def test_places_are_said_with_their_articles(space: str, said: tuple[str, str, str]) -> None:
    assert tuple(PHRASEBOOK.action(Go(space), language) for language in LANGUAGES) == said
