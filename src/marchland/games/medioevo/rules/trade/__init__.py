"""6. Trade phase.

- `trade`: the phase, and a voyage in it
- `deals`: a purchase or sale; the Great Market
- `routes`: the Trade Route bonus
- `refusals`: why a transport cannot go or deal
"""
