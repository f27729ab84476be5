"""Finding and making tables."""
