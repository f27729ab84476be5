"""What all chapters share.

- `dice`: rolled behind the arbiter's screen
- `figures`: what counts in a test, part by part
- `inquiry`: who holds what, who is whose enemy, what a nation knows
- `modifiers`: what each people's booklet adds
- `marks`: what holds for a time
- `ledger`: every entry of the accounts, of land and of troops
- `carry_out`: the lines of the sheets, kind by kind
"""
