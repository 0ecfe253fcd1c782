"""Ways to change a test case, one of which is taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from testloom.model.statements import TestCase

Step: TypeAlias = Callable[[], TestCase | None]
"""Makes the changed test case; None if that is not possible after all."""
