"""What bots think with: who can take what, what a position promises, and what an action may be."""
