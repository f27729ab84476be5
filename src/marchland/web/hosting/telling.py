"""How the log tells what was done from the desk. Nobody is named but by seat: who was host is nobody's business later."""

from __future__ import annotations

from typing import Any

from marchland.kernel.corrections import steps_of
from marchland.web.lobby.words import level_name
from marchland.web.tables.models import Pace
from marchland.web.tables.notes import Note, tells
from marchland.web.words import say

from .acts import OPERATOR, VOTE


def with_note(note: Note, sentence: str) -> str:
    """Who did it where it was not the host, what was done, and what was said about it."""
    by = {VOTE: say("house_by_vote") + " ", OPERATOR: say("house_by_operator") + " "}.get(note.data.get("by", ""), "")
    words = note.data.get("note") or ""
    return f"{by}{sentence}" + (f" {say('house_note', note=words)}" if words else "")


def names(note: Note, seats: Any) -> str:
    return ", ".join(note.players[seat] for seat in seats)


@tells("remind")
def remind(note: Note) -> str:
    return with_note(note, say("house_remind", names=names(note, note.data["seats"])))


@tells("extend")
def extend(note: Note) -> str:
    hours = note.data["hours"]
    told = say("house_extend_one", name=note.name, hours=hours) if note.seat is not None else say("house_extend", hours=hours)
    return with_note(note, told)


@tells("pause")
def pause(note: Note) -> str:
    return with_note(note, say("house_pause"))


@tells("go_on")
def go_on(note: Note) -> str:
    return with_note(note, say("house_go_on"))


@tells("pace")
def pace(note: Note) -> str:
    return with_note(note, say("house_pace", pace=str(Pace(note.data["pace"]).label)))


@tells("resolve")
def resolve(note: Note) -> str:
    return with_note(note, say("house_resolve", names=names(note, note.data["seats"])))


@tells("hand_over")
def hand_over(note: Note) -> str:
    return with_note(note, say("house_hand_over", name=note.name, level=level_name(note.title, note.data["level"])))


@tells("give_back")
def give_back(note: Note) -> str:
    return with_note(note, say("house_give_back", name=note.name))


@tells("reseat")
def reseat(note: Note) -> str:
    return with_note(note, say("house_reseat", name=note.name))


@tells("name_host")
def name_host(note: Note) -> str:
    return with_note(note, say("house_name_host", name=note.name))


@tells("no_host")
def no_host(note: Note) -> str:
    return say("house_no_host")


@tells("take_back")
def take_back(note: Note) -> str:
    return with_note(note, say("house_take_back", n=note.data["to"]))


@tells("correct")
def correct(note: Note) -> str:
    return with_note(note, say("house_correct", facts="; ".join(map(corrected, note.data["patch"]))))


def corrected(correction: dict[str, Any]) -> str:
    place = " › ".join(steps_of(correction["path"]))
    was, value = correction.get("was"), correction.get("value")
    match correction.get("op"):
        case "add":
            return f"{place}: + {value}"
        case "remove":
            return f"{place}: - {was}"
        case _:
            return f"{place}: {was} → {value}"


@tells("close")
def close(note: Note) -> str:
    return with_note(note, say("house_close"))


@tells("letters_on")
def letters_on(note: Note) -> str:
    return with_note(note, say("house_letters_on"))


@tells("letters_off")
def letters_off(note: Note) -> str:
    return with_note(note, say("house_letters_off"))


@tells("propose")
def propose(note: Note) -> str:
    return say("house_propose", name=note.name, act=act_words(note, note.data["act"]))


@tells("vote_passed")
def passed(note: Note) -> str:
    return say("house_passed", act=act_words(note, note.data["act"]), **_votes(note))


@tells("vote_failed")
def failed(note: Note) -> str:
    return say("house_failed", act=act_words(note, note.data["act"]), **_votes(note))


@tells("vote_void")
def void(note: Note) -> str:
    return say("house_void", act=act_words(note, note.data["act"]))


def _votes(note: Note) -> dict[str, int]:
    in_favour, against, voters = note.data["votes"]
    return {"ayes": in_favour, "noes": against, "voters": voters}


def act_words(note: Note, act: dict[str, Any]) -> str:
    """What is proposed, as a noun; with whose seat and which entry it is about."""
    do, name = act["do"], note.players[act["seat"]] if act.get("seat") is not None else ""
    about = {"take_back": say("act_to_entry", n=act.get("to", 0)), "correct": "; ".join(map(corrected, act.get("patch", [])))}
    told = ": ".join(filter(None, (say(f"act_{do}"), name or about.get(do, ""))))
    return f"{told} ({act['note']})" if act.get("note") else told
