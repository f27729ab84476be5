"""Byzantium: players who each command one Byzantine and one Arab army, 632 and after."""
