"""What a bot is, and which bots there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import key_from_seed
from marchland.kernel.contract import Automaton, Choosy, Eager, Levelled
from marchland.kernel.errors import MarchlandError
from marchland.kernel.planning import Mind, Planning, Tasteful
from marchland.kernel.state import State
from marchland.kernel.title import Title


class Bot(Protocol):
    """Answers decisions for a seat. The bot gets a glimpse: a copy in which all that is hidden from the seat is dealt anew."""

    name: str

    def choose(self, glimpse: Glimpse) -> Action: ...


class Glimpse:
    """What a bot may know at a decision: its seat, its options and, on demand, a redealt copy of the game."""

    def __init__(self, title: Title, state: State, seat: Seat, seed: str) -> None:
        self.title = title
        self.seat = seat
        self.random = Random(seed)
        self._state = state

    @property
    def options(self) -> tuple[Action, ...]:
        return self._state.options(self.seat)

    def redealt(self) -> State:
        """A copy to think with: every call deals the hidden things and the future anew."""
        return self.title.redeal(self._state, self.seat, key_from_seed(self.random.getrandbits(64)))


class RandomBot:
    """Any legal answer, all equally likely."""

    name = "random"

    def choose(self, glimpse: Glimpse) -> Action:
        return glimpse.random.choice(glimpse.options)


class CuriousBot:
    """Tries what it has seldom done: first a kind of action, the rarer the likelier, then any action of that kind.

    No opponent for people: in a sweep it comes to pacts, battles and odd cards far more often than pure chance does. What is
    listed first lets things be in most questions, so it is seldom taken. A title says in `EAGERNESS` of its `bot.py` which
    actions, by name, would spoil the fun, like throwing one's own pieces away.
    """

    name = "curious"
    QUIET = 0.1

    def __init__(self, eagerness: Mapping[str, float]) -> None:
        self._eagerness = eagerness
        self._done: Counter[type[Action]] = Counter()

    def choose(self, glimpse: Glimpse) -> Action:
        kinds: dict[type[Action], list[Action]] = {}
        for option in glimpse.options:
            kinds.setdefault(type(option), []).append(option)
        weights = [self._eagerness.get(kind.__name__, 1) / (1 + self._done[kind]) for kind in kinds]
        weights[0] *= self.QUIET
        (kind,) = glimpse.random.choices(list(kinds), weights)
        self._done[kind] += 1
        return glimpse.random.choice(kinds[kind])


class TitleBot:
    """A title's own automaton, in an ordinary seat."""

    def __init__(self, name: str, factory: Callable[[], Automaton[State]]) -> None:
        self.name = name
        self._automaton = factory()

    def choose(self, glimpse: Glimpse) -> Action:
        return self._automaton.choose(glimpse.redealt(), glimpse.seat)


PROMISED: Mapping[str, float] = {"easy": 0.05, "normal": 0.2, "hard": 0.5, "expert": 3.0}
"""Seconds that an answer of each level takes, on a core of its own, in 95 of 100 cases; none takes longer than twice that."""
LEVELS = tuple(PROMISED)
WITH = "-"
"""Between a level and a taste: `hard-builder`."""
BASELINE = "greedy"
"""The bot by which others are measured. It is frozen, with every title's `evaluate` that it thinks with: later figures compare."""
HOUSE = ("random", BASELINE)
"""Bots for any title, weakest first. They can always be made: a table that has one goes on after its title found it unfit."""


def bot_names(title: Title) -> tuple[str, ...]:
    """The bots that can sit at a table of this title beside its levels, weakest first; a title may find those of the house `UNFIT`
    for it, and those that search are listed if they are more than a level.
    """
    bot = title.parts.bot
    unfit = bot.UNFIT if isinstance(bot, Choosy) else ()
    first, *others = HOUSE
    own = [name for name in bot.BOTS if name not in styled_names(title)]
    names = tuple(name for name in (first, *own, *others) if name not in unfit)
    return (*names, *(mind for mind in minds_of(title) if mind not in LEVELS))


def minds_of(title: Title) -> Mapping[str, Mind]:
    """The title's bots that search over turns."""
    bot = title.parts.bot
    return bot.MINDS if isinstance(bot, Planning) else {}


def tastes_of(title: Title) -> tuple[str, ...]:
    """What bots of any level may have a liking for in this title."""
    bot = title.parts.bot
    return tuple(bot.TASTES) if isinstance(bot, Tasteful) else ()


def styled_names(title: Title) -> tuple[str, ...]:
    """Every level with every taste, where it searches or the title has such an automaton: `easy-builder`, ..."""
    minds, automata = minds_of(title), title.parts.bot.BOTS
    names = [(level, f"{level}{WITH}{taste}") for taste in tastes_of(title) for level in LEVELS]
    return tuple(name for level, name in names if level in minds or name in automata)


def level_and_taste(name: str) -> tuple[str, str]:
    """What the name of a bot is made of; one without a level has no taste beside its name."""
    level, _, taste = name.partition(WITH)
    return (level, taste) if level in LEVELS else (name, "")


def mind_named(title: Title, name: str) -> Mind | None:
    """The mind of that name, if it is one of the title's that search: by itself, or a level's with a taste."""
    minds, (level, taste) = minds_of(title), level_and_taste(name)
    return minds[level].with_taste(taste) if level in minds and taste in tastes_of(title) else minds.get(name)


def bot_of_level(title: Title, level: str) -> str:
    """Which bot a level is: easy is the weakest, hard and expert the strongest, normal the title's own automaton if it has one.

    A title that has measured its bots may say otherwise in `LEVELS` of its `bot.py`, or have minds of these names.
    """
    bot, minds = title.parts.bot, minds_of(title)
    if level in minds:
        return level
    names = bot_names(title)
    usual = {"easy": names[0], "normal": names[1], "hard": names[-1]}
    measured = {**usual, **(bot.LEVELS if isinstance(bot, Levelled) else {})}
    return measured.get(level, measured["hard"])


def make_bot(title: Title, name: str) -> Bot:
    """A bot by name or by level."""
    from .greedy import GreedyBot  # these build on this module
    from .search import SearchBot

    bot = title.parts.bot
    wanted = bot_of_level(title, name) if name in LEVELS else name
    mind = mind_named(title, wanted)
    if isinstance(bot, Planning) and mind is not None:
        return SearchBot(wanted, bot, mind)
    if wanted in bot.BOTS:
        return TitleBot(wanted, bot.BOTS[wanted])
    if wanted == CuriousBot.name:
        return CuriousBot(bot.EAGERNESS if isinstance(bot, Eager) else {})
    if wanted not in HOUSE:
        known = (*LEVELS, *styled_names(title), *bot_names(title))
        raise MarchlandError(f"{title.id} has no bot {name!r}; it has: {', '.join(known)}")
    return RandomBot() if wanted == "random" else GreedyBot()


def answer(bot: Bot, title: Title, state: State, seat: Seat, seed: str) -> Action:
    """What the bot does now. The same seed gives the same answer."""
    return bot.choose(Glimpse(title, state, seat, seed))
