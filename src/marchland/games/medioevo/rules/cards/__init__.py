"""The abilities of the 72 Empire cards, grouped by what they touch; `common` holds what they share."""
