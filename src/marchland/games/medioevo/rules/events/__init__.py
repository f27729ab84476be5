"""2. Events phase.

`events` is the phase: barbarian dice, the Event card, barbarian points, rebellions. `calamities` is what the card does to a
player, `hordes` what the first player does with the barbarian points.
"""
