"""Results of a run of a project's own tests, for one source file."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from testloom.model.statements import TestCase
from testloom.model.statements.decoding import Kinds, decode_test


@dataclass(frozen=True, slots=True)
class SuiteCalls:
    """Calls that a project's tests make, as test cases that repeat them.

    Attributes:
        own: calls of functions and classes that the file defines.
        lent: calls of other code that make objects for them.
        seconds: the time after which the run was stopped; infinite if it ended by itself.
    """

    own: tuple[TestCase, ...] = ()
    lent: tuple[TestCase, ...] = ()
    seconds: float = math.inf

    def encode(self) -> dict[str, Any]:
        """Encode the calls as JSON data."""
        return {name: [json.loads(case.wire) for case in getattr(self, name)] for name in ("own", "lent")}

    @classmethod
    def decode(cls, data: Mapping[str, Any], seconds: float, kinds: Kinds) -> SuiteCalls:
        """Decode calls; `kinds` are those of statements.

        Raises:
            ValueError: if they were written by a newer Testloom.
        """
        own, lent = (tuple(decode_test(case, kinds) for case in data[name]) for name in ("own", "lent"))
        return cls(own, lent, seconds)
