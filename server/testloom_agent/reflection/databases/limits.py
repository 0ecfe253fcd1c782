"""What columns and fields say of their values beside the type."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """The metadata of an annotation, by the names that libraries for models use."""

    ge: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    tz: bool | None = None
