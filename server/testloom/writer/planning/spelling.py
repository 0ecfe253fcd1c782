"""Names of classes and parameters as names of variables."""

from __future__ import annotations

import re

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def snake(name: str) -> str:
    """`InsufficientFunds` as `insufficient_funds`."""
    return _CAMEL.sub("_", name).lower().strip("_")
