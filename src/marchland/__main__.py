"""`python -m marchland` is the `marchland` command."""

from marchland.cli import main

main()
