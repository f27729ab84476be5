"""Why an operator is told no."""

from marchland.web.tables.refusals import TableRefusal
from marchland.web.words import say


class NotThem(TableRefusal):
    """Operators are not suspended by each other, nor by themselves: their office is taken on the machine."""

    code = "operator"

    def sentence(self) -> str:
        return say("staff_not_them")


class NothingToDo(TableRefusal):
    """It is so already, or somebody else was quicker."""

    code = "nothing-to-do"

    def sentence(self) -> str:
        return say("staff_nothing_to_do")


class NoAddress(TableRefusal):
    code = "no-address"

    def sentence(self) -> str:
        return say("staff_no_address")
