"""What is in `deploy/` is true: variables that the site knows, commands that exist, files that their own programs accept."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from marchland.cli import app

ROOT = Path(__file__).parents[1]
DEPLOY, WEB = ROOT / "deploy", ROOT / "src" / "marchland" / "web"
UNITS = sorted((DEPLOY / "systemd").iterdir())
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
OURS = ("site", "worker", "backup")
OF_OTHERS = {"FORWARDED_ALLOW_IPS", "POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD", "SITE"}
"""Variables of uvicorn, PostgreSQL and Caddy."""
VARIABLE = re.compile(r"\b(?:MARCHLAND_[A-Z_]+[A-Z]|DATABASE_URL|REDIS_URL|MAIL_URL)\b")
MOST_EXPOSED = 3.0
"""systemd's own mark for a unit, from 0 (safe) to 10."""


def known_variables() -> set[str]:
    """Those that the site reads."""
    read = re.compile(r"""["'](MARCHLAND_[A-Z_]+|DATABASE_URL|REDIS_URL|MAIL_URL)["']""")
    return {name for path in WEB.rglob("*.py") for name in read.findall(path.read_text(encoding="utf-8"))}


def commands() -> set[str]:
    return set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def called(text: str) -> set[str]:
    """The commands of `marchland` that a line calls."""
    return set(re.findall(r"(?<![\w.])marchland[ ,\]\"']+([a-z-]+)\b", text.replace("/opt/marchland/bin/marchland", " marchland")))


@pytest.mark.parametrize("path", [path for path in sorted(DEPLOY.rglob("*")) if path.is_file()], ids=lambda path: path.name)
def test_every_variable_is_one_that_the_site_knows(path: Path) -> None:
    assert set(VARIABLE.findall(path.read_text())) <= known_variables()


def test_every_variable_that_the_site_knows_is_told_to_operators() -> None:
    told = (ROOT / "docs" / "operating.md").read_text() + (WEB / "README.md").read_text()
    assert known_variables() - set(VARIABLE.findall(told)) == set()


# -- containers ------------------------------------------------------------------------------------------------------------


def test_the_compose_file_hangs_together() -> None:
    services, volumes = COMPOSE["services"], set(COMPOSE["volumes"])
    for name, service in services.items():
        assert set(service.get("depends_on", ())) <= set(services), name
        assert set(service["networks"]) <= set(COMPOSE["networks"]), name
        named = {volume.partition(":")[0] for volume in service.get("volumes", ()) if not volume.startswith(".")}
        assert named <= volumes, name
        assert set(service.get("environment", {})) <= known_variables() | OF_OTHERS, name
    assert services["site"]["deploy"]["replicas"] == 2
    assert services["site"]["environment"]["MARCHLAND_CREW"] == "0"
    for name in OURS:
        service = services[name]
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert "ports" not in service, "only the proxy is reached from outside"
        assert called(" ".join(service["command"])) <= commands()
    assert not any("ports" in services[name] for name in ("database", "redis"))
    assert COMPOSE["networks"]["inside"]["internal"]


