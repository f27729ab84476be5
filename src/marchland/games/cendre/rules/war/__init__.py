"""Chapter "La guerre": armies and their ways, raids, battles, and who holds the land afterwards."""
