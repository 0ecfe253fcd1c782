"""Functions that are defined in recorded calls, which return them: factories, and decorators without a name.

A test makes such a function by the call that has returned it, and calls that. It stays the same object, as
others may hold it already: only its code is another.
"""

from __future__ import annotations

from types import FunctionType

from testloom_agent.recording.callees import Call, Callee
from testloom_agent.recording.recipes import Recipe


def is_defined_in(function: FunctionType, callee: Callee) -> bool:
    """Whether a function is defined in another, and does not stand for one that has a name of its own."""
    outer = getattr(callee.real, "__qualname__", "")
    is_inner = function.__qualname__.rpartition(".<locals>.")[0] == outer
    return is_inner and function.__module__ == callee.real.__module__ and "__wrapped__" not in vars(function)


def recorded_as(function: FunctionType, call: Call, recipe: Recipe) -> Callee:
    """What is recorded of a function that a call has returned."""
    code = function.__code__
    real = FunctionType(
        code, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    real.__kwdefaults__ = function.__kwdefaults__
    real.__qualname__, real.__module__ = function.__qualname__, function.__module__
    callee = Callee(call.callee.path, real, code.co_varnames[: code.co_argcount], False, False)
    callee.outer, callee.since = recipe, call.began
    return callee
