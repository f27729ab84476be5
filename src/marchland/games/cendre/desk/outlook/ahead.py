"""The balance in words, and what the writer of a sheet should know before he hands it in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from marchland.kernel.cards import Figure, Row

from ...goods import KINDS, Goods
from ...orders import FormArmy
from ...phrases import domain_name, territory_name, word
from ...rules.common.ledger import OrderRefused
from ...tables import TABLES
from .balance import Balance, Span
from .foresight import Foresight
from .telling import actor_name, amounts, between, is_short, say, signed, waits, whole

UNRULY = 20
"""From so many per cent on, danger is worth a word."""


def rows(balance: Balance, language: str) -> tuple[Row, ...]:
    """Gold and provisions always, other goods where there are or will be any."""
    shown = [kind for kind in KINDS if kind in KINDS[:2] or balance.now[kind] or balance.left.most[kind]]
    return tuple(_row(balance, kind, language) for kind in shown)


def _row(balance: Balance, kind: str, language: str) -> Row:
    name = word(kind, language)
    return Row(
        id=kind,
        name=name[:1].upper() + name[1:],
        now=balance.now[kind],
        least=balance.left.least[kind],
        most=balance.left.most[kind],
        limit=None if kind == "gold" else balance.limit[kind],
        is_short=balance.lacking[kind] > 0,
        parts=tuple(_parts(balance, kind, language)),
    )


def _parts(balance: Balance, kind: str, language: str) -> Iterator[Figure]:
    lost = Span(balance.lost.most * -1, balance.lost.least * -1)
    income = "TC-ECO-01" if kind == "gold" else "TC-LAND-10"
    named = (
        ("balance_orders", balance.orders, "TC-SHEET-08"),
        ("balance_season", balance.season, "TC-STRUCT-08"),
        ("balance_lost", lost, "TC-STRUCT-05"),
        ("balance_income", balance.income, income),
        ("balance_upkeep", balance.upkeep, "TC-CITY-04"),
    )
    for key, span, rule in named:
        if span.least[kind] or span.most[kind]:
            yield Figure(say(key, language), signed(span.least[kind], span.most[kind]), rule)


def warnings(seen: Foresight, numbers: Sequence[int], language: str) -> tuple[Figure, ...]:
    """What most needs to be known first; `numbers` are the lines of the text."""
    return (
        *_shortages(seen, numbers, language),
        *_land(seen, language),
        *_undone(seen, language),
    )


def notes(seen: Foresight, language: str) -> tuple[Figure, ...]:
    """The test that comes in any case, with all that counts in it, and what is not foreseen."""
    test = seen.steadiness
    gain, loss = (between(whole(chance.least), whole(chance.most)) for chance in (test.gain, test.loss))
    counted = ", ".join(f"{word(part.name, language)} {part.amount:+}" for part in test.parts)
    said = say("ahead_stability_full" if test.is_full else "ahead_stability", language, gain=gain, loss=loss)
    winter = [Figure(say("ahead_stability_winter", language), "", "TC-STAB-03")] if test.again else []
    return (
        Figure(f"{said} ({counted})" if counted else said, signed(test.least, test.most), "TC-STAB-03"),
        *winter,
        Figure(say("ahead_not_counted", language), "", "TC-INFO-04"),
    )


def _shortages(seen: Foresight, numbers: Sequence[int], language: str) -> Iterator[Figure]:
    balance = seen.balance
    for line, number in zip(seen.lines, numbers, strict=True):
        refusal = line.refused or line.doubtful
        if refusal is None or waits(refusal):
            continue
        if is_short(refusal):
            yield Figure(say("ahead_line_short", language, line=number), "", refusal.rule)
        elif isinstance(line.order, FormArmy) and _is_overfull(refusal):
            name = actor_name(seen.table, line.order.leader, language)
            yield Figure(say("ahead_command", language, line=number, name=name, most=refusal.facts["most"]), "", "TC-WAR-01")
    if balance.lacking:
        yield Figure(say("ahead_lacking", language, goods=amounts(balance.lacking, language)), "", "TC-CITY-04")
    if balance.lost.most:
        yield Figure(say("ahead_stores", language, goods=_spoilt(balance, language)), "", "TC-STRUCT-05")


def _is_overfull(refusal: OrderRefused) -> bool:
    """TC-WAR-01 More units than the leader can command."""
    units, most = (int(str(refusal.facts.get(fact, 0))) for fact in ("units", "most"))
    return units > most


def _spoilt(balance: Balance, language: str) -> str:
    low, high = balance.lost.least, balance.lost.most
    together = Goods(*map(max, low.amounts(), high.amounts()))
    return ", ".join(f"{between(min(low[kind], most), most)} {word(kind, language)}" for kind, most in together.items())


def _land(seen: Foresight, language: str) -> Iterator[Figure]:
    unrest = TABLES.land.danger.negative_stability * max(0, -seen.table.nations[seen.nation].stability)
    danger = seen.balance.danger
    capital = seen.table.nations[seen.nation].capital
    leaving = [code for code, share in danger.items() if share + unrest >= TABLES.land.danger.independence_at and code != capital]
    if seen.falls and seen.steadiness.loss.most > 0:
        yield Figure(say("ahead_revolution", language), "", "TC-STAB-04")
    if leaving:
        yield Figure(say("ahead_independence", language, places=_places(leaving, language)), "", "TC-LAND-15")
    unruly = {code: share for code, share in danger.items() if share >= UNRULY and code not in leaving}
    if unruly and not seen.balance.is_quiet:
        said = ", ".join(f"{territory_name(code, language)} {min(100, share)} %" for code, share in sorted(unruly.items()))
        yield Figure(say("ahead_troubles", language, places=said), "", "TC-LAND-14")


def _places(codes: Sequence[str], language: str) -> str:
    return ", ".join(territory_name(code, language) for code in codes)


def _undone(seen: Foresight, language: str) -> Iterator[Figure]:
    if seen.due:
        names = ", ".join(domain_name(domain, language) for domain in seen.due)
        yield Figure(say("ahead_due", language, names=names), "", "TC-SCI-01")
    if seen.unspent:
        yield Figure(say("ahead_science", language, n=seen.unspent), "", "TC-SCI-01")
    if seen.idle:
        yield Figure(say("ahead_idle", language, names=", ".join(seen.idle)), "", "TC-SHEET-05")
