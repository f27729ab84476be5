"""B. Technology.

`technologies` is one use of a technology; `knowledge` says which ones a player has, `points` where technology points come from
and how they are spent. What they do, by branch: `transport` with `logistics` and `cartography` (blue), `commerce` (yellow), `law`
(orange), `war` (red), `construction` (green), `scholarship` (violet).
"""
