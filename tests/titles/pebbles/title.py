"""What the platform knows of Pebbles."""

from marchland.kernel.title import Option, Title


def same(text: str) -> dict[str, str]:
    return {"en": text, "fr": f"{text} (fr)", "it": f"{text} (it)"}


TITLE = Title(
    id="pebbles",
    package="pebbles",
    name=same("Pebbles"),
    author="Nobody",
    blurb=same("Lay pebbles on stones."),
    seats=(2, 3, 4),
    minutes=2,
    moments={"empty_hands": same("with empty hands")},
    options=(
        Option(name="rounds", default=2, low=1, high=6, label=same("Rounds")),
        Option(name="dice", default=True, label=same("Dice")),
        Option(name="written", default=False, label=same("Bids on paper")),
        Option(name="field", default="small", choices=("small", "large"), label=same("Field")),
    ),
)
