"""Play in the terminal: any title, any seats, in three languages."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from marchland.bots.protocol import Bot, answer, make_bot
from marchland.kernel.actions import Action, Seat
from marchland.kernel.asking import asked
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.chance import KEY_BYTES, key_from_seed
from marchland.kernel.contract import Reminding
from marchland.kernel.errors import IllegalAction, MarchlandError, Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import PreviewLine
from marchland.kernel.match import Match, read_record, write_record
from marchland.kernel.title import Title
from marchland.words import say

COLOURS = ("red", "blue", "green", "yellow", "magenta", "cyan")


class Quit(Exception):
    """The player leaves the table."""


class TerminalGame:
    """A match with people at the keyboard and bots beside them."""

    def __init__(
        self,
        match: Match,
        seats: Sequence[str],
        language: str,
        console: Console,
        read: Callable[[str], str],
        is_saved: bool = False,
    ) -> None:
        self.match = match
        self.title: Title = match.title
        self.language = language
        self.console = console
        self.read = read
        self.bots: dict[Seat, Bot] = {n: make_bot(self.title, kind[4:]) for n, kind in enumerate(seats) if kind.startswith("bot:")}
        self.players = [self.player_name(number, kind) for number, kind in enumerate(seats)]
        self.saved = len(match.entries) if is_saved else -1
        """How many answers the last file holds."""

    def player_name(self, seat: Seat, kind: str) -> str:
        name = self.title.phrases.name("seat", seat, self.language)
        return f"{name} ({kind[4:]})" if kind.startswith("bot:") else name

    # -- the loop --------------------------------------------------------------------------------------

    def run(self) -> None:
        """Until the game is over or somebody leaves; whoever ends the input, or interrupts, leaves too."""
        try:
            self._run()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            self.leave()

    def _run(self) -> None:
        self.say("terminal_dice", hash=self.match.record().commitment)
        self.tell(self.match.events)
        while not self.match.state.is_over:
            seat = self.match.state.deciders[0]
            if seat in self.bots:
                seed = f"{len(self.match.entries)}/{self.match.state.chance.counter}"
                self.tell(self.match.act(seat, answer(self.bots[seat], self.title, self.match.state, seat, seed)))
            else:
                self.ask(seat)
        self.show_end()

    def ask(self, seat: Seat) -> None:
        """One question to a person at the keyboard."""
        question = asked(self.title, self.match.state, seat, self.language, self.players, self.match.events)
        name = self.title.phrases.seat(seat, self.language, self.players)
        self.console.rule(self.colour(seat, escape(f"{name}: {question}")))
        self.show_options(seat)
        self.show_division(seat)
        line = self.read(f"{escape(self.at_hand(seat))}> ").strip()
        try:
            self.obey(seat, line)
        except MarchlandError as error:
            self.show_error(error)

    def obey(self, seat: Seat, line: str) -> None:
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "help": lambda: self.console.print(say("terminal_help", self.language)),
            "?": lambda: self.console.print(say("terminal_help", self.language)),
            "map": lambda: self.show_position(seat),
            "why": lambda: self.show_why_not(seat, rest),
            "undo": lambda: self.undo(seat),
            "restart": lambda: self.restart(seat),
            "rule": lambda: self.show_rule(rest),
            "find": lambda: self.find_rules(rest),
            "log": lambda: self.tell(self.match.events[-40:]),
            "save": lambda: self.save(Path(rest) if rest else self.free_name()),
            "lang": lambda: self.switch(rest),
            "quit": self.leave,
        }
        if word in commands:
            commands[word]()
        else:
            self.answer_all(seat, line)

    # -- answers ---------------------------------------------------------------------------------------

    def answer_all(self, seat: Seat, line: str) -> None:
        """One answer, or several with semicolons between, in this order; numbers mean the list that was shown."""
        shown = self.match.state.options(seat)
        answers = [part.strip() for part in line.split(";")]
        for place, words in enumerate(answers):
            if place and seat not in self.match.state.deciders:
                raise MarchlandError(say("terminal_not_asked", self.language, rest="; ".join(answers[place:])))
            self.tell(self.match.act(seat, self.understood(seat, words, shown)))

    def understood(self, seat: Seat, line: str, shown: Sequence[Action]) -> Action:
        """An option by its number, by words of its sentence, places with numbers, or an order in the title's one-line form."""
        options = self.match.state.options(seat)
        if line.isdigit() and 1 <= int(line) <= len(shown):
            return shown[int(line) - 1]
        divided = self.divided(seat, line)
        if divided is not None:
            return divided
        wanted = plain_words(line)
        sentences = {option: plain_words(self.sentence(option)) for option in options}
        found = [
            option for option, words in sentences.items() if wanted and all(any(w.startswith(x) for w in words) for x in wanted)
        ]
        exact = [option for option in found if len(sentences[option]) == min(len(sentences[other]) for other in found)]
        if len(exact) == 1:
            return exact[0]
        if found:
            choices = "; ".join(self.sentence(option) for option in found[:8])
            raise MarchlandError(say("terminal_unclear", self.language, choices=choices))
        if not line:
            raise MarchlandError(say("terminal_unknown", self.language))
        return self.title.vocabulary.parse(line)

    def divided(self, seat: Seat, line: str) -> Action | None:
        """`castile 3, leon 2`: everything that is to be divided among places, in one answer."""
        decision = self.match.state.decision
        allotment = decision.allotment(self.match.state, seat) if decision is not None else None
        pairs = [part.rsplit(maxsplit=1) for part in line.split(",")]
        if allotment is None or not all(len(pair) == 2 and pair[1].isdigit() for pair in pairs):
            return None
        numbers = {self.board_id(place): int(number) for place, number in pairs}
        return self.title.vocabulary.action({"type": allotment.action, allotment.field: numbers})

    def sentence(self, option: Action) -> str:
        state = self.match.state
        assert state.decision is not None
        facts = state.decision.facts(state, state.deciders[0], option)
        return self.title.phrases.action(option, self.language, self.players, facts)

    # -- commands --------------------------------------------------------------------------------------

    def undo(self, seat: Seat) -> None:
        self.match.undo(seat)
        self.say("terminal_undone")

    def restart(self, seat: Seat) -> None:
        self.match.undo(seat)
        while self.match.can_undo(seat):
            self.match.undo(seat)
        self.say("terminal_undone")

    def save(self, path: Path) -> None:
        self.write(path)
        self.say("terminal_saved", file=path)

    def leave(self) -> None:
        """Nothing that was played is lost."""
        if self.saved != len(self.match.entries):
            path = self.free_name()
            self.write(path)
            self.say("terminal_saved_hint", file=path, title=self.title.id)
        raise Quit

    def write(self, path: Path) -> None:
        """Into a new file: whatever was saved before stays as it is."""
        try:
            with path.open("xb") as file:
                file.write(write_record(self.match.record()))
        except FileExistsError:
            raise MarchlandError(say("terminal_taken", self.language, file=path)) from None
        self.saved = len(self.match.entries)

    def free_name(self) -> Path:
        names = (Path(f"{self.title.id}{f'-{number}' if number > 1 else ''}.json") for number in count(1))
        return next(path for path in names if not path.exists())

    def switch(self, language: str) -> None:
        if language not in LANGUAGES:
            raise MarchlandError(f"{language!r}: {', '.join(LANGUAGES)}")
        self.language = language

    # -- showing ---------------------------------------------------------------------------------------

    def say(self, key: str, **facts: object) -> None:
        self.console.print(escape(say(key, self.language, **facts)))

    def colour(self, seat: Seat, text: str) -> str:
        return f"[bold {COLOURS[seat % len(COLOURS)]}]{text}[/]"

    def tell(self, events: Sequence[Event]) -> None:
        people = [seat for seat in range(self.match.seats) if seat not in self.bots]
        for event in events:
            if event.audience is None or any(event.is_seen_by(seat) for seat in people):
                rule = f" [dim]{event.cause}[/]" if event.cause else ""
                self.console.print("  " + escape(self.title.phrases.event(event, self.language, self.players)) + rule)

    def show_options(self, seat: Seat) -> None:
        decision = self.match.state.decision
        assert decision is not None
        for number, option in enumerate(self.match.state.options(seat), 1):
            lines = decision.preview(self.match.state, seat, option)
            facts = {line.unit: line.facts for line in lines}
            cost = ", ".join(
                self.title.phrases.measure(unit, amount, self.language, facts[unit]) for unit, amount in totals(lines).items()
            )
            self.console.print(f" [b]{number:3}[/] {escape(self.sentence(option))} [dim]{cost}[/]", highlight=False)

    def at_hand(self, seat: Seat) -> str:
        """What there is to spend, before the place where the answer is written."""
        text = self.title.parts.text
        told = text.at_hand(self.title.view(self.match.state, seat), self.language) if isinstance(text, Reminding) else ""
        return f"{told} " if told else ""

    def show_division(self, seat: Seat) -> None:
        """How to divide everything at once, where that is asked."""
        decision = self.match.state.decision
        allotment = decision.allotment(self.match.state, seat) if decision is not None else None
        if allotment is not None and len(allotment.places) > 1:
            names = self.title.phrases.things(self.language)
            first, second, *_ = (names.get(place, place) for place in allotment.places)
            rest = allotment.amount - 1
            self.console.print(f"[dim]{escape(say('terminal_divide', self.language, example=f'{first} {rest}, {second} 1'))}[/]")

    def show_position(self, seat: Seat) -> None:
        view = self.title.view(self.match.state, seat)
        for section in self.title.parts.text.sections(view, self.language, self.players):
            table = Table(title=section.heading, title_justify="left", header_style="bold")
            for place, column in enumerate(section.columns):
                table.add_column(column, no_wrap=not place)
            for row in section.rows:
                table.add_row(*map(escape, row))
            self.console.print(table)

    def show_why_not(self, seat: Seat, words: str) -> None:
        """Name a thing on the board by its id or its name."""
        decision = self.match.state.decision
        assert decision is not None
        refusals = decision.why_not(self.match.state, seat, self.board_id(words))
        if not refusals:
            self.say("terminal_possible")
        for refusal in refusals:
            self.show_refusal(refusal)

    def board_id(self, words: str) -> str:
        """What is meant by a name, or by an id: something on the board, or something an option touches."""
        ids = self.title.phrases.things(self.language)
        touched = {target for option in self.match.state.options() for target in option.touches()}
        if words.strip() in ids.keys() | touched:
            return words.strip()
        wanted = plain_words(words)
        found = [key for key, name in ids.items() if matches(wanted, plain_words(name))]
        if len(found) == 1:
            return found[0]
        if found:
            raise MarchlandError(say("terminal_unclear", self.language, choices="; ".join(ids[key] for key in found[:8])))
        raise MarchlandError(say("terminal_nowhere", self.language, place=words.strip()))

    def show_rule(self, rule_id: str) -> None:
        rule = self.title.catalogue.find(rule_id.strip())
        self.console.print(f"[b]{rule.id}[/] {escape(rule.name[self.language])}: {escape(rule.text(self.language))}")

    def find_rules(self, words: str) -> None:
        for rule in self.title.catalogue.search(words, self.language)[:12]:
            self.show_rule(rule.id)

    def show_refusal(self, refusal: Refusal) -> None:
        reason = self.title.phrases.reason(refusal, self.language, self.players)
        rule = self.title.catalogue.rules.get(refusal.rule)
        text = rule.text(self.language) if rule else ""
        self.console.print(f"[red]{escape(reason)}[/] [b]{refusal.rule}[/] {escape(text)}")

    def show_error(self, error: MarchlandError) -> None:
        if isinstance(error, IllegalAction):
            self.show_refusal(error.refusal)
        else:
            self.console.print(f"[red]{escape(str(error))}[/]")

    def show_end(self) -> None:
        outcome = self.title.outcome(self.match.state)
        self.say("terminal_over")
        table = Table("", "")
        for seat, score in sorted(enumerate(outcome.scores), key=lambda pair: -pair[1]):
            table.add_row(self.title.phrases.seat(seat, self.language, self.players), str(score))
        self.console.print(table)
        winners = (self.title.phrases.seat(seat, self.language, self.players) for seat in outcome.winners)
        self.say("terminal_winner", names=", ".join(winners))


def plain_words(text: str) -> list[str]:
    """Lower case without accents, so that 'chateau' finds 'Château'."""
    folded = unicodedata.normalize("NFKD", text.lower())
    kept = "".join(c if c.isalnum() else " " for c in folded if not unicodedata.combining(c))
    return kept.split()


def totals(lines: Sequence[PreviewLine]) -> dict[str, int]:
    """A preview summed up by unit."""
    sums: dict[str, int] = {}
    for line in lines:
        sums[line.unit] = sums.get(line.unit, 0) + line.amount
    risks = {line.unit for line in lines if line.is_risk}
    return {unit: amount for unit, amount in sums.items() if amount or unit in risks}


def matches(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Does every wanted word begin some word?"""
    return bool(wanted) and all(any(word.startswith(start) for word in words) for start in wanted)


def new_match(title: Title, seats: Sequence[str], seed: str | None, options: dict[str, str]) -> Match:
    key = secrets.token_bytes(KEY_BYTES) if seed is None else key_from_seed(seed)
    return Match(title, len(seats), key, title.for_new_table(options))


def resumed_match(path: Path) -> Match:
    return Match.resume(read_record(path.read_bytes()))
