"""Chapter "L'économie"; base income is in `land/production`.

- `economy`: the phase of trade
- `trade`: Le commerce: goods sent abroad
- `caravans`: their way, what they bring, their end
- `industry`: L'industrie
"""
