"""Chapters "La stabilité" and "La réputation".

- `account`: the two accounts and their limits
- `deeds`: gains and losses at once: tables 27, 28, 30 and 31
- `standing`: yearly changes and the stability test
- `revolution`: Révolution
"""
