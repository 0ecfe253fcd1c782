"""Creation of test doubles, with the values that they return or raise."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, repeat
from typing import Any, NamedTuple, TypeAlias
from unittest.mock import DEFAULT, AsyncMock, MagicMock, Mock, NonCallableMagicMock, create_autospec

from testloom_agent.doubles.templates import Template, template_of
from testloom_agent.kinds import is_class

CALL = "()"
Question: TypeAlias = tuple[tuple[Any, ...], dict[str, Any]]
"""The arguments of a call."""


class Answer(NamedTuple):
    """The configured result of a double at a path such as `name` or `session.get().json()`.

    With `raises`, the value is an exception that the call raises; with a `question`, the answer is only
    for calls with equal arguments.
    """

    path: str
    value: Any
    raises: bool = False
    question: Question | None = None


class Unanswered(BaseException):
    """A double has no answer for a call, or for one more call; code under test must not handle this."""


class Doubles:
    """Makes doubles; `resolve` finds the class or function that a path names.

    Doubles for the same class or the same names are alike: all but the first are copied from the first.
    """

    def __init__(self, resolve: Callable[[str], Any]) -> None:
        self._resolve = resolve
        self._known: dict[tuple[str, tuple[str, ...]], tuple[Any, Template | None]] = {}

    def make(self, spec: str, names: Sequence[str]) -> Any:
        """Create a double for an instance of a class, for a function, or for an object with `names`."""
        kind = self._resolve(spec) if spec else None
        return self._made((spec, tuple(names)), kind, lambda: _blank(kind, names))

    def stub(self, answers: Sequence[Any], raises: bool, is_async: bool) -> Any:
        """Create a function that ignores its arguments and gives its only answer, or several in turn."""
        kind = AsyncMock if is_async else Mock
        stub = self._made((kind.__name__, ()), None, kind)
        if len(answers) > 1:
            stub.side_effect = answers
        elif raises:
            stub.side_effect = answers[0]
        else:  # like `return_value=`: the value returned does not become a child
            vars(stub)["_mock_return_value"] = answers[0]
        return stub

    def _made(self, key: tuple[str, tuple[str, ...]], kind: Any, blank: Callable[[], Any]) -> Any:
        """Make an unused mock, as a copy of the first of the same kind if possible."""
        before, template = self._known.get(key, (self, None))
        if before is kind:
            return blank() if template is None else template.double()
        made = blank()
        self._known[key] = kind, template_of(made, kind)
        return made


def give_answers(double: Any, answers: Iterable[Answer]) -> None:
    """Have a double answer.

    Several answers for one call are given one after the other, then the last again and again.
    """
    known: dict[str, list[Answer]] = {}
    for answer in answers:
        known.setdefault(answer.path, []).append(answer)
    for path, given in known.items():
        _answer(double, path.split("."), given)


def expect_orders(double: Any, orders: Iterable[tuple[str, Question]]) -> None:
    """Have a double get calls with these arguments only; what they return does not matter."""
    known: dict[str, list[Answer]] = {}
    for path, question in orders:
        known.setdefault(path, []).append(Answer(path, DEFAULT, question=question))
    for path, given in known.items():
        _child(double, path).side_effect = _keyed(given)


def _blank(kind: Any, names: Sequence[str]) -> Any:
    if is_class(kind):
        return MagicMock(spec=kind) if "__call__" in dir(kind) else NonCallableMagicMock(spec=kind)
    if inspect.isroutine(kind):
        return create_autospec(kind)
    return MagicMock(spec=list(names)) if names else MagicMock()


def _answer(double: Any, parts: Sequence[str], given: Sequence[Answer]) -> None:
    holder = double
    for part in parts[:-1]:
        holder = _child(holder, part)
        holder = holder.return_value if part.endswith(CALL) else holder
    name, last = parts[-1], given[-1]
    if not name.endswith(CALL):
        setattr(holder, name, last.value)
    elif last.question is not None:
        _child(holder, name).side_effect = _keyed(given)
    elif len(given) > 1:
        _child(holder, name).side_effect = chain([one.value for one in given[:-1]], repeat(last.value))
    elif last.raises:
        _child(holder, name).side_effect = last.value
    else:
        _child(holder, name).return_value = last.value


def _keyed(given: Sequence[Answer]) -> Callable[..., Any]:
    """Create the function that answers each call by its arguments; equal arguments get answers in turn."""
    left = list(given)

    def answer(*args: Any, **kwargs: Any) -> Any:
        equal = [place for place, one in enumerate(left) if one.question == (args, kwargs)]
        if not equal:
            raise Unanswered(f"nothing is known for {args} {kwargs}")
        found = left.pop(equal[0]) if len(equal) > 1 else left[equal[0]]
        if found.raises:
            raise found.value
        return found.value

    return answer


def _child(holder: Any, part: str) -> Any:
    name = part.removesuffix(CALL)
    return getattr(holder, name) if name else holder
