"""Every scenario file of every title holds, and proves the rules it names."""

import msgspec
import pytest

from marchland.kernel.scenario import read_scenario, run_scenario
from marchland.kernel.title import titles


def scenarios():
    for title in titles().values():
        for path in sorted((title.folder / "data" / "scenarios").glob("*.yaml")):
            scenario = read_scenario(msgspec.yaml.decode(path.read_bytes()))
            yield pytest.param(title, scenario, id=f"{title.id}-{path.stem}", marks=pytest.mark.rule(*scenario.rules))


@pytest.mark.parametrize(("title", "scenario"), list(scenarios()))
def test_scenario(title, scenario):
    assert set(scenario.rules) <= set(title.catalogue.rules), "a scenario names an unknown rule"
    run_scenario(scenario)
