"""`make chaos`: parts of the site die, again and again, while programs play all titles; nothing that was answered may be lost."""
