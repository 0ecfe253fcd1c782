"""Rendering of test doubles as lines of a test that create them with `unittest.mock`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from testloom.model.statements import Answer, DoubleStatement, Question
from testloom.writer.layout.mocks import AUTOSPEC, CALLED, CHAIN, MAGIC, REPEAT
from testloom.writer.rendering.definitions import RECORDED
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.syntax.names import arguments, attribute, call
from testloom.writer.values.expressions import collection

CALL = "()"


def double(statement: DoubleStatement, scope: CaseScope) -> str:
    """Render the expression that creates a double, without its answers.

    The double takes no attribute that it does not offer, unless it was seen to get one.
    """
    is_closed = statement.id not in scope.layout.test.extended
    if statement.spec:
        known = scope.context.subject.callables.get(statement.spec)
        is_function = known is not None and known.kind == "function"
        options = {"instance": not is_function, "spec_set": is_closed}
        said = [(name, scope.literal(True)) for name, is_on in options.items() if is_on]
        return call(scope.mock(AUTOSPEC), [scope.path(statement.spec)], said)
    names = collection("list", [scope.literal(name) for name in statement.names])
    spec = "spec_set" if is_closed else "spec"
    return call(scope.mock(MAGIC), (), [(spec, names)] if statement.names else ())


def answers(statement: DoubleStatement, name: str, scope: CaseScope) -> Iterator[str]:
    """Yield the lines that set the answers of a double, which is bound to a variable."""
    known: dict[str, list[Answer]] = {}
    for answer in statement.answers:
        known.setdefault(answer.path, []).append(answer)
    for path, given in known.items():
        if given[-1].question is not None:
            yield f"{_target(given[-1], name, by_function=True)} = {_by_question(given, scope)}"
            continue
        *earlier, last = (scope.variable(answer.value) for answer in given)
        if earlier and _is_call(path):
            yield f"{_target(given[-1], name, by_function=True)} = {_in_turn(earlier, last, scope)}"
        else:
            yield f"{_target(given[-1], name)} = {last}"


def ordered(statement: DoubleStatement, name: str, scope: CaseScope) -> Iterator[str]:
    """Yield the assertions that a double, bound to a variable, got the calls it has to get."""
    known: dict[str, list[str]] = {}
    for order in statement.orders:
        known.setdefault(order.path, []).append(_asked(order.question, scope))
    for path, asked in known.items():
        target = _member(name, path)
        if len(asked) == 1:
            yield f"{target}.assert_called_once_with({asked[0]})"
        elif len(set(asked)) == 1:
            yield f"assert {target}.call_args_list == [{scope.path(CALLED)}({asked[0]})] * {len(asked)}"
        else:
            calls = collection("list", [call(scope.path(CALLED), [entry]) for entry in asked])
            yield f"assert {target}.call_args_list == {calls}"


def _asked(question: Question, scope: CaseScope) -> str:
    named = [(name, scope.variable(value)) for name, value in question.kwargs]
    return arguments([scope.variable(value) for value in question.args], named)


def _in_turn(earlier: Iterable[str], last: str, scope: CaseScope) -> str:
    """An iterator over the answers, one after the other, then the last again and again."""
    return f"{scope.path(CHAIN)}([{', '.join(earlier)}], {scope.path(REPEAT)}({last}))"


def _by_question(given: Iterable[Answer], scope: CaseScope) -> str:
    """A function that answers calls with the recorded arguments, and no others."""
    pairs = []
    for answer in given:
        asked = _asked(answer.question or Question(), scope)
        pairs.append(f"({scope.path(CALLED)}({asked}), {scope.variable(answer.value)})")
    return f"{RECORDED.name}({', '.join(pairs)})"


def _target(answer: Answer, name: str, *, by_function: bool = False) -> str:
    """What the answer is assigned to: `gateway.get.return_value.json.return_value`."""
    expression = name
    *outer, last = _parts(answer.path)
    for part in outer:
        expression = _member(expression, part) + (".return_value" if _is_call(part) else "")
    expression = _member(expression, last)
    if _is_call(last):
        return f"{expression}.{'side_effect' if answer.raises or by_function else 'return_value'}"
    return expression


def _member(expression: str, part: str) -> str:
    name = part.removesuffix(CALL)
    return attribute(expression, name) if name else expression


def _parts(path: str) -> list[str]:
    return path.split(".")


def _is_call(part: str) -> bool:
    return part.endswith(CALL)
