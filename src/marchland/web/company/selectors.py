"""What people see of each other: results, ratings, friends, who waits, how a tournament stands."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import timedelta
from typing import Any

from django.utils import timezone

from marchland.web.accounts.models import User
from marchland.web.accounts.people import Anybody
from marchland.web.lobby.selectors import sees_now
from marchland.web.lobby.words import seated_bot
from marchland.web.tables.gone import title_or_gone
from marchland.web.tables.models import SeatKind, Status, Table
from marchland.web.titles import installed
from marchland.web.words import say

from . import pairing, people, ratings
from .models import BotRating, Entrant, Game, Kind, Rating, Result, Stage, Tempo, Tournament

LATEST = 20
LOOKED_BACK = 500
"""Games that are counted for somebody's record: more than anybody reads, few enough to count at once."""
BEST = 50
HERE = timedelta(minutes=5)


def title_name(title_id: str, language: str) -> str:
    return title_or_gone(title_id).name[language]


# -- a person ------------------------------------------------------------------------------------------


def record_of(person: User, reader: Anybody, language: str) -> dict[str, Any]:
    """Somebody's games that the reader may know of: how many of each title, how many won, and the latest."""
    if person.is_guest:
        return {"ratings": [], "titles": [], "latest": [], "between": ""}
    games = [_game(table, person, language) for table in _finished(person) if sees_now(table, reader)]
    counted, won = Counter(game["title"] for game in games), Counter(game["title"] for game in games if game["is_won"])
    return {
        "ratings": [_rating(one, language) for one in person.ratings.filter(games__gt=0).order_by("-games")],
        "titles": [{"name": name, "games": number, "wins": won[name]} for name, number in counted.most_common()],
        "latest": games[:LATEST],
        "between": _between(reader, person),
    }


def _finished(person: User) -> list[Table]:
    tables = Table.objects.filter(seats__user=person, seats__kind=SeatKind.USER, status=Status.OVER).distinct()
    ordered = tables.prefetch_related("seats__user", "results").select_related("host").defer("state").order_by("-touched")
    return list(ordered[:LOOKED_BACK])


def _game(table: Table, person: User, language: str) -> dict[str, Any]:
    outcome: dict[str, Any] = table.outcome or {"scores": (), "winners": ()}
    seat = next(place.number for place in table.seats.all() if place.user_id == person.pk)
    others = [_sits(place) for place in table.seats.all() if place.number != seat]
    own = next((result for result in table.results.all() if result.seat == seat and result.user_id == person.pk), None)
    return {
        "slug": table.slug,
        "title": title_name(table.title, language),
        "name": table.name,
        "when": table.touched,
        "is_won": seat in outcome["winners"],
        "score": outcome["scores"][seat] if seat < len(outcome["scores"]) else "",
        "others": ", ".join(filter(None, others)),
        "change": _change(own),
    }


def _sits(place: Any) -> str:
    return str(place.user.username if place.kind == SeatKind.USER and place.user else place.name)


def _change(result: Result | None) -> str:
    if result is None or result.before is None or result.after is None:
        return ""
    points = ratings.shown(result.after) - ratings.shown(result.before)
    return f"{points:+d}".replace("-", "−")


def _rating(one: Rating, language: str) -> dict[str, Any]:
    return {
        "title_id": one.title,
        "title": title_name(one.title, language),
        **_figures(one),
    }


def _figures(one: Rating | BotRating) -> dict[str, Any]:
    return {
        "figure": ratings.shown(one.mu),
        "doubt": ratings.doubt(one.sigma),
        "is_guess": one.games < ratings.ENOUGH,
        "games": one.games,
        "wins": one.wins,
    }


def _between(reader: Anybody, person: User) -> str:
    known = _known(reader)
    return people.standing(known, person) if known and known != person else ""


