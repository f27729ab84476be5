"""Medioevo Universale: seats and options. Importable alone; the rules are loaded when a game is set up."""

from marchland.kernel.title import Option, Title

HEED = ("always", "battles", "never")
HEED_LABELS = {
    "always": {"en": "always ask", "fr": "toujours demander", "it": "chiedere sempre"},
    "battles": {"en": "only in own battles", "fr": "seulement dans ses batailles", "it": "solo nelle proprie battaglie"},
    "never": {"en": "never", "fr": "jamais", "it": "mai"},
}

MAP_PRINTINGS = ("first", "second")
"""Printings of the map, the latest last: they differ in where fires burn, and later ones have more settlements."""

TITLE = Title(
    id="medioevo",
    package="marchland.games.medioevo",
    name={"en": "Medioevo Universale", "fr": "Medioevo Universale", "it": "Medioevo Universale"},
    author="Nicola Iannone, Michele Quondam",
    blurb={
        "en": "The thirteenth century: trade, diplomacy, technology and war for honour.",
        "fr": "Le XIIIe siècle\u00a0: commerce, diplomatie, technologie et guerre pour l'honneur.",
        "it": "Il Duecento: commercio, diplomazia, tecnologia e guerra per l'onore.",
    },
    weight=30,
    effort={
        "en": "Demanding: seven phases a turn",
        "fr": "Exigeant\u00a0: sept phases par tour",
        "it": "Impegnativo: sette fasi per turno",
    },
    suits={
        "en": "for a long evening of trade, treaties and war",
        "fr": "pour une longue soirée de commerce, de traités et de guerre",
        "it": "per una lunga serata di commerci, trattati e guerra",
    },
    seats=(2, 3, 4, 5, 6),
    rules_version=2,
    minutes=240,
    seat_colours=("#8a4b2a", "#2e8b57", "#c0392b", "#e5b80b", "#8a8a8a", "#2a6fb0"),
    moments={
        "phases": {
            "en": "when a phase begins or ends",
            "fr": "quand une phase commence ou finit",
            "it": "quando una fase comincia o finisce",
        },
        "events": {
            "en": "at barbarian dice, events, hordes and rebellions",
            "fr": "aux dés barbares, événements, hordes et rébellions",
            "it": "a dadi barbari, eventi, orde e ribellioni",
        },
        "taxes": {"en": "at taxes and purchases", "fr": "aux taxes et achats", "it": "a tasse e acquisti"},
        "moves": {"en": "when a group moves", "fr": "quand un groupe se déplace", "it": "quando un gruppo si muove"},
        "own_battles": {"en": "in my own battles", "fr": "dans mes batailles", "it": "nelle mie battaglie"},
        "other_battles": {
            "en": "in battles between others",
            "fr": "dans les batailles des autres",
            "it": "nelle battaglie altrui",
        },
        "trade": {"en": "in the trade phase", "fr": "pendant le commerce", "it": "durante il commercio"},
        "cards": {"en": "when somebody plays a card", "fr": "quand une carte est jouée", "it": "quando si gioca una carta"},
    },
    options=(
        Option(
            name="length",
            default="short",
            choices=("short", "medium", "long"),
            label={"en": "Length", "fr": "Durée", "it": "Durata"},
            labels={
                "short": {"en": "8 turns", "fr": "8 tours", "it": "8 turni"},
                "medium": {"en": "10 turns", "fr": "10 tours", "it": "10 turni"},
                "long": {"en": "12 turns", "fr": "12 tours", "it": "12 turni"},
            },
        ),
        Option(
            name="honour_limit",
            default=0,
            high=200,
            label={"en": "Honour limit (0: none)", "fr": "Limite de PH (0\u00a0: aucune)", "it": "Limite di PO (0: nessuno)"},
        ),
        Option(
            name="time_limit",
            default=False,
            of_time=True,
            label={
                "en": "Time limit: after each turn the players say whether time is up",
                "fr": "Temps limite\u00a0: après chaque tour, les joueurs disent si le temps est écoulé",
                "it": "Limite di tempo: dopo ogni turno i giocatori dicono se il tempo è scaduto",
            },
        ),
        Option(
            name="kingdoms",
            default="random",
            choices=("random", "choice", "auction"),
            of_seats=True,
            label={"en": "Kingdoms", "fr": "Royaumes", "it": "Regni"},
            labels={
                "random": {"en": "dealt at random", "fr": "au hasard", "it": "a caso"},
                "choice": {"en": "chosen in turn order", "fr": "choisis dans l'ordre du tour", "it": "scelti in ordine di turno"},
                "auction": {"en": "starting auction", "fr": "enchère de départ", "it": "asta iniziale"},
            },
        ),
        Option(
            name="map",
            default=MAP_PRINTINGS[0],
            suggested=MAP_PRINTINGS[-1],
            choices=MAP_PRINTINGS,
            label={"en": "Map", "fr": "Carte", "it": "Mappa"},
            labels={
                "first": {"en": "First printing", "fr": "Première impression", "it": "Prima stampa"},
                "second": {"en": "Second printing", "fr": "Deuxième impression", "it": "Seconda stampa"},
            },
            help={
                "en": "The first has ten fires around the Golden Horde; the second few near kingdoms, and three more settlements.",
                "fr": "Dix feux entourent la Horde d'Or dans la première\u00a0; la deuxième a trois zones habitées de plus.",
                "it": "La prima ha dieci fuochi attorno all'Orda d'Oro; la seconda pochi presso i regni e tre insediamenti in più.",
            },
        ),
        Option(name="terrain", default=False, label={"en": "Terrain variant", "fr": "Variante terrain", "it": "Variante terreni"}),
        Option(name="blood", default=False, label={"en": "Blood tokens", "fr": "Jetons de sang", "it": "Segnalini sangue"}),
        Option(
            name="teams",
            default=False,
            label={
                "en": "Teams (odd against even seats)",
                "fr": "Équipes (pairs contre impairs)",
                "it": "Squadre (pari contro dispari)",
            },
        ),
        Option(name="deployment", default=False, label={"en": "Deployment", "fr": "Déploiement", "it": "Schieramento"}),
        Option(
            name="objectives",
            default="printed",
            choices=("printed", "shuffled"),
            label={"en": "Backs of Empire cards", "fr": "Dos des cartes Empire", "it": "Retro delle carte Impero"},
            labels={
                "printed": {"en": "as printed", "fr": "comme imprimés", "it": "come stampati"},
                "shuffled": {"en": "shuffled in secret", "fr": "mélangés en secret", "it": "mescolati in segreto"},
            },
        ),
        *(
            Option(
                name=f"ask_{number}",
                default="always",
                choices=HEED,
                labels=HEED_LABELS,
                label={
                    "en": f"Reactions asked of seat {number}",
                    "fr": f"Réactions demandées au siège {number}",
                    "it": f"Reazioni chieste al posto {number}",
                },
            )
            for number in range(1, 7)
        ),
    ),
)
