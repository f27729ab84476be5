"""The coach at tables: ideas for the question that is asked, and after the end the moves that cost most."""
