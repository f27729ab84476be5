"""Chapter "Les villes".

- `towns`: levels, growth and loss, what a town can hold
- `upkeep`: the upkeep of everybody, and famine
- `stores`: what is lost for want of room
- `building`: Les structures: what stands in their way, what they cost and bring
- `fortifications`: towns that hold out
- `booklet`: national structures that work by themselves
- `workshops`: national structures used by an order
"""
