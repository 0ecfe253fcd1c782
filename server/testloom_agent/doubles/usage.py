"""The recorded use of a double: which attributes, calls and keys were asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from inspect import getattr_static, isdatadescriptor
from typing import Any
from unittest.mock import DEFAULT, AsyncMock, MagicMock, Mock, NonCallableMock

from testloom_agent.kinds import is_a

DEEPEST = 7
DEEPEST_NOTED = 2
CALLS = "call_args_list"
"""The attribute in which a mock records its calls."""
DOUBLES = "unittest.mock"
MOST = 30
LOOK_UPS = frozenset({"__getitem__", "__contains__", "get", "setdefault"})
"""Methods of mappings that take a key."""
LONGEST_KEY = 60
LOOKED_FOR = frozenset({"__exit__", "__aexit__"})
"""Methods whose existence is merely checked, unless they are called."""
OWN = frozenset(vars(AsyncMock()))
"""The attributes of an unused mock; other kinds of mock have no more."""


def used_paths(double: Any) -> list[str]:
    """List the attributes read and the calls made on a double, as paths of answers.

    A path that was called more than once occurs twice. Keys that were looked up stand in brackets behind the
    path of the object they were looked up in: `get().json()['name']`.
    """
    if not isinstance(double, NonCallableMock):
        return []
    found = Counter(_used(double, "", 0))
    return [path for path, times in list(found.items())[:MOST] for _ in range(min(times, 2))]


def calls_of(double: Any) -> dict[str, list[Any]]:
    """Collect the calls that a double and its members got, by the path at which it records them.

    Functions that were not called are listed, too. Calls whose answers were used are left out: they only get
    values for the subject, which is not an effect to assert.
    """
    if not _is_made(double):
        return {}
    return dict(_noted(double, "", 0))


def is_extended(double: Any) -> bool:
    """Check whether attributes were set on a double that it does not offer and `spec_set` would refuse.

    Its members count, too, where `create_autospec` gives them a spec of their own. A function offers only
    to be called: attributes that were read count, too.
    """
    if not _is_made(double):
        return False
    held, kind = vars(double), double._spec_class
    names = (held.keys() | held["_mock_children"].keys()) - OWN  # those of deleted attributes are still there
    if double._mock_methods is None:
        return _is_function(double) and not names <= {CALL}
    if not names.issubset(double._mock_methods):
        return True
    waiting = [child for name, child in _found(double) if _is_specified(kind, name)]
    while waiting:
        child = waiting.pop()
        if any(not name.startswith("__") for name in vars(child).keys() - OWN):
            return True
        waiting += [found for _, found in _found(child)]
    return False


def asked_of(value: Any, known: Callable[[Any], int | None]) -> tuple[int, list[str]] | None:
    """Find the known double that a value is an answer of, with the path to it; None if there is none.

    The path consists of attribute names, and `()` for each call, as mocks record them.
    """
    path: list[str] = []
    while type(value).__module__ == DOUBLES and "_mock_new_parent" in value.__dict__ and len(path) <= DEEPEST:
        double = known(value)
        if double is not None:
            return double, path[::-1]
        path.append(value._mock_new_name)
        value = value._mock_new_parent
    return None


def path_of(asked: list[str]) -> str:
    """Convert attribute names and `()` for calls to the path of an answer, such as `get().json`."""
    return ".".join(asked).replace(".()", "()")


def _is_made(value: Any) -> bool:
    """Check whether a value is a mock; one of a project's own class may not be initialised yet."""
    return is_a(value, NonCallableMock) and "_mock_methods" in value.__dict__


def _is_function(double: NonCallableMock) -> bool:
    """Check whether a mock stands in for a function, without the special methods of other objects."""
    return isinstance(double, Mock) and not isinstance(double, MagicMock)


def _is_specified(kind: Any, name: str) -> bool:
    """Check whether a class's entry is the spec of its double's child, which a property is not."""
    return kind is not None and not isdatadescriptor(getattr_static(kind, name, None))


def _found(double: NonCallableMock) -> list[tuple[str, NonCallableMock]]:
    """List the child mocks of a double by name, except for those that were set."""
    held = vars(double)
    children = held["_mock_children"].items()
    return [(name, child) for name, child in children if name not in held and _is_made(child)]


def _used(double: NonCallableMock, prefix: str, depth: int) -> Iterator[str]:
    if depth > DEEPEST:
        return
    if double.called:
        yield from [f"{prefix}()"] * min(double.call_count, 2)
        result = double.__dict__.get("_mock_return_value")
        if isinstance(result, NonCallableMock):
            yield from _used(result, f"{prefix}()", depth + 1)
    for name, child in list(double._mock_children.items()):
        if not isinstance(child, NonCallableMock) or name == CALL:
            continue
        path = f"{prefix}.{name}" if prefix else name
        if name in LOOK_UPS:
            yield from (f"{prefix}[{key!r}]" for key in _keys(child))
        if not child.called and name in LOOKED_FOR:
            continue
        if not child.called:
            yield path
        yield from _used(child, path, depth + 1)


def _noted(double: NonCallableMock, prefix: str, depth: int) -> Iterator[tuple[str, list[Any]]]:
    is_handed_over = _is_function(double) and not prefix and double._mock_methods is None
    if is_handed_over or (double.called and not _is_asked(double)):
        yield f"{prefix}{CALLS}", list(double.call_args_list)
    if depth < DEEPEST_NOTED:
        for name, child in list(double._mock_children.items()):
            if name.isidentifier() and not name.startswith("_") and isinstance(child, NonCallableMock):
                yield from _noted(child, f"{prefix}{name}.", depth + 1)


def _is_asked(method: NonCallableMock) -> bool:
    """Check whether something was done with the result of a method, which was called for that purpose."""
    answer = method.__dict__.get("_mock_return_value", DEFAULT)
    if not isinstance(answer, NonCallableMock):
        return answer is not DEFAULT
    return answer.called or bool(answer._mock_children)


def _keys(lookup: NonCallableMock) -> Iterator[str | int]:
    """Yield the keys with which a look-up method was called; `get` may also fetch something else."""
    found = lookup.__dict__.get("_mock_return_value")
    if lookup._mock_name == "get" and getattr(found, "_mock_children", None):
        return
    for call in lookup.call_args_list:
        key = call.args[0] if call.args else None
        if isinstance(key, int) or (isinstance(key, str) and len(key) <= LONGEST_KEY):
            yield key


CALL = "()"
