"""Ratings: what rated games tell of how well somebody plays a title.

A game is rated for those who sat down when it began. Whoever left it, or was replaced, comes last whatever became of the seat;
whoever took over is not rated for it. The model is openskill's Plackett-Luce: many players, shared places, no draws to be invented.
What people see is the estimate on the scale that chess players know, with its doubt; lists go by what is as good as certain.
Bots may sit at a rated table; what they do moves nobody's estimate but their own (`machines.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils import timezone
from openskill.models import PlackettLuceRating

from marchland.web.accounts.models import User
from marchland.web.tables.models import SeatKind, Table

from . import machines
from .models import BotRating, Rating, Result
from .refusals import CountsForRating, NeedsAccount, NotForRating

if TYPE_CHECKING:
    from marchland.web.lobby.services import Place

MODEL = machines.MODEL
MIDDLE, STEP = 1500, 60
"""What a newcomer's estimate is shown as, and how many points of that scale are one of the model's."""
ENOUGH = 5
"""With fewer rated games nobody is in the lists, and the figure is shown as a guess."""
FOR_PEOPLE, BOT = ("me", "open", "invited", "person"), "bot"


# -- who may -----------------------------------------------------------------------------------------


def must_have_account(user: User) -> None:
    if user.is_guest:
        raise NeedsAccount(user.username)


def must_be_fit(host: User, places: Iterable[Place]) -> None:
    """A rated table is made by somebody with an account, for two people at least; whoever sits down sees which bots play along."""
    must_have_account(host)
    kinds = [place.kind for place in places]
    if not set(kinds) <= {*FOR_PEOPLE, BOT} or len(kinds) - kinds.count(BOT) < 2:
        raise NotForRating(host.username)


def may_sit(table: Table, user: User) -> None:
    if table.rated:
        must_have_account(user)


def may_have_bots(table: Table) -> None:
    """No more than were announced when it was made; once it is under way a bot may go on for somebody who left."""
    if table.rated:
        raise NotForRating(table.slug)


def is_contest(table: Table, people: int) -> bool:
    """Alone against what the rules provide one neither gains nor loses in anybody's eyes."""
    return people > 1 or not table.rated


def must_not_count(table: Table) -> None:
    if table.rated:
        raise CountsForRating(table.slug)


# -- a game ------------------------------------------------------------------------------------------


def enter(table: Table) -> None:
    """A game begins: note who sits where. The caller holds the lock."""
    if table.rated:
        people = table.seats.filter(kind=SeatKind.USER, user__isnull=False)
        if not is_contest(table, people.count()):
            raise NotForRating(table.slug)
        seated = [*people, *table.seats.filter(kind=SeatKind.BOT)]
        Result.objects.bulk_create(Result(table=table, seat=one.number, user_id=one.user_id, bot=one.bot) for one in seated)


def settle(table: Table) -> None:
    """A game is over: everybody's estimate moves, bots' by people as they were known before. The caller holds the lock."""
    results = list(table.results.filter(settled=None)) if table.rated else []
    people = [result for result in results if not result.bot]
    if len(people) < 2 or table.outcome is None:
        return
    known = _estimates(table.title, people)
    there = still_there(table)
    stayed = [result for result in results if there.get(result.seat) == (result.user_id or result.bot)]
    before = {person: _estimate(one) for person, one in known.items() if person is not None}
    machines.settle(table.title, stayed, ranks_of(table, stayed), before)
    _settle_people(table, people, known)


def _settle_people(table: Table, results: list[Result], known: dict[int | None, Rating]) -> None:
    """Among themselves: a bot that comes first or last takes nothing from anybody."""
    ranks = ranks_of(table, results)
    rated = MODEL.rate([[_estimate(known.get(result.user_id))] for result in results], ranks=list(map(float, ranks)))
    for result, rank, [estimate] in zip(results, ranks, rated, strict=True):
        _write(result, rank, known.get(result.user_id), estimate)


def ranks_of(table: Table, results: list[Result]) -> list[int]:
    """Winners first, then by score; whoever is gone comes after all who stayed."""
    outcome = table.outcome or {}
    scores, winners = outcome["scores"], outcome["winners"]
    there = still_there(table)

    def key(result: Result) -> tuple[int, int]:
        if there.get(result.seat) != (result.user_id or result.bot):
            return 2, 0
        return (0, 0) if result.seat in winners else (1, -scores[result.seat])

    keys = [key(result) for result in results]
    return [1 + sum(other < own for other in keys) for own in keys]


def still_there(table: Table) -> dict[int, int | str | None]:
    """By seat who sits there now: people by their number, bots by name."""
    places = [place for place in table.seats.all() if not place.departed]
    people = {place.number: place.user_id for place in places if place.kind == SeatKind.USER and place.user_id is not None}
    return {**people, **{place.number: place.bot for place in places if place.kind == SeatKind.BOT}}


def _estimates(title: str, results: list[Result]) -> dict[int | None, Rating]:
    """What is known of those who played, locked in one order for all."""
    people = [result.user_id for result in results if result.user_id is not None]
    for person in people:
        Rating.objects.get_or_create(user_id=person, title=title, defaults={"mu": MODEL.mu, "sigma": MODEL.sigma})
    return {one.user_id: one for one in Rating.objects.select_for_update().filter(title=title, user__in=people).order_by("user_id")}


def _estimate(rating: Rating | None) -> PlackettLuceRating:
    """Somebody whose account is gone played like anybody."""
    return MODEL.rating(mu=rating.mu, sigma=rating.sigma) if rating is not None else MODEL.rating()


def _write(result: Result, rank: int, rating: Rating | None, estimate: PlackettLuceRating) -> None:
    result.rank, result.settled = rank, timezone.now()
    if rating is not None:
        result.before, result.after = rating.mu, estimate.mu
        rating.mu, rating.sigma = estimate.mu, estimate.sigma
        rating.games += 1
        rating.wins += rank == 1
        rating.save()
    result.save()


# -- what people see ---------------------------------------------------------------------------------


def shown(mu: float) -> int:
    return round(MIDDLE + STEP * (mu - MODEL.mu))


def doubt(sigma: float) -> int:
    """Two times in three the true figure is no further away."""
    return round(STEP * sigma)


def certain(rating: Rating | BotRating) -> float:
    """What somebody is at least worth, as good as certainly."""
    return rating.mu - 3 * rating.sigma
