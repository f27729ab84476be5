"""2. Events phase.

- `events`: the phase: barbarian dice, the Event card, barbarian points, rebellions
- `calamities`: what the card does to a player
- `hordes`: what the first player does with the barbarian points
"""
