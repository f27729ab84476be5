"""Phase 2: barbarian dice, event card, barbarian points, rebellions."""
