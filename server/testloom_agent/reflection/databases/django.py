"""Models of Django: what their constructors take, and what makes rows of them.

Django is asked only if the project has set it up.
"""

from __future__ import annotations

import datetime
import decimal
import sys
import uuid
from collections.abc import Container, Iterator, Mapping
from types import ModuleType
from typing import Annotated, Any, Literal

from testloom_agent.kinds import is_class
from testloom_agent.reflection.databases.limits import Limits
from testloom_agent.reflection.identities import class_id

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
SLUG = r"^[-a-zA-Z0-9_]+$"
TEXTS = ("Char", "Text", "Email", "URL", "FilePath", "IPAddress")


def is_model(kind: Any) -> bool:
    """Whether Django stores the objects of a class, without asking any other class anything."""
    if MODELS not in sys.modules or not is_class(kind) or "_meta" not in vars(kind):
        return False
    return issubclass(kind, vars(sys.modules[MODELS])["Model"]) and not vars(kind)["_meta"].abstract


def models_named_in(module: ModuleType) -> Iterator[type]:
    """The models that a module names, or whose forms it does."""
    for value in list(vars(module).values()):
        options: Any = vars(value).get("_meta") if is_class(value) else None
        model: Any = value if is_model(value) else getattr(options, "model", None)
        if is_model(model):
            yield model


def user_model() -> type | None:
    """The model of the project's users; None if it has no users."""
    if "django.contrib.auth.models" not in sys.modules:
        return None
    apps: Any = vars(sys.modules["django.apps"])["apps"]
    settings: Any = vars(sys.modules["django.conf"])["settings"]
    return apps.get_model(settings.AUTH_USER_MODEL) if apps.is_installed("django.contrib.auth") else None


def has_constructor_of_model(kind: Any) -> bool:
    """Whether a model has the constructor that Django gives all."""
    return is_model(kind) and kind.__init__ is vars(sys.modules[MODELS])["Model"].__init__


def keywords_of_model(kind: type) -> dict[str, bool]:
    """What the constructor of a model takes: a keyword for each field, and whether a row has to say it."""
    return {field.name: _is_required(field) for field in _fields(kind)}


def types_of_fields(kind: type) -> dict[str, Any]:
    """The types of the values of fields; `Any` where nobody says it."""
    return {field.name: _type_of(field) for field in _fields(kind)}


def manager_of(kind: type) -> str:
    """Where a model has what makes and finds its rows, mostly `objects`; empty if nowhere public."""
    manager: Any = getattr(kind, "_default_manager", None)
    return "" if manager is None or manager.name.startswith("_") else str(manager.name)


def models_queried_by(kind: type) -> list[type]:
    """The models whose rows are found by queries of a class of the project."""
    if MODELS not in sys.modules or not issubclass(kind, vars(sys.modules[MODELS])["QuerySet"]):
        return []
    models: list[type] = sys.modules["django.apps"].apps.get_models()
    managers = {model: getattr(model, "_default_manager", None) for model in models}
    return [model for model in models if getattr(managers[model], "_queryset_class", None) is kind]


def _fields(kind: type) -> Iterator[Any]:
    """The fields of a model but those that Django sets itself: the number of a row, the time of a change."""
    for field in vars(kind)["_meta"].concrete_fields:
        is_numbered = getattr(field, "auto_created", False) or "AutoField" in field.get_internal_type()
        is_clocked = getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)
        if not is_numbered and not is_clocked:
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
    if kind == "SlugField":
        return Annotated[str, Limits(max_length=field.max_length, pattern=SLUG)]
    if kind.startswith(TEXTS):
        return Annotated[str, Limits(max_length=field.max_length)] if field.max_length else str
    if kind == "DateTimeField" and vars(sys.modules["django.conf"])["settings"].USE_TZ:
        return Annotated[datetime.datetime, Limits(tz=True)]
    return TYPES.get(kind, Any)


def through_managers(constructor: dict[str, Any], kind: type) -> Iterator[dict[str, Any]]:
    """How rows of a model are made and stored, or how queries of a class are had, by its constructor."""
    made = {**constructor, "kind": "function", "owner": None}
    if has_constructor_of_model(kind) and (manager := manager_of(kind)):
        yield {**made, "id": f"{class_id(kind)}.{manager}.create", "writes": [class_id(kind)]}
    for model in models_queried_by(kind):
        if manager := manager_of(model):
            path = class_id(model)
            yield {**made, "id": f"{path}.{manager}.all", "parameters": [], "reads": [path]}


def without_details(constructor: dict[str, Any], mentioned: Container[str]) -> dict[str, Any]:
    """The constructor of a model of others by what a row has to say, and what it is or may, as a user.

    What code mentions by its name is no detail.
    """
    return {
        **constructor,
        "parameters": [each for each in constructor["parameters"] if _matters(each, mentioned)],
    }


def _matters(parameter: dict[str, Any], mentioned: Container[str]) -> bool:
    is_needed = not parameter["has_default"] or parameter["name"] in mentioned
    return is_needed or parameter["type"]["name"] == "bool"
