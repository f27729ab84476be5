"""Do the desk's forecasts of Terre de Cendre come true? Bots play; each sheet is foreseen before the season and compared after it.

    python tools/calibration.py [--tests 10000] [--seed 1]

Every forecast is made from what its nation knows before the season; the outcome comes from the season as it is really played,
with all other nations acting. Three things are counted:

- *chances*: of all tests shown with about so many per cent, how many succeed, by tenths and by kind of order. A fight counts as it
  was fought, whoever else had come; armies that were stopped on the way fought nowhere and are counted apart;
- *prices*: what a line was said to cost, against what it was charged (lines that others' deeds made impossible are counted apart);
- *ranges*: does what is left for the next sheet lie within the balance?
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from marchland.games.cendre.bot import BOTS
from marchland.games.cendre.desk.outlook.foresight import Chance, Foresight, Prospect, foresee
from marchland.games.cendre.desk.outlook.rehearsal import Accounts
from marchland.games.cendre.goods import KINDS, NOTHING, Goods
from marchland.games.cendre.orders import AnyOrder, Bid, LearnMagic, MarchOrder, Raid, TunnelRaid
from marchland.games.cendre.rules.civil.operation import OperationTested
from marchland.games.cendre.rules.common.figures import total
from marchland.games.cendre.rules.common.ledger import GoodsMoved
from marchland.games.cendre.rules.general import GeneralTest
from marchland.games.cendre.rules.magic.magic import MagicLearnt
from marchland.games.cendre.rules.standing.standing import StabilityTested
from marchland.games.cendre.rules.turn.sheets import Submit
from marchland.games.cendre.rules.war.battle import BattleFought
from marchland.games.cendre.rules.war.raids import RaidResolved
from marchland.games.cendre.sequence import set_up
from marchland.games.cendre.state import Cendre
from marchland.games.cendre.title import BOOKLET_PRINTINGS
from marchland.games.cendre.view import redeal
from marchland.kernel.chance import Chance as Stream
from marchland.kernel.chance import key_from_seed
from marchland.kernel.events import Event

STABILITY = "stability"
STYLES = ("ruler", "warlord", "steward", "ruler")


@dataclass
class Tally:
    """All that was shown and all that came of it."""

    chances: list[tuple[str, Chance, bool]] = field(default_factory=list)
    halted: Counter[str] = field(default_factory=Counter)
    figures: Counter[bool] = field(default_factory=Counter)
    """Were difficulty and bonus the ones that the dice met?"""
    prices: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    inside: Counter[str] = field(default_factory=Counter)
    outside: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)

    @property
    def ordered(self) -> list[tuple[str, Chance, bool]]:
        """Tests that somebody ordered: the stability tests come without."""
        return [sample for sample in self.chances if not sample[0].startswith(STABILITY)]


# -- playing ----------------------------------------------------------------------------------------------------


def seasons(seed: str, years: int, booklets: str) -> Iterator[tuple[Cendre, dict[int, tuple[AnyOrder, ...]], list[Event], Cendre]]:
    """A game of twenty bots, season by season: the table before, all sheets, what happened, and the table after."""
    game = set_up(20, {"nations": "", "years": years, "booklets": booklets}, Stream(key_from_seed(seed)))
    rulers = [BOTS[STYLES[seat % len(STYLES)]]() for seat in range(20)]
    while not game.is_over:
        sheets: dict[int, tuple[AnyOrder, ...]] = {}
        for seat in game.deciders:
            chosen = rulers[seat].choose(redeal(game, seat, key_from_seed(f"{seed} {game.turn} {seat}")), seat)
            assert isinstance(chosen, Submit)
            sheets[seat] = chosen.orders
        before, happened = game.clone(), []
        for seat, orders in sheets.items():
            happened += game.play(seat, Submit(orders))
        yield before, sheets, happened, game


def play(tally: Tally, seed: str, years: int, enough: int, booklets: str) -> None:
    """One game, with every sheet of every nation."""
    for before, sheets, happened, after in seasons(seed, years, booklets):
        for seat, orders in sheets.items():
            compare(tally, foresee(before, seat, orders), happened, after)
        if len(tally.ordered) >= enough:
            return


# -- comparing --------------------------------------------------------------------------------------------------


def compare(tally: Tally, seen: Foresight, happened: Sequence[Event], after: Cendre) -> None:
    own = [event for event in happened if getattr(event, "nation", "") == seen.nation]
    for place, line in enumerate(seen.lines):
        if line.chance is not None and is_tested(line):
            success = outcome(place, line, seen.nation, happened, after)
            if success is None:
                tally.halted[kind_of(line.order)] += 1
            else:
                tally.chances.append((kind_of(line.order), line.chance, success))
        compare_figures(tally, place, line, own)
    first = next((event for event in own if isinstance(event, StabilityTested)), None)
    if first is not None:
        tally.chances.append((f"{STABILITY}: a point gained", seen.steadiness.gain, first.change > 0))
        tally.chances.append((f"{STABILITY}: a point lost", seen.steadiness.loss, first.change < 0))
    compare_prices(tally, seen, happened, after)
    if not after.is_over:
        compare_ranges(tally, seen, happened, after)


def compare_figures(tally: Tally, place: int, line: Prospect, own: Sequence[Event]) -> None:
    """Those of secret operations are told to nobody, and stability may have moved in the season: by others' deeds alone."""
    met = [event for event in own if isinstance(event, OperationTested | GeneralTest) and event.line == place and event.difficulty]
    if met and line.tested:
        foreseen = {(total(test.parts), test.difficulty) for test in line.tested.tests}
        tally.figures[(met[0].bonus, met[0].difficulty) in foreseen] += 1


