"""Chapter "Les opérations civiles": the test, development, affairs of state, and work in the shadows."""
