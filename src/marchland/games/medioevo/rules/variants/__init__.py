"""Variants.

`opening_auction`, `blood` (Blood tokens), `deployment`. Terrain and teams are where they change a rule (`movement.terrain`,
`taxes`, `diplomacy.relations`).
"""
