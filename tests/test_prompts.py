"""Every question says what to do, with its figures, in every language; and everybody else reads what is being done."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from marchland.kernel.asking import asked, obvious, particulars
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.chance import key_from_seed
from marchland.kernel.frames import Decision
from marchland.kernel.manners import Manner
from marchland.kernel.sentences import sentence
from marchland.kernel.title import Title, find_title

NOTHING_TO_COUNT = {
    "byzantium": {"MustPass", "ChoosePassCube"},
    "medioevo": {"ChooseTax", "DecideDeployment", "KingdomBids", "PickIcons", "RerollHorde", "TimeVote"},
    "cendre": {"WriteSheets"},
    "vinci": set(),
}
"""Questions that are about one thing, or whose figures stand in the rules: no fact of the table belongs into their sentences."""
NEVER_PUT = {"Negotiate"}
"""What others see instead of a question: nobody is asked it."""
NAMED = {
    "vinci": {
        "ChooseCivilization": {"offers", "have"},
        "ChooseConquest": {"step", "targets", "hand"},
        "DeclineOrPlay": {"civ", "held", "tokens"},
        "GatherForces": {"hand", "held"},
        "RedeploySurvivors": {"attacker", "attacked", "hand"},
        "Reorganize": {"hand", "short"},
        "ChoosePart": {"parts"},
        "ChooseFort": {"sites", "defence"},
        "ConfirmTurn": {"points"},
    },
    "byzantium": {
        "ChooseAction": {"turn", "turns", "pool"},
        "PayCube": {"to", "pool", "price"},
        "OfferFlight": {"attacker", "city", "cubes", "losses", "side"},
        "OfferMilitia": {"attacker", "city", "militia"},
        "ChooseLoss": {"side", "hits"},
        "ChooseDeserter": {"side", "need", "have", "points"},
    },
    "medioevo": {
        "MeetUpkeep": {"need", "have"},
        "Purchase": {"florins"},
        "ChooseDamage": {"place", "foe", "damage"},
        "AnswerPact": {"proposer", "seat", "terms"},
    },
}
"""What the sentences of the questions that newcomers meet must name."""


GIVEN_UP = {
    "vinci": {"DeclareDecline": Manner.ASKED, "Abandon": Manner.MODE},
    "byzantium": {},
    "medioevo": dict.fromkeys(("Default", "SelfPillage", "SelfRebel", "TearUp"), Manner.ASKED),
    "cendre": {},
}
"""What cannot be had back: never done at a first click."""
REFUSING = re.compile("Pass|Refuse|Refrain|Discard|Decline|Default|Leave|Skip|No[A-Z]|Done|Flee")
"""Never the button that stands out."""


@pytest.mark.parametrize("title_id", GIVEN_UP)
def test_nothing_is_given_up_at_a_first_click_and_no_refusal_stands_out(title_id: str) -> None:
    manners = find_title(title_id).parts.manners
    assert {verb: manner for verb, manner in manners.items() if manner is not Manner.PRIMARY} == GIVEN_UP[title_id]
    assert [verb for verb, manner in manners.items() if manner is Manner.PRIMARY and REFUSING.match(verb)] == []
    assert set(manners) <= set(find_title(title_id).vocabulary.actions), "an action that there is not"


def questions_of(title: Title) -> list[type[Decision]]:
    title.vocabulary  # noqa: B018  all rules are loaded
    return sorted(
        {kind for kind in _kinds(Decision) if kind.__module__.startswith(f"{title.package}.rules") and kind.__struct_fields__},
        key=lambda kind: kind.__name__,
    )


def _kinds(kind: type) -> Iterator[type]:
    for below in kind.__subclasses__():
        yield below
        yield from _kinds(below)


@pytest.mark.parametrize("title_id", NOTHING_TO_COUNT)
def test_every_question_is_put_with_its_figures_in_every_language(title_id: str) -> None:
    title = find_title(title_id)
    said, waited = title.phrases.phrases.decisions, title.phrases.phrases.waiting
    names = {kind.__name__ for kind in questions_of(title)} - NEVER_PUT
    assert names <= set(waited), f"nobody reads what is done: {names - set(waited)}"
    for name in names:
        facts = {language: sentence(said[name][language], language).facts for language in LANGUAGES}
        assert len(set(map(frozenset, facts.values()))) == 1, f"{name}: {facts}"
        assert bool(facts["en"]) != (name in NOTHING_TO_COUNT[title_id]), f"{name} names nothing of the table"
    for name, wanted in NAMED.get(title_id, {}).items():
        assert sentence(said[name]["en"], "en").facts == wanted, name


@pytest.mark.parametrize(("title_id", "seats", "moves"), [("vinci", 3, 250), ("byzantium", 2, 250), ("medioevo", 3, 150)])
def test_a_sentence_names_nothing_that_its_question_does_not_know(title_id: str, seats: int, moves: int) -> None:
    title, dice = find_title(title_id), random.Random(f"prompts of {title_id}")
    state = title.new(seats, key_from_seed("prompts"))
    for _ in range(moves):
        if state.is_over:
            break
        seat = state.deciders[0]
        question = state.question(seat)
        assert question is not None
        known = {*question.__struct_fields__, *particulars(title, question, state, seat), *_formed(title, question)}
        for language in LANGUAGES:
            wanted = sentence(title.phrases.phrases.decisions[type(question).__name__][language], language).facts
            assert wanted <= known, f"{type(question).__name__}: {wanted - known}"
            assert "-" not in asked(title, state, seat, language, ("Ada", "Bob", "Eve")).split(), type(question).__name__
        answer = obvious(state, seat)
        assert answer is None or answer in state.options(seat)
        state.play(seat, dice.choice(state.options(seat)))


def _formed(title: Title, question: Decision) -> set[str]:
    """What a title makes of a question's fields before it says them."""
    forms = title.phrases._forms
    name = type(question).__name__
    fields = {field: getattr(question, field) for field in question.__struct_fields__}
    return set(forms[name](fields)[1]) if name in forms else set()
