"""Chapter "La diplomatie".

- `diplomacy`: the phase: kind by kind
- `relations`: Le niveau de relation: treaties, wars and casus belli as records
- `terms`: locks, casus belli, the course of a war, the price of a peace
- `treaties`: contracts, pacts and alliances
- `declarations`: declarations of war and calls to arms
- `counter`: the war counter
- `peace`: offers, surrender, ransoms, annexation
- `homeward`: troops go home
- `minor`: Les nations mineures: how they answer and live
- `founding`: how they are born
"""
