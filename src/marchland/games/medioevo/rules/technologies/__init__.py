"""B. Technology.

- `technologies`: one use of a technology
- `knowledge`: which ones a player has, and what they let him design
- `points`: where technology points come from and how they are spent
- `transport`: blue: Logistics and Machinery
- `logistics`: moves over the other element
- `cartography`: blue: a movement point more
- `commerce`: yellow
- `law`: orange
- `war`: red
- `construction`: green
- `scholarship`: violet
"""
