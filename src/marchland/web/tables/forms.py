"""Reading requests: nothing that comes from a client is believed before it has been read here."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar, get_origin, overload

import msgspec
from django.http import HttpRequest

from .refusals import BadRequest

EntryNumber = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
Body = TypeVar("Body", bound=msgspec.Struct)


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """An action, given by one who has seen `entry`. `option` picks from the list instead of spelling the action out."""

    entry: EntryNumber
    seat: int | None = None
    action: dict[str, Any] | None = None
    option: int | None = None


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """Undo and restart."""

    entry: EntryNumber
    seat: int | None = None


class Handover(msgspec.Struct, forbid_unknown_fields=True):
    """Who sits before a shared screen now; nobody, until somebody else says so."""

    seat: int | None = None


class Waivers(msgspec.Struct, forbid_unknown_fields=True):
    """The moments at which a seat does not want to be asked."""

    seat: int
    moments: list[str] = []


class Writing(msgspec.Struct, forbid_unknown_fields=True):
    """A sheet at the desk. `do` is `check`, `hand`, or `start:` and what to start from."""

    entry: EntryNumber
    text: str = ""
    do: str = "check"
    seat: int | None = None


class Drafting(msgspec.Struct, forbid_unknown_fields=True):
    """A sheet that is still being written, for the turn that its writer has before him."""

    text: str
    turn: str
    seat: int | None = None


class Saying(msgspec.Struct, forbid_unknown_fields=True):
    text: str


def read_body(request: HttpRequest, kind: type[Body]) -> Body:
    """The body, JSON or a form, as a record of this kind, or BadRequest."""
    try:
        if request.content_type == "application/json":
            return msgspec.json.decode(request.body, type=kind)
        return msgspec.convert(_form(request, kind), kind, strict=False)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise BadRequest(str(error)) from None


def _form(request: HttpRequest, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """A form's fields; an action is JSON inside one of them, and a list is a field that comes several times or not at all."""
    fields: dict[str, Any] = {name: value for name, value in request.POST.items() if name != "csrfmiddlewaretoken"}
    if "action" in fields:
        fields["action"] = msgspec.json.decode(fields["action"])
    for field in msgspec.structs.fields(kind):
        if get_origin(field.type) is list:
            fields[field.name] = request.POST.getlist(field.name)
    return fields


@overload
def whole_number(text: str | None, default: int) -> int: ...
@overload
def whole_number(text: str | None, default: None = None) -> int | None: ...


def whole_number(text: str | None, default: int | None = None) -> int | None:
    """A number out of the address; nonsense is refused, not guessed at."""
    if not text:
        return default
    if not text.isascii() or not text.lstrip("-").isdigit() or len(text) > 9:
        raise BadRequest(f"{text[:20]!r} is not a whole number")
    return int(text)
