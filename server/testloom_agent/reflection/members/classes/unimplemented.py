"""Methods that a class has from a protocol only, so that another class is to implement them."""

from __future__ import annotations

import ast
import inspect
from typing import Any

from testloom_agent.kinds import is_function
from testloom_agent.reflection.members.hints.protocols import is_protocol
from testloom_agent.reflection.sources import Sources
from testloom_agent.trees import is_bare_constant


def unimplemented_in(kind: type, sources: Sources) -> list[str]:
    """List the public methods without a body that a class inherits from protocols.

    A mixin calls them on itself; what it is mixed into implements them.
    """
    names: dict[str, None] = {}
    for owner in reversed(kind.__mro__[1:]):
        for name, entry in list(vars(owner).items()):
            if is_protocol(owner) and not name.startswith("_") and _is_without_body(entry, sources):
                names[name] = None
            else:
                names.pop(name, None)
    return [name for name in names if name not in vars(kind)]


def _is_without_body(entry: Any, sources: Sources) -> bool:
    """Check whether the body of a method does nothing; first by the names that its code uses, if any."""
    if not is_function(entry) or entry.__code__.co_names or inspect.iscoroutinefunction(entry):
        return False
    node = sources.function(entry)
    if node is None or isinstance(node, ast.Lambda):
        return False
    return all(isinstance(part, ast.Pass) or is_bare_constant(part) for part in node.body)
