"""What no formatter can promise: lines that can be read, and scripts that are all type-checked."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST = 160
SOURCES = sorted(
    path
    for folder in ("src", "tests", "tools")
    for path in (ROOT / folder).rglob("*.*")
    if path.suffix in (".py", ".js", ".ts", ".css", ".html", ".svg") and "/." not in str(path.relative_to(ROOT))
)


@pytest.mark.parametrize("suffix", sorted({path.suffix for path in SOURCES}))
def test_no_line_is_longer_than_a_screen_is_wide(suffix: str) -> None:
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in SOURCES
        if path.suffix == suffix and "migrations" not in path.parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST
    ]
    assert long == []


def test_every_script_says_that_it_is_checked() -> None:
    scripts = [path for path in SOURCES if path.suffix == ".js"]
    assert [path.name for path in scripts if "// @ts-check" not in path.read_text(encoding="utf-8").splitlines()[:3]] == []


def test_a_sheet_of_text_is_indented_by_nobody() -> None:
    """DjHTML knows nothing of text areas: a line that began inside one would gain spaces that the player did not write."""
    for path in SOURCES:
        if path.suffix == ".html":
            for part in path.read_text(encoding="utf-8").split("<textarea")[1:]:
                inside = part.partition("</textarea>")[0].partition(">")[2]
                assert "\n" not in inside, path
