"""The turn and its order: sealed bids, ties, payment to the last."""
