"""Variants; terrain and teams are where they change a rule (steps, upkeep, relations).

- `opening_auction`: Starting auction
- `blood`: Blood tokens
- `deployment`: Deployment
"""
