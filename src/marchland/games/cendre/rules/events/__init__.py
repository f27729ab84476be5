"""Chapter "Les évènements": what befalls the world and the nations; the outside threats in a folder of their own."""
