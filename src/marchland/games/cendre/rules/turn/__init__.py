"""Chapter "La résolution des actions": the sheets, and the rows of table 61 that belong to no other chapter."""
