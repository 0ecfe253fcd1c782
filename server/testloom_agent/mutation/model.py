"""The model of mutants."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Proposal:
    """A replacement of one expression or statement; without one the statement is removed.

    `shown` is what users read instead of a replacement that calls a reserved name.
    """

    operator: str
    node: ast.expr | ast.stmt
    replacement: ast.expr | ast.stmt | None
    shown: ast.expr | None = None


@dataclass(frozen=True)
class Mutant:
    """A mutant; `site` is the place in the code that checks whether it is on; ids begin with 1."""

    id: int
    site: int
    operator: str
    line: int
    function: str
    before: str
    after: str

    def encode(self) -> dict[str, Any]:
        """Encode the mutant for the protocol."""
        names = ("id", "operator", "line", "function", "before", "after")
        return {name: getattr(self, name) for name in names}
