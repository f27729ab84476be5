"""Chapter "La résolution des actions": table 61; phases of one chapter are in its folder, their order is in `sequence.py`.

- `beginning`: passage of time, preliminary and secondary upkeep
- `sheets`: the order phase
- `ending`: the final phase
"""
