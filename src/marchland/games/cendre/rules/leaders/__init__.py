"""Chapter "Les leaders".

- `actors`: L'utilité des leaders: who may act, once a season
- `training`: Les caractéristiques and Les capacités spéciales, drawn from the tables
- `pay`: L'entretien des leaders
- `recruits`: Nombre de leaders, Les nouveaux leaders
- `names`: what newcomers are called
- `people`: who serves whom, who is hurt, who is a prisoner
- `succession`: age, crowns, and who comes by himself
- `market`: Le marché des leaders
"""
