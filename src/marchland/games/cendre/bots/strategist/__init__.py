"""Strategists: programs that reckon every order in the glory it will have brought by the end of the game.

- `council`: what a point of gold, calm or learning is worth now, and how far ahead one looks
- `manners`: how each level thinks, and the temper of each nation (`data/strategists.yaml`)
- `works`, `building`, `court`: what civil leaders could do; `tasks` gives everybody the best of it
- `learning`, `industry`, `projects`: discoveries, what is sold, what is saved for
- `people`, `embassy`, `trade`, `army`, `sorcery`: leaders, treaties and wars, caravans, armies, spells
- `writer`: a whole sheet; `foresight`: sheets compared by playing on

The frozen ruler's modules beside this folder are used where they need no judgement, and never changed.
"""
