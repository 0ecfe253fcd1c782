"""Models of Django: what their constructors take, and what makes rows of them.

Django is asked only if the project has set it up.
"""

from __future__ import annotations

import datetime
import decimal
import sys
import uuid
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from testloom_agent.kinds import is_class

MODELS = "django.db.models"
TYPES: Mapping[str, Any] = {
    "BooleanField": bool,
    "DateField": datetime.date,
    "DateTimeField": datetime.datetime,
    "DecimalField": decimal.Decimal,
    "DurationField": datetime.timedelta,
    "FloatField": float,
    "TimeField": datetime.time,
    "UUIDField": uuid.UUID,
}
"""The types of values by the kinds of fields, where these are not numbers or texts."""
TEXTS = ("Char", "Text", "Slug", "Email", "URL", "FilePath", "IPAddress")


class Limits(NamedTuple):
    """What a field says of its values beside their type."""

    ge: int | None = None
    max_length: int | None = None


def is_model(kind: Any) -> bool:
    """Whether Django stores the objects of a class, without asking any other class anything."""
    if MODELS not in sys.modules or not is_class(kind) or "_meta" not in vars(kind):
        return False
    return issubclass(kind, vars(sys.modules[MODELS])["Model"]) and not vars(kind)["_meta"].abstract


def has_constructor_of_model(kind: Any) -> bool:
    """Whether a model has the constructor that Django gives all."""
    return is_model(kind) and kind.__init__ is vars(sys.modules[MODELS])["Model"].__init__


def keywords_of_model(kind: type) -> dict[str, bool]:
    """What the constructor of a model takes: a keyword for each field, and whether a row has to say it."""
    return {field.name: _is_required(field) for field in _fields(kind)}


def types_of_fields(kind: type) -> dict[str, Any]:
    """The types of the values of fields; `Any` where nobody says it."""
    return {field.name: _type_of(field) for field in _fields(kind)}


def maker_of_rows(kind: type) -> str | None:
    """What makes and stores an object of a model, as it is called on the class: `objects.create`."""
    manager: Any = getattr(kind, "_default_manager", None)
    is_public = manager is not None and not manager.name.startswith("_")
    return f"{manager.name}.create" if is_public else None


def _fields(kind: type) -> Iterator[Any]:
    """The fields of a model without the key by which the database numbers rows."""
    for field in vars(kind)["_meta"].concrete_fields:
        if not getattr(field, "auto_created", False) and "AutoField" not in field.get_internal_type():
            yield field


def _is_required(field: Any) -> bool:
    is_given = field.has_default() or getattr(field, "has_db_default", bool)()
    return not (field.null or field.blank or is_given)


def _type_of(field: Any) -> Any:
    if field.is_relation:
        return field.related_model
    values = [value for value, _ in field.flatchoices if value is not None]
    if values:
        return Literal[tuple(values)]
    kind = field.get_internal_type()
    if "Integer" in kind:
        return Annotated[int, Limits(ge=0)] if kind.startswith("Positive") else int
    if kind.startswith(TEXTS):
        return Annotated[str, Limits(max_length=field.max_length)] if field.max_length else str
    return TYPES.get(kind, Any)
