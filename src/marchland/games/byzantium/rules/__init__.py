"""The rules of Byzantium, one room per chapter of the rulebook and in its order.

- `turn`: 1. Actions of the players: rounds, and the choice of one action
- `control`: A. Taking control of a city
- `reinforcement`: B. Reinforcing the armies
- `special`: C. Special actions
- `tax`: D. Collecting a tax
- `building`: E. Building a church or a mosque
- `movement`: F. Moving
- `combat`: F. Combat
- `passing`: G. Passing
- `upkeep`: 2. Income and upkeep
- `scoring`: the end of the game
- `cubes`: where cubes come from and what they cost; armies that run out of them
- `ledger`: treasuries and score tracks
- `forecast`: lines of a preview
"""
