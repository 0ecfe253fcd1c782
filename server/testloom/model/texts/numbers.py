"""What numbers are when they are written down."""

from __future__ import annotations

import math
from decimal import Decimal

MAX_DECIMAL_BITS = 14_000
"""Python refuses to write down much larger integers in digits."""


def is_exact(value: float) -> bool:
    """Whether the shortest decimal text of a float is its very value, as of 0.5 and not of 0.1."""
    return not math.isfinite(value) or Decimal(value) == Decimal(repr(value))
