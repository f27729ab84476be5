"""Marchland: play and referee empire-building games."""

__version__ = "0.1.0"
