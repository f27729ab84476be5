"""How a sentence is written: facts, numbers with their nouns, French before a vowel."""

import pytest

from marchland.kernel.sentences import Sentence, Spoken, gaps, listed


def said(text, language="en", **facts):
    return Sentence(text, language).fill(facts)


def test_facts_are_filled_in():
    assert said("{who} takes {what} from {who}.", who="Ada", what=3) == "Ada takes 3 from Ada."
    assert said("Nothing is asked.") == "Nothing is asked."
    assert said("{{braces}} {n:+d} {{}}", n=2) == "{braces} +2 {}"


def test_what_is_filled_in_is_not_read_again():
    assert said("{who}: {what}", who="{what}", what="{who:x|y}") == "{what}: {who:x|y}"


def test_a_fact_that_is_missing_is_an_error():
    with pytest.raises(KeyError):
        said("{who} waits", name="Ada")


@pytest.mark.parametrize("text", ["{0} waits", "{} waits", "{who.name} waits", "{who[0]} waits", "{who!r} waits"])
def test_facts_are_called_by_plain_names(text):
    with pytest.raises(ValueError, match="is no name of a fact"):
        Sentence(text, "en")


@pytest.mark.parametrize(
    ("n", "counted"), [(0, "0 points"), (1, "1 point"), (2, "2 points"), (-1, "-1 point"), ("?", "? points"), ("", "")]
)
def test_a_number_takes_its_noun_along(n, counted):
    assert said("{n:point|points}", n=n) == counted


@pytest.mark.parametrize(("n", "counted"), [(0, "0 cheval"), (1, "1 cheval"), (2, "2 chevaux"), (-1, "-1 cheval")])
def test_in_french_the_plural_begins_at_two(n, counted):
    assert said("{n:cheval|chevaux}", "fr", n=n) == counted


@pytest.mark.parametrize(
    ("text", "name", "spoken"),
    [
        ("En attente de {who}", "Ada", "En attente d'Ada"),
        ("En attente de {who}", "Bob", "En attente de Bob"),
        ("En attente de {who}", "", "En attente de "),
        ("De {who} à Rome", "Édesse", "D'Édesse à Rome"),
        ("ce que {who} attend", "Otto", "ce qu'Otto attend"),
        ("le code {who}", "A", "le code A"),
        ("de la part de « {who} »", "Ada", "de la part de « Ada »"),
        ("En attente de {who}", "Marie de Orange", "En attente de Marie de Orange"),
    ],
)
def test_french_elides_before_a_fact_that_begins_with_a_vowel(text, name, spoken):
    """And never inside the fact: people are called what they call themselves."""
    assert said(text, "fr", who=name) == spoken


def test_other_languages_elide_nothing():
    assert said("In attesa de {who}", "it", who="Ada") == "In attesa de Ada"


def test_what_a_sentence_names_is_known():
    assert Sentence("{who} takes {n:cube|cubes} of {who}", "en").facts == {"who", "n"}
    assert Sentence("Nothing", "en").facts == set()


def test_a_missing_language_is_named():
    assert gaps({"a": {"en": "x", "fr": "x", "it": "x"}, "b": {"en": "x", "it": ""}}) == ["b.fr", "b.it"]


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"who": "Berta", "n": 2}, "Taken from Berta, who loses 2 tokens."),
        ({"who": "Berta", "n": 0}, "Taken from Berta."),
        ({"who": "-", "n": 0}, "Taken."),
        ({"who": "", "n": None}, "Taken."),
    ],
)
def test_what_stands_in_brackets_is_left_out_where_there_is_nothing_to_say(facts, text):
    sentence = Sentence("Taken[ from {who}][, who loses {n:token|tokens}].", "en")
    assert sentence.fill(facts) == text
    assert sentence.facts == {"who", "n"}


def test_brackets_without_a_fact_are_brackets():
    assert said("[b]map[/b] and {n} [END]", n=1) == "[b]map[/b] and 1 [END]"
    assert said("[de {city}]", "fr", city="Athènes") == "d'Athènes"


