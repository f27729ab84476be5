"""Chapter "L'économie": industry and trade."""