def test_docker_compose_accepts_it(tmp_path: Path) -> None:
    program = shutil.which("docker-compose")
    if program is None:
        pytest.fail("docker-compose is not installed (Debian: apt install docker-compose)")
    for name in ("compose.yaml", "Caddyfile"):
        shutil.copy(DEPLOY / name, tmp_path)
    filled = (DEPLOY / "env.example").read_text().replace("POSTGRES_PASSWORD=", "POSTGRES_PASSWORD=x1")
    (tmp_path / ".env").write_text(filled)

    def configured() -> subprocess.CompletedProcess[str]:
        command = [program, "-f", "compose.yaml", "config"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    done = configured()
    assert done.returncode == 0, done.stderr
    assert "postgres://marchland:x1@database" in done.stdout
    (tmp_path / ".env").write_text((DEPLOY / "env.example").read_text())
    empty = subprocess.run(
        [program, "-f", "compose.yaml", "config", "-q"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert empty.returncode != 0, "nobody starts it without a password"
    assert "say it in .env" in empty.stderr


def test_the_image_runs_as_nobody_and_copies_what_is_there() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    final = text.rpartition("\nFROM ")[2]
    assert re.search(r"^USER (\d+)$", final, re.MULTILINE)[1] not in ("0", "root")
    for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE):
        for name in line.split()[:-1]:
            assert (ROOT / name).exists(), name
            allowed = (ROOT / ".containerignore").read_text().splitlines()
            assert f"!{name}" in allowed, f"{name} is kept from the builder"
    module = re.search(r'HEALTHCHECK .*"-m", "([\w.]+)"', final)[1]
    assert (ROOT / "src" / f"{module.replace('.', '/')}.py").exists()
    assert called(re.search(r"^CMD (.+)$", final, re.MULTILINE)[1]) <= commands()
    assert (ROOT / ".dockerignore").read_text() == (ROOT / ".containerignore").read_text()


def test_caddy_accepts_its_file() -> None:
    program = shutil.which("caddy")
    if program is None:
        pytest.fail("caddy is not installed (Debian: apt install caddy)")
    command = [program, "adapt", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile", "--validate"]
    done = subprocess.run(command, env={"SITE": "games.example", "HOME": "/tmp"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "site" in done.stdout


# -- plain machines ----------------------------------------------------------------------------------------------------------


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    """As installed, but for the place of the program, which must be there to be accepted."""
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.fail("systemd-analyze is not installed (Debian: apt install systemd)")
    for unit in UNITS:
        (tmp_path / unit.name).write_text(unit.read_text().replace("/opt/marchland/bin/marchland", shutil.which("true") or ""))
    verified = subprocess.run([program, "verify", *map(str, tmp_path.iterdir())], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
    for unit in tmp_path.glob("*.service"):
        command = [program, "security", "--offline=true", f"--threshold={int(MOST_EXPOSED * 10)}", str(unit)]
        marked = subprocess.run(command, capture_output=True, text=True, check=False)
        assert marked.returncode == 0, marked.stdout[-300:]


def test_units_call_commands_that_exist() -> None:
    for unit in UNITS:
        for line in re.findall(r"^ExecStart=(.+)$", unit.read_text(), re.MULTILINE):
            assert called(line), line
            assert called(line) <= commands(), line


# -- watching ----------------------------------------------------------------------------------------------------------------


NAMES = """
import django; django.setup()
from prometheus_client import REGISTRY
from marchland.web.monitoring import exposing, figures
from django.core.management import call_command
call_command("migrate", verbosity=0)
found = {sample for family in exposing.registry().collect() for sample in [family.name + "/" + family.type]}
print(" ".join(sorted(found)))
"""


def figures_there_are(home: Path) -> set[str]:
    """Every name that Prometheus may ask for."""
    around = {
        "MARCHLAND_HOME": str(home),
        "DJANGO_SETTINGS_MODULE": "marchland.web.config.settings",
        "MARCHLAND_LOG_LEVEL": "ERROR",
    }
    around["PYTHONPATH"] = str(ROOT / "src")
    said = subprocess.run([sys.executable, "-c", NAMES], env=around, cwd=home, capture_output=True, text=True, check=True).stdout
    endings = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    return {name + ending for name, kind in (one.split("/") for one in said.split()) for ending in endings.get(kind, ("",))} | {
        "process_resident_memory_bytes"
    }


@pytest.mark.slow
def test_the_dashboard_and_the_alerts_ask_for_figures_that_there_are(tmp_path: Path) -> None:
    there = figures_there_are(tmp_path)
    board = json.loads((DEPLOY / "grafana.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    alerts = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())
    asked += [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]
    named = {name for expression in asked for name in re.findall(r"\b(?:marchland|process)_\w+", expression)}
    assert named - there == set()
    shown = {name.removesuffix("_total") for name in named}
    ours = {name for name in there if name.startswith("marchland_") and not name.endswith(("_sum", "_count", "_created"))}
    unseen = {name for name in ours if name.removesuffix("_total") not in shown}
    assert unseen == set(), "every figure of ours is drawn"
