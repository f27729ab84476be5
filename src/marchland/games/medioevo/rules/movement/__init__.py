"""5. Combat phase: movement.

- `movement`: combat rounds, a group, its way
- `groups`: who joins a group, and where it may go
- `steps`: one step
- `ways`: further groups to the same place
- `transfer`: pieces carried over
- `terrain`: what a step costs
- `refusals`: why a group cannot go
- `contact`: what ends a movement
- `meeting`: what an army meets where it arrives
- `removal`: pieces taken off the board
"""
