"""Variants: starting auction, terrain upkeep, teams, deployment, limits."""
