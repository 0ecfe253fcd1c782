"""Functions that tests call: a few lines that stand once in a file, above the tests."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from testloom.model.statements import DoubleStatement
from testloom.writer.planning.scope import CaseScope
from testloom.writer.project.style import ProjectStyle
from testloom.writer.syntax.names import call

SKIPPING = "skip_if_asked_more"
RECORDED = "as_recorded"
STOPPED_CLOCK = "stopped_clock"
JOINING = "joined_threads"
_SKIPPING = '''
    """Skip the test if its double gets a call that it has no answer for."""
    kind = double.__class__
    for name in set(dir(kind)) - set(known):
        if not name.startswith("_") and callable(getattr(kind, name)):
            method = getattr(double, name)
            method.side_effect = pytest.skip.Exception(f"the double has no answer for {name}()")
'''
_RECORDED = '''
    """Answer calls as recorded, equal ones in turn; any other one fails."""
    left = list(answers)

    def answer(*args, **kwargs):
        equal = [place for place, (asked, _) in enumerate(left) if asked[-2:] == (args, kwargs)]
        if not equal:
            pytest.fail(f"unexpected call of a double: {args} {kwargs}")
        result = left.pop(equal[0])[1] if len(equal) > 1 else left[equal[0]][1]
        if isinstance(result, BaseException):
            raise result
        return result

    return answer
'''
_STOPPED_CLOCK = '''
    """Stand in for a class of dates, whose instances are real dates."""

    class Likeness(type):
        def __instancecheck__(cls, instance):
            return isinstance(instance, kind)

        def __call__(cls, *args, **kwargs):
            return kind(*args, **kwargs)

    return Likeness(kind.__name__, (kind,), methods)
'''
_JOINING = '''
    """Wait behind the block for the threads that it has started; calling `ends` ends them."""
    before = set(threading.enumerate())
    try:
        yield
    finally:
        for end in ends:
            end()
        for thread in set(threading.enumerate()) - before:
            thread.join(10)
'''
_TYPED = {
    "__instancecheck__(cls, instance):": "__instancecheck__(cls, instance: object) -> bool:",
    "__call__(cls, *args, **kwargs):": "__call__(cls, *args: object, **kwargs: object) -> object:",
    "return kind(*args, **kwargs)": "return type.__call__(kind, *args, **kwargs)",
    "answer(*args, **kwargs)": "answer(*args: object, **kwargs: object) -> object",
}
_HEADS = {
    SKIPPING: ("(double, *known):", "(double: object, *known: str) -> None:"),
    STOPPED_CLOCK: ("(kind, **methods):", "(kind: type[object], **methods: object) -> type[object]:"),
    JOINING: ("(*ends):", "(*ends: Callable[[], object]) -> Iterator[None]:"),
    RECORDED: ("(*answers):", "(*answers: tuple[tuple[object, ...], object]) -> object:"),
}
_BODIES: Mapping[str, str] = {
    SKIPPING: _SKIPPING,
    RECORDED: _RECORDED,
    STOPPED_CLOCK: _STOPPED_CLOCK,
    JOINING: _JOINING,
}
_DECORATORS = {JOINING: "@contextlib.contextmanager\n"}


def skipping(statement: DoubleStatement, name: str, scope: CaseScope) -> str | None:
    """The line that skips the test once the double of a class is asked more than it was; None for others."""
    if not statement.spec or not statement.names:
        return None
    scope.module("pytest")
    return call(SKIPPING, [name, *map(scope.literal, statement.names)])


def definitions(sources: Iterable[str], style: ProjectStyle) -> dict[str, str]:
    """The functions that these tests call, by name."""
    texts = tuple(sources)
    called = [name for name in _BODIES if any(f"{name}(" in text for text in texts)]
    return {name: _definition(name, style) for name in called}


def called_by(function: ast.AST) -> frozenset[str]:
    """The names of those functions that a test calls."""
    nodes = ast.walk(function)
    return frozenset(node.id for node in nodes if isinstance(node, ast.Name) and node.id in _BODIES)


def _definition(name: str, style: ProjectStyle) -> str:
    plain, typed = _HEADS[name]
    body = _BODIES[name]
    if style.type_hints:
        for untyped, annotated in _TYPED.items():
            body = body.replace(untyped, annotated)
    return f"{_DECORATORS.get(name, '')}def {name}{typed if style.type_hints else plain}{body}"
