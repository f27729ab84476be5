"""Fictional players: the automata of the games for one and two.

- `fictional`: a turn: decline, conquests, reorganization
- `defence`: how tokens are spread and forts built
"""
