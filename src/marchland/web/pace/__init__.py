"""Time at tables: clocks, deadlines, schedules, and what happens when time runs out."""
