"""The outside threats: announced by a world event, hostile to all, each with ways and goals of its own."""
