"""`marchland arbiter post`, `seat`, `run`, `troubles`: a folder game that keeps itself going by mail."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.errors import BadOption
from marchland.post.writing import is_address
from marchland.tempo import Deadline, Schedule, Tempo, Untimed

from .disk import locked
from .game import HUMAN, GameFolder
from .outbox import FAILED, SENDING, SENT, WAITING, Outbox
from .post import PROOFS, PostRecord, check_post, has_post, read_post, reply_address, write_post

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
HOURS_A_DAY = 24

Folder = Annotated[Path, typer.Argument(help="The game's folder.", metavar="FOLDER")]


def post(
    folder: Folder,
    address: Annotated[str | None, typer.Option(help="Where players write: ash@example.org.")] = None,
    name: Annotated[str | None, typer.Option(help="The sender's name on mails.")] = None,
    out: Annotated[str | None, typer.Option(help="smtp://, smtp+tls:// or smtps://user:password@host:port")] = None,
    into: Annotated[str | None, typer.Option("--in", help="imap(s)://user:password@host/INBOX, or smtp-intake://host:port")] = None,
    proof: Annotated[str | None, typer.Option(help=f"What proves a seat, with commas, among {', '.join(PROOFS)}.")] = None,
    every: Annotated[str | None, typer.Option(help="A deadline so long after each turn: 48h, 7d; `none`.")] = None,
    weekly: Annotated[str | None, typer.Option(help="Turns close weekly: sun@20:00 or wed,sun@20:00.")] = None,
    zone: Annotated[str | None, typer.Option(help="The time zone of the schedule: Europe/Rome.")] = None,
    quiet: Annotated[str | None, typer.Option(help="Hours in which no deadline falls: 22-8.")] = None,
    early: Annotated[bool | None, typer.Option("--early/--not-early", help="Play as soon as all sheets are in.")] = None,
    remind: Annotated[int | None, typer.Option(help="Hours before the deadline at which to remind; 0: never.")] = None,
    largest: Annotated[int | None, typer.Option(help="The largest mail that is read, in bytes.")] = None,
    pause: Annotated[int | None, typer.Option(help="Seconds between two looks into the mailbox.")] = None,
) -> None:
    """How mail goes out and comes in, who is believed, and when turns close. What is not named stays as it is."""
    GameFolder(folder)
    record = read_post(folder) if has_post(folder) else PostRecord(address=address or "")
    plain = {
        "address": address,
        "name": name,
        "out": out,
        "into": into,
        "early": early,
        "remind": remind,
        "largest": largest,
        "pause": pause,
    }
    changes: dict[str, Any] = {field: value for field, value in plain.items() if value is not None}
    if proof is not None:
        changes["proofs"] = tuple(proof.split(","))
    if any(value is not None for value in (every, weekly, zone, quiet)):
        changes["tempo"] = read_tempo(record.tempo, every, weekly, zone, quiet)
    changed = msgspec.structs.replace(record, **changes)
    check_post(changed)
    with locked(folder):
        write_post(folder, changed)
    print(f"mail to {changed.sender}; believed: {', '.join(changed.proofs)}; {told_tempo(changed.tempo)}")


def read_tempo(tempo: Tempo, every: str | None, weekly: str | None, zone: str | None, quiet: str | None) -> Tempo:
    """The tempo that the options mean, beginning from the one there is."""
    if every == "none":
        return Untimed()
    data: dict[str, Any] = msgspec.to_builtins(tempo)
    zone = zone or data.get("zone", "UTC")
    if weekly is not None:
        data = {"type": "schedule", **read_weekly(weekly)}
    elif every is not None:
        data = {"type": "deadline", "hours": read_hours(every)}
    if quiet is not None:
        begin, _, end = quiet.partition("-")
        data |= {"quiet_from": begin, "quiet_to": end}
    try:
        found: Tempo = msgspec.convert({**data, "zone": zone}, Tempo, strict=False)
    except msgspec.ValidationError as error:
        raise BadOption(f"this is no pace: {error}") from None
    return found


def read_hours(text: str) -> int:
    number, unit = text[:-1], text[-1:]
    if unit not in ("h", "d") or not number.isdigit():
        raise BadOption(f"--every {text!r}: write 48h or 7d")
    return int(number) * (HOURS_A_DAY if unit == "d" else 1)


def read_weekly(text: str) -> dict[str, Any]:
    days, _, at = text.lower().partition("@")
    wanted = [day.strip() for day in days.split(",")]
    if not at or any(day not in DAYS for day in wanted):
        raise BadOption(f"--weekly {text!r}: write sun@20:00; the days are {', '.join(DAYS)}")
    return {"days": [DAYS.index(day) for day in wanted], "at": at}


def told_tempo(tempo: Tempo) -> str:
    if isinstance(tempo, Schedule):
        return f"turns close on {', '.join(DAYS[day] for day in tempo.days)} at {tempo.at} ({tempo.zone})"
    if isinstance(tempo, Deadline):
        quiet = f", not from {tempo.quiet_from} to {tempo.quiet_to} o'clock" if tempo.quiet_from != tempo.quiet_to else ""
        return f"turns close after {tempo.hours} hours{quiet} ({tempo.zone})"
    return "no deadlines"


def seat(
    folder: Folder,
    name: Annotated[str, typer.Argument(help="The seat, as sheets name it.", metavar="SEAT")],
    player: Annotated[str | None, typer.Option(help="Who plays it.")] = None,
    address: Annotated[str | None, typer.Option(help="The player's mail address.")] = None,
    language: Annotated[str | None, typer.Option("--lang", help=f"One of {', '.join(LANGUAGES)}.")] = None,
    kind: Annotated[str | None, typer.Option(help="`human` or `bot:NAME`.")] = None,
) -> None:
    """Who holds a seat and where their mail goes. What is not named stays as it is."""
    with locked(folder):
        game = GameFolder(folder)
        number = game.seat_of(name)
        if number is None:
            raise BadOption(f"the seats are {', '.join(record.name for record in game.record.seats)}")
        if language is not None and language not in LANGUAGES:
            raise BadOption(f"--lang {language!r}: choose among {', '.join(LANGUAGES)}")
        if address and not is_address(address):
            raise BadOption(f"--address {address!r} is no mail address")
        plain = {"player": player, "address": address, "language": language, "kind": kind}
        changes = {field: value for field, value in plain.items() if value is not None}
        record = msgspec.structs.replace(game.record.seats[number], **changes)
        seats = tuple(record if place == number else other for place, other in enumerate(game.record.seats))
        game.save(msgspec.structs.replace(game.record, seats=seats))
    print(f"{record.name}: {record.player or 'nobody'} ({record.kind}), {record.language}, {record.address or 'no address'}")


def run(folder: Folder, once: Annotated[bool, typer.Option("--once", help="One look, for a timer such as cron.")] = False) -> None:
    """Keep the game going: fetch mail, answer it, play turns when they are due, send reports. Stop it whenever you like."""
    from .runner import Runner

    Runner(folder, lambda line: print(line, flush=True)).run(once)


def post_status(folder: Path, game: GameFolder) -> dict[str, Any]:
    """What the host should know of the post; empty where there is none."""
    if not has_post(folder):
        return {}
    record = read_post(folder)
    outbox = Outbox(game, record.host)
    people = [(seat, holder) for seat, holder in enumerate(game.record.seats) if holder.kind == HUMAN]
    return {
        "mails": {state: len(outbox.names(state)) for state in (WAITING, SENDING, SENT, FAILED)},
        "troubles": [msgspec.to_builtins(trouble) for trouble in outbox.troubles()],
        "unreachable": [holder.name for _, holder in people if not holder.address],
        "replies": {holder.name: reply_address(game, record, seat) for seat, holder in people},
    }


def post_lines(facts: dict[str, Any]) -> list[str]:
    """The same for people, without anybody's reply address."""
    if not facts:
        return []
    lines = ["mails: " + ", ".join(f"{count} {state}" for state, count in facts["mails"].items() if count)]
    lines += [f"  {name}: no mail address" for name in facts["unreachable"]]
    return lines + [
        f"  not delivered: {one['mail']} to {one['recipient']} ({one['said']}, {one['moment']})" for one in facts["troubles"]
    ]
