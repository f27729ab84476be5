"""Tables that fill themselves, and facts that are kept until what they follow from changes."""

import pytest

from marchland.kernel.memo import MOST, Known, Ledger, kept_in, kept_with, outdated, recalled, recalled_where, remembered


class Shelf:
    def __init__(self, *books: str) -> None:
        self.books, self.by_title, self.asked = books, Known(), 0


@kept_in("by_title")
def beginning_with(shelf: Shelf, letter: str) -> tuple[str, ...]:
    shelf.asked += 1
    return tuple(book for book in shelf.books if book.startswith(letter))


def test_a_remembered_answer_is_worked_out_once():
    asked = []
    double = remembered(lambda number: asked.append(number) or 2 * number)
    assert (double(3), double(3), double(4)) == (6, 6, 8)
    assert asked == [3, 4]


def test_a_fact_is_kept_for_each_question_until_its_part_is_laid_anew():
    shelf = Shelf("Emma", "Ivanhoe", "Evelina")
    assert [beginning_with(shelf, "E"), beginning_with(shelf, "I"), beginning_with(shelf, "E")] == [
        ("Emma", "Evelina"),
        ("Ivanhoe",),
        ("Emma", "Evelina"),
    ]
    assert shelf.asked == 2
    shelf.books, shelf.by_title = ("Emma",), {}
    assert beginning_with(shelf, "E") == ("Emma",)


def test_a_fact_that_no_longer_holds_is_named():
    shelf = Shelf("Emma", "Ivanhoe")
    beginning_with(shelf, "E")
    beginning_with(shelf, "I")
    assert outdated(shelf, "by_title") == []
    shelf.books = ("Ivanhoe",)
    assert outdated(shelf, "by_title") == ["beginning_with"]


class Library:
    def __init__(self, **shelves: str) -> None:
        self.shelves, self.readers, self.asked = Ledger(shelves), ["Ann"], 0


@kept_with("shelves")
def titles(library: Library, letter: str) -> tuple[str, ...]:
    library.asked += 1
    return tuple(sorted(book for book in library.shelves.values() if book.startswith(letter)))


@kept_with("shelves", "readers")
def lendings(library: Library) -> int:
    library.asked += 1
    return len(library.shelves) * len(library.readers)


CHANGES = (
    lambda shelves: shelves.__setitem__("c", "Evelina"),
    lambda shelves: shelves.__delitem__("a"),
    lambda shelves: shelves.pop("a"),
    lambda shelves: shelves.popitem(),
    lambda shelves: shelves.clear(),
    lambda shelves: shelves.update(c="Evelina"),
    lambda shelves: shelves.setdefault("c", "Evelina"),
    lambda shelves: shelves.__ior__({"c": "Evelina"}),
)


@pytest.mark.parametrize("change", CHANGES)
def test_a_ledger_forgets_by_itself_whatever_way_it_is_changed(change):
    library = Library(a="Emma", b="Emile")
    assert (titles(library, "E"), titles(library, "E")) == (("Emile", "Emma"),) * 2
    assert library.asked == 1
    change(library.shelves)
    assert titles(library, "E") == tuple(sorted(library.shelves.values()))
    assert library.asked == 2


def test_a_copy_of_a_ledger_knows_the_same_until_one_of_the_two_changes():
    library, twin = Library(a="Emma"), Library()
    titles(library, "E")
    twin.shelves = library.shelves.copy()
    assert (titles(twin, "E"), twin.asked) == (("Emma",), 0)
    twin.shelves["b"] = "Emile"
    assert (titles(twin, "E"), titles(library, "E")) == (("Emile", "Emma"), ("Emma",))
    assert (twin.asked, library.asked) == (1, 1)


def test_what_follows_from_several_parts_is_kept_until_one_of_them_changes():
    library = Library(a="Emma", b="Emile")
    assert (lendings(library), lendings(library), library.asked) == (2, 2, 1)
    library.readers.append("Bob")
    assert (lendings(library), lendings(library), library.asked) == (4, 4, 2)
    del library.shelves["a"]
    assert (lendings(library), library.asked) == (2, 3)


def test_a_plain_dictionary_keeps_nothing():
    library = Library()
    library.shelves = {"a": "Emma"}
    assert (titles(library, "E"), titles(library, "E"), library.asked) == (("Emma",), ("Emma",), 2)


def test_a_fact_of_a_ledger_that_follows_from_something_else_is_named():
    library = Library(a="Emma")
    library.letter = "E"
    favourite = kept_with("shelves")(lambda library: library.letter)
    favourite(library), titles(library, "E"), lendings(library)
    assert outdated(library, "shelves") == []
    library.readers.append("Bob")
    assert outdated(library, "shelves") == [], "it is asked anew before anybody is told"
    library.letter = "I"
    assert outdated(library, "shelves") == ["<lambda>"]


def test_an_answer_is_recalled_as_long_as_that_by_which_it_goes_is_the_same():
    asked = []
    double = recalled(by=lambda number, _: number)(lambda number, _: asked.append(number) or 2 * number)
    assert [double(2, "a"), double(2, "b"), double(3, "b"), double(2, "c")] == [4, 4, 6, 4]
    assert asked == [2, 3]
    for number in range(2 * MOST):
        assert double(number, "") == 2 * number
    assert double(2, "") == 4
    assert asked.count(2) > 1, "nobody recalls everything"


def test_an_answer_is_recalled_as_long_as_the_places_that_were_looked_at_are_the_same():
    """Whose book is lent to whom: a way through the shelves that nobody knows beforehand."""
    asked = []

    @recalled_where("shelves", by=lambda library, start: start)
    def last(library, start):
        seen = [start]
        asked.append(start)
        while library.shelves[seen[-1]] not in seen:
            seen.append(library.shelves[seen[-1]])
        return seen[-1], seen

    library = Library(a="b", b="a", c="a", d="d")
    assert [last(library, "a"), last(library, "a"), last(library, "c"), asked] == ["b", "b", "b", ["a", "c"]]
    library.shelves["d"] = "a"
    assert (last(library, "a"), asked) == ("b", ["a", "c"]), "where nobody looked, nothing matters"
    library.shelves["b"] = "d"
    assert (last(library, "a"), asked) == ("d", ["a", "c", "a"])
    library.shelves["b"] = "a"
    assert (last(library, "a"), asked) == ("b", ["a", "c", "a"]), "an earlier sight is not forgotten"
