"""What a thing on the board answers: the lines of its card, and why nothing can be done with it now.

A title's board may answer itself (`Answering`); for everything else its marks, notes and figures are told. All of it is taken from
the reader's view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from marchland.kernel.board import Answer, Board, Figures
from marchland.words import speaker

from .ground import survey
from .mapfile import Place
from .scene import Scene
from .spaces import Voice
from .stage import board_of, environment, voice_of
from .terms import terms_of

Reason = Mapping[str, Any]
"""A refusal in words: `rule`, `name`, `text` and `figures`."""
WhyNot = Callable[[str], Sequence[Reason]]


class Line(msgspec.Struct, frozen=True):
    """A line as it is shown; `more` explains its term."""

    head: str
    text: str
    more: str = ""


def about(scene: Scene, thing: str, why_not: WhyNot = lambda thing: ()) -> str:
    """The card of something on the board, as HTML; empty if there is no such thing or nothing to say of it."""
    board, voice = board_of(scene), voice_of(scene)
    lines = [_line(answer, scene, voice) for answer in _answers(scene, board, thing)]
    reasons = why_not(thing) if _is_played_with(board, thing) else ()
    if not lines and not reasons:
        return ""
    filled = (
        environment()
        .get_template("about.html")
        .render(lines=lines, why=_why(scene, reasons) if reasons else None, say=speaker(scene.language))
    )
    return filled.strip()


def _is_played_with(board: Board, thing: str) -> bool:
    """Nobody asks why he cannot play on a track or a player's card."""
    return not thing.startswith("seat:") and all(one.id != thing or not one.is_inert for one in board.things)


def _answers(scene: Scene, board: Board, thing: str) -> Sequence[Answer]:
    answering = scene.title.parts.answering
    own = answering.answers(scene.view, thing, scene.language) if answering is not None else ()
    who = [Answer(card.bot) for card in scene.seats if card.bot and thing == f"seat:{card.seat}"]
    return (*who, *(own or _told(scene, board, thing)))


def _told(scene: Scene, board: Board, thing: str) -> Iterator[Answer]:
    """What the board says anyway, by marks, notes, and the figures of a seat."""
    kind, _, rest = thing.partition(":")
    if kind == "seat" and rest.isdigit():
        yield from _of_seat(scene, board.seats.get(int(rest), {}))
        return
    place = _place(board, thing)
    if place is not None:
        yield from _of_place(scene, board, place)
    yield from (Answer(one.text) for one in board.things if one.id == thing)
    yield from (Answer(line) for line in board.notes.get(thing, "").splitlines())


def _of_seat(scene: Scene, figures: Figures) -> Iterator[Answer]:
    say = speaker(scene.language)
    text = str(figures.get("text", "")) or (say("points", n=figures["score"]) if "score" in figures else "")
    yield from (Answer(part) for part in text.split("; ") if part)


def _place(board: Board, thing: str) -> Place | None:
    if board.map is None:
        return None
    return next((place for place in survey(board.map, "en").sheet.places if place.id == thing), None)


def _of_place(scene: Scene, board: Board, place: Place) -> Iterator[Answer]:
    assert board.map is not None
    words = voice_of(scene).words_of(place, survey(board.map, scene.language), board.holders.get(place.id))
    noted = board.notes.get(place.id, "")
    said = ", ".join(word for word in words[1:] if word and word not in noted)
    if said or not noted:
        say = speaker(scene.language)
        yield Answer(said or say("nothing_here"))


def _line(answer: Answer, scene: Scene, voice: Voice) -> Line:
    term = terms_of(scene.title).get(answer.term)
    head = voice.filled(answer.head) or (term.name[scene.language] if term else "")
    return Line(head, voice.filled(answer.text), term.text[scene.language] if term else "")


def _why(scene: Scene, reasons: Sequence[Reason]) -> dict[str, Any]:
    """One sentence about what is asked now, and the rules behind it for those who want to know."""
    figures = next((reason["figures"] for reason in reasons if reason["figures"]), "")
    rest = [reason for reason in reasons if reason["figures"] != figures or reason["text"]]
    say = speaker(scene.language)
    return {"lead": figures or say("not_in_this_step", asked=scene.prompt), "is_general": not figures, "rest": rest}
