"""Keeps old names alive."""

import warnings

LARGEST = 10


def area(width: int, height: int) -> int:
    """The area of a rectangle."""
    return min(width, LARGEST) * min(height, LARGEST)


def __getattr__(name):
    if name == "MAXIMUM":
        warnings.warn("MAXIMUM is called LARGEST now", DeprecationWarning, stacklevel=2)
        return LARGEST
    elif name == "surface":
        warnings.warn("surface() is called area() now", DeprecationWarning, stacklevel=2)
        return area
    raise AttributeError(f"no attribute {name}")
