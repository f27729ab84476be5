"""The site: accounts, lobby, tables, API and notices over the same engine everything else uses."""
