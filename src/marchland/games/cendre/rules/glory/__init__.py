"""Chapter "La gloire": the account, yearly gains, dominations and automatic victory."""
