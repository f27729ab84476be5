"""The host's desk: what keeps a game going, done by its host or by a vote, and told to everybody."""
