"""The abilities of the 72 Empire cards, grouped by character."""
