"""Chapter "Les villes": growth and famine, structures, and the national structures of the booklets."""
