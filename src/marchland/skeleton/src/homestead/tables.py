"""The map as records: loaded once from `data/map.json` and never changed."""

from pathlib import Path

from marchland.kernel.atlas import Atlas

DATA = Path(__file__).parent / "data"
MAP = DATA / "map.json"

ATLAS = Atlas.load(MAP)
FIELDS = ATLAS.of_kind("land")
GROUND = {field: ATLAS[field].terrain for field in FIELDS}
WORTH = {field: int(ATLAS[field].attributes["worth"]) for field in FIELDS}
GROUNDS = tuple(sorted(set(GROUND.values())))
