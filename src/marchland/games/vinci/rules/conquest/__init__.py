"""Conquest.

`conquest` is a conquest step by step, with its cost line by line; `entry` is how an empire comes onto the board, `reach` where
it can go from there and at what cost, for all provinces at once.
"""
