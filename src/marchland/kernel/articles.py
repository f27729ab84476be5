"""Articles: how a language speaks of the places of a board, where a name alone would be wrong ("Conquérir l'Afrique").

`data/articles.yaml` of a title has an entry for each language that needs it; `spoken` makes of a name one that sentences can say
with its article, `{province:the}`, as the place where something is, `{province:in}`, and with a verb that agrees with it,
`{nation:attaque|attaquent}`.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from .sentences import VOWELS, Spoken


class Articles(msgspec.Struct, frozen=True, rename={"otherwise": "else"}):
    """The articles of one language. A name is listed itself or by its first word; others take `else`, before a vowel `vowel`."""

    otherwise: str = ""
    vowel: str = ""
    listed: dict[str, list[str]] = {}
    whole: dict[str, str] = {}
    """Names that need more than a word before them."""
    inside: dict[str, str] = {}
    """What an article becomes where something is there."""
    whole_inside: dict[str, str] = {}
    """What becomes of names, or of their first words, that do not follow it."""
    plural: tuple[str, ...] = ()
    """Articles, names or first words of names that are plural."""

    def before(self, name: str) -> str:
        """The name as one speaks of it."""
        return self.whole[name] if name in self.whole else self._article(name) + name

    def within(self, name: str) -> str:
        """Where something is that is there; the name alone, where the language needs no more."""
        if name in self.whole_inside:
            return self.whole_inside[name]
        start = self.whole_inside.get(name.split()[0])
        return start + name if start else self.inside.get(self._article(name), "") + name

    def is_plural(self, name: str) -> bool:
        return not {name, name.split()[0], self._article(name)}.isdisjoint(self.plural)

    def _article(self, name: str) -> str:
        for known in (name, name.split()[0]):
            for article, names in self.listed.items():
                if known in names:
                    return article
        return self.vowel if name[0] in VOWELS else self.otherwise


class ArticleBook:
    """The articles of a title, by language."""

    def __init__(self, path: Path) -> None:
        self._languages = msgspec.yaml.decode(path.read_bytes(), type=dict[str, Articles])

    def spoken(self, name: str, language: str) -> Spoken:
        articles = self._languages.get(language)
        if articles is None or not name:
            return Spoken(name, {})
        return Spoken(name, {"the": articles.before(name), "in": articles.within(name)}, articles.is_plural(name))
