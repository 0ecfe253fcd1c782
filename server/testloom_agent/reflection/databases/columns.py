"""The columns of classes whose objects a library stores, whichever library it is."""

from __future__ import annotations

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


def types_of_columns(kind: type) -> dict[str, Any]:
    """Collect the types of the columns' values, by column; `Any` where the type is not declared."""
    return django.types_of_fields(kind) if django.is_model(kind) else mapped.types_of_columns(kind)
