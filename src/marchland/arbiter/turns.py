"""Turns: a new game, and one turn resolved. A turn folder appears whole or not at all."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from marchland.bots.protocol import answer, make_bot
from marchland.kernel.actions import Action
from marchland.kernel.chance import KEY_BYTES, commitment, key_from_seed
from marchland.kernel.errors import BadOption
from marchland.kernel.events import Event
from marchland.kernel.frames import Together
from marchland.kernel.mail import Line
from marchland.kernel.match import Entry
from marchland.kernel.state import State
from marchland.kernel.title import Title, find_title
from marchland.kernel.vocabulary import plain

from .disk import PRIVATE, locked, sweep, whole_folder, write_file
from .game import DEFAULT, HUMAN, GameFolder, GameRecord, SeatRecord, TurnRecord, pass_phrase, pretty, write, write_secret
from .inbox import ORDERS, Received, answers, receive
from .reports import write_reports

Progress = Callable[[str], None]


class Resolved(msgspec.Struct, frozen=True):
    """A turn played out in memory: nothing is on the disk yet."""

    state: State
    events: tuple[Event, ...]
    entries: tuple[Entry, ...]
    lines: dict[int, tuple[Line, ...]]
    """Each seat's orders as they were played."""
    played: dict[str, str]


def new_game(
    path: Path, title_id: str, seats: Sequence[SeatRecord], options: Mapping[str, Any], seed: str | None, **settings: Any
) -> GameFolder:
    """Lay out a game on a folder that does not hold one yet."""
    title = find_title(title_id)
    if not title.has_mail:
        raise BadOption(f"{title_id} cannot be played by mail")
    if (path / "game.json").exists():
        raise BadOption(f"{path} already holds a game")
    for stand_in in (*(record.kind for record in seats), settings.get("absent", DEFAULT)):
        if stand_in not in (HUMAN, DEFAULT):
            make_bot(title, stand_in.removeprefix("bot:"))
    key = key_from_seed(seed) if seed is not None else secrets.token_bytes(KEY_BYTES)
    count, seating = title.parts.mail.seating(tuple(record.name for record in seats))
    chosen = title.for_new_table({**options, **seating})
    state = title.new(count, key, chosen)
    record = GameRecord(
        title=title.id,
        rules_version=title.rules_version,
        seats=tuple(seats),
        options=chosen,
        commitment=commitment(key),
        **settings,
    )
    return _lay_out(path, record, key, state, title)


def _lay_out(path: Path, record: GameRecord, key: bytes, state: State, title: Title) -> GameFolder:
    """The key and the first turn come before game.json: without it there is no game to speak of."""
    events, state.outbox = tuple(state.outbox), []
    (path / ORDERS).mkdir(parents=True, exist_ok=True)
    (path / "turns").mkdir(exist_ok=True)
    sweep(path / "turns")
    write_secret(path, key)
    first = path / "turns" / "0000"
    if not first.exists():
        with whole_folder(first) as draft:
            name = title.parts.mail.turn_name(state)
            _write_table(draft, state, events, TurnRecord(number=0, name=name, fingerprint=state.fingerprint()))
            write_reports(
                draft / "reports", title, record, state, events, {}, lambda seat: pass_phrase(key, record.seats[seat].name)
            )
    write(path / "game.json", record)
    return GameFolder(path)


def play_out(folder: GameFolder, received: Sequence[Received]) -> Resolved:
    """One turn in memory, from the last valid sheets, the bots and the rules' default for those who sent nothing."""
    state = folder.state()
    if state.is_over:
        raise BadOption(f"{folder.path}: the game is over")
    chosen = answers(folder, list(received))
    actions: dict[int, Action] = {}
    played: dict[str, str] = {}
    for seat in state.deciders:
        actions[seat], played[folder.record.seats[seat].name] = _answer(folder, state, seat, chosen)
    written = {seat: folder.title.parts.mail.lines(state, seat, action) for seat, action in actions.items()}
    events: list[Event] = []
    entries: list[Entry] = []
    for seat, action in actions.items():
        events += state.apply(seat, action)
        entries.append(Entry(seat, plain(action), state.fingerprint()))
    return Resolved(state, tuple(events), tuple(entries), written, played)


def _answer(folder: GameFolder, state: State, seat: int, chosen: dict[int, tuple[Action, str]]) -> tuple[Action, str]:
    if seat in chosen:
        return chosen[seat]
    kind = folder.record.seats[seat].kind
    stand_in = folder.record.absent if kind == HUMAN else kind
    if not stand_in.startswith("bot:"):
        assert isinstance(state.decision, Together), "sheets are written by all at once"
        return state.decision.default(state, seat), "default"
    bot = make_bot(folder.title, stand_in.removeprefix("bot:"))
    seed = f"{folder.record.commitment}/{folder.turn.number}/{seat}"
    return answer(bot, folder.title, state, seat, seed), stand_in


def resolve(folder: GameFolder, confirm: bool, progress: Progress = lambda text: None) -> Resolved:
    """Play the turn out; with `confirm` take the inbox in and write the turn down in one stroke."""
    folder.must_be_of_these_rules()
    with locked(folder.path):
        sweep(folder.path / "turns")
        received = receive(folder, keep=confirm)
        progress("resolving")
        resolved = play_out(folder, received)
        if confirm:
            _commit(folder, resolved, progress)
        return resolved


def _commit(folder: GameFolder, resolved: Resolved, progress: Progress) -> None:
    before = folder.turn
    title = folder.title
    record = TurnRecord(
        number=before.number + 1,
        name=title.parts.mail.turn_name(resolved.state),
        fingerprint=resolved.state.fingerprint(),
        before=before.fingerprint,
        over=resolved.state.is_over,
        played=resolved.played,
    )
    with whole_folder(folder.turn_folder(record.number)) as draft:
        _write_table(draft, resolved.state, resolved.events, record)
        write_file(draft / "entries.json", pretty(resolved.entries), PRIVATE)
        progress("writing reports")
        write_reports(draft / "reports", title, folder.record, resolved.state, resolved.events, resolved.lines, folder.pass_phrase)
        if record.over:
            write(draft / "key.json", {"key": folder.key.hex()})
    if folder.record.deadline:
        folder.save(msgspec.structs.replace(folder.record, deadline="", deadline_turn=None))


def _write_table(draft: Path, state: State, events: tuple[Event, ...], record: TurnRecord) -> None:
    """The table holds the key, the events everybody's secrets: both are for the host alone, like secret.json."""
    write_file(draft / "state.json", state.to_json(), PRIVATE)
    write_file(draft / "events.json", b"\n".join(msgspec.json.encode(plain(event)) for event in events) + b"\n", PRIVATE)
    write(draft / "turn.json", record)
