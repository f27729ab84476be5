"""5. Combat phase: conquest and control of a territory, pillage, destruction of buildings.

`conquest` is what happens to a territory that is taken, `control` who holds it, `buildings` how they rise and fall.
"""
