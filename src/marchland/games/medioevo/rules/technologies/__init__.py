"""B. Technology.

`points` is where technology points come from and how they are spent. What the technologies do, by branch: `technologies`
(movement, law, war and construction), `logistics` and `cartography` (blue), `commerce` (yellow), `scholarship` (violet).
"""
