"""The invented land of Terre de Cendre, grown from seeds that a solver placed.

Every territory of the annex is a seed of a power diagram (a Voronoi diagram whose cells can be inflated by a weight); seeds without
a name stand around it: the end of the known world. Each shared edge is roughened once, so that both neighbours have the very same
points. Rivers are shortest ways along edges between lands.

- `world`: the annex, the nations and the layout, as the title's data and the source say
- `diagram`: the power diagram
- `layout`, `penalties`, `anneal`: what a good layout is, and a search for one
- `mesh`, `borders`: cells with shared, roughened edges
- `rivers`: their courses
- `ornaments`: islets, towns, and what lies beyond the known world
- `thinning`: fewer points, the same look
- `chart`: the map file
"""
