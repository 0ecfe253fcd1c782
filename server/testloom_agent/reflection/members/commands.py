"""Commands of `click`: objects that stand for a function, and are called with a command line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from testloom_agent.kinds import is_class
from testloom_agent.reflection.bodies.command_lines import ARGUMENTS
from testloom_agent.reflection.members.annotations import make


def function_of(entry: Any) -> Any:
    """The function that a command runs; None for what is no command."""
    kind: Any = getattr(sys.modules.get("click.core"), "Command", None)
    return entry.callback if kind is not None and isinstance(entry, kind) else None


def as_command(described: dict[str, Any]) -> dict[str, Any]:
    """The description of a command by that of its function.

    It is called with a list of words, and so that it returns to its caller instead of ending the program.
    What the library raises then is what it says to those who have called it wrongly.
    """
    words = _parameter("args", "either", make("list", [make("str")]), [ARGUMENTS])
    mode = _parameter("standalone_mode", "keyword", make("literal", values=[False]), [])
    raises = [*described["raises"], *_failing()]
    return {**described, "parameters": [words, mode], "returns": make("any"), "raises": raises}


def _failing() -> Iterator[str]:
    """The exceptions of the library."""
    for name, value in vars(sys.modules["click.exceptions"]).items():
        if is_class(value) and issubclass(value, Exception) and value.__module__ == "click.exceptions":
            yield f"click.exceptions:{name}"


def _parameter(name: str, kind: str, of_type: dict[str, Any], uses: list[str]) -> dict[str, Any]:
    return {"name": name, "kind": kind, "type": of_type, "has_default": False, "default": None, "uses": uses}
