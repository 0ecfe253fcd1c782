"""Of which class a value is, without asking it."""

from __future__ import annotations

from typing import Any


def is_of(value: Any, *kinds: type) -> bool:
    """Whether a value is an instance by its own type.

    `isinstance` also reads its `__class__`, at which a proxy makes what it stands for, or raises whatever
    that leads to.
    """
    return issubclass(type(value), kinds)
