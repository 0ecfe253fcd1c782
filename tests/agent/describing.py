"""Short ways to look at the description of a module."""

from __future__ import annotations

from typing import Any

HEAD = """
from __future__ import annotations
import abc, collections, contextlib, dataclasses, datetime, enum, functools, pathlib, typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import *
"""
"""What most subjects of these tests begin with."""


def callables(description: Any) -> dict[str, Any]:
    """The callables by their names."""
    return {entry["id"].partition(":")[2]: entry for entry in description["callables"]}


def classes(description: Any) -> dict[str, Any]:
    """The classes by their names."""
    return {entry["id"].partition(":")[2]: entry for entry in description["classes"]}


def short(kind: Any) -> str:
    """A type in one line."""
    values = [repr(value) for value in kind["values"]]
    inner = ", ".join([short(arg) for arg in kind["args"]] + values)
    return f"{kind['name']}[{inner}]" if inner else str(kind["name"])
