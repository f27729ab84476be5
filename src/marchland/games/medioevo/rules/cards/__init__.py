"""A. Empire cards.

- `cards`: the use of a card
- `targets`: what it is used on
- `windows`: who may break in, and when
- `attention`: what a player wants to be asked
- `powers`: what a player may use at a moment; claims; cards on the table
- `throws`: a die thrown for a card
- `effects`: what a card leaves behind
- `objectives`: the backs
- `common`: what the abilities share
- `clergy`: Bishop, Plague doctor, Diplomat
- `warriors`: cards that change a battle round
- `travellers`: cards that change a movement
- `soldiers`: units that appear, hurry up or change sides
- `intrigue`: cards against the enemy's units and against other cards
- `court`: money, points, buildings and draws
- `trade`: Merchant, Salesman, Camel driver
- `assassin`: points taken off dice
"""
