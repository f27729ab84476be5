"""Pebbles: a game for tests."""
