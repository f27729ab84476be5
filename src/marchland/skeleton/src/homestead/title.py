"""What the platform knows of Homestead before a game is opened. Imports nothing of the rules."""

from marchland.kernel.title import Option, Title

TITLE = Title(
    id="homestead",
    package="homestead",
    name={
        "en": "Homestead",
        "fr": "Homestead",
        "it": "Homestead",
    },
    author="",
    blurb={
        "en": "Settle fields, raid your neighbours, and keep your favourite ground to yourself.",
        "fr": "Prenez des terres, attaquez vos voisins et gardez pour vous votre terrain préféré.",
        "it": "Prendi terre, attacca i vicini e tieni per te il tuo terreno preferito.",
    },
    seats=(2, 3, 4),
    usual_seats=3,
    minutes=10,
    rules_version=1,
    has_secrets=True,
    options=(
        Option(
            name="rounds",
            default=6,
            low=3,
            high=12,
            label={"en": "Rounds", "fr": "Tours de table", "it": "Giri"},
            help={
                "en": "Turns that everybody has.",
                "fr": "Nombre de tours que joue chacun.",
                "it": "Quanti turni gioca ciascuno.",
            },
        ),
    ),
)
