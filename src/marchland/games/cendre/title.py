"""Terre de Cendre: what the platform knows of it before the rules are loaded."""

from marchland.kernel.title import Option, Title

NATIONS = (
    "AKLA", "CHENE", "CHEVAUX", "COLS", "DESERT", "ETOILES", "FER", "FEU", "GOBELINS", "GRISES",
    "LACUSTRES", "LUMIERES", "LUNE", "MERE", "MERISSE", "NORD", "ROC", "SEL", "TRANQUILLE", "VOLTDARG",
)  # fmt: skip

NAMES = {
    "AKLA": {"en": "Akla", "fr": "Akla", "it": "Akla"},
    "CHENE": {"en": "Oak Kingdom", "fr": "Royaume du Chêne", "it": "Regno della Quercia"},
    "CHEVAUX": {"en": "Horse Lords", "fr": "Seigneurs des Chevaux", "it": "Signori dei Cavalli"},
    "COLS": {"en": "Tribes of the Passes", "fr": "Tribus des Cols", "it": "Tribù dei Valichi"},
    "DESERT": {"en": "Desert Clans", "fr": "Clans du Désert", "it": "Clan del Deserto"},
    "ETOILES": {"en": "Starry Kingdoms", "fr": "Royaumes Étoilés", "it": "Regni Stellati"},
    "FER": {"en": "Iron Federation", "fr": "Fédération du Fer", "it": "Federazione del Ferro"},
    "FEU": {"en": "Protectorate of Fire", "fr": "Protectorat du Feu", "it": "Protettorato del Fuoco"},
    "GOBELINS": {"en": "Goblin Empire", "fr": "Empire des Gobelins", "it": "Impero dei Goblin"},
    "GRISES": {"en": "Grey Lands", "fr": "Terres Grises", "it": "Terre Grigie"},
    "LACUSTRES": {"en": "Lake Cities Coalition", "fr": "Coalition des Cités Lacustres", "it": "Coalizione delle Città Lacustri"},
    "LUMIERES": {"en": "City of Lights", "fr": "Cité des Lumières", "it": "Città delle Luci"},
    "LUNE": {"en": "Black Moon", "fr": "Lune Noire", "it": "Luna Nera"},
    "MERE": {"en": "Lands of the Mother", "fr": "Terres de la Mère", "it": "Terre della Madre"},
    "MERISSE": {"en": "Merisse", "fr": "Merisse", "it": "Merisse"},
    "NORD": {"en": "Northern Principality", "fr": "Principauté du Nord", "it": "Principato del Nord"},
    "ROC": {"en": "Kingdom of Stone", "fr": "Royaume de Roc", "it": "Regno di Roccia"},
    "SEL": {"en": "Kingdom of Salt", "fr": "Royaume de Sel", "it": "Regno del Sale"},
    "TRANQUILLE": {"en": "Quiet Vale", "fr": "Val Tranquille", "it": "Valle Tranquilla"},
    "VOLTDARG": {"en": "Voltdarg", "fr": "Voltdarg", "it": "Voltdarg"},
}

BOOKLET_PRINTINGS = ("first", "second")
"""Printings of the national booklets, the latest last."""

TITLE = Title(
    id="cendre",
    package="marchland.games.cendre",
    name={"en": "Terre de Cendre", "fr": "Terre de Cendre", "it": "Terre de Cendre"},
    author="",
    blurb={
        "en": "Twenty nations rise from the ash. Secret orders, four seasons a year, and glory for those who last.",
        "fr": "Vingt nations renaissent de la cendre. Ordres secrets, quatre saisons par an, et la gloire pour qui dure.",
        "it": "Venti nazioni rinascono dalla cenere. Ordini segreti, quattro stagioni all'anno, e gloria a chi resiste.",
    },
    weight=40,
    effort={
        "en": "Vast, but the first spring leads you by the hand",
        "fr": "Immense, mais le premier printemps vous guide",
        "it": "Immenso, ma la prima primavera ti guida per mano",
    },
    suits={
        "en": "for weeks of written orders and diplomacy",
        "fr": "pour des semaines d'ordres écrits et de diplomatie",
        "it": "per settimane di ordini scritti e diplomazia",
    },
    seats=tuple(range(1, len(NATIONS) + 1)),
    rules_version=2,
    usual_seats=len(NATIONS),
    options=(
        Option(
            name="years",
            default=5,
            low=1,
            high=100,
            label={"en": "Years to play", "fr": "Années à jouer", "it": "Anni di gioco"},
            help={
                "en": "The rulebook sets no end; after so many winters the glory table decides.",
                "fr": "Les règles ne fixent pas de fin\u00a0; après tant d'hivers, le tableau de gloire décide.",
                "it": "Le regole non fissano una fine; dopo tanti inverni decide la tabella della gloria.",
            },
        ),
        Option(
            name="nations",
            default="",
            picks=NATIONS,
            of_seats=True,
            labels=NAMES,
            label={"en": "Nations of the seats", "fr": "Nations des sièges", "it": "Nazioni dei posti"},
            help={
                "en": "Which nation each seat plays, in order, e.g. AKLA,ROC; the others take free nations alphabetically.",
                "fr": "La nation de chaque siège, dans l'ordre, par ex. AKLA,ROC\u00a0; les autres prennent les nations libres.",
                "it": "La nazione di ogni posto, in ordine, es. AKLA,ROC; gli altri prendono le nazioni libere.",
            },
        ),
        Option(
            name="booklets",
            default=BOOKLET_PRINTINGS[0],
            suggested=BOOKLET_PRINTINGS[-1],
            choices=BOOKLET_PRINTINGS,
            labels={
                "first": {"en": "First printing", "fr": "Première impression", "it": "Prima stampa"},
                "second": {"en": "Second printing", "fr": "Deuxième impression", "it": "Seconda stampa"},
            },
            label={"en": "National booklets", "fr": "Livrets nationaux", "it": "Libretti nazionali"},
            help={
                "en": "In the first printing two nations nearly always won; the second gives all twenty their chance.",
                "fr": "Dans la première, deux nations gagnaient presque toujours\u00a0; la deuxième donne leur chance aux vingt.",
                "it": "Nella prima stampa due nazioni vincevano quasi sempre; la seconda dà a tutte e venti la loro occasione.",
            },
        ),
    ),
    minutes=600,
    seat_colours=(
        "#c39b1a", "#3d6b35", "#b07a3c", "#6f5a4a", "#e07b1a", "#7d6fc0", "#7a2f2f", "#d2452b", "#5f8f2b", "#8a8a86",
        "#19a7b8", "#b9a24a", "#3a3350", "#2f7d6b", "#8c2f6b", "#5b7fa6", "#8b6b3f", "#2f6fb3", "#8fbf5a", "#a83a3a",
    ),
)  # fmt: skip
