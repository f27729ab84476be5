"""`make image`: the container image, as far as this machine allows.

The steps of `deploy/Containerfile` are first carried out in a clean folder: install by `deploy/install.sh` from a wheel, serve with
the image's environment and no other, ask the image's own probe, fetch a page and a style sheet, call the doctor. Then, where a
builder is there (docker, podman, buildah) and it gets the base image, the image itself is built.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
BUILDERS = (
    ("docker", ["docker", "build", "-f", "deploy/Containerfile", "-t", "marchland", "."]),
    ("podman", ["podman", "build", "-f", "deploy/Containerfile", "-t", "marchland", "."]),
    ("buildah", ["buildah", "build", "--isolation", "chroot", "-f", "deploy/Containerfile", "-t", "marchland", "."]),
)
PATIENCE = 180


def rehearse(folder: Path) -> None:
    """The steps of the image, in a folder that knows nothing of this checkout."""
    target, home = folder / "opt", folder / "home"
    home.mkdir()
    plain = {"PATH": f"{target / 'bin'}:/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8"}
    passed_on = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "HTTP", "http", "SSL_", "NO_PROXY"))}
    step("install", [str(ROOT / "deploy" / "install.sh"), str(target)], {**plain, **passed_on, "PYTHON": sys.executable}, folder)
    around = {**plain, "MARCHLAND_HOME": str(home), "MARCHLAND_STATIC": str(target / "static"), "MARCHLAND_HOSTS": "games.example"}
    port = free_port()
    log = (folder / "log").open("wb")
    command = [str(target / "bin" / "marchland"), "serve", "--host", "127.0.0.1", "--port", str(port)]
    server = subprocess.Popen(command, env=around, cwd=home, stdout=log, stderr=log)
    try:
        await_probe(target, around, port, folder / "log")
        look(port, around)
        doctor(target, around)
    finally:
        server.terminate()
        server.wait(30)


def step(name: str, command: list[str], environment: dict[str, str], cwd: Path) -> None:
    begun = time.monotonic()
    done = subprocess.run(command, env=environment, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{name} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    print(f"{name}: {time.monotonic() - begun:.0f} s, {' '.join(done.stdout.split())}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def await_probe(target: Path, around: dict[str, str], port: int, log: Path) -> None:
    """By the command that the image's HEALTHCHECK runs."""
    begun = time.monotonic()
    command = [str(target / "bin" / "python"), "-m", "marchland.web.probe", str(port)]
    while subprocess.run(command, env=around, check=False).returncode:
        if time.monotonic() - begun > PATIENCE:
            raise SystemExit(f"the site does not answer:\n{log.read_text()[-3000:]}")
        time.sleep(0.5)
    print(f"serve: /health/ answers after {time.monotonic() - begun:.0f} s")


def look(port: int, around: dict[str, str]) -> None:
    """A page, and a style sheet that was gathered when it was installed."""
    from urllib.request import Request

    def fetch(path: str) -> bytes:
        with urlopen(Request(f"http://127.0.0.1:{port}{path}", headers={"Host": around["MARCHLAND_HOSTS"]})) as answer:
            found: bytes = answer.read()
            return found

    page = fetch("/").decode()
    sheet = re.search(r'href="(/static/css/site\.[0-9a-f]+\.css)"', page)
    if sheet is None:
        raise SystemExit("the page names no gathered style sheet")
    print(f"pages: {len(page):,} bytes, {sheet[1]} {len(fetch(sheet[1])):,} bytes")
    if (Path(around["MARCHLAND_HOME"]) / "static").exists():
        raise SystemExit("static files were gathered anew, though the image has them")


def doctor(target: Path, around: dict[str, str]) -> None:
    done = subprocess.run(
        [str(target / "bin" / "marchland"), "doctor", "--json"], env=around, capture_output=True, text=True, check=False
    )
    findings = json.loads(done.stdout.splitlines()[-1])["findings"]
    wrong = [f"{one['about']}: {one['said']}" for one in findings if one["verdict"] == "fail"]
    print(f"doctor: {len(findings)} findings, to mend: {'; '.join(wrong) or 'nothing'}")


def build() -> None:
    for name, command in BUILDERS:
        if shutil.which(name) is None:
            print(f"{name}: not on this machine")
            continue
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=1800)
        if done.returncode == 0:
            print(f"{name}: built")
            return
        print(f"{name}: no image: {' '.join((done.stderr or done.stdout).strip().splitlines()[-1:])[:300]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build-only", action="store_true", help="only the image itself")
    parser.add_argument("--rehearse-only", action="store_true", help="only its steps, in a clean folder")
    options = parser.parse_args()
    if not options.build_only:
        with tempfile.TemporaryDirectory(prefix="marchland-image-") as folder:
            rehearse(Path(folder))
    if not options.rehearse_only:
        build()
    return 0


if __name__ == "__main__":
    sys.exit(main())