def is_tested(line: Prospect) -> bool:
    return bool(line.tested) or any(odds.force != (0, 0) for odds in line.odds)


def kind_of(order: AnyOrder) -> str:
    return type(order).__name__


def outcome(place: int, line: Prospect, nation: str, happened: Sequence[Event], after: Cendre) -> bool | None:
    """Did the line succeed? Nothing if it was never put to the test."""
    order, own = line.order, [event for event in happened if getattr(event, "nation", "") == nation]
    if isinstance(order, MarchOrder):
        return fought(order, nation, happened, after)
    if isinstance(order, LearnMagic):
        found = [event.success for event in own if isinstance(event, MagicLearnt) and event.leader == order.leader]
    else:
        found = [event.success for event in own if isinstance(event, OperationTested | GeneralTest) and event.line == place]
    return found[-1] if found else None


def fought(order: MarchOrder, nation: str, happened: Sequence[Event], after: Cendre) -> bool | None:
    """Whether the nation's side won the fight at the end of the march; to find nobody there and hold the land is to win."""
    if isinstance(order, Raid | TunnelRaid):
        raids = [event for event in happened if isinstance(event, RaidResolved) and event.territory == order.territory]
        own = [event.success for event in raids if event.nation == nation]
        return own[-1] if own else None
    battles = [
        event for event in happened if isinstance(event, BattleFought) and event.territory == order.territory and not event.raid
    ]
    joined = [event for event in battles if nation in (*event.attackers, *event.defenders)]
    if joined:
        return all((event.winner == "attaque") == (nation in event.attackers) for event in joined)
    return True if after.lands[order.territory].controller == nation else None


def compare_prices(tally: Tally, seen: Foresight, happened: Sequence[Event], after: Cendre) -> None:
    """Line by line; and all lines with all else make up what the treasury gained or lost."""
    accounts = Accounts(seen.nation)
    accounts.enter(happened)
    moved = Goods.together((NOTHING, *accounts.others.values())) - Goods.together((NOTHING, *accounts.bills.values()))
    if moved != after.nations[seen.nation].goods - seen.balance.now:
        tally.wrong.append(f"{seen.nation}: the accounts do not add up")
    for place, line in enumerate(seen.lines):
        if line.cost.least != line.cost.most or isinstance(line.order, Bid):
            tally.prices["not certain"] += 1
            continue
        charged = accounts.bills.get(place, NOTHING)
        if charged == line.cost.least:
            tally.prices["as foreseen, with a price" if charged else "as foreseen, for nothing"] += 1
        elif place in accounts.refused:
            tally.prices["refused in the end, for nothing" if not charged else "WRONG"] += 1
        else:
            tally.prices["WRONG"] += 1
            tally.wrong.append(f"{seen.nation} {line.order}: {line.cost.least} foreseen, {charged} charged")


