"""Chapter "La gloire".

- `account`: the account, and what deeds bring at once
- `glory`: yearly gains, dominations, automatic victory
"""
