"""What operators of a site do at the terminal: one module per command, gathered in `cli`."""
