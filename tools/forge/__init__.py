"""The map forge: every map of the titles, made anew from its source.

    python -m tools.forge make                # all maps, into the data of their titles
    python -m tools.forge make vinci cendre   # some of them
    python -m tools.forge check               # does every shipped map keep what its rulebook says of the board?
    python -m tools.forge preview cendre      # a drawing of a map, as the site would draw it
    python -m tools.forge solve --steps 40000 # place the lands of Terre de Cendre anew, then `make`

- `maps`: which maps there are, what makes them and where they go
- `source`: what a source says; editions that join the lands of another
- `board`: projection and frame
- `coast`: Natural Earth's land, cut and tidied for a board
- `bend`: the noise that makes straight walls look drawn
- `partition`: seeds become areas
- `coverage`: areas become lines of one decimal that neighbours share
- `areas`, `facts`: area maps (Vinci, Medioevo) and what is worked out from them
- `points`: point maps (Byzantium)
- `paths`: numbers, names and path data as they are written
- `cendre`: the invented land of Terre de Cendre
- `checks`: what the rulebooks say of their boards

The same source makes the same map to the byte, given the versions in `constraints.txt`. It needs the extra `forge`.
"""
