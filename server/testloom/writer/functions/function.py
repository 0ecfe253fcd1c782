"""A test function: its decorators, its parameters, and the way in which it awaits."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from testloom.model.texts.trees import expression_of
from testloom.writer.imports.bindings import Imports
from testloom.writer.layout.case import Context
from testloom.writer.layout.mentions import UNION
from testloom.writer.naming.descriptions import Description
from testloom.writer.rendering.templates import Needs
from testloom.writer.rendering.warned import FILTER

ANY = "typing:Any"
FIXTURES = {
    "tmp_path": "pathlib:Path",
    "monkeypatch": "MonkeyPatch",
    "capsys": "CaptureFixture[str]",
    "caplog": "LogCaptureFixture",
    "request": "FixtureRequest",
    "mocker": "pytest_mock:MockerFixture",
}
"""The type of each fixture that tests request: a path, or a name of pytest."""
ITERATOR = "collections.abc:Iterator"
PATHS = frozenset({ANY, ITERATOR, UNION, "pathlib:Path", "pytest_mock:MockerFixture"})
"""Paths that type hints may import."""


@dataclass(frozen=True, slots=True)
class Function:
    """A test function without its name; `rows` are the ids of its tests, each with its row or "".

    `parameters` have their hints, if the project uses hints, as has the return type `returns`.
    `decorator` has all decorators, each with its line end; `callable` is the callable under test.
    """

    parameters: tuple[str, ...]
    decorator: str
    body: str
    description: Description
    rows: tuple[tuple[str, str], ...]
    callable: str
    returns: str = ""
    is_coroutine: bool = False

    def source(self, name: str) -> str:
        """Render the function under a name."""
        keyword = "async def" if self.is_coroutine else "def"
        head = f"{keyword} {name}({', '.join(self.parameters)}){self.returns}"
        return f"{self.decorator}{head}:\n{_indented(self.body)}\n"


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a test function and its tests, independent of the project's style.

    `columns` are the parameters of a table, each with its values, and `decorator` is the decorator that
    lists them.
    """

    body: str
    description: Description
    rows: tuple[tuple[str, str], ...]
    callable: str
    columns: Mapping[str, Sequence[str]]
    decorator: str = ""


def function_of(content: Content, needs: Needs, context: Context) -> Function:
    """Build the function in the project's style: with hints or without, awaiting in its own way."""
    function = Function(
        parameters=tuple(_parameters(content, needs, context)),
        decorator=_marks(needs, context) + content.decorator,
        body=content.body,
        description=content.description,
        rows=content.rows,
        callable=content.callable,
        returns=" -> None" if context.style.type_hints else "",
    )
    return _awaiting(function, context) if needs.is_asynchronous else function


def _parameters(content: Content, needs: Needs, context: Context) -> list[str]:
    if not context.style.type_hints:
        return [*needs.fixtures, *content.columns]
    fixtures = [f"{name}: {fixture_hint(name, context.imports)}" for name in needs.fixtures]
    columns = content.columns.items()
    return fixtures + [f"{name}: {column_hint(cells, context)}" for name, cells in columns]


def _awaiting(function: Function, context: Context) -> Function:
    """The function as a coroutine for the project's plugin, or with a coroutine that it runs itself."""
    style = context.style.asynchronous
    if style == "run":
        scenario = f"async def scenario(){function.returns}:\n{_indented(function.body)}"
        return replace(function, body=f"{scenario}\n\n{context.imports.module('asyncio')}.run(scenario())")
    mark = "" if style == "asyncio-auto" else f"@{context.imports.module('pytest')}.mark.{style}\n"
    return replace(function, decorator=mark + function.decorator, is_coroutine=True)


def _marks(needs: Needs, context: Context) -> str:
    """The decorators for the marks of a test, without filters of warnings where pytest does not know them."""
    known = [name for name in needs.marks if context.style.filters_warnings or not name.startswith(FILTER)]
    return "".join(f"@{context.imports.module('pytest')}.mark.{name}\n" for name in known)


def _indented(body: str) -> str:
    return "\n".join(f"    {line}" if line else "" for line in body.split("\n"))


def fixture_hint(name: str, imports: Imports) -> str:
    """Render the type of a fixture."""
    known = FIXTURES.get(name, ANY)
    return imports.path(known) if ":" in known else f"{imports.module('pytest')}.{known}"


def made_hint(made: ast.AST, imports: Imports) -> str:
    """Infer the type of the object that an expression or assignment makes: the class that it calls."""
    match made:
        case ast.Assign(value=ast.Call(func=ast.Name(id=name))) | ast.Call(func=ast.Name(id=name)):
            if name[:1].isupper():
                return name
    return imports.path(ANY)


def yielded_hint(hint: str, imports: Imports) -> str:
    """Render the return type of a fixture that yields a value of some type."""
    return f"{imports.path(ITERATOR)}[{hint}]"


def column_hint(cells: Sequence[str], context: Context) -> str:
    """Render the type of the values in a column of a table."""
    kinds = dict.fromkeys(_kind(cell) for cell in cells)
    if not all(kinds):
        return context.imports.path(ANY)
    if len(kinds) == 1 or context.style.unions:
        return " | ".join(kinds)
    return f"{context.imports.path(UNION)}[{', '.join(kinds)}]"


def _kind(cell: str) -> str:
    """The type of a literal, as a hint; empty if its source does not show it directly."""
    match expression_of(cell):
        case ast.Constant(value=None):
            return "None"
        case ast.Constant(value=value) | ast.UnaryOp(operand=ast.Constant(value=value)):
            return type(value).__name__
        case ast.Call(func=ast.Name(id="float")):
            return "float"
        case ast.List(elts=[_, *_] as items):
            kinds = {_kind(ast.unparse(item)) for item in items}
            return f"list[{kinds.pop()}]" if len(kinds) == 1 and all(kinds) else ""
    return ""
