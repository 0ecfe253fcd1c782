"""The body of a test: a test case with its assertions as source, and the fixtures and marks it needs.

The layout of a test is decided before the test is written. `decide` of `layout.case` returns an
immutable `CaseLayout`:

    usage      how values are used, and where each value is therefore written
    variables  the names of the variables
    drives     which calls are awaited or drained
    opening    which values have to be closed

The modules of `rendering` are functions from the layout to text, without side effects:

    scope      the names and values that the lines of a test refer to, as source
    templates  marks in a piece of source for what the test needs besides its text
    calls      a call, an attribute, an assignment as source
    actions    a statement as the lines that perform it
    asserting  an assertion as the lines that make it
    warned     marks for warnings that a test does not assert
    bodies     arrange, act, assert

A new kind of statement gets a module of its own with a function from the statement and its `CaseScope`
to source. It is added in these places, each with one `case`:

* `actions.performed`, if it is written in lines of its own. The lines are written where the statement
  is in the test case, so preparations come before the act. Several lines are joined by line ends.
  `calls.syntax_of`, if it is an expression that is called, read or asserted;
  `scope.CaseScope.written`, if it is a plain value that is written where it is used.
* `layout`: `usage.form_of` and `variables.variable_names`, if its value can have a variable;
  `usage.STANDING`, if it is written although nothing uses its value; `mentions.needed_paths` for what
  it imports (`module:Qual.name`).

Lines refer to other things by these functions, whose text contains the marks for what the test needs:

* `scope.value(id, hint)`: an earlier value, as its variable or as a literal;
* `scope.path("unittest.mock:create_autospec")`: an imported name, listed by `needed_paths` beforehand;
  `scope.module("sys")`: a module of `imports.TOOLS`;
* `scope.fixture("tmp_path")`: a fixture of pytest, which becomes a parameter of the test;
* `scope.awaited(text)`: the result of a coroutine;
* `scope.slot(text, hint, role)`: a literal that may become a parameter of a table of tests;
  `scope.slot_of(text, hint, ids)`: source with values that do so, unless they have variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from testloom.model.observed import Class, Member, Scalar
from testloom.model.statements import DoubleStatement, EnterStatement, Statement, enters, leaves
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.suite import AssertedTest, LogAssertion, ValueAssertion
from testloom.writer.errors import UnwritableError
from testloom.writer.layout.case import Context, Following, decide
from testloom.writer.rendering.actions import (
    about_raised,
    body,
    letting_through,
    managed,
    opening,
    performed,
    raising,
    warning,
)
from testloom.writer.rendering.asserting import assertion_lines, assertion_of, is_vacuous
from testloom.writer.rendering.calls import syntax_of
from testloom.writer.rendering.doubles import ordered
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.sessions import at_once
from testloom.writer.rendering.templates import Template
from testloom.writer.rendering.warned import unasserted

PLAIN = (Scalar, Member, Class)
BELOW_WARNING = ("DEBUG", "INFO")


BlockKind: TypeAlias = Literal["do", "assert"]


@dataclass(frozen=True, slots=True)
class Block:
    """A statement of the written test, whose kind says whether it arranges, acts or asserts.

    `do` arranges or acts; an assertion that `acts` contains the call that it asserts. A block that
    `opens` is a `with`: the following blocks that are deeper are its body. A block that `joins` waits
    for threads. `depth` counts the `with` bodies that a block is in.
    """

    kind: BlockKind
    text: str
    acts: bool = False
    opens: bool = False
    joins: bool = False
    depth: int = 0


def write_case(test: AssertedTest, context: Context, *, inline: bool) -> Template:
    """Write the body of a test; with `inline`, a result asserted once stands in its assertion.

    Raises:
        UnwritableError: if the test cannot be written as Python source; the error names the test.
    """
    try:
        scope = CaseScope(decide(test, context, inline=inline), context)
        blocks = _joined(_in_order(scope))
    except UnwritableError as error:
        raise UnwritableError(error.what, test.id) from None
    names = frozenset(scope.layout.variables.values())
    text = f"{''.join(unasserted(scope))}{laid_out(blocks)}"
    return Template.of(text, names, is_asynchronous=scope.layout.is_asynchronous)


def _in_order(scope: CaseScope) -> Iterator[Block]:
    """The blocks of all statements; those between entering and leaving an object are within its `with`."""
    test = scope.layout.test
    yield from _log_level(test, scope)
    opened: dict[int, None] = {}
    for statement in test.case.statements:
        if statement.id not in scope.layout.usages:
            continue
        is_apart = statement.id in scope.layout.by_hand or statement.id in scope.layout.raises
        if leaves(statement, opened) and not is_apart:
            while opened.popitem()[0] != getattr(statement, "receiver", None):
                pass
            yield from (replace(block, depth=len(opened)) for block in _asserted(statement, scope))
            continue
        depth = len(opened)
        for block in _blocks(statement, scope):
            yield replace(block, depth=block.depth + depth)
        if enters(statement) and not is_apart:
            opened[statement.references[0]] = None
        elif statement.id in scope.layout.managed or _manages(statement):
            opened[statement.id] = None
    for double in test.case.statements:
        if isinstance(double, DoubleStatement) and double.id in scope.layout.variables:
            lines = ordered(double, scope.layout.variables[double.id], scope)
            yield from (Block("assert", line) for line in lines)


def _joined(blocks: Iterable[Block]) -> list[Block]:
    """The blocks with all that is done after an enclosing `with`, such as one for threads, in its body.

    The assertions at the end stay after it, so that they see what the threads have done.
    """
    found = list(blocks)
    for start in reversed([n for n, block in enumerate(found) if block.joins]):
        end = max(n for n, block in enumerate(found) if block.kind == "do" or block.opens)
        inner = [replace(block, depth=block.depth + 1) for block in found[start + 1 : end + 1]]
        found = [*found[: start + 1], *inner, *found[end + 1 :]]
    return found


def _blocks(statement: Statement, scope: CaseScope) -> Iterator[Block]:
    layout = scope.layout
    inlined = layout.inlined.get(statement.id)
    if statement.id in layout.raises:
        yield from (Block("do", line) for line in letting_through(statement, scope))
        yield Block("do", raising(statement, scope))
        yield from (Block("assert", line) for line in about_raised(statement, scope))
    elif statement.id not in layout.by_hand and (isinstance(statement, EnterStatement) or enters(statement)):
        yield from _entered(statement, scope)
        return
    elif inlined is not None and is_vacuous(inlined, scope):
        yield Block("do", syntax_of(statement, scope).text)
    elif inlined is not None:
        yield Block("assert", assertion_of(inlined, syntax_of(statement, scope), scope), acts=True)
    elif statement.id in scope.layout.managed:
        yield Block("do", managed(statement, scope), opens=True)
    elif (text := performed(statement, scope)) is not None:
        encloses = isinstance(statement, EnvironmentStatement) and statement.encloses
        done = warning(statement, text, scope) if statement.id in layout.warns else text
        yield Block("do", done, opens=encloses or _manages(statement), joins=encloses)
    yield from _asserted(statement, scope, inlined)


def _manages(statement: Statement) -> bool:
    """Whether a statement opens a `with` whose body contains all that follows, with its assertions."""
    return isinstance(statement, EnvironmentStatement) and statement.manages


def _entered(statement: Statement, scope: CaseScope) -> Iterator[Block]:
    """A `with` and its assertions: those on plain values, which leaving cannot change, stand within."""
    yield Block("do", opening(statement, scope), opens=True)
    raises = isinstance(statement, EnterStatement) and statement.error is not None
    if raises:
        yield Block("do", body(statement, scope), depth=1)
    following = scope.layout.after.get(statement.id, [])
    within = [assertion for assertion in following if not raises and _is_within(assertion, statement)]
    behind = [assertion for assertion in following if assertion not in within]
    for depth, assertions in ((1, within), (0, behind)):
        for assertion in assertions:
            yield from (Block("assert", line, depth=depth) for line in assertion_lines(assertion, scope))


def _is_within(assertion: Following, statement: Statement) -> bool:
    """Whether an assertion stands in the body of the `with` that a statement opens."""
    if enters(statement):
        return True
    if not isinstance(assertion, ValueAssertion) or assertion.statement != statement.id:
        return False
    return assertion.attribute is None and isinstance(assertion.expected, PLAIN)


def _asserted(
    statement: Statement, scope: CaseScope, inlined: ValueAssertion | None = None
) -> Iterator[Block]:
    following = (entry for entry in scope.layout.after.get(statement.id, []) if entry is not inlined)
    lines = (line for assertion in following for line in assertion_lines(assertion, scope))
    yield from (Block("assert", line) for line in at_once(lines))


def _log_level(test: AssertedTest, scope: CaseScope) -> Iterator[Block]:
    """The line that lowers the log level for an asserted message that is not logged by default, if any."""
    for assertion in test.assertions:
        if isinstance(assertion, LogAssertion) and assertion.level in BELOW_WARNING:
            level = f"{scope.module('logging')}.{assertion.level}"
            yield Block("do", f"{scope.fixture('caplog')}.set_level({level})")
            return


def laid_out(blocks: Sequence[Block]) -> str:
    """Join the lines of the blocks, with empty lines between arranging, acting and asserting."""
    acts = [position for position, block in enumerate(blocks) if block.kind == "do" or block.acts]
    acts += [position for position, block in enumerate(blocks) if block.joins]
    lines: list[str] = []
    for position, block in enumerate(blocks):
        before = blocks[position - 1] if position else None
        starts_act = acts[-1:] == [position]
        is_inside = before is not None and before.opens and block.depth > before.depth
        is_first_inside = before is not None and is_inside and before.text.endswith(":")
        if before is not None and not is_first_inside and (starts_act or block.kind != before.kind):
            lines.append("")
        lines += _lines(block)
        following = blocks[position + 1] if position + 1 < len(blocks) else None
        if block.opens and (following is None or following.depth <= block.depth):
            lines.append(f"{'    ' * (block.depth + 1)}pass")
    return "\n".join(lines)


def _lines(block: Block) -> Iterator[str]:
    return (f"{'    ' * block.depth}{line}" for line in block.text.split("\n"))
