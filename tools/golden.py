"""Record golden games: whole games whose every fingerprint is checked on every test run.

Run this only after a deliberate change of rules: `make golden` (or name titles: `python tools/golden.py vinci`).
"""

import sys
from pathlib import Path
from typing import Any

import yaml

from marchland.bots.protocol import answer, make_bot
from marchland.kernel.chance import key_from_seed
from marchland.kernel.match import Match, write_record
from marchland.kernel.title import Title, titles

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"


def record(title: Title, name: str, plan: dict[str, Any]) -> None:
    """Play one game of `tests/golden/<title>/plan.yaml` and write it down: a `position`, then `orders`, then the bots go on."""
    match = Match(title, plan["seats"], key_from_seed(plan["seed"]), plan.get("options", {}), plan.get("position"))
    for order in plan.get("orders", ()):
        match.act(match.state.deciders[0], title.vocabulary.parse(order))
    bots = [make_bot(title, bot) for bot in plan["bots"]]
    while not match.state.is_over:
        seat = match.state.deciders[0]
        match.act(seat, answer(bots[seat % len(bots)], title, match.state, seat, f"{plan['seed']}/{len(match.entries)}"))
    path = GOLDEN / title.id / f"{name}.json"
    path.write_bytes(write_record(match.record()))
    print(f"{path.name}: {len(match.entries)} moves, {title.outcome(match.state)}")


def main() -> None:
    for title in titles().values():
        plan = GOLDEN / title.id / "plan.yaml"
        if plan.exists() and title.id in (sys.argv[1:] or titles()):
            for name, game in yaml.safe_load(plan.read_text()).items():
                record(title, name, game)


if __name__ == "__main__":
    main()
