"""The columns of classes whose objects a library stores, whichever library it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from testloom_agent.reflection.databases import django, mapped


def is_stored(kind: Any) -> bool:
    """Check whether a library stores the objects of a class."""
    return mapped.is_mapped(kind) or django.is_model(kind)


def has_constructor_of_library(kind: type) -> bool:
    """Check whether the constructor of a class is the one that the library adds to stored classes."""
    return mapped.has_constructor_of_library(kind) or django.has_constructor_of_model(kind)


def keywords_of(kind: type) -> dict[str, bool]:
    """Collect the keywords of the library's constructor, each with whether a row requires it."""
    return django.keywords_of_model(kind) if django.is_model(kind) else mapped.keywords_of_mapped(kind)


class ColumnTypes:
    """Finds the types of the columns' values; once for each class, as validators are tried for that."""

    def __init__(self, fork: Callable[[], int]) -> None:
        self._fork = fork
        self._known: dict[type, Mapping[str, Any]] = {}

    def of(self, kind: type) -> Mapping[str, Any]:
        """Collect the types of the columns' values, by column; `Any` where the type is not declared."""
        if kind not in self._known:
            is_model = django.is_model(kind)
            types = django.types_of_fields(kind) if is_model else mapped.types_of_columns(kind, self._fork)
            self._known[kind] = types
        return self._known[kind]
