"""Helper functions: a few lines that stand once in a file, above the tests that call them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from testloom.writer.project.style import ProjectStyle


@dataclass(frozen=True, slots=True)
class Helper:
    """A function that tests call.

    Attributes:
        name: what it is called.
        head: what stands behind the name, from the parenthesis to the colon.
        typed: the same with annotations, for projects that have them.
        body: its lines, with their indentation; the first is the docstring.
        decorator: a line above it.
        annotated: parts of the body, and what stands in their place in projects that have annotations.
    """

    name: str
    head: str
    typed: str
    body: str
    decorator: str = ""
    annotated: Mapping[str, str] = field(default_factory=dict)

    def source(self, style: ProjectStyle) -> str:
        """The lines of the function."""
        body = self.body
        for plain, typed in self.annotated.items() if style.type_hints else ():
            body = body.replace(plain, typed)
        decorator = f"{self.decorator}\n" if self.decorator else ""
        return f"{decorator}def {self.name}{self.typed if style.type_hints else self.head}{body}"
