"""What surrounds the calls of a test, as lines: mostly of pytest's `monkeypatch` and `tmp_path`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Generic, TypeVar

from testloom.model.capabilities import Aspect
from testloom.model.statements.environment import EnvironmentStatement
from testloom.writer.errors import UnwritableError
from testloom.writer.planning.helpers import Helper
from testloom.writer.planning.scope import CaseScope

S = TypeVar("S", bound=EnvironmentStatement)


class Written(Aspect, Generic[S]):
    """How statements about a part of the environment are written; `helpers` are functions that lines call."""

    helpers: ClassVar[tuple[Helper, ...]] = ()

    def lines(self, statement: S, scope: CaseScope) -> str | None:
        """The lines that prepare it; None if lines before have done so.

        Raises:
            UnwritableError: if no source says it.
        """
        raise UnwritableError(f"No test can prepare {statement.tag!r}.")

    def paths(self, statement: S) -> Iterator[str]:
        """Every `module:NAME` that the lines mention, which the file has to import."""
        yield from ()

    def phrase(self, statement: S) -> str:
        """What it is in the name of a test, such as `with file a`; empty if that tells nothing."""
        return ""


def prepared(statement: EnvironmentStatement, scope: CaseScope) -> str | None:
    """The lines that prepare a part of the environment; None if lines before have done so.

    Raises:
        UnwritableError: if no source says it.
    """
    return scope.context.subject.capabilities.about(statement, Written).lines(statement, scope)


def patched(path: str, value: str, scope: CaseScope, is_missing: bool = False) -> str:
    """The line that has `module:NAME` hold another value in the test."""
    more = ", raising=False" if is_missing else ""
    return f"{scope.fixture('monkeypatch')}.setattr({scope.settable(path)}, {value}{more})"
