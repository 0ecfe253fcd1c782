"""Test doubles as lines of a test, which `unittest.mock` makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from testloom.model.statements import Answer, DoubleStatement
from testloom.writer.cases.mentions import AUTOSPEC, CHAIN, REPEAT, mock_of
from testloom.writer.cases.scope import CaseScope
from testloom.writer.errors import UnwritableError

CALL = "()"


def double(statement: DoubleStatement, scope: CaseScope) -> str:
    """The expression that makes a double, without its answers."""
    if statement.spec:
        sets_attributes = any(not _is_call(_parts(answer.path)[0]) for answer in statement.answers)
        strict = "" if sets_attributes else ", spec_set=True"
        known = scope.context.subject.callables.get(statement.spec)
        instance = "" if known is not None and known.kind == "function" else ", instance=True"
        return f"{scope.path(AUTOSPEC)}({scope.path(statement.spec)}{instance}{strict})"
    kind = scope.path(mock_of(statement))
    names = ", ".join(repr(name) for name in statement.names)
    return f"{kind}(spec_set=[{names}])" if names else f"{kind}()"


def answers(statement: DoubleStatement, name: str, scope: CaseScope) -> Iterator[str]:
    """The lines that give a double, bound to a variable, its answers."""
    known: dict[str, list[Answer]] = {}
    for answer in statement.answers:
        known.setdefault(answer.path, []).append(answer)
    for path, given in known.items():
        *earlier, last = (scope.variable(answer.value) for answer in given)
        if earlier and _is_call(path):
            yield f"{_target(given[-1], name, in_turn=True)} = {_in_turn(earlier, last, scope)}"
        else:
            yield f"{_target(given[-1], name)} = {last}"


def _in_turn(earlier: Iterable[str], last: str, scope: CaseScope) -> str:
    """Answers one after the other, then the last again and again."""
    return f"{scope.path(CHAIN)}([{', '.join(earlier)}], {scope.path(REPEAT)}({last}))"


def _target(answer: Answer, name: str, *, in_turn: bool = False) -> str:
    """What the answer is assigned to: `gateway.get.return_value.json.return_value`."""
    expression = name
    *outer, last = _parts(answer.path)
    for part in outer:
        expression = _member(expression, part) + (".return_value" if _is_call(part) else "")
    expression = _member(expression, last)
    if _is_call(last):
        return f"{expression}.{'side_effect' if answer.raises or in_turn else 'return_value'}"
    return expression


def _member(expression: str, part: str) -> str:
    name = part.removesuffix(CALL)
    if name and not name.isidentifier():
        raise UnwritableError(f"{name!r} is no name of an attribute.")
    return f"{expression}.{name}" if name else expression


def _parts(path: str) -> list[str]:
    return path.split(".")


def _is_call(part: str) -> bool:
    return part.endswith(CALL)
