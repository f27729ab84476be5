"""Conquest.

- `conquest`: a conquest, and its cost line by line
- `entry`: how an empire comes onto the board
- `reach`: where it can go and at what cost, for all provinces at once
"""
