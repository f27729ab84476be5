"""The rulebook, chapter by chapter and in its order.

`land`, `towns`, `leaders`, `civil_units`, `science`, `standing`, `glory`, `economy`, `civil`, `diplomacy`, `war`, `magic`,
`general`, `events`, `turn`. What every chapter asks and writes is in `common`.
"""
