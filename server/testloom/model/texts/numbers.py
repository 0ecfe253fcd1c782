"""Properties of numbers when they are written out."""

from __future__ import annotations

import math
from decimal import Decimal

MAX_DECIMAL_BITS = 14_000
"""The maximum size in bits of integers that are written out: Python refuses much larger ones."""


def is_exact(value: float) -> bool:
    """Check whether the shortest decimal text of a float is its exact value, as for 0.5 but not for 0.1."""
    return not math.isfinite(value) or Decimal(value) == Decimal(repr(value))
