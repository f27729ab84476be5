"""`marchland arbiter`: a game by mail on a plain folder.

Whoever calls `marchland` loads this, but nothing that reads mail or draws: commands load that when they need it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.errors import BadOption
from marchland.kernel.mail import ACCEPTED, DOUBTFUL, REFUSED
from marchland.kernel.match import Entry, Record, write_record
from marchland.kernel.receipts import Receipt, verify_receipt
from marchland.kernel.title import find_title, titles
from marchland.post.writing import is_address

from . import postcli
from .disk import locked, write_file
from .game import FORMATS, HUMAN, GameFolder, SeatRecord, read

if TYPE_CHECKING:
    from .inbox import Received

app = typer.Typer(help="Play by mail on a folder of order files.", no_args_is_help=True)
for command in (postcli.post, postcli.seat, postcli.run):
    app.command()(command)

Folder = Annotated[Path, typer.Argument(help="The game's folder.", metavar="FOLDER")]
JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON object on the last line.")]


@app.command()
def new(
    folder: Folder,
    title: Annotated[str, typer.Option(help="The title; may be left out if only one can be played by mail.")] = "",
    seat: Annotated[
        list[str] | None, typer.Option("--seat", "-s", help="A person's seat: NAME[:PLAYER[:LANGUAGE[:ADDRESS]]].")
    ] = None,
    fill: Annotated[str, typer.Option(help="Who takes all other seats: bot:NAME, human, or nobody.")] = "bot:normal",
    absent: Annotated[str, typer.Option(help="What a person who sends nothing gets: default or bot:NAME.")] = "default",
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="A game option as name=value.")] = None,
    seed: Annotated[str | None, typer.Option(help="A reproducible game; without it the key is drawn by the system.")] = None,
    language: Annotated[str, typer.Option("--lang", help="Language of seats that name none.")] = "en",
    formats: Annotated[str, typer.Option(help="Report formats, with commas.")] = ",".join(FORMATS),
    require_key: Annotated[bool, typer.Option("--require-key", help="Refuse sheets without their seat's pass-phrase.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Start a game: the first reports and blank sheets are in turns/0000/reports."""
    from .turns import new_game

    title = title or only_title()
    seats = line_up(title, seat or [], fill, language)
    settings = {"absent": absent, "formats": tuple(formats.split(",")), "require_key": require_key}
    check_settings(settings)
    game = new_game(folder, title, seats, read_options(option or []), seed, **settings)
    people = sum(record.kind == HUMAN for record in seats)
    facts = {
        "folder": str(folder),
        "turn": game.turn.name,
        "seats": len(seats),
        "people": people,
        "commitment": game.record.commitment,
    }
    show(
        facts,
        as_json,
        f"{title}: {game.turn.name}, {people} people and {len(seats) - people} bots. Key hash {game.record.commitment}",
    )


def only_title() -> str:
    """The one installed title that can be played by mail."""
    able = [title_id for title_id, found in titles().items() if found.has_mail]
    if len(able) != 1:
        raise BadOption(f"--title: choose one of {', '.join(able) or 'none'}")
    return able[0]


def line_up(title_id: str, wanted: list[str], fill: str, language: str) -> list[SeatRecord]:
    """The seats in the title's own order, people's as they asked, the rest filled."""
    title = find_title(title_id)
    if not title.has_mail:
        raise BadOption(f"{title_id} cannot be played by mail")
    names: tuple[str, ...] = title.parts.mail.SEAT_NAMES
    people = {record.name: record for record in (seat_record(text, language) for text in wanted)}
    if len(people) < len(wanted):
        raise BadOption("--seat: a seat is named twice")
    for name in people:
        if name not in names:
            raise BadOption(f"--seat {name!r}: the seats are {', '.join(names)}")
    others = [] if fill == "nobody" else [name for name in names if name not in people]
    filled = {name: SeatRecord(name=name, kind=fill, language=language) for name in others}
    return [(people | filled)[name] for name in names if name in people or name in filled]


def seat_record(text: str, language: str) -> SeatRecord:
    name, player, spoken, address, *rest = [*text.split(":"), "", "", ""]
    if rest[3:] or (spoken or language) not in LANGUAGES or (address and not is_address(address)):
        raise BadOption(
            f"--seat {text!r}: write NAME, NAME:PLAYER, NAME:PLAYER:{'|'.join(LANGUAGES)} or NAME:PLAYER:fr:ada@example.org"
        )
    return SeatRecord(name=name.upper(), player=player, language=spoken or language, address=address)


def read_options(pairs: list[str]) -> dict[str, str]:
    for pair in pairs:
        if "=" not in pair:
            raise BadOption(f"--option {pair!r}: write name=value")
    return dict(pair.split("=", 1) for pair in pairs)


def check_settings(settings: dict[str, Any]) -> None:
    for kind in settings["formats"]:
        if kind not in FORMATS:
            raise BadOption(f"--formats {kind!r}: choose among {', '.join(FORMATS)}")
    if settings["absent"] != "default" and not settings["absent"].startswith("bot:"):
        raise BadOption(f"--absent {settings['absent']!r}: write default or bot:NAME")


@app.command()
def status(folder: Folder, as_json: JsonFlag = False) -> None:
    """Which turn it is, whose sheets have come and how they were read. Writes nothing."""
    from .inbox import missing, receive, strangers

    game = GameFolder(folder)
    received = receive(game, keep=False)
    waiting = missing(game, received)
    facts = {
        "turn": game.turn.name, "number": game.turn.number, "over": game.turn.over, "deadline": game.deadline,
        "fingerprint": game.turn.fingerprint, "missing": waiting,
        "seats": [seat_status(game, seat, received) for seat in range(len(game.record.seats))],
        "unread": [str(path.relative_to(folder)) for path in strangers(game)], "post": postcli.post_status(folder, game),
    }  # fmt: skip
    if not as_json:
        for line in status_lines(game, facts):
            print(line)
    else:
        print(msgspec.json.encode(facts).decode())


