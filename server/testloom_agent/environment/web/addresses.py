"""Builders of the addresses of werkzeug's routes, compiled only for routes whose address is built.

Two functions are compiled for each route of an application. This takes most of the time for making an
application of Flask, and each test makes one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from testloom_agent.likeness import like

RULES, COMPILE = "werkzeug.routing.rules", "_compile_builder"


def postpone_builders() -> None:
    """Have routes compile what builds their addresses at its first call, if werkzeug is loaded.

    Those with defaults do so at once: a default that does not fit is refused where the route is added.
    """
    kind = getattr(sys.modules.get(RULES), "Rule", None)
    compiled: Callable[..., Any] | None = getattr(kind, COMPILE, None)
    if compiled is None:
        return
    make = compiled

    def compile_builder(rule: Any, append_unknown: bool = True) -> Callable[..., Any]:
        return make(rule, append_unknown) if rule.defaults else _at_first_call(make, rule, append_unknown)

    setattr(kind, COMPILE, like(compiled, compile_builder))


def _at_first_call(make: Callable[..., Any], rule: Any, append_unknown: bool) -> Callable[..., Any]:
    """Create a function that makes the real function at its first call, and then behaves like it."""
    made: list[Callable[..., Any]] = []

    def build(*args: Any, **values: Any) -> Any:
        if not made:
            made.append(make(rule, append_unknown))
        return made[0](*args, **values)

    return build
