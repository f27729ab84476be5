"""How to play: a page for each title, made for reading, and a search that understands plain words. It writes nothing."""
