"""The order sheet: forgiving to read, canonical to print, with a verdict for every line."""
