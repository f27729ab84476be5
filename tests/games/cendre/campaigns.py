"""What the tests of marches and wars share: two nations at war, what became of an army, minor nations."""

from marchland.games.cendre.state import MINOR, Nation

from .warfare import A, V, X, bare_table, hold, of, war

REST = {"path": (), "entered": "", "way": "", "rank": 0, "mode": "defend", "done": True}
"""What an army is once it has gone back: it does nothing more this season."""


def at_war(*more):
    game = bare_table()
    war(game, A, V)
    for one, other in more:
        war(game, one, other)
    return game


def state_of(army_):
    return {field: getattr(army_, field) for field in REST}


def minor(game, code=X, kind=MINOR, **fields):
    name = f"MIN-{code}"
    game.nations[name] = Nation(id=name, kind=kind, capital=code, **fields)
    hold(game, name, code)
    return name


def told(events, kind, *fields):
    return [tuple(getattr(event, field) for field in fields) for event in of(events, kind)]
