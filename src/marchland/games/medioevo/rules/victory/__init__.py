"""Victory.

- `victory`: the final scoring and the winner
- `honour`: points won and lost on the way
"""
