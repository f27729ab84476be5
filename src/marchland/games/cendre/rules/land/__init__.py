"""Chapter "Le pays": territories, what they yield, their people, danger, and new owners."""
