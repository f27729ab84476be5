"""The rules, one room per chapter of the rulebook and in its order; a folder's own outline is in its `__init__`.

- `components`: Components: the pieces, and small verbs every chapter uses
- `setup`: Setup; the kingdoms
- `order`: 1. Turn order phase
- `events`: 2. Events phase
- `taxes`: 3. Taxes and upkeep phase
- `purchases`: 4. Purchase phase
- `movement`: 5. Combat phase: movement
- `battle`: 5. Combat phase: battle
- `conquest`: 5. Combat phase: conquest and control of a territory
- `trade`: 6. Trade phase
- `turn_end`: 7. End of turn
- `cards`: A. Empire cards
- `technologies`: B. Technology
- `diplomacy`: C. Diplomacy
- `loans`: D. Debts
- `barbarians`: E. Barbarians
- `victory`: Victory
- `variants`: Variants
- `registry`: where cards, technologies, objectives and free actions hook in
"""
