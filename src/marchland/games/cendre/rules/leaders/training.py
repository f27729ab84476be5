"""What leaders are made of: levels, talents, gifts, tactics and magics, drawn from the tables."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from marchland.kernel.chance import pick

from ...state import Cendre, Civil, Leader, Magic, Military, NationId
from ...tables import TABLES
from ...world import DOMAINS
from ..common.dice import d20

replace = msgspec.structs.replace
LEVELS = TABLES.leaders.levels
BEYOND = len(LEVELS)
"""The column of the maximum, reached one characteristic at a time."""


def rank(level: str) -> int:
    """TC-LEAD-01 The place of a level in the scale."""
    return LEVELS.index(level)


def level_at(place: int) -> str:
    """TC-LEAD-01 The level at a place, kept within the scale."""
    return LEVELS[max(0, min(place, len(LEVELS) - 1))]


def new_talent(game: Cendre, nation: NationId, civil: Civil) -> Civil:
    """TC-LEAD-09 One more talent by d20; one already had is rolled again."""
    talent = _thrown(game, nation, "talent", TABLES.leaders.talents, set(civil.talents))
    return replace(civil, talents=(*civil.talents, talent)) if talent else civil


def new_gift(game: Cendre, nation: NationId, civil: Civil, wished: str = "") -> Civil:
    """TC-LEAD-10 One more gift by d20, or the one asked for; a scholar has a field of his own."""
    have = {gift.split(":")[0] for gift in civil.gifts}
    asked = wished if wished.split(":")[0] not in have else ""
    gift = asked or _thrown(game, nation, "gift", TABLES.leaders.gifts, have)
    if gift == "chercheur":
        gift = f"chercheur:{pick(game, DOMAINS)}"
    return replace(civil, gifts=(*civil.gifts, gift))


def new_tactic(game: Cendre, military: Military, wished: str = "") -> Military:
    """TC-LEAD-11 One more tactic by d20, or the one asked for; hatred, terrain and arm are drawn too."""
    have = {tactic.split(":")[0] for tactic in military.tactics}
    asked = wished if wished.split(":")[0] not in have else ""
    tactic = asked or _thrown(game, "", "tactic", TABLES.leaders.tactics, have)
    return replace(military, tactics=(*military.tactics, detailed(game, tactic)))


def _thrown(game: Cendre, nation: NationId, purpose: str, table: Sequence[str], have: set[str]) -> str:
    """TC-LEAD-09 A d20 on the table; what one has already is thrown again, among the faces that still bring something."""
    fresh = [entry for entry in table if entry not in have]
    if not fresh:
        return ""
    drawn = table[d20(game, nation, purpose) - 1]
    return drawn if drawn in fresh else pick(game, fresh)


def detailed(game: Cendre, tactic: str) -> str:
    """TC-LEAD-11 Tactics that concern one race, terrain or arm."""
    details = {
        "haine": TABLES.leaders.hated_races,
        "spécialiste": TABLES.leaders.specialist_terrains,
        "commandant": TABLES.leaders.commanded,
    }
    return f"{tactic}:{pick(game, details[tactic])}" if tactic in details else tactic


def make_civil(game: Cendre, nation: NationId, level: str, wished: str = "") -> Civil:
    """TC-LEAD-01 A civil leader of a level: competence, talents and gifts."""
    table, place = TABLES.leaders.civil, rank(level)
    civil = Civil(level, table.competence[place])
    for _ in range(table.talents[place]):
        civil = new_talent(game, nation, civil)
    for number in range(table.gifts[place]):
        civil = new_gift(game, nation, civil, wished if number == 0 else "")
    return civil


def make_military(game: Cendre, nation: NationId, level: str, wished: str = "") -> Military:
    """TC-LEAD-01 A military leader of a level; Nouvelle technique (TC-SCI-04) gives him one more tactic."""
    table, place = TABLES.leaders.military, rank(level)
    military = Military(level, table.command[place], table.strategy[place])
    for number in range(tactics_at(game, nation, place)):
        military = new_tactic(game, military, wished if number == 0 else "")
    return military


def tactics_at(game: Cendre, nation: NationId, place: int) -> int:
    """TC-SCI-04 How many tactics a military leader of this level has."""
    extra = TABLES.science.effects.tactics if nation in game.nations and "Nouvelle technique" in game.nations[nation].known else 0
    return TABLES.leaders.military.tactics[place] + extra


def make_magic(level: str, colour: str) -> Magic:
    """TC-LEAD-01 A magician of a level practises one colour."""
    table, place = TABLES.leaders.magic, rank(level)
    return Magic(level, table.power[place], table.control[place], (colour,))


# -- training ---------------------------------------------------------------------------------------------------


def raised(game: Cendre, leader: Leader, kind: str) -> Leader:
    """TC-GEN-05 The leader one level higher in a type, with all that the level brings."""
    if kind == "civil" and leader.civil:
        return replace(leader, civil=_raised_civil(game, leader.nation, leader.civil))
    if kind == "militaire" and leader.military:
        return replace(leader, military=_raised_military(game, leader.nation, leader.military))
    assert leader.magic is not None
    table, place = TABLES.leaders.magic, rank(leader.magic.level) + 1
    magic = replace(leader.magic, level=level_at(place), power=max(leader.magic.power, table.power[place]))
    return replace(leader, magic=replace(magic, control=max(magic.control, table.control[place])))


def _raised_civil(game: Cendre, nation: NationId, civil: Civil) -> Civil:
    table, place = TABLES.leaders.civil, rank(civil.level) + 1
    civil = replace(civil, level=level_at(place), competence=max(civil.competence, table.competence[place]))
    for _ in range(table.talents[place] - len(civil.talents)):
        civil = new_talent(game, nation, civil)
    for _ in range(table.gifts[place] - len(civil.gifts)):
        civil = new_gift(game, nation, civil)
    return civil


def _raised_military(game: Cendre, nation: NationId, military: Military) -> Military:
    table, place = TABLES.leaders.military, rank(military.level) + 1
    military = replace(military, level=level_at(place), command=max(military.command, table.command[place]))
    military = replace(military, strategy=max(military.strategy, table.strategy[place]))
    for _ in range(tactics_at(game, nation, place) - len(military.tactics)):
        military = new_tactic(game, military)
    return military


CHARACTERISTICS = {
    "civil": ("competence", "talents", "gifts"),
    "militaire": ("command", "strategy", "tactics"),
    "magique": ("power", "control"),
}


def ceiling(game: Cendre, leader: Leader, characteristic: str) -> int:
    """TC-LEAD-01 The most a characteristic can reach by training."""
    scale = {"civil": TABLES.leaders.civil, "militaire": TABLES.leaders.military, "magique": TABLES.leaders.magic}
    kind = next(kind for kind, names in CHARACTERISTICS.items() if characteristic in names)
    most = int(getattr(scale[kind], characteristic)[BEYOND])
    extra = tactics_at(game, leader.nation, BEYOND) - most if characteristic == "tactics" else 0
    return most + extra


def value_of(leader: Leader, characteristic: str) -> int:
    parts = {"civil": leader.civil, "militaire": leader.military, "magique": leader.magic}
    kind = next(kind for kind, names in CHARACTERISTICS.items() if characteristic in names)
    value = getattr(parts[kind], characteristic)
    return value if isinstance(value, int) else len(value)


def sharpened(game: Cendre, leader: Leader, characteristic: str) -> Leader:
    """TC-GEN-05 Beyond très fort one characteristic rises by one."""
    if leader.civil and characteristic in CHARACTERISTICS["civil"]:
        if characteristic == "talents":
            return replace(leader, civil=new_talent(game, leader.nation, leader.civil))
        if characteristic == "gifts":
            return replace(leader, civil=new_gift(game, leader.nation, leader.civil))
        return replace(leader, civil=replace(leader.civil, competence=leader.civil.competence + 1))
    if leader.military and characteristic in CHARACTERISTICS["militaire"]:
        if characteristic == "tactics":
            return replace(leader, military=new_tactic(game, leader.military))
        return replace(leader, military=replace(leader.military, **{characteristic: value_of(leader, characteristic) + 1}))
    assert leader.magic is not None
    return replace(leader, magic=replace(leader.magic, **{characteristic: value_of(leader, characteristic) + 1}))