@pytest.mark.parametrize(
    ("text", "name", "spoken"),
    [
        ("passe à {who}", "les barbares", "passe aux barbares"),
        ("De {who} à Rome", "les barbares", "Des barbares à Rome"),
        ("près de {who}", "le Taurus", "près du Taurus"),
        ("près de {who}", "la Castille", "près de la Castille"),
        ("passe à {who}", "Le Chat", "passe à Le Chat"),
        ("déjà {who}", "les barbares", "déjà les barbares"),
    ],
)
def test_french_melts_de_and_a_with_the_article_that_a_fact_begins_with(text, name, spoken):
    assert said(text, "fr", who=name) == spoken
    assert said(text, "it", who=name) == text.format(who=name)


def test_a_name_is_spoken_of_in_the_ways_it_knows():
    africa = Spoken("Afrique", {"the": "l'Afrique", "in": "en Afrique"})
    assert said("{x}, {x:the}, {x:in}", "fr", x=africa) == "Afrique, l'Afrique, en Afrique"
    assert said("près de {x:the}", "fr", x=Spoken("Taurus", {"the": "le Taurus"})) == "près du Taurus"
    assert said("{x:the} {x:in}", "fr", x=listed([africa, "Kiev"])) == "L'Afrique, Kiev en Afrique, Kiev"
    assert said("{x:the}", "en", x="Africa") == "Africa"


@pytest.mark.parametrize(
    ("text", "name", "spoken"),
    [
        ("va a {where}", "Damasco", "va a Damasco"),
        ("va a {where}", "Atene", "va ad Atene"),
        ("va a {where}", "La Mecca", "va alla Mecca"),
        ("va a {where}", "", "va a "),
        ("A {where} si va", "il Cairo", "Al Cairo si va"),
        ("da {where}", "gli Urali", "dagli Urali"),
        ("la caduta di {where}", "l'Aquila", "la caduta dell'Aquila"),
        ("in {where}", "i Pirenei", "nei Pirenei"),
        ("con {where}", "i Pirenei", "con i Pirenei"),
        ("Berta e {where}", "Elena", "Berta ed Elena"),
        ("di {where}", "Ada", "di Ada"),
        ("prima {where}", "la Castiglia", "prima la Castiglia"),
        ("di {where}", "Larissa", "di Larissa"),
    ],
)
def test_italian_prepositions_melt_with_articles(text, name, spoken):
    assert said(text, "it", where=name) == spoken


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("{who:attaque|attaquent} Rome.", Spoken("Tribus", {"the": "les Tribus"}, True), "Les Tribus attaquent Rome."),
        ("{who:attaque|attaquent} Rome.", Spoken("Empire", {"the": "l'Empire"}), "L'Empire attaque Rome."),
        ("{who:attaque|attaquent} Rome.", Spoken("Akla", {}), "Akla attaque Rome."),
        ("On dit que {who:attaque|attaquent}.", Spoken("Tribus", {"the": "les Tribus"}, True), "On dit que les Tribus attaquent."),
        ("On dit que {who:attaque|attaquent}.", Spoken("Akla", {}), "On dit qu'Akla attaque."),
        ("C'est fini. {who:the} et Rome", Spoken("Tribus", {"the": "les Tribus"}, True), "C'est fini. Les Tribus et Rome"),
        ("[Hélas, ]{who:fuit|fuient}[ {who}]", Spoken("Empire", {"the": "l'Empire"}), "[Hélas, ]l'Empire fuit Empire"),
    ],
)
def test_a_verb_agrees_with_the_name_before_it(text, name, told):
    assert said(text, "fr", who=name) == told


def test_several_names_are_plural():
    names = listed([Spoken("Empire", {"the": "l'Empire"}), Spoken("Akla", {})])
    assert said("{who:fuit|fuient}.", "fr", who=names) == "L'Empire, Akla fuient."
