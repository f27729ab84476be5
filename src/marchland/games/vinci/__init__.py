"""Vinci, by Philippe Keyaerts."""
