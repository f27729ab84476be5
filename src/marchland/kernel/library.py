"""Everything a title can be asked about: its common questions, its glossary, its rules."""

from __future__ import annotations

from collections.abc import Iterator

from .catalogue import LANGUAGES
from .finding import Entry, Found, Index
from .reading import reading_of
from .title import Title

QUESTION, TERM, RULE = "question", "term", "rule"
WORTH = {QUESTION: 1.4, TERM: 1.0, RULE: 0.9}
"""Where several fit, an answer comes before an explanation, and an explanation before the letter of a rule."""
GOOD = 1.0
"""A score that leaves no doubt about what was asked, nor in which language."""
CLEARLY = 1.2
"""How much better another language must fit than the reader's own."""


class Library:
    """A title's index, in every language."""

    def __init__(self, title: Title) -> None:
        reading = reading_of(title)
        same = reading.words if reading else {}
        self.indexes = {language: Index(entries(title, language), language, same.get(language, ())) for language in LANGUAGES}

    def find(self, asked: str, language: str) -> list[Found]:
        """What fits best. Whoever asks in another language than the page's is understood, too."""
        own = self.indexes[language].find(asked)
        if _quality(own) >= GOOD:
            return own
        answers = {language: own} | {other: index.find(asked) for other, index in self.indexes.items() if other != language}
        best = max(answers, key=lambda other: _quality(answers[other]) * (CLEARLY if other == language else 1.0))
        return answers[best]


def _quality(found: list[Found]) -> float:
    return found[0].score if found else 0.0


def entries(title: Title, language: str) -> Iterator[Entry]:
    """All that can be found, in one language."""
    reading = reading_of(title)
    for name, question in (reading.questions if reading else {}).items():
        asks = (question.ask[language], *question.also.get(language, ()))
        yield Entry(kind=QUESTION, id=name, headings=asks, text=question.text[language], weight=WORTH[QUESTION])
    for name, term in title.glossary.items():
        yield Entry(kind=TERM, id=name, headings=(term.name[language],), text=term.text[language], weight=WORTH[TERM])
    for rule in title.catalogue.rules.values():
        yield Entry(kind=RULE, id=rule.id, headings=(rule.name[language],), text=rule.text(language), weight=WORTH[RULE])
