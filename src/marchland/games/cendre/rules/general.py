"""Chapter "Les ordres généraux": healing, dismissal, the capital, training and recruiting leaders."""

from __future__ import annotations

from marchland.kernel.events import Event
from marchland.kernel.frames import Procedure

from ..goods import Goods
from ..orders import Dismiss, Heal, MoveCapital, RecruitLeader, Train
from ..state import Cendre, Leader, NationId
from ..tables import TABLES, Training
from ..world import MAJORS, SITES
from .common.dice import d10, percent
from .common.figures import Part, Parts, counting, total
from .common.inquiry import has_structure, is_held, leaders_of, lines, seats_of, structures_of
from .common.ledger import can_pay, change, done, pay, refuse
from .common.marks import has_mark
from .common.modifiers import added
from .leaders.actors import acting_leader, take_action
from .leaders.market import offer_on_market
from .leaders.people import heal, write_leader
from .leaders.recruits import SCHOOLS, base_level, create_leader, enlist, parts, room_refusal
from .leaders.training import CHARACTERISTICS, LEVELS, ceiling, level_at, raised, rank, sharpened, tactics_at, value_of
from .standing.account import change_stability
from .towns.booklet import is_bathing


class GeneralPhase(Procedure[Cendre], frozen=True):
    """TC-GEN-01 General operations."""

    STEPS = ("heal", "dismiss", "move_capital", "train", "recruit")

    def heal(self, game: Cendre) -> None:
        """TC-GEN-01 Healing."""
        heal_leaders(game)

    def dismiss(self, game: Cendre) -> None:
        """TC-GEN-02 Dismissal."""
        dismiss_leaders(game)

    def move_capital(self, game: Cendre) -> None:
        """TC-GEN-03 The capital."""
        move_capitals(game)

    def train(self, game: Cendre) -> None:
        """TC-GEN-05 Training."""
        train_leaders(game)

    def recruit(self, game: Cendre) -> None:
        """TC-GEN-04 New leaders."""
        recruit_leaders(game)


class GeneralTest(Event, frozen=True):
    """A general operation was tested."""

    nation: NationId
    line: int
    order: str
    leader: str
    die: int
    bonus: int
    difficulty: int
    success: bool
    rule: str


class CapitalMoved(Event, frozen=True):
    nation: NationId
    territory: str
    RULE = "TC-GEN-03"


class LeaderTrained(Event, frozen=True):
    nation: NationId
    leader: str
    name: str
    level: str
    RULE = "TC-GEN-05"


def tested(game: Cendre, nation: NationId, line: int, order: object, leader: str, parts: Parts, difficulty: int, rule: str) -> bool:
    """d10 and the bonus against the difficulty."""
    die, bonus = d10(game, nation, rule), total(parts)
    success = die + bonus >= difficulty
    game.emit(
        GeneralTest(
            nation=nation,
            line=line,
            order=type(order).__name__,
            leader=leader,
            die=die,
            bonus=bonus,
            difficulty=difficulty,
            success=success,
            rule=rule,
            audience=seats_of(game, nation),
        )
    )
    return success


# -- healing and dismissal --------------------------------------------------------------------------------------


def heal_leaders(game: Cendre) -> None:
    """TC-GEN-01 A wounded leader may only be healed, for gold; hot baths heal for nothing."""
    for nation in MAJORS:
        for leader in leaders_of(game, nation):
            if leader.wounded and not leader.captor and leader.at and is_bathing(game, leader.at):
                heal(game, leader.id, "bains-chauds", "TC-STRUCT-08")
        for line, order in lines(game, nation, Heal):
            _heal(game, nation, line, order)


def _heal(game: Cendre, nation: NationId, line: int, order: Heal) -> None:
    leader = acting_leader(game, nation, line, order)
    price = Goods(gold=TABLES.leaders.heal)
    if leader is None:
        return
    if not leader.wounded or not can_pay(game, nation, price):
        refuse(game, nation, line, order, "TC-GEN-01", leader=leader.id, why="price" if leader.wounded else "healthy")
        return
    pay(game, nation, price, "healing", "TC-GEN-01")
    heal(game, leader.id, "healing", "TC-GEN-01")
    take_action(game, leader.id)
    done(game, nation, line, order, "TC-GEN-01", leader=leader.id)


def dismiss_leaders(game: Cendre) -> None:
    """TC-GEN-02 The ruler sends a leader away, to the market."""
    for nation in MAJORS:
        for line, order in lines(game, nation, Dismiss):
            ruler = acting_leader(game, nation, line, order)
            target = game.leaders.get(order.target)
            if ruler is None:
                continue
            if not ruler.ruler or target is None or target.nation != nation or target.ruler or target.captor:
                refuse(game, nation, line, order, "TC-GEN-02", leader=order.target)
                continue
            take_action(game, ruler.id)
            offer_on_market(game, target.id, "dismissed", "TC-GEN-02")
            done(game, nation, line, order, "TC-GEN-02", leader=order.target)


