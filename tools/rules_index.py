"""Write docs/rules-index/<title>.md: every rule with the one place where its code begins and the tests that prove it."""

from pathlib import Path

from marchland.coverage import Coverage, coverage, tests_folder
from marchland.kernel.title import titles

INDEX = Path(__file__).parents[1] / "docs" / "rules-index"


def page(found: Coverage, name: str) -> str:
    lines = [
        f"# {name}: rules, code, tests",
        "",
        "Made by `make index`; a test keeps it true.",
        "",
        f"Cited in one room of `rules/` only: {found.share_in_one_room:.0%} of the rules written.",
        "",
        "| rule | | where to begin | tests |",
        "|---|---|---|---|",
    ]
    for rule, heading in found.rules.items():
        code = found.definitions.get(rule)
        tests = ", ".join(dict.fromkeys(place.split("::")[0] for place in found.tests.get(rule, [])))
        lines.append(f"| {rule} | {heading} | {f'`{code}`' if code else '**none**'} | {tests or '**none**'} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    INDEX.mkdir(parents=True, exist_ok=True)
    for title in titles().values():
        (INDEX / f"{title.id}.md").write_text(page(coverage(title, tests_folder(title)), title.name["en"]), encoding="utf-8")


if __name__ == "__main__":
    main()
