"""Ratings of bots: where each stands on the scale of people, by the people whom it met in rated games.

A bot's estimate moves by people as they were known before the game, and nobody's moves by bots. People who left tell nothing
about the bots that stayed. Several seats of one bot are one player: its estimate goes where they went on average. A bot does not
learn between games, so its doubt shrinks with every game and its figure moves less and less; once it is made otherwise
(`bots/makes.py`), it keeps the figure as a first guess, is in doubt again, and its games are counted anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from django.utils import timezone
from openskill.models import PlackettLuce, PlackettLuceRating

from marchland.bots.makes import make_of
from marchland.web.titles import title_named

from .models import BotRating, Result

MODEL = PlackettLuce()
IN_DOUBT = MODEL.sigma / 2
"""How far off the estimate of a bot may be that has been made otherwise."""


def settle(title: str, stayed: Sequence[Result], ranks: Sequence[int], people: Mapping[int, PlackettLuceRating]) -> None:
    """A rated game is over, for those who stayed. The caller holds the table's lock, and those of people's estimates."""
    bots = [one for one in stayed if one.bot]
    if not bots or len(bots) == len(stayed):
        return
    known = _known(title, sorted({one.bot for one in bots}))
    before = [[_estimate(known[one.bot]) if one.bot else people[one.user_id or 0]] for one in stayed]
    after = [estimate for [estimate] in MODEL.rate(before, ranks=list(map(float, ranks)))]
    for name, rating in known.items():
        own = [(rank, estimate) for one, rank, estimate in zip(stayed, ranks, after, strict=True) if one.bot == name]
        _move(rating, own)
    for one, rank in zip(stayed, ranks, strict=True):
        if one.bot:
            one.rank, one.settled = rank, timezone.now()
            one.save()


def _known(title: str, names: Sequence[str]) -> dict[str, BotRating]:
    """What is known of these bots, locked in one order for all."""
    for name in names:
        begun = {"make": _make(title, name), "mu": MODEL.mu, "sigma": MODEL.sigma}
        BotRating.objects.get_or_create(title=title, bot=name, defaults=begun)
    found = {one.bot: one for one in BotRating.objects.select_for_update().filter(title=title, bot__in=names).order_by("bot")}
    for name, rating in found.items():
        _see_make(rating, _make(title, name))
    return found


def _make(title: str, name: str) -> str:
    return make_of(title_named(title), name)


def _see_make(rating: BotRating, make: str) -> None:
    if rating.make != make:
        rating.make, rating.sigma, rating.games, rating.wins = make, max(rating.sigma, IN_DOUBT), 0, 0


def _estimate(rating: BotRating) -> PlackettLuceRating:
    return MODEL.rating(mu=rating.mu, sigma=rating.sigma)


def _move(rating: BotRating, own: Sequence[tuple[int, PlackettLuceRating]]) -> None:
    rating.mu, rating.sigma = fmean(one.mu for _, one in own), fmean(one.sigma for _, one in own)
    rating.games += 1
    rating.wins += any(rank == 1 for rank, _ in own)
    rating.save()
