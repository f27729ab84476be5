"""The command line of the forge."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from .cendre.anneal import anneal
from .cendre.world import World
from .checks import broken
from .maps import MAPS
from .preview import preview
from .source import SourceError


def make(names: Iterable[str]) -> None:
    """Writes no map that breaks what its rulebook says of the board."""
    for name in names:
        target, data = MAPS[name].target, MAPS[name].make()
        text = MAPS[name].written(data)
        refuse_if(name, broken(name, data))
        changed = not target.exists() or target.read_text(encoding="utf-8") != text
        target.write_text(text, encoding="utf-8")
        print(f"{name}: {'made anew' if changed else 'unchanged'}, {len(text.encode()) // 1024} KiB")


def check(names: Iterable[str]) -> None:
    for name in names:
        refuse_if(name, broken(name, json.loads(MAPS[name].target.read_bytes())))
        print(f"{name}: keeps everything its rulebook says")


def refuse_if(name: str, faults: list[str]) -> None:
    if faults:
        raise SourceError("\n".join(f"{name} breaks {fault}" for fault in faults))


def draw(names: Iterable[str], folder: Path) -> None:
    for name in names:
        target = folder / f"{name}.svg"
        target.write_text(preview(MAPS[name].target), encoding="utf-8")
        print(target)


def solve(steps: int, seed: int, heat: float, from_anchors: bool) -> None:
    """Stores the seeds it found in the source; `make` does the rest."""
    world = World()
    if from_anchors:
        world.start_from_anchors()
    broken = anneal(world, steps, seed, heat, print)
    world.store_seeds()
    print("\n".join(broken) or "every rule of the layout holds")


def known_map(name: str) -> str:
    if name not in MAPS:
        raise argparse.ArgumentTypeError(f"there is no map {name!r}, only {', '.join(MAPS)}")
    return name


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="python -m tools.forge", description="Makes the maps anew from their sources.")
    commands = found.add_subparsers(dest="command", required=True)
    of_maps = {"make": "make maps anew", "check": "look for broken constraints", "preview": "draw maps as SVG files"}
    for command, help_text in of_maps.items():
        sub = commands.add_parser(command, help=help_text)
        sub.add_argument("maps", nargs="*", type=known_map, metavar="MAP", help=f"{', '.join(MAPS)}; all of them if none is named")
        if command == "preview":
            sub.add_argument("--folder", type=Path, default=Path(), help="where the drawings go")
    solver = commands.add_parser("solve", help="place the lands of Terre de Cendre anew (two minutes)")
    solver.add_argument("--steps", type=int, default=40000)
    solver.add_argument("--seed", type=int, default=7, help="another seed finds another layout")
    solver.add_argument("--heat", type=float, default=0.8, help="how wildly it begins; less polishes what is there")
    solver.add_argument("--from-anchors", action="store_true", help="begin with the places set by hand")
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    asked = parser().parse_args(arguments)
    try:
        if asked.command == "make":
            make(asked.maps or MAPS)
        elif asked.command == "check":
            check(asked.maps or MAPS)
        elif asked.command == "preview":
            draw(asked.maps or MAPS, asked.folder)
        else:
            solve(asked.steps, asked.seed, asked.heat, asked.from_anchors)
    except SourceError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
