"""The rules of Vinci, one room per chapter of the rulebook.

- `setup`: scores, brown tokens, the order of play
- `civilizations`: choosing a civilization: the market, its prices and counters, the bag
- `tiles`: what tiles do, alone, in pairs and doubled
- `turn`: one player's turn, step by step
- `gathering`: the start of a turn: fresh tokens, forces gathered, provinces given up
- `conquest`: entry, conquests and their cost
- `diplomacy`: the Diplomacy tile
- `forts`: the Fortification tile
- `reorganization`: the end of a turn: defenders redeploy, the empire is made whole, tokens are spread
- `decline`: the decline of an empire
- `scoring`: victory points, and the end of the game
- `empire`: who holds what, and how a province is left
- `fictional`: fictional players, for one or two at the table
"""
