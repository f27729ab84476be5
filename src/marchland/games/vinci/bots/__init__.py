"""What bots think with: what a position promises."""
