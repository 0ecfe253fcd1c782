"""Those who have sensors."""

from __future__ import annotations

from meters.reading import ReadingMixin


class _Sensor:
    def __init__(self, unit: str, value: float, limit: float) -> None:
        self.unit = unit
        self.value = value
        self.limit = limit
        self.log: list[float] = []

    def drift(self) -> float:
        return abs(self.value) / 1000


class Station(ReadingMixin):
    """A station on a roof."""

    def __init__(self, temperature: float, tolerance: float = 1.0, scale: int = 1) -> None:
        self._sensors = {"temperature": _Sensor("°C", temperature, 40.0)}
        self._tolerance = tolerance
        self._scale = scale

    def _sensor(self, name: str) -> _Sensor | None:
        return self._sensors.get(name)
