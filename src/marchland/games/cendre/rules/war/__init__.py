"""Chapter "La guerre".

- `war`: the phase, battles and loss tests
- `armies`: Les armées: who forms them
- `posts`: where leaders stand
- `recruitment`: units raised and dismissed
- `volunteers`: units that come and go by themselves
- `bodies`: troops as the war sees them
- `forces`: the force of a side
- `orders`: Les opérations militaires: what is ordered
- `ways`: by land, river, sea, tunnel and air
- `movement`: Les déplacements: three steps for all
- `sides`: who fights whom
- `raids`: raids
- `battle`: La résolution des conflits: one fight
- `aftermath`: Effet des combats: leaders, retreats, glory
- `control`: who holds the land; plunder and demolition
- `occupation`: what a change of masters does
"""