# -- the capital ------------------------------------------------------------------------------------------------


def move_capitals(game: Cendre) -> None:
    """TC-GEN-03 The capital moves to another town owned and controlled, where the leader stands."""
    table = TABLES.leaders.capital
    for nation in MAJORS:
        for line, order in lines(game, nation, MoveCapital):
            leader = acting_leader(game, nation, line, order)
            if leader is None:
                continue
            stays = leader.id in game.armies and leader.at != order.territory
            fit = may_be_capital(game, nation, order.territory) and not stays
            if not fit or not can_pay(game, nation, capital_price()):
                refuse(game, nation, line, order, "TC-GEN-03", territory=order.territory, why="price" if fit else "")
                continue
            write_leader(game, leader.id, at=order.territory)
            take_action(game, leader.id)
            pay(game, nation, capital_price(), "capital", "TC-GEN-03")
            if tested(game, nation, line, order, leader.id, capital_parts(game, nation), table.difficulty, "TC-GEN-03"):
                change(game, nation, capital=order.territory)
                game.emit(CapitalMoved(nation=nation, territory=order.territory))
                change_stability(game, nation, table.stability, "capital", "TC-GEN-03")


def capital_price() -> Goods:
    return Goods(gold=TABLES.leaders.capital.cost)


def capital_parts(game: Cendre, nation: NationId) -> Parts:
    """TC-GEN-03 Only stability counts when the capital moves."""
    return counting(Part("stability", game.nations[nation].stability, "TC-STAB-01"))


def may_be_capital(game: Cendre, nation: NationId, code: str) -> bool:
    if code not in SITES or code == game.nations[nation].capital:
        return False
    return is_held(game.lands[code], nation) and game.lands[code].town > 0


# -- training ---------------------------------------------------------------------------------------------------


def train_leaders(game: Cendre) -> None:
    """TC-GEN-05 A leader tries to rise by one level, or beyond the last one by one characteristic."""
    for nation in MAJORS:
        for line, order in lines(game, nation, Train):
            leader = acting_leader(game, nation, line, order)
            if leader is None:
                continue
            row = training_row(game, leader, order)
            if row is None or not 0 <= order.bonus <= row.bonus:
                refuse(game, nation, line, order, "TC-GEN-05", leader=leader.id, bonus=order.bonus)
                continue
            price = Goods(gold=training_price(game, leader, order, row))
            if not can_pay(game, nation, price):
                have = game.nations[nation].goods.gold
                refuse(game, nation, line, order, "TC-GEN-05", need=price.gold, have=have, why="price")
                continue
            pay(game, nation, price, "training", "TC-GEN-05")
            take_action(game, leader.id)
            if tested(game, nation, line, order, leader.id, training_parts(game, nation, order), row.difficulty, "TC-GEN-05"):
                _improve(game, leader.id, order)


def training_parts(game: Cendre, nation: NationId, order: Train) -> Parts:
    """TC-GEN-05 What was paid for, and what the people adds."""
    people = added(game, nation, "roll.train", leader_type=order.kind)
    return counting(Part("bought", order.bonus, "TC-GEN-05"), Part("people", people, "TC-GEN-05"))


def training_row(game: Cendre, leader: Leader, order: Train) -> Training | None:
    """TC-GEN-05 Difficulty, cost and greatest bonus of a training, or nothing if it is not possible."""
    part = dict(parts(leader)).get(order.kind)
    if part is None:
        return None
    if rank(part.level) + 1 < len(LEVELS):
        return TABLES.leaders.training[order.level] if order.level == LEVELS[rank(part.level) + 1] else None
    if order.level not in CHARACTERISTICS[order.kind] or value_of(leader, order.level) >= ceiling(game, leader, order.level):
        return None
    return TABLES.leaders.training["au-delà"]


def training_price(game: Cendre, leader: Leader, order: Train, row: Training) -> int:
    """TC-GEN-05 The cost once, and once more for each point of bonus; a field of Mars halves it for officers."""
    price = row.cost * (1 + order.bonus)
    on_field = leader.at and is_held(game.lands[leader.at], leader.nation) and has_structure(game.lands[leader.at], "champ-de-mars")
    return price // 2 if on_field and order.kind == "militaire" else price