def best_players(title_id: str, language: str) -> dict[str, Any]:
    """The list of a title: by what everybody is worth at least."""
    known = Rating.objects.filter(title=title_id, games__gte=ratings.ENOUGH, user__is_active=True).select_related("user")
    ordered = sorted(known, key=lambda one: (-ratings.certain(one), one.user.username))[:BEST]
    return {
        "title_id": title_id,
        "title_name": title_name(title_id, language),
        "enough": ratings.ENOUGH,
        "bots": bots_of(title_id),
        "best": [{"name": one.user.username, **_rating(one, language)} for one in ordered],
    }


def bots_of(title_id: str) -> list[dict[str, Any]]:
    """The bots of a title that have met people in rated games, the strongest first."""
    known, title = BotRating.objects.filter(title=title_id, games__gt=0), title_or_gone(title_id)
    ordered = sorted(known, key=lambda one: (-ratings.certain(one), one.bot))
    return [{"bot": one.bot, "name": seated_bot(title, one.bot), **_figures(one)} for one in ordered]


# -- company -------------------------------------------------------------------------------------------


def company_page(reader: Anybody, language: str) -> dict[str, Any]:
    """The page of people: who waits, one's friends, tournaments, the lists."""
    known = _known(reader)
    return {
        "may_join": known is not None,
        "waiting": waiting_lines(reader, language),
        "friends": [_friend(person) for person in people.friends_of(known)] if known else [],
        "asking": [person.username for person in people.asking(known)] if known else [],
        "tournaments": [tournament_line(one, language) for one in Tournament.objects.exclude(stage=Stage.OVER)[:LATEST]],
        "titles": [{"id": title.id, "name": title.name[language]} for title in installed().values()],
    }


def _known(reader: Anybody) -> User | None:
    """Somebody with an account."""
    return reader if isinstance(reader, User) and not reader.is_guest else None


def _friend(person: User) -> dict[str, Any]:
    here = person.last_here is not None and timezone.now() - person.last_here < HERE
    return {"name": person.username, "is_here": here}


def waiting_lines(reader: Anybody, language: str) -> list[dict[str, Any]]:
    """Everybody who waits, those who want the same together: who joins them says yes to the same game."""
    groups: dict[tuple[str, int, str, bool], list[str]] = {}
    for seek in people.waiting(timezone.now()):
        groups.setdefault((seek.title, seek.seats, seek.pace, seek.rated), []).append(seek.user.username)
    own = reader.username if reader.is_authenticated else ""
    return [
        {
            "title": title,
            "title_name": title_name(title, language),
            "seats": seats,
            "pace": pace,
            "pace_name": Tempo(pace).label,
            "rated": rated,
            "people": people,
            "missing": seats - len(people),
            "mine": own in people,
        }
        for (title, seats, pace, rated), people in groups.items()
    ]


def own_friends(reader: Anybody) -> list[str]:
    """Whom somebody may invite by name."""
    known = _known(reader)
    return [person.username for person in people.friends_of(known)] if known else []


def company_data(user: User) -> dict[str, Any]:
    """For the export: what is kept of somebody's company."""
    return {
        "ratings": [{"title": one.title, "mu": one.mu, "sigma": one.sigma, "games": one.games} for one in user.ratings.all()],
        "results": [{"table": one.table.slug, "rank": one.rank} for one in user.results.select_related("table")],
        "friends": [person.username for person in people.friends_of(user)],
        "asked": [one.asked.username for one in user.friends_asked.filter(accepted=False).select_related("asked")],
        "asked_by": [person.username for person in people.asking(user)],
        "seeks": [{"title": one.title, "seats": one.seats, "since": one.since.isoformat()} for one in user.seeks.all()],
        "tournaments": [one.tournament.name for one in user.entries_made.select_related("tournament")],
        "organises": [one.name for one in user.tournaments.all()],
    }


# -- tournaments ---------------------------------------------------------------------------------------


