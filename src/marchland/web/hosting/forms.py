"""Acts as forms send them: fields with a number, a text or JSON in them become an act, or are refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.http import HttpRequest, QueryDict

from marchland.kernel.errors import BadFile
from marchland.kernel.strangers import read_json
from marchland.web.pace.forms import PaceForm, shown_figures, usual_figures
from marchland.web.tables.forms import whole_number
from marchland.web.tables.keeping import title_of
from marchland.web.tables.models import Table
from marchland.web.tables.refusals import BadRequest

from .acts import Act, act_from
from .basket import collected

NUMBERS = ("seat", "hours", "to")
TEXTS = ("note", "level", "when_late")


def wanted(request: HttpRequest, table: Table) -> tuple[Act, int]:
    """What is wanted, and the entry that whoever wants it has seen."""
    if request.content_type == "application/json":
        return _from_json(request.body)
    fields = request.POST
    facts: dict[str, Any] = {"do": fields.get("do", "")}
    facts |= {name: whole_number(fields[name]) for name in NUMBERS if fields.get(name)}
    facts |= {name: fields[name].strip() for name in TEXTS if fields.get(name)}
    if facts["do"] == "pace":
        facts |= _pace(table, fields)
    if facts["do"] == "correct":
        facts["patch"] = collected(request, table.slug)
    return act_from(facts), whole_number(fields.get("entry"), -1)


def _from_json(body: bytes) -> tuple[Act, int]:
    try:
        facts = msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadRequest(str(error)) from None
    seen = facts.pop("entry", -1)
    if not isinstance(seen, int):
        raise BadRequest("entry")
    return act_from(facts), seen


def pace_form(table: Table, fields: QueryDict | None = None) -> PaceForm:
    """The table's pace, with what would suit the title where it has no figures for another."""
    form = PaceForm(fields)
    del form.fields["limit"], form.fields["limit_unit"]  # how long the whole game may last was agreed when it began
    form.offer(**{**usual_figures(title_of(table)), **shown_figures(table.pace, table.tempo), "pace": table.pace})
    return form


def _pace(table: Table, fields: QueryDict) -> dict[str, Any]:
    form = pace_form(table, fields)
    if not form.is_valid():
        raise BadRequest("; ".join(f"{form[name].label}: {' '.join(map(str, errors))}" for name, errors in form.errors.items()))
    return {"pace": form.cleaned_data["pace"], "tempo": form.tempo()}


def correction(fields: Mapping[str, str]) -> dict[str, Any]:
    """What should lie there is written as it is shown: a number, true, false, null, or a text (with or without quotes)."""
    return {"path": fields.get("path", ""), "value": _value(fields.get("value", "")), "was": _value(fields.get("was", ""))}


def _value(text: str) -> Any:
    try:
        return read_json(text.strip())
    except BadFile:
        return text.strip()
