"""Answers given beforehand: standing answers, plans, and who may answer before being asked (docs/decisions/0033)."""
