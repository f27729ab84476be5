"""Lines of a preview: what an action would cost or bring, and in which unit."""

from marchland.kernel.frames import PreviewLine

POINTS, BEZANTS, MOVE_CUBES, TOKENS, ORANGE_CUBES = "points", "bezants", "move_cubes", "tokens", "orange_cubes"
FLEET_SURCHARGE, FLEET_DICE, CUBES_LEFT = "risk_fleet_surcharge", "risk_fleet_dice", "risk_cubes_left"


def line(rule: str, amount: int, unit: str, **facts: object) -> PreviewLine:
    return PreviewLine(rule, amount, facts, unit)