def compare_ranges(tally: Tally, seen: Foresight, happened: Sequence[Event], after: Cendre) -> None:
    """What others sent is not in the forecast, and so taken out of what there is."""
    sent = [
        event.goods
        for event in happened
        if isinstance(event, GoodsMoved) and event.nation == seen.nation and event.reason == "trade"
    ]
    left = after.nations[seen.nation].goods - Goods.together((NOTHING, *(goods.at_least_nothing() for goods in sent)))
    for kind in KINDS:
        low, high = seen.balance.left.least[kind], seen.balance.left.most[kind]
        within = low <= left[kind] <= high
        (tally.inside if within else tally.outside)[kind] += 1
        if not within:
            tally.missed.append(f"{after.year}-{after.season} {seen.nation} {kind}: {low}..{high}, {left[kind]}")


# -- telling ----------------------------------------------------------------------------------------------------


def tenth(chance: Chance) -> int:
    return min(9, int(chance.mean * 10 + 1e-9))


def table(samples: Sequence[tuple[str, Chance, bool]]) -> Iterator[str]:
    rows: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for _, chance, success in samples:
        rows[10 if chance.mean >= 1 - 1e-9 else tenth(chance)].append((chance.mean, success))
    yield f"{'shown':>10} {'tests':>7} {'mean shown':>11} {'came true':>10}"
    for row in sorted(rows):
        found = rows[row]
        name = "100 %" if row == 10 else f"{10 * row}-{10 * row + 9} %"
        shown, true = sum(mean for mean, _ in found) / len(found), sum(success for _, success in found) / len(found)
        yield f"{name:>10} {len(found):>7} {shown:>11.1%} {true:>10.1%}"


def by_kind(samples: Sequence[tuple[str, Chance, bool]]) -> Iterator[str]:
    kinds: dict[str, list[tuple[Chance, bool]]] = defaultdict(list)
    for kind, chance, success in samples:
        kinds[kind].append((chance, success))
    yield f"{'kind':<26} {'tests':>7} {'mean shown':>11} {'came true':>10}"
    for kind, found in sorted(kinds.items(), key=lambda item: -len(item[1])):
        shown, true = sum(chance.mean for chance, _ in found) / len(found), sum(success for _, success in found) / len(found)
        yield f"{kind:<26} {len(found):>7} {shown:>11.1%} {true:>10.1%}"


def told(tally: Tally) -> Iterator[str]:
    operations = tally.ordered
    marches = {kind.__name__ for kind in MarchOrder.__subclasses__()}
    yield f"{len(tally.chances)} tests in all, {len(operations)} of them ordered on sheets"
    yield "\nAll that is ordered, by tenths"
    yield from table(operations)
    yield "\nFights at the end of marches, by tenths"
    yield from table([sample for sample in operations if sample[0] in marches])
    yield "\nBy kind"
    yield from by_kind(tally.chances)
    yield f"\nNever put to the test (stopped, or made impossible by others): {dict(tally.halted)}"
    yield f"\nDifficulty and bonus as foreseen: {dict(tally.figures)}"
    yield f"\nPrices: {dict(tally.prices)}"
    yield from tally.wrong[:10]
    whole = sum(tally.inside.values()) + sum(tally.outside.values())
    yield f"\nRanges: {sum(tally.inside.values()) / max(1, whole):.1%} of {whole} held what came"
    yield ", ".join(f"{kind} {tally.inside[kind] / max(1, tally.inside[kind] + tally.outside[kind]):.1%}" for kind in KINDS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tests", type=int, default=10_000)
    parser.add_argument("--seed", default="calibration")
    parser.add_argument("--years", type=int, default=6)
    parser.add_argument("--booklets", choices=BOOKLET_PRINTINGS, default=BOOKLET_PRINTINGS[-1])
    parser.add_argument("--missed", action="store_true", help="tell every range that was left")
    wanted = parser.parse_args()
    tally, game, started = Tally(), 0, time.process_time()
    while len(tally.ordered) < wanted.tests:
        play(tally, f"{wanted.seed} {game}", wanted.years, wanted.tests, wanted.booklets)
        game += 1
    print("\n".join([*told(tally), *(tally.missed if wanted.missed else ())]))
    print(f"\n{game} games, {time.process_time() - started:.0f} seconds")


if __name__ == "__main__":
    main()
