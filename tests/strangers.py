"""A title as a stranger has it: made by the command, installed as a distribution of its own, found by its entry point."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from marchland.newtitle import new_title

INSTALL = "from setuptools import setup; setup()"


def install(distribution: Path, target: Path) -> None:
    """What pip does with a source folder, by setuptools alone: neither network nor wheel is needed."""
    steps = ("build_py", "install_lib", "--install-dir", str(target), "install_egg_info", "--install-dir", str(target))
    subprocess.run([sys.executable, "-c", INSTALL, "-q", *steps], cwd=distribution, check=True, capture_output=True)


def make(name: str, folder: Path) -> Path:
    """The folder on the path of whoever wants to play the title."""
    install(new_title(name, folder / "source"), folder / "installed")
    return folder / "installed"


def environment(installed: Path) -> dict[str, str]:
    """With the title on the path, and without what the tests of this house ask of Django."""
    path = [str(installed), *filter(None, [os.environ.get("PYTHONPATH")])]
    mine = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    return {**mine, "PYTHONPATH": os.pathsep.join(path)}
