"""Letters between the seats of a table, and what they announce to everybody."""
