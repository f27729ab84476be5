"""The rulebook, chapter by chapter.

In order: `land`, `towns`, `leaders`, `science`, `standing`, `glory`, `economy`, `civil`, `diplomacy`, `war`, `magic`, `general`,
`events`, `turn`. What every chapter asks and writes is in `common`.
"""
