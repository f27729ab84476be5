"""Phase 7: clearing the turn and reactivation."""
