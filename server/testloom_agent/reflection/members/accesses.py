"""The function by which a module finds attributes that it does not have (PEP 562)."""

from __future__ import annotations

from typing import Any

from testloom_agent.reflection.members.annotations import make


def as_access(described: dict[str, Any]) -> dict[str, Any]:
    """The description of such a function, which gets the name of an attribute and nothing else."""
    name, *_ = described["parameters"]
    return {
        **described,
        "parameters": [{**name, "kind": "positional", "type": make("str"), "has_default": False}],
    }