def seat_status(game: GameFolder, seat: int, received: list[Received]) -> dict[str, Any]:
    from .inbox import answers

    record = game.record.seats[seat]
    own = [item for item in received if item.letter.seat == seat]
    counting = answers(game, own).get(seat)
    last = own[-1] if own else None
    counts = {status: last.reading.count(status) for status in (ACCEPTED, DOUBTFUL, REFUSED)} if last else {}
    return {
        "seat": record.name, "kind": record.kind, "player": record.player, "language": record.language, "sheets": len(own),
        "counts": counting[1] if counting else "", "last": counts, "void": bool(last and not last.reading.valid),
    }  # fmt: skip


def status_lines(game: GameFolder, facts: dict[str, Any]) -> list[str]:
    head = f"{game.record.title}, turn {facts['number']}: {facts['turn']}" + (" (the game is over)" if facts["over"] else "")
    lines = [head] + ([f"deadline {facts['deadline']}"] if facts["deadline"] else [])
    for seat in facts["seats"]:
        if seat["kind"] != HUMAN and not seat["sheets"]:
            continue
        figures = ", ".join(f"{count} {status}" for status, count in seat["last"].items() if count)
        state = seat["counts"] or ("void" if seat["void"] else "no sheet yet")
        lines.append(f"  {seat['seat']:<12} {seat['player']:<16} {state}" + (f" ({figures})" if figures else ""))
    lines += [f"  not read: {path}" for path in facts["unread"]] + postcli.post_lines(facts["post"])
    return [*lines, f"waiting for {', '.join(facts['missing'])}" if facts["missing"] else "all sheets are in"]


@app.command("receive")
def receive_command(folder: Folder, as_json: JsonFlag = False) -> None:
    """Take in the sheets in orders/ and write their receipts to received/."""
    from .inbox import missing, receive

    game = GameFolder(folder)
    with locked(folder):
        received = receive(game)
    for item in received:
        reading = item.reading
        verdict = "void" if not reading.valid else ", ".join(f"{reading.count(s)} {s}" for s in (ACCEPTED, DOUBTFUL, REFUSED))
        late = " (late)" if item.receipt.late else ""
        print(f"{item.receipt.number:4} {item.receipt.seat:<12} {item.receipt.file}: {verdict}{late}")
    if as_json:
        print(msgspec.json.encode({"received": len(received), "missing": missing(game, received)}).decode())


@app.command()
def deadline(folder: Folder, moment: Annotated[str, typer.Argument(help="ISO 8601, or `none`.")]) -> None:
    """Set when the current turn closes: sheets that arrive later do not count."""
    from .inbox import parse_deadline

    game = GameFolder(folder)
    text = "" if moment == "none" else parse_deadline(moment).isoformat()
    game.save(msgspec.structs.replace(game.record, deadline=text, deadline_turn=game.turn.number if text else None))
    print(f"deadline {text or 'none'}")


@app.command("resolve")
def resolve_command(
    folder: Folder,
    confirm: Annotated[bool, typer.Option("--confirm", help="Write the turn down. Without it nothing changes.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Play the turn out. A dry run by default; --confirm commits it."""
    from .turns import resolve

    game = GameFolder(folder)
    was = game.turn.name
    resolved = resolve(game, confirm)
    after = game.title.parts.mail.turn_name(resolved.state)
    facts = {
        "turn": was, "next": after, "confirmed": confirm, "over": resolved.state.is_over, "events": len(resolved.events),
        "fingerprint": resolved.state.fingerprint(), "played": resolved.played,
    }  # fmt: skip
    sheets = sum(origin.startswith("receipt") for origin in resolved.played.values())
    written = f"written to {game.turns[-1]}" if confirm else "a dry run: nothing was written; --confirm commits it"
    show(
        facts, as_json, f"{was} resolved with {sheets} sheets of people, {len(resolved.events)} events; next is {after} ({written})"
    )


@app.command()
def verify(folder: Folder, receipt: Annotated[Path, typer.Argument(help="A receipt, as JSON.")]) -> None:
    """Check that this game's arbiter signed a receipt."""
    found = read(receipt, Receipt)
    verify_receipt(GameFolder(folder).key, found)
    print(f"receipt {found.number} of {found.seat} for {found.turn} is genuine")


@app.command()
def record(folder: Folder, file: Annotated[Path, typer.Argument(help="Where to write the match.")]) -> None:
    """The whole game as one file for `marchland replay`; it holds the key, so wait until the game is over."""
    game = GameFolder(folder)
    entries = [entry for turn in game.turns[1:] for entry in read(turn / "entries.json", list[Entry])]
    players = tuple(seat.player or seat.name for seat in game.record.seats)
    match = Record(
        title=game.record.title, rules_version=game.record.rules_version, seats=len(game.record.seats), options=game.record.options,
        commitment=game.record.commitment, key=game.key, entries=tuple(entries), state=game.state().to_plain(), players=players,
    )  # fmt: skip
    write_file(file, write_record(match))
    print(f"{len(entries)} entries written to {file}")


def show(facts: dict[str, Any], as_json: bool, sentence: str) -> None:
    print(msgspec.json.encode(facts).decode() if as_json else sentence)
