"""Components.

- `table`: players, lands and supplies
- `armies`: military units
- `vehicles`: transports and siege engines
"""
