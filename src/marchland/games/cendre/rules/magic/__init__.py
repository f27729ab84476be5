"""Chapter "La magie": sources and fluid, the book of spells, casting, and what runs on."""
