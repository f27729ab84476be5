"""The rules of Byzantium, one module per chapter of the rulebook."""
