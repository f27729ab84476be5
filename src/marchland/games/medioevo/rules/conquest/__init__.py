"""5. Combat phase: conquest, pillage, control of a territory, destruction of buildings.

- `conquest`: what happens to a territory that is taken
- `control`: who holds it; Control tokens
- `buildings`: how they rise and fall
"""
