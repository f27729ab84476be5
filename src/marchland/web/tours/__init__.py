"""Guided first games (`kernel/tour.py`) at tables: begun, gone through, left, and begun again."""
