"""What any turn-based rules need, and nothing that only one title needs."""
