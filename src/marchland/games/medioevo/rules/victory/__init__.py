"""Victory.

`victory` is the final scoring and the winner, `honour` the points won and lost on the way.
"""
