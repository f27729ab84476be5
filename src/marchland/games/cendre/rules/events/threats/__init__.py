"""The outside threats: announced by a world event, hostile to all, each with ways and goals of its own.

- `threats`: what they have in common
- `turn`: when they act
- `hordes`: the Children of the Great Cold, and the Horde
- `ash`: the Waking Ash
- `sails`: the Pale Sails
- `deeds`: what fights do to them
"""
