"""F. Moving.

- `movement`: a march link by link, entry, the two fleets
- `routes`: where a pawn can go, what it costs, what stands against it
"""
