"""Saves of this release, which every later one has to load, to replay and to go on with: `tests/releases/NUMBER/`.

    python tools/release_fixtures.py [NUMBER] [--again]

A site with games of every title in the middle and at the end (chat, letters, drafts, clocks, waivers, a lesson, a tournament) as
its database, some of its tables as files, and the golden games. What a release has written is never written again: without a
number the next one is made. `--again` is for a release that nobody has yet.
"""

from __future__ import annotations

import io
import json
import lzma
import os
import random
import shutil
import sqlite3
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from marchland.web.tables.models import Table

ROOT = Path(__file__).parent.parent
RELEASES = ROOT / "tests" / "releases"
GOLDEN = ROOT / "tests" / "golden"
MOVES = 14
DAY: dict[str, Any] = {"pace": "deadline", "tempo": {"hours": 24}}
CLOCK: dict[str, Any] = {"pace": "clock", "tempo": {"minutes": 60, "increment": 30}}


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "--again"]
    number = int(words[0]) if words else 1 + max((int(path.name) for path in RELEASES.glob("*") if path.name.isdigit()), default=0)
    folder = RELEASES / str(number)
    if folder.exists() and "--again" not in sys.argv:
        sys.exit(f"{folder} is there: what a release has written is never written again")
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="marchland-release-") as home:
        os.environ |= {"MARCHLAND_HOME": home, "MARCHLAND_LOG_LEVEL": "ERROR", "MARCHLAND_BOT_WORKERS": "0"}
        os.environ.pop("DATABASE_URL", None)
        build(folder, Path(home))
    size = sum(path.stat().st_size for path in folder.rglob("*"))
    print(f"{folder.relative_to(ROOT)}: {size:,} bytes")


def build(folder: Path, home: Path) -> None:
    from marchland.web.operating.site import open_site

    open_site()
    from django.core.management import call_command

    from marchland.web.operating.compared import compare
    from marchland.web.operating.selectors import for_operator
    from marchland.web.tables.viewers import known_table

    call_command("migrate", interactive=False, verbosity=0)
    tables = Site().tables
    (folder / "tables").mkdir(parents=True)
    for name, table in tables.items():
        write(folder / "tables" / f"{name}.json.xz", for_operator(known_table(table.slug)))
    (folder / "release.json").write_text(json.dumps(compare().as_json(), indent=1) + "\n")
    write(folder / "golden.tar.xz", golden_games())
    copy = home / "copy.sqlite3"
    with sqlite3.connect(home / "marchland.sqlite3") as site:
        site.execute("VACUUM INTO ?", (str(copy),))
    write(folder / "site.sqlite3.xz", copy.read_bytes())


def write(path: Path, data: bytes) -> None:
    path.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


def golden_games() -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path in sorted(GOLDEN.glob("*/*.json")):
            data = path.read_bytes()
            info = tarfile.TarInfo(str(path.relative_to(GOLDEN)))
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return packed.getvalue()


def play(table: Table, moves: int, dice: random.Random) -> int:
    """People and bots in turn; whoever is asked answers anything. How often people did."""
    from marchland.kernel.vocabulary import plain
    from marchland.web.tables import bots, keeping
    from marchland.web.tables.services import action_submit
    from marchland.web.tables.viewers import known_table

    people = {place.number: place.user for place in known_table(table.slug).seats.all() if place.user}
    for done in range(moves):
        bots.move_all(table.slug)
        now = known_table(table.slug)
        state = keeping.present_state(now)
        seat = next((seat for seat in state.deciders if seat in people), None)
        if seat is None:
            return done
        action_submit(table.slug, people[seat], seat, plain(dice.choice(state.options(seat))), now.entries_made)
    return moves


class Site:
    """People and their tables; `tables` are those that are also written as files."""

    def __init__(self) -> None:
        from marchland.web.accounts.services import account_create
        from marchland.web.tours.services import tour_begin

        self.dice = random.Random("a release")
        people = [account_create(name, f"{name}@example.org", "a long secret") for name in ("ada", "bob", "eve")]
        self.ada, self.bob, self.eve = people
        self.tables = {
            "vinci": self.begun("vinci", 3),
            "byzantium": self.begun("byzantium", 2, **CLOCK),
            "medioevo": self.begun("medioevo", 3, **DAY),
            "cendre": self.begun("cendre", 3, moves=4, **DAY),
            "finished": self.finished(),
        }
        self.company()
        tour_begin(self.ada, "vinci", "en")
        self.cup()

    def begun(self, title_id: str, seats: int, moves: int = MOVES, **wish: Any) -> Table:
        from marchland.web.lobby.services import Place, Wish, seat_take, table_create
        from marchland.web.tables.services import chat_write

        places = [Place("me"), Place("open"), *[Place("bot", "random")] * (seats - 2)]
        table = table_create(self.ada, Wish(title_id, places, {}, f"A game of {title_id}", **wish))
        seat_take(table.slug, self.bob, 1, table.join_code)
        play(table, moves, self.dice)
        chat_write(table.slug, self.bob, "well met")
        return table

    def finished(self) -> Table:
        from marchland.web.lobby.services import Place, Wish, seat_take, table_create

        table = table_create(self.ada, Wish("byzantium", [Place("me"), Place("open")], {}, "To the end", rated=True))
        seat_take(table.slug, self.bob, 1, table.join_code)
        play(table, 10_000, self.dice)
        return table

    def company(self) -> None:
        """What people say beforehand and to each other, at the tables that are under way."""
        from marchland.web.absence.services import draft_save
        from marchland.web.ahead.services import waivers_set
        from marchland.web.letters.services import letter_write
        from marchland.web.tables import keeping
        from marchland.web.tables.viewers import known_table

        by_mail, by_card = known_table(self.tables["cendre"].slug), self.tables["medioevo"]
        letter_write(by_mail.slug, self.ada, 0, [1], "Peace", "Shall we leave each other alone?")
        title, state = keeping.title_of(by_mail), keeping.present_state(by_mail)
        draft_save(by_mail.slug, self.ada, 0, title.parts.mail.form(state, 0, "", "en"), title.parts.mail.turn_name(state))
        waivers_set(by_card.slug, self.bob, 1, sorted(keeping.title_of(by_card).moments)[:2])

    def cup(self) -> None:
        from marchland.web.company import tournaments

        found = tournaments.tournament_create(self.ada, "Spring cup", "vinci", "robin", 2, "live", False)
        for person in (self.ada, self.bob, self.eve):
            tournaments.tournament_enter(found.pk, person)
        tournaments.tournament_start(found.pk, self.ada)


if __name__ == "__main__":
    main()
