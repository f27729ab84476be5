"""People: guests, accounts, profiles."""
