"""The same loop against a plain boardgame.io server: installed in a temporary folder, thrown away afterwards."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from tools.servers import free_port

VERSION = "0.50.2"
SCRIPT = Path(__file__).parent / "rival.js"


def compare(options: argparse.Namespace) -> int:
    """A toy game on its FlatFile storage, as many matches as tables: moves after thought, and as soon as the last one is told."""
    if shutil.which("npm") is None:
        print("npm is not installed: nothing to compare with")
        return 1
    with tempfile.TemporaryDirectory(prefix="marchland-rival-") as folder:
        packages = (f"boardgame.io@{VERSION}", "node-persist@3", "socket.io-client@4")
        command = ["npm", "install", "--no-audit", "--no-fund", "--silent", *packages]
        installed = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if installed.returncode:
            print(f"boardgame.io could not be had: {installed.stderr.strip()[-300:]}")
            return 1
        shutil.copy(SCRIPT, folder)
        for think in (options.think or 2.0, 0.0):
            facts = {"tables": options.tables, "seconds": options.seconds, "think": think, "port": free_port(), "folder": folder}
            done = subprocess.run(
                ["node", "rival.js", json.dumps(facts)], cwd=folder, capture_output=True, text=True, timeout=300, check=False
            )
            if done.returncode:
                print(done.stdout[-1000:], done.stderr[-2000:])
                return 1
            print(done.stdout.strip().splitlines()[-1])
    return 0
