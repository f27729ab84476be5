"""5. Combat phase: movement.

`movement` is the phase and a movement in it: combat rounds, a group, its steps. `groups` says who joins and where a group
may go, `steps` makes a step, `ways` leads further groups to the same place, `transfer` carries pieces over, `terrain` says
what a step costs, `refusals` why a group cannot go. `contact` says what ends a movement, `meeting` what an army meets where
it arrives, `removal` how pieces are taken off the board.
"""
