"""Tables that fill themselves, and facts that are kept until what they follow from changes."""

from marchland.kernel.memo import Known, kept_in, outdated, remembered


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
