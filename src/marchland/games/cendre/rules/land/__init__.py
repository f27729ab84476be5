"""Chapter "Le pays".

- `territory`: Les territoires: what is one, and what may be done with it
- `production`: La production, and the gold of "L'économie"
- `population`: La population
- `danger`: Le danger: troubles, independence, police and militia
- `ownership`: land returned, ceded, or broken away
"""
