"""Tournaments: people enter, the organiser starts, and every round is dealt out by itself when the one before is over."""

from __future__ import annotations

from collections import Counter
from random import Random

from marchland.web.accounts.models import User
from marchland.web.lobby.services import NAME_LENGTH, Place, Wish, table_create
from marchland.web.tables.locking import write_transaction
from marchland.web.tables.models import Status
from marchland.web.tables.refusals import BadRequest, TooManyTables, WrongMoment
from marchland.web.titles import title_named

from . import pairing, ratings
from .models import Entrant, Game, Kind, Result, Stage, Tempo, Tournament
from .refusals import NoSuchPerson, NotTheOrganiser, TooFew
from .seeking import FIGURES

MOST_ENTRANTS = 64
AT_ONCE = 5
"""Tournaments that one person may have under way."""
DONE = (Status.OVER, Status.ABANDONED)


# -- before the start --------------------------------------------------------------------------------


def tournament_create(organiser: User, name: str, title_id: str, kind: str, seats: int, pace: str, rated: bool) -> Tournament:
    """Whoever makes one does not have to play in it."""
    ratings.must_have_account(organiser)
    title = title_named(title_id)
    tidy = " ".join(name.split())[: 2 * NAME_LENGTH]
    if seats not in title.seats or seats < 2 or kind not in Kind.values or pace not in Tempo.values or not tidy:
        raise BadRequest(f"{title_id}: {seats} seats, {kind}, {pace}"[:80])
    if organiser.tournaments.exclude(stage=Stage.OVER).count() >= AT_ONCE:
        raise TooManyTables(organiser.username)
    facts = {"title": title.id, "kind": kind, "seats": seats, "pace": pace, "rated": rated}
    return Tournament.objects.create(name=tidy, organiser=organiser, **facts)


def tournament_enter(number: int, user: User) -> Tournament:
    ratings.must_have_account(user)
    with write_transaction():
        found = _locked(number)
        if found.stage != Stage.GATHERING or found.entrants.count() >= MOST_ENTRANTS:
            raise WrongMoment(found.name)
        Entrant.objects.get_or_create(tournament=found, user=user, defaults={"name": user.username})
        return found


def tournament_withdraw(number: int, user: User) -> Tournament:
    """Before the start one is simply gone; afterwards one is dealt into no further round."""
    with write_transaction():
        found = _locked(number)
        own = found.entrants.filter(user=user)
        if found.stage == Stage.GATHERING:
            own.delete()
        else:
            own.update(is_out=True)
        return found


def tournament_start(number: int, user: User) -> Tournament:
    with write_transaction():
        found = _organised(number, user)
        if found.stage != Stage.GATHERING:
            raise WrongMoment(found.name)
        if not _sizes(found, found.entrants.count()):
            raise TooFew(found.name)
        found.stage = Stage.PLAYING
        _deal_round(found)
        return found


def tournament_close(number: int, user: User) -> None:
    """Called off before it began."""
    with write_transaction():
        found = _organised(number, user)
        if found.stage != Stage.GATHERING:
            raise WrongMoment(found.name)
        found.delete()


def game_call_off(number: int, user: User, game: int) -> Tournament:
    """A table that does not come to an end holds nobody up: it counts for nobody, and its people may play on as they like."""
    with write_transaction():
        found = _organised(number, user)
        if not found.games.filter(pk=game, places__isnull=True).update(places=[]):
            raise WrongMoment(found.name)
        _move_on(found)
        return found


def _organised(number: int, user: User) -> Tournament:
    found = _locked(number)
    if found.organiser_id != user.pk:
        raise NotTheOrganiser(found.name)
    return found


def _locked(number: int) -> Tournament:
    found = Tournament.objects.select_for_update().filter(pk=number).first()
    if found is None:
        raise NoSuchPerson(str(number))
    return found


def person_left(user: User) -> None:
    """Somebody is deleted: places stay without a name, nobody is dealt in who is not there, what never began is called off."""
    Tournament.objects.filter(organiser=user, stage=Stage.GATHERING).delete()
    Entrant.objects.filter(user=user, tournament__stage=Stage.GATHERING).delete()
    Entrant.objects.filter(user=user).update(user=None, name="", is_out=True)


# -- round by round ----------------------------------------------------------------------------------


