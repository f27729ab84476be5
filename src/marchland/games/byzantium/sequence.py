"""The outline of play: set-up, three turns of three phases, the end."""

from collections.abc import Mapping

from marchland.kernel.chance import Chance, roll
from marchland.kernel.events import Event
from marchland.kernel.frames import Procedure
from marchland.kernel.title import Outcome, Value

from .rules.cubes import add_cubes
from .rules.ledger import receive
from .rules.scoring import announce, score_cities, standing, winners
from .rules.turn import ActionPhase
from .rules.upkeep import IncomeAndUpkeep
from .state import Byzantium, City, Player, Realm
from .tables import ARAB, BYZANTINE, CASUALTIES, CONFIG, POOL, SLOTS, Side
from .world import SITES


class TurnBegan(Event, frozen=True):
    RULE = "BY-TURN-01"
    turn: int
    seat: int


class BeganLate(Event, frozen=True):
    RULE = "BY-SETUP-05"
    seat: int
    side: Side
    bezants: int
    cubes: int


class Game(Procedure[Byzantium], frozen=True):
    """BY-TURN-01 Three turns: actions, income and upkeep, new turn; then the final count."""

    STEPS = ("actions", "income_and_upkeep", "new_turn", "final_count")

    def actions(self, game: Byzantium) -> None:
        """BY-TURN-02 The players act in rounds, beginning with the first player."""
        game.emit(TurnBegan(turn=game.turn, seat=game.first))
        game.push(ActionPhase(game.first))

    def income_and_upkeep(self, game: Byzantium) -> None:
        """BY-TURN-01 Money comes in, armies are paid, cubes come back."""
        game.push(IncomeAndUpkeep())

    def new_turn(self, game: Byzantium) -> str | None:
        """BY-TURN-03 The first to pass is the first player of the next turn."""
        game.first, game.passed = game.passed[0], ()
        if game.turn == CONFIG.turns:
            return None
        game.turn += 1
        return "actions"

    def final_count(self, game: Byzantium) -> None:
        """BY-END-01 Cities are scored once more, and the game is over."""
        score_cities(game)
        announce(game)


def set_up(seats: int, options: Mapping[str, Value], chance: Chance) -> Byzantium:
    """BY-SETUP-04 Lay everything out and draw the first player."""
    game = Byzantium(
        chance=chance,
        players=[starting_player() for _ in range(seats)],
        cities={site.id: City(site.side, site.start_tokens) for site in SITES.values()},
        boxes=dict.fromkeys(CONFIG.boxes, ()),
        bulgars=CONFIG.bulgars.start,
        bank_paid=seats * sum(CONFIG.treasury.values()),
        civil_war_own_city=bool(options["civil_war_own_city"]),
    )
    game.first = roll(game, 0, "first_player", sides=seats)[0] - 1
    if options["late_start"]:
        compensate(game)
    game.begin(Game())
    return game


def compensate(game: Byzantium) -> None:
    """BY-SETUP-05 Whoever acts late in the first turn finds the best cities taken: he has more Arab money and free cubes."""
    more = CONFIG.late_start
    for seat, bezants, cubes in zip(game.clockwise_from(game.first), more.bezants, more.cubes, strict=False):
        if bezants or cubes:
            receive(game, seat, ARAB, bezants)
            add_cubes(game, seat, POOL, cubes)
            add_cubes(game, seat, CASUALTIES, -cubes)
            game.emit(BeganLate(seat=seat, side=ARAB, bezants=bezants, cubes=cubes))


def starting_player() -> Player:
    """BY-SETUP-03 Sheet and pool as configured, the other cubes in Casualties, both pawns off the map."""
    on_sheet = sum(numbers.start(side) for numbers in CONFIG.sheet.values() for side in (BYZANTINE, ARAB))
    return Player(
        byzantine=starting_realm(BYZANTINE),
        arab=starting_realm(ARAB),
        pool=CONFIG.pool,
        casualties=CONFIG.cubes - CONFIG.pool - on_sheet,
        fortifications=CONFIG.fortifications,
    )


def starting_realm(side: Side) -> Realm:
    """BY-SETUP-04 Slots, treasury and track of one side at the start."""
    elite, main, militia, move = (CONFIG.sheet[slot].start(side) for slot in SLOTS)
    return Realm(elite, main, militia, move, treasury=CONFIG.treasury[side], points=CONFIG.points[side])


def outcome(game: Byzantium) -> Outcome:
    """BY-END-02 Scores, winners and how the game ended."""
    scores = tuple(standing(game, seat).total for seat in range(len(game.players)))
    return Outcome(scores, winners(game), "three_turns" if game.fell_to is None else "constantinople_fell")
