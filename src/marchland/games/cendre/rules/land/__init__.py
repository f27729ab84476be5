"""Chapter "Le pays": what a territory yields, how dangerous it is, and how it changes hands."""
