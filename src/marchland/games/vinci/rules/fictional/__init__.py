"""Fictional players: the automata of the games for one and two.

`fictional` is a fictional player's turn: decline, conquests, reorganization; `defence` is how he spreads tokens and where he
builds forts.
"""
