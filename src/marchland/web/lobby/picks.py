"""What a seat plays, where the title lets whoever sits there choose it: a nation, say. Nothing here knows which titles do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchland.kernel.title import Option, Title
from marchland.web.tables.refusals import BadRequest


def choice_of(title: Title) -> Option | None:
    """The option that lists, by the order of the seats, what each of them plays."""
    return next((option for option in title.options if option.of_seats and option.picks), None)


def dealing_of(title: Title) -> Option | None:
    """The option that says how the rules deal out what the seats play: nothing that could be chosen before the start."""
    return next((option for option in title.options if option.of_seats and option.choices), None)


def name_of(option: Option, pick: str, language: str) -> str:
    return option.labels.get(pick, {}).get(language, pick)


def spread(option: Option | None, options: Mapping[str, object], wanted: Sequence[str]) -> list[str]:
    """What each seat wants: its own wish, or else what the option lists for it."""
    if option is None:
        return [""] * len(wanted)
    names = [name for name in str(options[option.name]).split(",") if name]
    if len(names) > len(wanted):
        raise BadRequest(f"{option.name}: {len(names)} for {len(wanted)} seats")
    spread_out = [own or other for own, other in zip(wanted, [*names, *[""] * len(wanted)], strict=False)]
    option.read(",".join(filter(None, spread_out)))
    return spread_out


def settled(option: Option, wanted: Sequence[str]) -> str:
    """What each seat plays in the end: those who did not choose take what is free, in the title's order."""
    free = iter([pick for pick in option.picks if pick not in wanted])
    return ",".join(pick or next(free) for pick in wanted)
