"""The paths of classes, `module:Qualname`, by which tests look them up."""

from __future__ import annotations

from testloom_agent.execution.performing.definitions import defined_path, is_of_test
from testloom_agent.reflection.identities import class_id, found_at

MADE_AT_RUN_TIME = 1 << 9
"""The flag of types (`Py_TPFLAGS_HEAPTYPE`) that are not built into the interpreter, as `function` is."""
LOCAL = "<locals>."
"""Part of a qualified name that no test can import.

Classes made with `type` do not have it in their names.
"""


def type_path(kind: type) -> str:
    """`module:Qualname` of a class, by its public module where it has one, or what the test calls its own.

    Of an exception that was defined in a function it is the nearest base that a test can look up.
    """
    if is_of_test(kind):
        return defined_path(kind)
    module, _, qualname = (path := class_id(kind)).partition(":")
    if found_at(module, qualname) is not None:
        return path
    if issubclass(kind, BaseException):
        return type_path(kind.__mro__[1])
    is_made = kind.__flags__ & MADE_AT_RUN_TIME and LOCAL not in qualname
    return f"{module}:{LOCAL}{qualname}" if is_made else path
