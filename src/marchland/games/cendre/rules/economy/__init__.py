"""Chapter "L'économie": industry, trade and caravans."""
