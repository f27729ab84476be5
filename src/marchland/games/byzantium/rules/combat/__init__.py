"""F. Combat.

`combat` is an attack on a city: flight choices, battles with pawns, militia, siege. `armies` are the forces in a fight, their
dice and losses, `flight` is leaving before or after a battle, `conquest` what follows when a city is taken, `odds` the chances.
"""
