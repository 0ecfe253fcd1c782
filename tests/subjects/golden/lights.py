"""Members of an enum are compared by identity."""

from enum import Enum


class Light(Enum):
    RED = "red"
    AMBER = "amber"
    GREEN = "green"


def after(light: Light) -> Light:
    if light is Light.RED:
        return Light.GREEN
    if light is Light.GREEN:
        return Light.AMBER
    return Light.RED
