"""The columns of classes whose objects some library stores, whichever that is."""

from __future__ import annotations

from typing import Any

from testloom_agent.reflection.databases import django, mapped


def is_stored(kind: Any) -> bool:
    """Whether a library stores the objects of a class."""
    return mapped.is_mapped(kind) or django.is_model(kind)


def has_constructor_of_library(kind: type) -> bool:
    """Whether the constructor of a class is the one that the library gives all whose objects it stores."""
    return mapped.has_constructor_of_library(kind) or django.has_constructor_of_model(kind)


def keywords_of(kind: type) -> dict[str, bool]:
    """What such a constructor takes, and whether a row has to say it."""
    return django.keywords_of_model(kind) if django.is_model(kind) else mapped.keywords_of_mapped(kind)


def types_of_columns(kind: type) -> dict[str, Any]:
    """The types of the values of columns; `Any` where nobody says it."""
    return django.types_of_fields(kind) if django.is_model(kind) else mapped.types_of_columns(kind)
