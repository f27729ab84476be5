"""Chapter "La diplomatie": treaties, declarations of war, its counter, peace, and minor nations."""
