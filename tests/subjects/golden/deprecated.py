"""A warning is expected."""

import warnings


def area(width: int, height: int) -> int:
    if width < 0:
        warnings.warn("a negative width is deprecated", DeprecationWarning, stacklevel=2)
        width = -width
    return width * height
