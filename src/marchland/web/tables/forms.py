"""Reading requests: nothing that comes from a client is believed before it has been read here."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, TypeVar, get_origin, overload

import msgspec
from django.http import HttpRequest

from marchland.kernel.errors import BadFile
from marchland.kernel.strangers import read_json

from .refusals import BadRequest

EntryNumber = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
Body = TypeVar("Body", bound=msgspec.Struct)


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """An action, given by one who has seen `entry`. `option` picks from the list instead of spelling the action out."""

    entry: EntryNumber
    seat: int | None = None
    action: dict[str, Any] | None = None
    option: int | None = None
    choose: bool = False
    """Be asked also what goes without saying: which cube pays."""


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
    """A sheet at the desk. `do` is `check`, `hand` (`hand:sure`: one has thought twice), or `start:` and what to start from."""

    entry: EntryNumber
    text: str = ""
    do: str = "check"
    seat: int | None = None


Name = Annotated[str, msgspec.Meta(max_length=200)]
Words = Annotated[str, msgspec.Meta(max_length=2000)]


class Carding(msgspec.Struct, forbid_unknown_fields=True):
    """Something done with the cards of a sheet that reads `text`; what each `do` needs of the rest says `SPELLED`.

    A button of a page without a script says all of it in `do`: `open captain march 4`.
    """

    entry: EntryNumber
    text: str = ""
    do: Words = "show"
    seat: int | None = None
    group: Name = ""
    kind: Name = ""
    line: EntryNumber = 0
    space: Name = ""
    section: Name = ""
    order: Words = ""
    values: dict[Name, Words] = {}


SPELLED: dict[str, tuple[str, ...]] = {
    "show": (),
    "more": (),
    "open": ("group", "kind", "line"),
    "set": ("group", "kind", "line"),
    "drop": ("line",),
    "add": ("section", "order"),
    "lights": ("group",),
    "place": ("space",),
    "advise": ("order",),
    "take": ("section", "order"),
    "refuse": ("order",),
    "replace": ("order",),
    "learn": ("order",),
}


def spelled_out(asked: Carding) -> Carding:
    """With all that its `do` says in the fields made for it."""
    verb, _, rest = asked.do.partition(" ")
    names = SPELLED.get(verb, ())
    words = rest.split(" ", len(names) - 1) if rest and names else []
    return carding({**msgspec.structs.asdict(asked), "do": verb, **dict(zip(names, words, strict=False))})


def carding(fields: dict[str, Any]) -> Carding:
    asked = _converted(fields, Carding)
    if asked.do not in SPELLED:
        raise BadRequest(f"do: {', '.join(SPELLED)}")
    return asked


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
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise BadRequest(str(error)) from None
    return _converted(_form(request, kind), kind)


def _converted(fields: dict[str, Any], kind: type[Body]) -> Body:
    try:
        return msgspec.convert(fields, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadRequest(str(error)) from None


def _form(request: HttpRequest, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """A form's fields; an action is JSON inside one of them, and a list is a field that comes several times or not at all.

    A name with a dot is one of the values of a mapping; where none is wanted, it belongs to a card that lies open beside the form.
    """
    plain = {name: value for name, value in request.POST.items() if "." not in name}
    fields: dict[str, Any] = {name: value for name, value in plain.items() if name != "csrfmiddlewaretoken"}
    if "action" in fields:
        fields["action"] = _decoded(fields["action"])
    for name, origin in _gathered(kind):
        fields[name] = request.POST.getlist(name) if origin is list else _mapping(request, f"{name}.")
    return fields


@cache
def _gathered(kind: type[msgspec.Struct]) -> tuple[tuple[str, type], ...]:
    """The fields that are made of several of the form's, each with what it is: a list or a mapping."""
    found = ((field.name, get_origin(field.type)) for field in msgspec.structs.fields(kind))
    return tuple((name, origin) for name, origin in found if origin in (list, dict))


def _decoded(text: str) -> Any:
    try:
        return read_json(text)
    except BadFile as error:
        raise BadRequest(str(error)) from None


def _mapping(request: HttpRequest, prefix: str) -> dict[str, str]:
    """`values.to=AKL` is `{"to": "AKL"}`; what comes several times is one thing after the other."""
    names = [name for name in request.POST if name.startswith(prefix)]
    return {name.removeprefix(prefix): " ".join(filter(None, request.POST.getlist(name))) for name in names}


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
