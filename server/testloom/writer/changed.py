"""Changed values: what a test expected and what it got, in words, and the test with the new value.

Only the source of the expected value is replaced, wherever it is: in the assertion, in a variable, or
in the row of the test's table.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from testloom.model.failures import Compared, Failure, Snapshot
from testloom.model.texts.lines import shortened, split_lines
from testloom.model.texts.messages import informative_ends
from testloom.model.texts.parameters import is_plain
from testloom.model.texts.stability import may_replace
from testloom.model.texts.trees import literal_of, parsed, tree_of
from testloom.writer.files.document import FunctionNode, function_named
from testloom.writer.syntax.literals import pattern
from testloom.writer.syntax.rows import columns_of, rows_of

LONGEST = 80
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+(?=[^<>]*>)")
"""The memory address in an object's `repr`, which differs in each run."""
_TRUTH = {"True": "true", "False": "false"}


@dataclass(frozen=True, slots=True)
class ChangedValue:
    """A changed value: a description in words, and its `line`, counted from 0.

    `expected` and `actual` are sources, `text` is the file with the new value; None if the value has no
    source.
    """

    what: str
    line: int
    expected: str = ""
    actual: str = ""
    text: str | None = None


def changed_value(text: str, name: str, row: str, failure: Failure) -> ChangedValue | None:
    """Explain why a test function of ours fails; `row` is the id of the row of its table, "" if it has none.

    None if the text is not valid Python, or the line that failed is not in the function.
    """
    found = _failed(text, name, row, failure)
    return None if found is None else found[0].explain(found[1], failure)


def expected_value(text: str, name: str, row: str, failure: Failure) -> ChangedValue | None:
    """Explain why a function that a user wrote fails, if it compares with a literal once, or with a snapshot.

    None of others: what they should expect, only their author knows.
    """
    found = _failed(text, name, row, failure)
    return None if found is None else found[0].expected(found[1], failure)


def _failed(text: str, name: str, row: str, failure: Failure) -> tuple[_Reading, ast.stmt] | None:
    """The reading of a test function and the statement that failed; None if the text has neither."""
    tree = parsed(text)
    function = None if tree is None else function_named(tree, name)
    statement = None if function is None else _statement_at(function, failure.line + 1)
    if function is None or statement is None:
        return None
    return _Reading(text, function, _cells(function, row)), statement


