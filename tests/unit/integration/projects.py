"""Projects of a few modules, written into a folder."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from testloom.integration import Coupling, SourceTree, Unit, couple, find_unit, resolver_for


class Project:
    """The sources below a folder, and what tests ask of them."""

    def __init__(self, root: Path, files: dict[str, str]) -> None:
        for name, source in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(source))
        self.sources = SourceTree(root)
        self.resolver = resolver_for(self.sources)

    def coupling(self, caller: str, callee: str) -> Coupling:
        """The coupling of two units, each `module:Qualname` or a module."""
        return couple(self._unit(caller), self._unit(callee))

    def _unit(self, name: str) -> Unit:
        module, _, qualname = name.partition(":")
        source = self.sources.module(module)
        assert source is not None
        return find_unit(source, qualname or None, self.resolver)


def lines(coupling: Coupling) -> set[tuple[int, bool, int, bool]]:
    """The coupled branches as lines and outcomes."""
    return {(one.line, one.outcome, other.line, other.outcome) for one, other in coupling.branches}
