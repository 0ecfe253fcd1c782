"""Addresses for code that sends requests: whatever is called like one."""

from __future__ import annotations

import re

from testloom.capabilities.clients.answers import ADDRESS
from testloom.model.subject import Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.providers.provider import ValueProvider

LIBRARIES = frozenset({"httpx", "requests"})
NAMES = re.compile(r"(?:.*_)?(?:ur[il]|endpoint)")
OFTEN = 4
"""How often such a parameter gets an address, for each time that it gets something else."""


class Addresses(ValueProvider):
    """Knows parameters that are called like addresses, where the code sends requests."""

    name = "address"

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """An address, most often."""
        is_sender = any(name.partition(".")[0] in LIBRARIES for name in subject.imports)
        if parameter.type.name not in ("str", "any") or not is_sender or not NAMES.fullmatch(parameter.name):
            return None
        known = TypeRef("literal", values=(ADDRESS,))
        return TypeRef("union", (*[known] * OFTEN, TypeRef("str")))