@dataclass(frozen=True, slots=True)
class _Reading:
    """A test function with the cells of the row that failed, by parameter."""

    text: str
    function: FunctionNode
    cells: Mapping[str, ast.expr] = field(default_factory=dict)

    def explain(self, statement: ast.stmt, failure: Failure) -> ChangedValue:
        """What changed where this statement failed."""
        match statement:
            case ast.Assert(test=ast.Compare(left, [ast.Eq() | ast.Is()], [right])) if failure.compared:
                return self._compared(statement, left, right, failure.compared)
            case ast.Assert(test=ast.Compare()) if failure.exception == "AssertionError":
                return ChangedValue(f"{self._said(statement.test)} no longer holds", failure.line)
            case ast.Assert(test=ast.UnaryOp(ast.Not(), operand)) if failure.exception == "AssertionError":
                return self._truth(statement, operand, was=False)
            case ast.Assert(test=test) if failure.exception == "AssertionError":
                return self._truth(statement, test, was=True)
            case ast.With(items=[ast.withitem(ast.Call(func=ast.Attribute(attr="raises")) as call), *_]):
                return self._raised(statement, call, failure)
            case ast.Assert(test=ast.Compare(left=ast.Call() as call)):
                return ChangedValue(f"{self._said(call)} now raises {_named(failure)}", statement.lineno - 1)
        return ChangedValue(f"{self._said(statement)} now raises {_named(failure)}", statement.lineno - 1)

    def expected(self, statement: ast.stmt, failure: Failure) -> ChangedValue | None:
        """The change to the literal or snapshot that a statement expects; None in a loop or without one."""
        if failure.snapshot is not None:
            return self._kept(statement, failure.snapshot)
        compared = failure.compared
        match statement:
            case ast.Assert(test=ast.Compare(left, [ast.Eq()], [right])) if compared:
                sides = [(left, right, compared.literal), (right, left, compared.right_literal)]
            case _:
                return None
        if _is_repeated(self.function, statement) or (_is_literal(left) and _is_literal(right)):
            return None
        for subject, value, actual in sides:
            place = value if self._is_shared(value) else self._place(value)
            number = _approximated(place)
            expected = self._source(place)
            if not (_is_literal(number or place) and is_plain(actual) and may_replace(actual, expected)):
                continue
            if number is None or _is_number(actual):
                text = self._spliced(number or place, actual)
                what = f"{self._said(subject)} is {_short(actual)}, not {_short(expected)}"
                return ChangedValue(what, statement.lineno - 1, expected, actual, text)
        return None

    def _kept(self, statement: ast.stmt, snapshot: Snapshot) -> ChangedValue:
        """The change to a value that a snapshot library keeps; only that library can replace it."""
        subject, expected = "The value", snapshot.expected
        match statement:
            case ast.Assert(test=ast.Compare(left, [_], [right])):
                kept, other = (left, right) if "snapshot" in self._source(left) else (right, left)
                subject = self._said(other)
                if snapshot.library == "inline_snapshot":
                    expected = self._source(kept)
        what = f"{subject} differs from its snapshot, is now {_short(snapshot.actual)}"
        return ChangedValue(what, statement.lineno - 1, expected, snapshot.actual)

    def _compared(
        self, statement: ast.Assert, left: ast.expr, right: ast.expr, compared: Compared
    ) -> ChangedValue:
        place = self._place(right)
        expected, actual = self._source(place), compared.literal or compared.left
        shown = actual if compared.literal else _ADDRESS.sub("", actual)
        what = f"{self._said(left)} was {_short(expected)}, is now {_short(shown)}"
        line = statement.lineno - 1
        return ChangedValue(what, line, expected, actual, self._with_value(statement, right, place, compared))

    def _with_value(
        self, statement: ast.Assert, right: ast.expr, place: ast.expr, compared: Compared
    ) -> str | None:
        """The text of the file with the new value; None if that cannot be written as a literal."""
        new = compared.literal
        if not is_plain(new) or not may_replace(new, self._source(place)):
            return None
        if (number := _approximated(place)) is not None:
            return self._spliced(number, new) if _is_number(new) else None
        if place is not right:
            return self._spliced(place, new) if compared.op == "==" else None
        assert isinstance(statement.test, ast.Compare)
        op = "is" if new in ("None", "True", "False") else "=="
        return self._spliced(statement.test, f"{self._source(statement.test.left)} {op} {new}")

    def _truth(self, statement: ast.Assert, value: ast.expr, *, was: bool) -> ChangedValue:
        what = f"{self._said(value)} was {_TRUTH[str(was)]}, is now {_TRUTH[str(not was)]}"
        source = self._source(value)
        loose = isinstance(value, ast.BoolOp | ast.Compare | ast.IfExp | ast.NamedExpr)
        negated = f"not ({source})" if loose else f"not {source}"
        text = self._spliced(statement.test, negated if was else source)
        return ChangedValue(what, statement.lineno - 1, str(was), str(not was), text)

    def _raised(self, statement: ast.With, call: ast.Call, failure: Failure) -> ChangedValue:
        action = self._said(
            statement.body[-1] if len(statement.items) == 1 else statement.items[-1].context_expr
        )
        expected, line = self._source(call.args[0]), statement.lineno - 1
        if failure.exception == "Failed":
            return ChangedValue(f"{action} no longer raises {expected}", line, expected)
        if failure.exception != "AssertionError":
            actual = _named(failure)
            return ChangedValue(f"{action} raised {expected}, now raises {actual}", line, expected, actual)
        message = next((self._place(entry.value) for entry in call.keywords if entry.arg == "match"), None)
        said = "another message" if message is None else _short(self._source(message))
        what = f"{action} said {said}, now says {_short(repr(_ADDRESS.sub('', failure.context)))}"
        begin, ending = informative_ends(failure.context)
        is_said = message is not None and bool(begin or ending)
        new = pattern(begin, ending) if is_said else ""
        text = self._spliced(message, new) if message is not None and is_said else None
        return ChangedValue(what, line, said, failure.context, text)

    def _place(self, value: ast.expr) -> ast.expr:
        """The expression that gives a value: a cell of the row, what its variable is set to, or itself."""
        if not isinstance(value, ast.Name):
            return value
        return self.cells.get(value.id) or self._assigned(value.id) or value

    def _assigned(self, name: str) -> ast.expr | None:
        """The value assigned to a variable; None unless it is assigned exactly once."""
        found = [
            node.value
            for node in ast.walk(self.function)
            if isinstance(node, ast.Assign)
            and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
        ]
        return found[0] if len(found) == 1 else None

    def _is_shared(self, value: ast.expr) -> bool:
        """Whether a variable is used elsewhere than where it is set and where it is compared."""
        nodes = (node for node in ast.walk(self.function) if isinstance(node, ast.Name))
        return isinstance(value, ast.Name) and sum(node.id == value.id for node in nodes) > 2

    def _said(self, node: ast.AST) -> str:
        """The shortened source of an expression: with the row's values, a result as the call behind it."""
        if isinstance(node, ast.Name) and isinstance(call := self._assigned(node.id), ast.Call):
            node = call
        text = ast.unparse(_Substituted(self.cells).visit(tree_of(ast.unparse(node))))
        return _short(text)

    def _source(self, node: ast.expr) -> str:
        return ast.get_source_segment(self.text, node) or ast.unparse(node)

    def _spliced(self, node: ast.expr, source: str) -> str:
        """The text of the file with an expression replaced by other source."""
        lines = split_lines(self.text)
        start = sum(map(len, lines[: node.lineno - 1])) + _characters(lines[node.lineno - 1], node.col_offset)
        last, offset = (node.end_lineno or node.lineno) - 1, node.end_col_offset or 0
        end = sum(map(len, lines[:last])) + _characters(lines[last], offset)
        return self.text[:start] + source + self.text[end:]


