"""What the tests of figures share: the events of a single verb, and what a step puts on the stack."""

from marchland.games.medioevo.rules.components.table import Paid


def emitted(game, act, *arguments):
    """The events of a single verb of the rules."""
    game.outbox = []
    act(game, *arguments)
    return game.outbox


def happened(events, kind):
    return [event for event in events if isinstance(event, kind)]


def paid(events):
    return [(event.seat, event.payee, event.florins, event.rule) for event in happened(events, Paid)]


def frames(game):
    return [frame for frame, _ in game.stack]


def facts(refusals):
    return [(refusal.rule, refusal.facts) for refusal in refusals]


def pushed(game, act):
    """What a step of a procedure puts on the stack, and its answer."""
    game.stack.clear()
    answer = act(game)
    return frames(game), answer
