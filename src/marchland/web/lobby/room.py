"""The room before a table: who sits where and plays what, who waits, and what the reader may do about it."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse

from marchland.kernel.title import Option
from marchland.web.accounts.people import Anybody
from marchland.web.company import ratings
from marchland.web.company.selectors import own_friends
from marchland.web.pace.shown import pace_words
from marchland.web.tables import keeping
from marchland.web.tables.gone import is_gone
from marchland.web.tables.models import AdmissionKind, Seat, SeatKind, Status, Table, Watching
from marchland.web.tables.thinking import USUAL_LEVEL
from marchland.web.tables.viewers import is_empty, is_held, is_own, is_vacant
from marchland.web.tables.watching import belongs_to, may_watch

from . import picks
from .selectors import invitation_links
from .words import bots_described, bots_to_seat, seated_bot

EMPTY = (SeatKind.OPEN, SeatKind.INVITED)
HOST_ADDRESSES = ("kick", "fill", "exchange", "start", "renew", "watching", "leave", "choose", "line")


class Room:
    """A table that gathers players, or that somebody without a seat came to by its link."""

    def __init__(self, table: Table, user: Anybody, language: str, code: str = "") -> None:
        self.table, self.user, self.language = table, user, language
        self.title = keeping.title_of(table)
        self.places = list(table.seats.select_related("user", "held_for"))
        self.choice = picks.choice_of(self.title)
        self.kept = {one.seat: one.kept_for_id for one in table.invitations.filter(taken_by=None)}
        self.person = user.pk if user.is_authenticated else None
        self.is_host = self.person is not None and table.host_id == self.person
        self.own = next((place for place in self.places if user.is_authenticated and is_own(place, user)), None)
        self.is_gathering = table.status == Status.GATHERING
        self.by_link = code == table.join_code or self.own is not None
        self.code = code

    @property
    def is_welcome(self) -> bool:
        return self.table.public or self.by_link or any(map(self.is_mine_to_take, self.places))

    def is_mine_to_take(self, place: Seat) -> bool:
        """The reader is the first in line for it."""
        return self.person is not None and place.held_for_id == self.person and is_empty(self.table, place)

    def may_take(self, place: Seat) -> bool:
        if not self.is_welcome or (self.own is not None and not self.is_gathering):
            return False
        invited = self.is_gathering and place.kind == SeatKind.INVITED and self.by_link and self.kept.get(place.number) is None
        return is_vacant(self.table, place) or self.is_mine_to_take(place) or invited

    def seats(self) -> list[dict[str, Any]]:
        return [self._seat(place) for place in self.places]

    def _seat(self, place: Seat) -> dict[str, Any]:
        is_mine = place is self.own
        return {
            "number": place.number,
            "seat_name": self.title.phrases.seat(place.number, self.language),
            "kind": place.kind,
            "name": self._name(place),
            "bot": seated_bot(self.title, place.bot) if place.kind == SeatKind.BOT else "",
            "mine": is_mine,
            "is_empty": is_empty(self.table, place) or (self.is_gathering and place.kind in EMPTY),
            "departed": place.departed,
            "held": is_held(place),
            "for_me": self.is_mine_to_take(place),
            "can_take": self.may_take(place),
            "pick": place.pick,
            "pick_name": picks.name_of(self.choice, place.pick, self.language) if self.choice and place.pick else "",
            "picks": self._picks(place, self.choice) if self.choice and self.is_gathering and (is_mine or self.is_host) else [],
            "can_kick": self.is_host and self.is_gathering and place.kind == SeatKind.USER and not is_mine,
            "can_fill": self.is_host and self.is_gathering and place.kind in EMPTY and not self.table.rated,
        }

    def _name(self, place: Seat) -> str:
        if place.kind == SeatKind.USER and place.user is not None:
            return place.user.username
        return place.name

    def _picks(self, place: Seat, choice: Option) -> list[dict[str, Any]]:
        """What this seat may play: not what somebody else has chosen."""
        taken = {one.pick for one in self.places if one is not place and one.kind not in EMPTY}
        return [{"id": pick, "name": picks.name_of(choice, pick, self.language), "taken": pick in taken} for pick in choice.picks]

    def dealing(self) -> dict[str, str] | None:
        """What nobody can choose here because the rules deal it out: its name, and how."""
        option = picks.dealing_of(self.title)
        if option is None:
            return None
        value = str(self.table.options.get(option.name, option.default))
        return {"what": option.label[self.language], "how": option.labels.get(value, {}).get(self.language, value)}

    def waiting(self) -> list[dict[str, Any]]:
        return [
            {"name": one.user.username, "id": one.user_id, "note": one.note, "since": one.since, "mine": one.user_id == self.person}
            for one in self.table.waiting.select_related("user")
        ]

    def start(self) -> dict[str, Any]:
        """What the host may do about seats that are still empty."""
        missing = sum(place.kind in EMPTY for place in self.places)
        seated = len(self.places) - missing
        people = sum(place.kind == SeatKind.USER for place in self.places)
        left = seated if seated in self.title.seats and ratings.is_contest(self.table, people) else 0
        levels = [] if self.table.rated else bots_to_seat(self.title)  # nobody plays a bot for a rating that was not announced
        return {
            "can": self.is_host and self.is_gathering and bool(left or levels or not missing),
            "missing": missing,
            "left": left,
            "levels": levels,
            "usual": USUAL_LEVEL,
            "opponents": bots_described(self.title) if levels else [],
        }

    def can(self) -> dict[str, bool]:
        open_still = self.table.status in (Status.GATHERING, Status.PLAYING)
        waits = self.person is not None and any(one["mine"] for one in self.waiting())
        is_full = not any(map(self.may_take, self.places))
        return {
            "wait": open_still and self.own is None and self.is_welcome and is_full and not waits,
            "stop_waiting": waits,
            "leave": self.own is not None and open_still,
            "exchange": self.is_host and self.is_gathering and len(self.places) > 1,
            "enter": not self.is_gathering and (belongs_to(self.table, self.user) or may_watch(self.table, self.user)),
        }


def room_page(request: HttpRequest, table: Table, code: str = "") -> dict[str, Any]:
    """Everything the page of a room shows."""
    room = Room(table, request.user, request.LANGUAGE_CODE, code)
    share = table.join_code if room.is_host or table.public else ""
    return {
        "table": table,
        "title_name": room.title.name[room.language],
        "host": table.host.username if table.host else "",
        "pace": pace_words(table),
        "is_host": room.is_host,
        "is_gathering": room.is_gathering,
        "is_gone": is_gone(room.title),
        "seats": room.seats(),
        "choice": room.choice.label[room.language] if room.choice else "",
        "dealing": room.dealing() if room.is_gathering else None,
        "waiting": room.waiting(),
        "start": room.start(),
        "can": room.can(),
        "code": code,
        "friends": own_friends(request.user) if room.is_gathering and room.own is not None else [],
        "join_url": request.build_absolute_uri(reverse("lobby:invitation", args=[share])) if share else "",
        "page": reverse("tables:table", args=[table.slug]),
        "socket": f"/ws/join/{code}/" if code else f"/ws/t/{table.slug}/",
        "urls": {name: reverse(f"lobby:{name}", args=[table.slug]) for name in HOST_ADDRESSES},
        "invitations": [
            {**link, "url": request.build_absolute_uri(reverse("lobby:invitation", args=[link["code"]]))}
            for link in (invitation_links(table, request.user) if room.is_gathering else ())
        ],
    }


def way_in(slug: str, user: Anybody) -> str | None:
    """The link of a table that this person waits for, or is offered a seat at."""
    if not user.is_authenticated:
        return None
    tables = Table.objects.filter(slug=slug).exclude(admissions__user=user, admissions__kind=AdmissionKind.BARRED)
    return tables.filter(Q(waiting__user=user) | Q(seats__held_for=user)).values_list("join_code", flat=True).first()


def watching_page(request: HttpRequest, table: Table) -> dict[str, Any]:
    """What the host sees of those who watch."""
    people = list(table.admissions.select_related("user"))
    return {
        "table": table,
        "title_name": keeping.title_of(table).name[request.LANGUAGE_CODE],
        "page": reverse("tables:table", args=[table.slug]),
        "watch_url": request.build_absolute_uri(reverse("lobby:watch", args=[table.watch_code])),
        "table_url": request.build_absolute_uri(reverse("tables:table", args=[table.slug])),
        "is_for_all": table.watching == Watching.EVERYBODY,
        "is_by_link": table.watching == Watching.INVITED,
        "watchers": [one for one in people if one.kind == AdmissionKind.WATCHES],
        "barred": [one for one in people if one.kind == AdmissionKind.BARRED],
        "join_url": request.build_absolute_uri(reverse("lobby:invitation", args=[table.join_code])),
        "waiting": list(table.waiting.select_related("user")),
        "urls": {name: reverse(f"lobby:{name}", args=[table.slug]) for name in ("watching", "renew", "admit")},
    }
