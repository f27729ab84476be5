"""C. Diplomacy.

`diplomacy` is war, armistice, peace and broken pacts, `pacts` what is signed, `allies` and `leading` the alliances,
`hostilities` how a war begins, `relations` who is whose enemy, `secrecy` who knows of a secret pact.
"""
