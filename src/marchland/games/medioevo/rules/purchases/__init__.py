"""4. Purchase phase.

- `purchases`: the phase: one block of purchases per player
- `sites`: what can be bought in one territory
- `placement`: where it may be put, and how much of it
- `prices`: what it costs
- `empire`: how an Empire card is bought
- `refusals`: why something cannot be bought
"""
