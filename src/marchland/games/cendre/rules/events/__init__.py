"""Chapter "Les évènements".

- `events`: the phase, and how a nation draws its event
- `scores`: Les évènements nationaux: table 59
- `national`: the events of the booklets
- `steps`: what their steps may say
- `blows`: steps that strike leaders, troops and land
- `neighbours`: steps that concern others
- `answers`: what players write in answer
- `world`: Les évènements mondiaux: table 60
- `threats`: the four outside threats
"""
