"""Replay every recorded game below a folder with this release and report where the rules now part ways.

    python tools/replay_all.py FOLDER

Run it before a release on an export of all running games. Exit code 1 if any game diverges.
"""

import sys
from pathlib import Path

from marchland.kernel.errors import MarchlandError
from marchland.kernel.match import read_record
from marchland.kernel.replay import replay


def diverges(path: Path) -> str:
    """What is wrong with a record under this release; empty if nothing is."""
    try:
        for _ in replay(read_record(path.read_bytes())):
            pass
    except MarchlandError as error:
        return str(error)
    return ""


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    paths = sorted(Path(sys.argv[1]).rglob("*.json"))
    broken = {path: problem for path in paths if (problem := diverges(path))}
    for path, problem in broken.items():
        print(f"{path}: {problem}")
    print(f"{len(paths) - len(broken)} of {len(paths)} games replay as they were played")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
