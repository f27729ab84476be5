"""The house's words as the site says them: in the language of whoever reads the page.

`say("saved")` says a sentence at once, `to_say("email")` when it is shown (labels of forms are made before anybody asks for a
page), and in templates there is `{% say "you_are" name=user.username %}`. What Django says itself stays Django's.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.template import Context, Library, Node, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token, render_value_in_context, token_kwargs
from django.utils.functional import lazy
from django.utils.translation import get_language

from marchland import words

register = Library()


def say(key: str, /, **facts: object) -> str:
    return words.say(key, _spoken(), **facts)


def _spoken() -> str:
    """Django's commands, which read labels too, speak no language."""
    return get_language() or settings.LANGUAGE_CODE


to_say = lazy(say, str)


class Saying(Node):
    """A sentence in a template. The sentence itself is no markup and is said as it is; what it is told is escaped."""

    def __init__(self, key: str, facts: dict[str, FilterExpression]) -> None:
        self.key, self.facts = key, facts
        self.sentences = {language: book[key] for language, book in words.books().items()}

    def render(self, context: Context) -> str:
        sentence = self.sentences[context.get("LANGUAGE_CODE") or _spoken()]
        return sentence.fill({name: _shown(fact.resolve(context), context) for name, fact in self.facts.items()})


def _shown(value: Any, context: Context) -> Any:
    return value if isinstance(value, int) else render_value_in_context(value, context)


@register.tag("say")
def _parse(parser: Parser, token: Token) -> Saying:
    """A sentence that is not there, or is told too little or too much, is found when its page is first read."""
    _tag, quoted, *told = token.split_contents()
    key, facts = quoted.strip("\"'"), token_kwargs(told, parser)
    sentence = words.books()["en"].get(key)
    if sentence is None or told or set(facts) != sentence.facts:
        raise TemplateSyntaxError(f"{key!r} with {', '.join(facts) or 'nothing'} is no sentence of the house")
    return Saying(key, facts)
