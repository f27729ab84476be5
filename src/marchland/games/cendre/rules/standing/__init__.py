"""Chapters "La stabilité" and "La réputation": the accounts, what deeds do to them, yearly changes, the test, revolution."""
