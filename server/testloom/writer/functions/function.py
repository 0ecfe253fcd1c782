"""A test function: its decorators, its parameters, and the way in which it awaits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from testloom.writer.functions.hints import column_hint, fixture_hint
from testloom.writer.naming.descriptions import Description
from testloom.writer.planning.needs import Needs
from testloom.writer.planning.plan import Context
from testloom.writer.syntax.literals import literal


@dataclass(frozen=True, slots=True)
class Function:
    """A test function without its name; `rows` are the ids of its tests, each with its row or "".

    `parameters` have their hints, if the project has hints, as has what it `returns`. `decorator` is all of
    its decorators, each with its line end; `callable` is what the tests are about.
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
        """The function under a name."""
        keyword = "async def" if self.is_coroutine else "def"
        head = f"{keyword} {name}({', '.join(self.parameters)}){self.returns}"
        return f"{self.decorator}{head}:\n{_indented(self.body)}\n"


@dataclass(frozen=True, slots=True)
class Content:
    """What a test function does and for which tests, however the project writes functions.

    `columns` are the parameters of a table, each with its values, and `decorator` is what says them.
    """

    body: str
    description: Description
    rows: tuple[tuple[str, str], ...]
    callable: str
    columns: Mapping[str, Sequence[str]]
    decorator: str = ""


def function_of(content: Content, needs: Needs, context: Context) -> Function:
    """The function as the project writes its tests: with hints or without, awaiting in its own way."""
    function = Function(
        parameters=tuple(_parameters(content, needs, context)),
        decorator=_skips(needs, context) + content.decorator,
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
    return fixtures + [f"{name}: {column_hint(cells, context.imports)}" for name, cells in columns]


def _awaiting(function: Function, context: Context) -> Function:
    """A coroutine function for the project's plugin, or one that runs such a function itself."""
    style = context.style.asynchronous
    if style == "run":
        scenario = f"async def scenario(){function.returns}:\n{_indented(function.body)}"
        return replace(function, body=f"{scenario}\n\n{context.imports.module('asyncio')}.run(scenario())")
    mark = "" if style == "asyncio-auto" else f"@{context.imports.module('pytest')}.mark.{style}\n"
    return replace(function, decorator=mark + function.decorator, is_coroutine=True)


def _skips(needs: Needs, context: Context) -> str:
    """The decorators that say when the test is skipped."""
    quotes = context.style.single_quotes
    return "".join(
        f"@{context.imports.module('pytest')}.mark.skipif("
        f"{skip.condition}, reason={literal(skip.reason, single_quotes=quotes)})\n"
        for skip in needs.skips
    )


def _indented(body: str) -> str:
    return "\n".join(f"    {line}" if line else "" for line in body.split("\n"))
