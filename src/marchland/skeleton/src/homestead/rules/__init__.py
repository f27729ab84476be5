"""The rulebook, a module for each chapter: goals, turns, scoring."""
