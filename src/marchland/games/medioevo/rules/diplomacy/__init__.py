"""C. Diplomacy.

- `diplomacy`: wars, armistices, peace, broken pacts
- `pacts`: writing, signing, using and ending them
- `allies`: calls for support
- `leading`: an ally's troops led
- `hostilities`: how a war begins
- `relations`: who is whose enemy, and what pacts grant
- `secrecy`: who knows of a secret pact
"""
