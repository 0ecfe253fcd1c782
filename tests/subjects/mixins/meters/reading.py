"""A mixin: whoever has sensors tells what they show."""

from __future__ import annotations


class ReadingMixin:
    """Tells what the sensors of its object show."""

    def reading(self, name: str) -> str:
        """What a sensor shows, in its unit."""
        sensor = self._sensor(name)
        if sensor is None:
            return "no such sensor"
        if sensor.drift() > self._tolerance:
            return "out of order"
        sensor.log.append(self._scale * sensor.value)
        if sensor.log[-1] > sensor.limit:
            return f"{sensor.log[-1]} {sensor.unit}, too much"
        return f"{sensor.log[-1]} {sensor.unit}"
