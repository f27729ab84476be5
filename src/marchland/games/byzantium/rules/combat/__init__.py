"""F. Combat.

- `combat`: an attack on a city: flight choices, pawns, militia, siege
- `armies`: the forces in a fight, their dice and losses
- `flight`: leaving before a battle or after a defeat
- `conquest`: what follows when a city is taken
- `odds`: the chances
"""
