"""The rules, one room per chapter of the rulebook, in its order:

`components`, `setup`; the phases `order`, `events`, `taxes`, `purchases`, the combat phase (`movement`, `battle`,
`conquest`), `trade`, `turn_end`; the other elements `cards` (A), `technologies` (B), `diplomacy` (C), `loans` (D),
`barbarians` (E); `victory`; `variants`. A chapter of several modules is a folder; the module that bears its name is read
first. `registry` is where cards and technologies hook in.
"""
