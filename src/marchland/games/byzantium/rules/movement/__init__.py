"""F. Moving.

`movement` is a march link by link, with entry and the two fleets; `routes` is where a pawn can go, what it costs in Move cubes
and what stands against it.
"""
