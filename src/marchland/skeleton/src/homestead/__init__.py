"""Homestead: settle fields, raid neighbours, keep your favourite ground to yourself."""
