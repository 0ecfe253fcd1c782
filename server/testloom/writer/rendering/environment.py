"""Rendering of the environment of a test, mostly with pytest's `monkeypatch` and `tmp_path`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import ClassVar, TypeVar

from testloom.model.statements.environment import HOME, PLACE, EnvironmentStatement
from testloom.writer.errors import UnwritableError
from testloom.writer.layout.mentions import Mentioning
from testloom.writer.project.style import ProjectStyle
from testloom.writer.rendering.scope import CaseScope


@dataclass(frozen=True, slots=True)
class Helper:
    """A helper function that a test file defines for its tests to call.

    Attributes:
        name: the name of the function.
        head: the source behind the name, from the parenthesis to the colon.
        typed: the same with annotations, for projects that use them.
        body: its lines, with their indentation; the first is the docstring.
        decorator: a line above the function.
        annotated: parts of the body, each with its replacement in projects that use annotations.
    """

    name: str
    head: str
    typed: str
    body: str
    decorator: str = ""
    annotated: Mapping[str, str] = field(default_factory=dict)

    def source(self, style: ProjectStyle) -> str:
        """Render the function, annotated if the style has type hints."""
        body = self.body
        for plain, typed in self.annotated.items() if style.type_hints else ():
            body = body.replace(plain, typed)
        decorator = f"{self.decorator}\n" if self.decorator else ""
        return f"{decorator}def {self.name}{self.typed if style.type_hints else self.head}{body}"


S = TypeVar("S", bound=EnvironmentStatement)


class Written(Mentioning[S]):
    """Writes statements about a part of the environment; lines may call the functions in `helpers`."""

    helpers: ClassVar[tuple[Helper, ...]] = ()

    def lines(self, statement: S, scope: CaseScope) -> str | None:
        """Render the lines that prepare the statement; None if earlier lines have done so.

        Raises:
            UnwritableError: if the statement cannot be written as source.
        """
        raise UnwritableError(f"No test can prepare {statement.tag!r}.")

    def phrase(self, statement: S) -> str:
        """Render a phrase for the name of a test, such as `with file a`; empty if it would say nothing."""
        return ""


def prepared(statement: EnvironmentStatement, scope: CaseScope) -> str | None:
    """Render the lines that prepare a part of the environment; None if earlier lines have done so.

    Raises:
        UnwritableError: if the statement cannot be written as source.
    """
    return scope.context.subject.capabilities.about(statement, Written).lines(statement, scope)


def patched(path: str, value: str, scope: CaseScope, is_missing: bool = False) -> str:
    """Render the line that sets `module:NAME` to another value during the test."""
    more = ", raising=False" if is_missing else ""
    return f"{scope.fixture('monkeypatch')}.setattr({scope.settable(path)}, {value}{more})"


def inner(path: str) -> PurePosixPath:
    """Convert a path to one that is relative to its folder.

    Raises:
        UnwritableError: if the path leads out of the folder.
    """
    within = PurePosixPath(path[2:] if path.startswith((HOME, PLACE)) else path)
    if within.is_absolute() or ".." in within.parts:
        raise UnwritableError(f"{path!r} does not lie in the folder of the test.")
    return within


def encoding_of(text: str, scope: CaseScope) -> str:
    """Render the `encoding` argument for a file's text; empty where it makes no difference."""
    return "" if text.isascii() else f"encoding={scope.literal('utf-8')}"


def below(path: PurePosixPath, scope: CaseScope) -> str:
    """Render the path of a file in the test's folder as an expression."""
    return f"({' / '.join([scope.fixture('tmp_path'), *(scope.literal(part) for part in path.parts)])})"
