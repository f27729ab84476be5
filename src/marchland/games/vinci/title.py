"""What the platform knows of Vinci before a game is opened."""

from marchland.kernel.title import Option, Title

TITLE = Title(
    id="vinci",
    package="marchland.games.vinci",
    name={"en": "Vinci", "fr": "Vinci", "it": "Vinci"},
    author="Philippe Keyaerts",
    blurb={
        "en": "Lead civilizations across Europe, let them decline at the right moment, and begin again.",
        "fr": "Menez des civilisations à travers l'Europe, laissez-les décliner au bon moment, et recommencez.",
        "it": "Guida civiltà attraverso l'Europa, lasciale declinare al momento giusto e ricomincia.",
    },
    weight=10,
    effort={
        "en": "Quick to learn: one turn and you know it",
        "fr": "Vite appris\u00a0: un tour et vous savez",
        "it": "Si impara in fretta: un turno e sai giocare",
    },
    suits={
        "en": "for a first game, and for everybody",
        "fr": "pour une première partie, et pour tout le monde",
        "it": "per una prima partita, e per tutti",
    },
    seats=(1, 2, 3, 4, 5, 6),
    minutes=90,
    has_secrets=False,
    options=(
        Option(
            name="board",
            default="standard",
            choices=("standard", "grand"),
            label={"en": "Board", "fr": "Plateau", "it": "Tabellone"},
            help={
                "en": "45 provinces as printed, or 75 provinces with point limits scaled up.",
                "fr": "45 provinces comme imprimé, ou 75 provinces avec des limites de points relevées.",
                "it": "45 province come nell'originale, o 75 province con limiti di punti più alti.",
            },
            labels={
                "standard": {"en": "Standard (45 provinces)", "fr": "Standard (45 provinces)", "it": "Standard (45 province)"},
                "grand": {"en": "Grand (75 provinces)", "fr": "Grand (75 provinces)", "it": "Grande (75 province)"},
            },
        ),
        Option(
            name="target",
            default=0,
            low=0,
            high=1000,
            label={"en": "Points to reach", "fr": "Points à atteindre", "it": "Punti da raggiungere"},
            help={
                "en": "0 takes the limit of the rulebook for the number of players.",
                "fr": "0 prend la limite du livret pour le nombre de joueurs.",
                "it": "0 usa il limite del regolamento per il numero di giocatori.",
            },
        ),
        Option(
            name="tiles",
            default="designer",
            choices=("designer", "printed"),
            label={"en": "Tile set", "fr": "Jeu de tuiles", "it": "Serie di tessere"},
            help={
                "en": "As the designer meant it (3 Barbarians, 1 Specialization) or as shipped (2 and 2).",
                "fr": "Comme voulu par l'auteur (3 Barbares, 1 Spécialisation) ou comme livré (2 et 2).",
                "it": "Come voluto dall'autore (3 Barbari, 1 Specializzazione) o come venduto (2 e 2).",
            },
            labels={
                "designer": {"en": "Designer's", "fr": "De l'auteur", "it": "Dell'autore"},
                "printed": {"en": "As printed", "fr": "Comme imprimé", "it": "Come stampato"},
            },
        ),
        Option(
            name="fictional_points",
            default=10,
            low=0,
            high=50,
            label={"en": "Fictional players: points", "fr": "Joueurs fictifs\u00a0: points", "it": "Giocatori fittizi: punti"},
            help={
                "en": "Starting points of the automata in the games for one or two; 15 is harder.",
                "fr": "Points de départ des automates dans les parties à un ou deux\u00a0; 15 est plus dur.",
                "it": "Punti iniziali degli automi nelle partite per uno o due; 15 è più difficile.",
            },
        ),
        Option(
            name="fictional_tokens",
            default=8,
            low=4,
            high=16,
            label={"en": "Fictional players: tokens", "fr": "Joueurs fictifs\u00a0: pions", "it": "Giocatori fittizi: pedine"},
            help={
                "en": "Tokens their civilizations get beside the tiles; 9 or more is harder.",
                "fr": "Pions de leurs civilisations en plus des tuiles\u00a0; 9 ou plus est plus dur.",
                "it": "Pedine delle loro civiltà oltre alle tessere; 9 o più è più difficile.",
            },
        ),
        Option(
            name="fictional_ranking",
            default="value",
            choices=("value", "formula"),
            label={
                "en": "Fictional players: ranking",
                "fr": "Joueurs fictifs\u00a0: préférence",
                "it": "Giocatori fittizi: preferenza",
            },
            help={
                "en": "By value and then cost, or by the finer formula: cost minus twice the value.",
                "fr": "Par valeur puis coût, ou par la formule plus fine\u00a0: coût moins deux fois la valeur.",
                "it": "Per valore e poi costo, o con la formula più fine: costo meno il doppio del valore.",
            },
            labels={
                "value": {"en": "Value, then cost", "fr": "Valeur, puis coût", "it": "Valore, poi costo"},
                "formula": {"en": "Cost - 2 x value", "fr": "Coût - 2 x valeur", "it": "Costo - 2 x valore"},
            },
        ),
        Option(
            name="fictional_hunt",
            default=False,
            label={
                "en": "Fictional players attack people",
                "fr": "Les fictifs visent les vrais joueurs",
                "it": "I fittizi puntano le persone",
            },
            help={
                "en": "When all else is equal they attack a real player.",
                "fr": "À égalité parfaite, ils attaquent un vrai joueur.",
                "it": "A perfetta parità attaccano un giocatore vero.",
            },
        ),
    ),
)