def move_on() -> int:
    """Every tournament one of whose tables is over: note how it ended, and deal the next round. How many were looked at."""
    waiting = Game.objects.filter(places__isnull=True, table__status__in=DONE).values_list("tournament", flat=True).distinct()
    for number in list(waiting):
        with write_transaction():
            _move_on(_locked(number))
    return len(waiting)


def _move_on(found: Tournament) -> None:
    under_way = list(found.games.filter(places__isnull=True).select_related("table"))
    for game in under_way:
        if game.table is None or game.table.status in DONE:
            game.places = _places(game)
            game.save(update_fields=["places"])
    if found.stage == Stage.PLAYING and all(game.places is not None for game in under_way):
        _end_round(found)


def _places(game: Game) -> list[int]:
    """As for ratings: winners first, whoever left last. A table that was given up tells nothing."""
    table = game.table
    if table is None or table.outcome is None:
        return []
    people = dict(Entrant.objects.filter(pk__in=game.entrants).values_list("pk", "user"))
    seats = [Result(seat=seat, user_id=people.get(entrant)) for seat, entrant in enumerate(game.entrants)]
    return ratings.ranks_of(table, seats)


def _end_round(found: Tournament) -> None:
    if found.kind == Kind.KNOCK_OUT:
        _knock_out(found)
    left = found.entrants.filter(is_out=False).count()
    planned = pairing.rounds_of_robin(found.entrants.count(), found.seats) if found.kind == Kind.ROUND_ROBIN else None
    if left < 2 or found.round == planned or not _sizes(found, left):
        found.stage = Stage.OVER
        found.save(update_fields=["stage"])
    else:
        _deal_round(found)


def _knock_out(found: Tournament) -> None:
    """The best of each table goes on; of several, whoever entered earlier."""
    for game in found.games.filter(round=found.round):
        beaten = set(game.entrants) - {_winner(game)}
        found.entrants.filter(pk__in=beaten).update(is_out=True)


def _winner(game: Game) -> int:
    """Of a table that told nothing, whoever entered first."""
    places = game.places or [1] * len(game.entrants)
    best = [entrant for entrant, place in zip(game.entrants, places, strict=True) if place == min(places)]
    return int(min(best))


def _sizes(found: Tournament, people: int) -> list[int]:
    return pairing.table_sizes(people, title_named(found.title).seats, found.seats)


def _deal_round(found: Tournament) -> None:
    found.round += 1
    found.save(update_fields=["round", "stage"])
    alive = list(found.entrants.filter(is_out=False, user__isnull=False).values_list("pk", flat=True))
    for entrants in _dealt(found, alive):
        _open(found, entrants)


def _dealt(found: Tournament, alive: list[int]) -> list[list[int]]:
    sizes = _sizes(found, len(alive))
    if found.kind == Kind.KNOCK_OUT:
        return pairing.knockout_round(alive, sizes)
    if found.seats == 2:  # the circle knows everybody who ever entered: who is out leaves a gap in it, and nobody meets twice
        everybody = list(found.entrants.values_list("pk", flat=True))
        return [pair for pair in pairing.circle(everybody, found.round) if set(pair) <= set(alive)]
    met: pairing.Meetings = Counter()
    played: Counter[int] = Counter()
    for game in found.games.all():
        pairing.note_meetings(met, game.entrants)
        played.update(game.entrants)
    rested = Counter({one: found.round - 1 - played[one] for one in alive})
    return pairing.robin_round(alive, sizes, met, rested)


def _open(found: Tournament, entrants: list[int]) -> None:
    """A table of the tournament: nobody is its host, and who sits where is a matter of chance."""
    seated = list(entrants)
    Random(f"{found.pk} {found.round} {entrants}").shuffle(seated)
    people = {one.pk: one.user for one in found.entrants.filter(pk__in=seated).select_related("user")}
    places = [Place("person", guest=people[entrant]) for entrant in seated]
    tempo = FIGURES[Tempo(found.pace)]
    wish = Wish(found.title, places, {}, found.name, pace=found.pace, tempo=tempo, by_vote=True, rated=found.rated)
    host = next(person for person in people.values() if person is not None)
    Game.objects.create(tournament=found, round=found.round, table=table_create(host, wish), entrants=seated)