class _Substituted(ast.NodeTransformer):
    """Replaces names by expressions."""

    def __init__(self, values: Mapping[str, ast.expr]) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self._values.get(node.id, node)


def _cells(function: FunctionNode, row: str) -> dict[str, ast.expr]:
    """The values of the row with this id, by the names of the columns."""
    for decorator in function.decorator_list:
        for name, cells, _ in rows_of(decorator):
            if name == row and isinstance(decorator, ast.Call):
                return dict(zip(columns_of(decorator.args[0]), cells, strict=False))
    return {}


def _statement_at(function: FunctionNode, line: int) -> ast.stmt | None:
    """The innermost statement on a line, counted from 1; all of a `with pytest.raises(…)` counts as one."""
    found: ast.stmt | None = None
    for node in ast.walk(function):
        if not isinstance(node, ast.stmt) or node is function:
            continue
        is_there = node.lineno <= line <= (node.end_lineno or node.lineno)
        if is_there and not (isinstance(found, ast.With) and _expects(found)):
            found = node
    return found


def _is_repeated(function: FunctionNode, statement: ast.stmt) -> bool:
    """Whether a statement is in a loop, so that no single value fits each time it runs."""
    loops = (node for node in ast.walk(function) if isinstance(node, ast.For | ast.AsyncFor | ast.While))
    return any(statement in ast.walk(loop) for loop in loops)


def _approximated(value: ast.expr) -> ast.expr | None:
    """The number in `pytest.approx(…)`; None for any other expression."""
    is_approximate = isinstance(value, ast.Call) and ast.unparse(value.func).endswith("approx")
    return value.args[0] if is_approximate and isinstance(value, ast.Call) and value.args else None


def _is_literal(value: ast.expr) -> bool:
    try:
        literal_of(value)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return False
    return True


def _expects(statement: ast.With) -> bool:
    first = statement.items[0].context_expr
    return isinstance(first, ast.Call) and ast.unparse(first.func).endswith("raises")


def _named(failure: Failure) -> str:
    message = _short(_ADDRESS.sub("", failure.message))
    return f"{failure.exception}: {message}" if message else failure.exception


def _is_number(text: str) -> bool:
    return isinstance(literal_of(text), int | float | complex)


def _characters(line: str, offset: int) -> int:
    """The number of characters in the first `offset` bytes of a line: `ast` counts columns in bytes."""
    return len(line.encode()[:offset].decode())


def _short(text: str) -> str:
    return shortened(text, LONGEST)
