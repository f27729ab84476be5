"""Where the outlines of drawings lie: boxes around paths, read off their commands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
LENGTHS = {"M": 2, "L": 2, "T": 2, "H": 1, "V": 1, "S": 4, "Q": 4, "C": 6, "A": 7}
AROUND = 70.0
"""How far something may reach beyond the point where it is drawn."""


def about(x: float, y: float, width: float = 0.0, height: float = 0.0) -> Box:
    """A box with room for what stands there."""
    return (x - AROUND, y - AROUND, x + width + AROUND, y + height + AROUND)


def touch(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


@lru_cache(maxsize=4096)
def box_of_path(d: str) -> Box | None:
    """The box of all its points, those that only bend it included."""
    points = [point for piece in _pieces(d) for point in piece[1]]
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


def near(d: str, frames: Sequence[Box]) -> str:
    """The path without those of its pieces that lie outside all frames. Lines are broad: there is some room about them."""
    return "".join(text for text, points in _pieces(d) if any(touch(_box(points), frame) for frame in frames))


def _box(points: list[tuple[float, float]]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) - AROUND, min(ys) - AROUND, max(xs) + AROUND, max(ys) + AROUND)


def _pieces(d: str) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Each piece of the path, beginning where the pen is put down, as text with an absolute beginning and as points."""
    x = y = left = top = 0.0
    text, points = "", [(0.0, 0.0)]
    for command, figures in COMMAND.findall(d):
        numbers = [float(number) for number in NUMBER.findall(figures)]
        kind = command.upper()
        if kind == "Z":
            x, y, text = left, top, text + command
            continue
        steps = [numbers[at : at + LENGTHS[kind]] for at in range(0, len(numbers), LENGTHS[kind])]
        for step in steps:
            base = (x, y) if command.islower() else (0.0, 0.0)
            passed = _passed(kind, step, base, (x, y))
            if kind == "M" and step is steps[0]:
                if len(points) > 1:
                    yield text, points
                left, top = passed[-1]
                text, points = f"M{left:g} {top:g}", [passed[-1]]
            else:
                points.extend(passed)
            x, y = passed[-1]
        rest = figures if kind != "M" else " ".join(f"{number:g}" for step in steps[1:] for number in step)
        text += (command if kind != "M" else "l" if command.islower() else "L") + rest if rest.strip() else ""
    if len(points) > 1:
        yield text, points


def _passed(kind: str, step: list[float], base: tuple[float, float], here: tuple[float, float]) -> list[tuple[float, float]]:
    """The points that a step names, the one it ends at last."""
    if kind == "H":
        return [(base[0] + step[0], here[1])]
    if kind == "V":
        return [(here[0], base[1] + step[0])]
    pairs = step[-2:] if kind == "A" else step
    return [(base[0] + across, base[1] + down) for across, down in zip(pairs[::2], pairs[1::2], strict=True)]
