"""What bots think with.

What a player is in the middle of, one module per chapter, added up in `under_way`; `weights` is what things are worth.
"""
