"""B. Technology.

`knowledge` says which technologies a player has, `points` where technology points come from and how they are spent. What
the technologies do, by branch: `technologies` (movement, law, war and construction), `logistics` and `cartography` (blue),
`commerce` (yellow), `scholarship` (violet).
"""
