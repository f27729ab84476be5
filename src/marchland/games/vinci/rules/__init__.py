"""The rules of Vinci, one room per chapter of the rulebook; a chapter of several modules is a folder."""
