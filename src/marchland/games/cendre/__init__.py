"""Terre de Cendre: twenty nations, secret order sheets, one season resolved at a time."""
