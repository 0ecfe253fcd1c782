"""Host names that are resolved without a network."""

from __future__ import annotations

import re
from typing import Any

_NUMERIC = re.compile(r"[0-9.]*|[0-9a-fA-F.]*:[0-9a-fA-F:.]*(%\w+)?")


def is_numeric(host: Any) -> bool:
    """Check whether a host is a numeric address, or None."""
    if type(host) is bytes:
        host = host.decode("latin-1")
    return host is None or (type(host) is str and _NUMERIC.fullmatch(host) is not None)
