"""Phase 6: moves, purchases, sales, cubes left behind, Great Markets, Trade Routes."""
