"""Chapter "Les opérations civiles".

- `civil`: the phase: kind by kind
- `operation`: Test d'opération: the test, the price, the leader on the spot
- `workplaces`: where leaders go to work
- `development`: farms, mines, people and roads
- `construction`: towns and structures
- `affairs`: calm, beauty, learning, civil units and claims
- `intrigue`: spies, prospectors, agitators and brigands
- `assassins`: attempts on leaders
"""