def tournament_line(found: Tournament, language: str) -> dict[str, Any]:
    return {
        "number": found.pk,
        "name": found.name,
        "title_name": title_name(found.title, language),
        "kind": found.get_kind_display(),
        "seats": found.seats,
        "pace": found.get_pace_display(),
        "rated": found.rated,
        "stage": found.stage,
        "round": found.round,
        "people": found.entrants.count(),
    }


def tournament_page(found: Tournament, reader: Anybody, language: str) -> dict[str, Any]:
    entrants = list(found.entrants.select_related("user"))
    own = next((one for one in entrants if reader.is_authenticated and one.user_id == reader.pk), None)
    games = list(found.games.select_related("table"))
    known = _known(reader)
    return {
        "tournament": tournament_line(found, language),
        "rounds": _rounds(found, games, entrants),
        "standings": standings(found, games, entrants),
        "is_organiser": known is not None and found.organiser_id == known.pk,
        "organiser": found.organiser.username if found.organiser else "",
        "can_enter": known is not None and own is None and found.stage == Stage.GATHERING,
        "needs_account": known is None and found.stage == Stage.GATHERING,
        "can_withdraw": own is not None and not own.is_out and found.stage != Stage.OVER,
        "planned": pairing.rounds_of_robin(len(entrants), found.seats) if found.kind == Kind.ROUND_ROBIN and entrants else 0,
    }


def _rounds(found: Tournament, games: list[Game], entrants: list[Entrant]) -> list[dict[str, Any]]:
    """The last first; of the one that is played also who rests."""
    names = {one.pk: _named(one) for one in entrants}
    playing = {entrant for game in games for entrant in game.entrants if game.round == found.round}
    resting = [_named(one) for one in entrants if one.pk not in playing and not one.is_out]
    return [
        {
            "number": number,
            "games": [_table_line(game, names) for game in games if game.round == number],
            "resting": resting if number == found.round and found.stage == Stage.PLAYING else [],
        }
        for number in range(found.round, 0, -1)
    ]


def _named(one: Entrant) -> str:
    return one.user.username if one.user else one.name or say("player_gone")


def _table_line(game: Game, names: dict[int, str]) -> dict[str, Any]:
    places = game.places or [None] * len(game.entrants)
    seated = sorted(zip(places, game.entrants, strict=True), key=lambda pair: pair[0] or 0)
    return {
        "number": game.pk,
        "slug": game.table.slug if game.table else "",
        "is_over": game.places is not None,
        "is_void": game.places == [],
        "people": ", ".join(f"{place}. {names.get(entrant, '')}" if place else names.get(entrant, "") for place, entrant in seated),
    }


def standings(found: Tournament, games: list[Game], entrants: list[Entrant]) -> list[dict[str, Any]]:
    """By points, the share of opponents left behind in each game; in a knock-out first by how far somebody came."""
    points: defaultdict[int, float] = defaultdict(float)
    played: Counter[int] = Counter()
    reached: dict[int, int] = {}
    for game in games:
        for entrant in game.entrants:
            reached[entrant] = max(reached.get(entrant, 0), game.round)
        if game.places:
            played.update(game.entrants)
            for entrant, share in zip(game.entrants, pairing.points(game.places), strict=True):
                points[entrant] += share
    keys = {one.pk: (_depth(found, one, reached), points[one.pk]) for one in entrants}
    return [
        {
            "name": _named(one),
            "place": 1 + sum(key > keys[one.pk] for key in keys.values()),
            "points": round(points[one.pk], 2),
            "played": played[one.pk],
            "is_out": one.is_out,
        }
        for one in sorted(entrants, key=lambda one: keys[one.pk], reverse=True)
    ]


def _depth(found: Tournament, one: Entrant, reached: dict[int, int]) -> int:
    """How far somebody came in a knock-out: whoever was not beaten goes on."""
    if found.kind != Kind.KNOCK_OUT:
        return 0
    return reached.get(one.pk, 0) + (0 if one.is_out else found.round)
