"""The arbiter: play by mail on a plain folder. It reads order sheets, resolves turns and writes reports."""
