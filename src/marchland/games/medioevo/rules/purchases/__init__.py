"""4. Purchase phase.

`purchases` is the phase: one block of purchases per player. `sites` is what can be bought in one territory, `placement`
where it may be put, `designs` what it takes and costs, `empire` how an Empire card is bought.
"""