def _improve(game: Cendre, leader: str, order: Train) -> None:
    record = game.leaders[leader]
    beyond = order.level in CHARACTERISTICS[order.kind]
    better = sharpened(game, record, order.level) if beyond else raised(game, record, order.kind)
    write_leader(game, leader, civil=better.civil, military=better.military, magic=better.magic)
    audience = seats_of(game, record.nation)
    game.emit(LeaderTrained(nation=record.nation, leader=leader, name=record.name, level=order.level, audience=audience))


# -- recruiting -------------------------------------------------------------------------------------------------


def recruit_leaders(game: Cendre) -> None:
    """TC-GEN-04 A leader looks for a new one; who is found is up to the dice."""
    for nation in MAJORS:
        for line, order in lines(game, nation, RecruitLeader):
            leader = acting_leader(game, nation, line, order)
            if leader is None:
                continue
            problem = recruiting_refusal(game, nation, order)
            if problem:
                refuse(game, nation, line, order, problem, kind=order.kind, trait=order.trait)
                continue
            if not can_pay(game, nation, recruiting_price(game, nation, order)):
                refuse(game, nation, line, order, "TC-GEN-04", kind=order.kind, why="price")
                continue
            _recruit(game, nation, line, order, leader)


def recruiting_refusal(game: Cendre, nation: NationId, order: RecruitLeader) -> str:
    """TC-GEN-04 The rule that forbids looking for such a leader, or nothing."""
    if order.kind not in TABLES.leaders.found or not is_known_trait(game, nation, order):
        return "TC-GEN-04"
    full = room_refusal(game, nation)
    if full:
        return full
    return "TC-EVT-04" if has_mark(game, "no_recruiting", nation=nation) else ""


def recruiting_price(game: Cendre, nation: NationId, order: RecruitLeader) -> Goods:
    """TC-GEN-04 Table 55: the gold to look for a leader of this type."""
    return Goods(gold=TABLES.leaders.recruiting[base_level(game, nation, order.kind)].cost)


def is_known_trait(game: Cendre, nation: NationId, order: RecruitLeader) -> bool:
    base = order.trait.split(":")[0]
    known = {
        "civil": TABLES.leaders.gifts,
        "militaire": TABLES.leaders.tactics,
        "magique": game.nations[nation].colours,
    }
    return not order.trait or base in known[order.kind]


def _recruit(game: Cendre, nation: NationId, line: int, order: RecruitLeader, leader: Leader) -> None:
    row = TABLES.leaders.recruiting[base_level(game, nation, order.kind)]
    schools = len(structures_of(game, nation, SCHOOLS[order.kind]))
    parts = recruiting_parts(game, nation, order)
    pay(game, nation, recruiting_price(game, nation, order), "recruiting", "TC-GEN-04")
    take_action(game, leader.id)
    if not tested(game, nation, line, order, leader.id, parts, row.difficulty, "TC-GEN-04"):
        return
    types = tuple(TABLES.leaders.found[order.kind][d10(game, nation, "leader_found") - 1].split("/"))
    colour = order.trait if order.kind == "magique" else ""
    found = create_leader(
        game,
        nation,
        types,
        plus=schools,
        asked=order.kind,
        wished=wished_trait(game, nation, order, types),
        colour=(colour or game.nations[nation].colours[0]) if "magique" in types else "",
    )
    enlist(game, found, nation, "recruited", "TC-LEAD-05")


def recruiting_parts(game: Cendre, nation: NationId, order: RecruitLeader) -> Parts:
    """TC-GEN-04 Stability, schools of the type, and what the people adds."""
    schools = len(structures_of(game, nation, SCHOOLS[order.kind]))
    return counting(
        Part("stability", game.nations[nation].stability, "TC-STAB-01"),
        Part("schools", TABLES.towns.school_test * schools, "TC-STRUCT-03"),
        Part("people", added(game, nation, "roll.recruit_leader", leader_type=order.kind), "TC-GEN-04"),
    )


def wished_trait(game: Cendre, nation: NationId, order: RecruitLeader, types: tuple[str, ...]) -> str:
    """TC-GEN-04 The gift or tactic asked for: never without a place for it, half the time with one, surely with more."""
    if not order.trait or order.kind not in types or order.kind == "magique":
        return ""
    schools = len(structures_of(game, nation, SCHOOLS[order.kind]))
    place = rank(level_at(rank(base_level(game, nation, order.kind)) + schools - (len(types) > 1)))
    slots = TABLES.leaders.civil.gifts[place] if order.kind == "civil" else tactics_at(game, nation, place)
    chance = TABLES.leaders.wished_trait[min(slots, len(TABLES.leaders.wished_trait) - 1)]
    return order.trait if percent(game, nation, "wished_trait", chance) else ""
