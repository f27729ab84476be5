"""Phase 3: tax level, income, interest, upkeep."""
