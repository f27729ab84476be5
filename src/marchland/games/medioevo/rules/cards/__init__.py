"""A. Empire cards.

`windows` is the use of a card: who may break in, when, and what happens then. `targets` asks what it is used on. `powers`
says what a player may use at a moment, `attention` what he wants to be asked, `throws` is a die thrown for a card,
`effects` what a card leaves behind, `objectives` the backs. The abilities of the 72 cards are grouped by what they touch
(`clergy`, `warriors`, `travellers`, `soldiers`, `intrigue`, `court`, `trade`, `assassin`); `common` holds what they share.
"""
