"""Chapter "Les opérations civiles": the test, development and construction, affairs of state, and work in the shadows."""
