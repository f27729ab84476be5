"""Chapter "La magie".

- `magic`: the phase, and the operations on sources
- `fluid`: Sources et fluide
- `sources`: what comes back in winter
- `book`: Les différentes magies: colours and spells
- `targets`: Lancer un sort: by whom, from where, at what price, on what
- `casting`: in which order, who notices
- `effects`: what happens at once
- `visions`: what is seen
- `lasting`: what runs on
"""
