"""C. Special actions.

- `special`: one cube on a free box
- `civilwar`: an attack on a city of one's own colour
- `bulgars`: their attack or reinforcement
"""
