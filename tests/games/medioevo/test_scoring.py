"""Honour points at the end of the game, ties, limits."""
