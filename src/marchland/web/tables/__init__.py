"""Tables being played: the rules of who may do what, and when, with a game."""
