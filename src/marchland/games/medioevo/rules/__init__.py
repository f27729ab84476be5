"""The rules, one module per chapter of the rulebook; `registry` is where cards and technologies hook in."""
