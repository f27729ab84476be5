"""A game on the site between people, played at random: its table, who reads, and the next move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.test import Client

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import drawn, key_from_seed
from marchland.kernel.state import State
from marchland.kernel.title import Title
from marchland.kernel.vocabulary import plain
from marchland.web.accounts.models import User
from marchland.web.accounts.services import account_create
from marchland.web.api.models import ApiToken
from marchland.web.api.services import token_create
from marchland.web.letters.services import letter_write
from marchland.web.lobby.services import Place, Wish, seat_take, table_create
from marchland.web.notices.models import Preferences
from marchland.web.tables import keeping, services
from marchland.web.tables.models import Status, Table
from marchland.web.titles import title_named

PASSWORD = "a long secret of somebody"
FEWEST, MOST = 3, 4
"""People at a table: each is a reader, so that more of them cost more and show little more."""


@dataclass(frozen=True)
class Reader:
    """Who looks: somebody at a seat, somebody with an account who watches, or anybody at all."""

    seat: Seat | None
    user: User | None
    browser: Client
    program: Client | None
    token: ApiToken | None
    secret: str
    """Of the feed and the calendar."""

    def come_anew(self) -> None:
        """With nothing in the browser but who it is: what was told before in another world is not told now."""
        for name in set(self.browser.cookies) - {settings.SESSION_COOKIE_NAME}:
            del self.browser.cookies[name]

    def __str__(self) -> str:
        return f"seat {self.seat}" if self.seat is not None else "a watcher" if self.user is not None else "anybody"


class Game:
    """The same title, options and seed play the same game; `moves` were made."""

    def __init__(self, title_id: str, seed: str, options: Mapping[str, Any]) -> None:
        self.seed, self.moves = seed, 0
        sizes = [size for size in title_named(title_id).seats if FEWEST <= size <= MOST] or title_named(title_id).seats[:1]
        people = [self._person(f"{title_id}{number}") for number in range(sizes[len(seed) % len(sizes)])]
        wish = Wish(title_id, [Place("me"), *(Place("open") for _ in people[1:])], dict(options), letters=True)
        self.table = table_create(people[0], wish)
        for number, person in enumerate(people[1:], 1):
            seat_take(self.table.slug, person, number)
        self._choices = key_from_seed(f"choices of {seed}")
        self.readers = [_reader(seat, person) for seat, person in enumerate(people)]
        self.readers += [_reader(None, self._person(f"{title_id}w")), _reader(None, None)]
        for seat, person in enumerate(people):
            letter_write(self.table.slug, person, seat, [(seat + 1) % len(people)], "Between us", f"A word of {seat}")
        self.look()

    def _person(self, name: str) -> User:
        return account_create(f"{name}-{self.seed}"[:30], f"{name}@example.org", PASSWORD)

    def look(self) -> Table:
        self.table = Table.objects.get(pk=self.table.pk)
        return self.table

    @property
    def title(self) -> Title:
        return keeping.title_of(self.table)

    @property
    def state(self) -> State:
        return keeping.present_state(self.table)

    @property
    def is_over(self) -> bool:
        return self.table.status != Status.PLAYING

    def choose(self) -> tuple[Seat, Action]:
        """The next move of this game, whoever looks."""
        state = self.state
        seat = state.deciders[drawn(self._choices, 2 * self.moves, len(state.deciders))]
        offered = state.options(seat)
        return seat, offered[drawn(self._choices, 2 * self.moves + 1, len(offered))]

    def play(self, seat: Seat, action: Action) -> None:
        """As its person would: by a click, or by a sheet where answers are written."""
        table, state = self.look(), self.state
        user = self.readers[seat].user
        assert user is not None
        if state.decision is not None and state.decision.WRITTEN:
            text = self.title.parts.mail.write(state, seat, action)
            services.sheet_hand_in(table.slug, user, seat, text, table.entries_made)
        else:
            services.action_submit(table.slug, user, seat, plain(action), table.entries_made)

    def step(self) -> None:
        self.play(*self.choose())
        self.moves += 1
        self.look()

    def __repr__(self) -> str:
        return f"{self.table.title}, seed {self.seed!r}, options {self.table.options}, move {self.moves}"


def _reader(seat: Seat | None, user: User | None) -> Reader:
    browser = Client()
    if user is None:
        return Reader(seat, None, browser, None, None, "")
    browser.force_login(user, "marchland.web.accounts.backends.Accounts")
    key = token_create(user, "eavesdropping")
    program = Client(headers={"authorization": f"Bearer {key}"})
    secret = Preferences.objects.get_or_create(user=user)[0].secret
    token = ApiToken.objects.select_related("user").get(user=user)
    return Reader(seat, user, browser, program, token, secret)
