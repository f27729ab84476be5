"""5. Combat phase: battle, siege engines, naval battle, military buildings, surrender, capture, Flight.

`battle` is a battle step by step. `declarations` come before a round, then `artillery` fires, `melee` throws dice, `damage`
is taken, `flight` leaves, and `aftermath` ends the round and the battle. `fight` is the arithmetic, `odds` the chances.
"""
