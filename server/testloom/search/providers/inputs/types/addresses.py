"""Web addresses, for parameters and keys whose names suggest one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from testloom.model.types import TypeRef

ADDRESS = "https://example.com"
"""A safe address: names below `example` do not exist."""
_NAMES = re.compile(r"(?:.*_)?(?:ur[il]|endpoint|href|website|homepage)|.*[a-z](?:Ur[il]|UR[IL])")
_OFTEN = 4
"""The weight of an address for such a name, compared with any other value."""


def with_address(name: str, kinds: Sequence[TypeRef]) -> list[TypeRef]:
    """Add an address to the types of a value with this name, if it is an address and may be a string.

    Most of the types are the address then.
    """
    text = TypeRef("str")
    if not _NAMES.fullmatch(name) or (kinds and text not in kinds):
        return list(kinds)
    return [*[TypeRef("literal", values=(ADDRESS,))] * _OFTEN, *(kinds or [text])]
