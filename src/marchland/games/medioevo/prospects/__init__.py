"""What a player is in the middle of, as a bot sees it: one module per chapter, added up in `under_way`."""
