"""Finds shapes by names that begin alike, and makes them when they are asked for."""

SIDES = {"triangle": 3, "square": 4}
SIZES = ("small", "large")


def __getattr__(attribute: str):
    kind, _, size = attribute.partition("_")
    if kind not in SIDES:
        raise AttributeError(attribute)
    if size and size not in SIZES:
        raise AttributeError(f"no size {size}")
    return SIDES[kind] * (2 if size == "large" else 1)
