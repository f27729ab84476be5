"""Loans, bankruptcy and elimination by debt."""
