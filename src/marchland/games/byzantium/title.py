"""What the platform knows of Byzantium. Imports nothing of the rules."""

from marchland.kernel.title import Option, Title

TITLE = Title(
    id="byzantium",
    package="marchland.games.byzantium",
    name={"en": "Byzantium", "fr": "Byzantium", "it": "Byzantium"},
    author="Martin Wallace (2005)",
    blurb={
        "en": "Everybody leads a Byzantine and an Arab army, and must prosper on both sides of one war.",
        "fr": "Chacun mène une armée byzantine et une armée arabe, et doit prospérer des deux côtés d'une guerre.",
        "it": "Ognuno guida un'armata bizantina e una araba, e deve prosperare da entrambe le parti di una guerra.",
    },
    weight=20,
    effort={
        "en": "Medium: few rules, much to weigh",
        "fr": "Moyen\u00a0: peu de règles, beaucoup à peser",
        "it": "Medio: poche regole, molto da soppesare",
    },
    suits={
        "en": "for those who like to plan and to change sides",
        "fr": "pour qui aime calculer et jouer sur deux tableaux",
        "it": "per chi ama pianificare e stare da due parti",
    },
    seats=(2, 3, 4),
    rules_version=2,
    options=(
        Option(
            name="civil_war_own_city",
            default=True,
            label={
                "en": "Civil war against one's own city",
                "fr": "Guerre civile contre sa propre cité",
                "it": "Guerra civile contro la propria città",
            },
            help={
                "en": "The printed rule allows it; some players hold it to be a slip.",
                "fr": "La règle imprimée le permet\u00a0; certains joueurs y voient une erreur.",
                "it": "La regola stampata lo permette; alcuni giocatori la ritengono una svista.",
            },
        ),
        Option(
            name="late_start",
            default=False,
            suggested=True,
            label={
                "en": "More for those who begin late",
                "fr": "Davantage pour qui commence tard",
                "it": "Di più per chi comincia tardi",
            },
            help={
                "en": "The first players take the best cities: the others begin with more Arab bezants and free cubes.",
                "fr": "Les meilleures cités vont aux premiers\u00a0: les autres ont au départ plus de bezants arabes et de cubes.",
                "it": "Le città migliori vanno ai primi: gli altri cominciano con più bisanti arabi e più cubi liberi.",
            },
        ),
    ),
    minutes=120,
    has_secrets=False,
)
