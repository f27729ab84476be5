"""Components: the pieces on the table and the small verbs every chapter uses on them.

`table` changes players, lands and supplies, `armies` units, `vehicles` transports and siege engines.
"""
