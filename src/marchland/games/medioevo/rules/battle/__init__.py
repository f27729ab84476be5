"""5. Combat phase: battle, siege engines, naval battle, military buildings, surrender, capture, Flight.

- `battle`: a battle, step by step
- `declarations`: what is declared before a round
- `artillery`: siege engines fire
- `melee`: Captains, sacrifices, dice, superiority
- `damage`: who takes it; prisoners
- `flight`: Flight and surrender
- `aftermath`: the end of a round and of a battle
- `fight`: the arithmetic
- `odds`: the chances
"""
