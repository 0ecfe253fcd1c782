"""Type hints for the parameters of a test: fixtures, and the columns of a table."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from testloom.model.texts.trees import expression_of
from testloom.writer.imports.bindings import Imports

ANY = "typing:Any"
FIXTURES = {
    "tmp_path": "pathlib:Path",
    "monkeypatch": "MonkeyPatch",
    "capsys": "CaptureFixture[str]",
    "caplog": "LogCaptureFixture",
    "request": "FixtureRequest",
    "mocker": "pytest_mock:MockerFixture",
}
"""The type of each fixture that tests ask for: a path, or a name of pytest."""
PATHS = frozenset({ANY, "pathlib:Path", "pytest_mock:MockerFixture"})
"""What hints may import."""


def fixture_hint(name: str, imports: Imports) -> str:
    """The type of a fixture."""
    known = FIXTURES.get(name, ANY)
    return imports.path(known) if ":" in known else f"{imports.module('pytest')}.{known}"


def column_hint(cells: Sequence[str], imports: Imports) -> str:
    """The type of the values in a column of a table."""
    kinds = dict.fromkeys(_kind(cell) for cell in cells)
    return " | ".join(kinds) if all(kinds) else imports.path(ANY)


def _kind(cell: str) -> str:
    """The type of a literal; empty if it takes more than a look."""
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
