"""C. Special actions.

`special` is one cube on a free box and what the boxes do; `civilwar` is an attack on a city of one's own colour, `bulgars` their
attack or reinforcement.
"""
