"""What columns and fields tell about their values in addition to the type."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """Metadata of an annotation, with the names that libraries for models use."""

    ge: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    tz: bool | None = None
