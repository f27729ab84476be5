"""Chapter "La diplomatie": treaties, declarations of war, peace, and how minor nations answer."""
