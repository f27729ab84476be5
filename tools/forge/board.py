"""The board of a map of Europe: from degrees to pixels."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyproj
import shapely
from shapely.geometry import box

from .source import Spec

Points: TypeAlias = npt.NDArray[np.float64]


class Board:
    """Projection and frame; `frame_km` is in kilometres of the projection, `width` in pixels."""

    def __init__(self, spec: Spec) -> None:
        across, down = spec["frame_km"]["x"], spec["frame_km"]["y"]
        projection = pyproj.CRS.from_proj4(spec["projection"])
        self._project = pyproj.Transformer.from_crs("EPSG:4326", projection, always_xy=True)
        self._west, self._north = across[0] * 1000, down[1] * 1000
        self.width = int(spec["width"])
        self._scale = self.width / ((across[1] - across[0]) * 1000)
        self.height = round((down[1] - down[0]) * 1000 * self._scale)
        self.frame = box(0, 0, self.width, self.height)

    def pixels(self, degrees: Any) -> Points:
        """Points of the globe (longitude, latitude) on the board."""
        points = np.asarray(degrees, float).reshape(-1, 2)
        x, y = self._project.transform(points[:, 0], points[:, 1])
        return np.column_stack([(np.asarray(x) - self._west) * self._scale, (self._north - np.asarray(y)) * self._scale])

    def pixel(self, degrees: Any) -> Points:
        found: Points = self.pixels(degrees)[0]
        return found

    def shape(self, degrees: Any) -> Any:
        return shapely.transform(degrees, self.pixels)

    def is_on_rim(self, one: tuple[float, float], other: tuple[float, float]) -> bool:
        """Does a stretch of outline run along the frame?"""
        along = ((0, 0), (0, self.width), (1, 0), (1, self.height))
        return any(abs(one[axis] - rim) < 0.11 and abs(other[axis] - rim) < 0.11 for axis, rim in along)
