"""Addresses of the web, which parameters and keys are told to take by what they are called."""

from __future__ import annotations

import re
from collections.abc import Sequence

from testloom.model.types import TypeRef

ADDRESS = "https://example.com"
"""Names below `example` lead nowhere."""
_NAMES = re.compile(r"(?:.*_)?(?:ur[il]|endpoint|href|website|homepage)|.*[a-z](?:Ur[il]|UR[IL])")
_OFTEN = 4
"""How often something called so gets an address, for each time that it gets something else."""


def with_address(name: str, kinds: Sequence[TypeRef]) -> list[TypeRef]:
    """Add an address to the types of a value with this name, if it is an address and may be a string.

    Most of the types are the address then.
    """
    text = TypeRef("str")
    if not _NAMES.fullmatch(name) or (kinds and text not in kinds):
        return list(kinds)
    return [*[TypeRef("literal", values=(ADDRESS,))] * _OFTEN, *(kinds or [text])]
