"""Chapter "Les leaders": who serves, who comes, what they are made of, who may act, and their market."""
