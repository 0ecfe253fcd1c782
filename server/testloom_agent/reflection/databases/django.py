"""Models of Django: the parameters of their constructors, and the callables that make rows of them.

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
"""The types of values by the kinds of their fields, where these are not numbers or strings."""
SLUG = r"^[-a-zA-Z0-9_]+$"
TEXTS = ("Char", "Text", "Email", "URL", "FilePath", "IPAddress")


def is_model(kind: Any) -> bool:
    """Check whether Django stores the objects of a class, without accessing any other class."""
    if MODELS not in sys.modules or not is_class(kind) or "_meta" not in vars(kind):
        return False
    return issubclass(kind, vars(sys.modules[MODELS])["Model"]) and not vars(kind)["_meta"].abstract


def models_named_in(module: ModuleType) -> Iterator[type]:
    """Yield the models that a module names, and those of the forms that it names."""
    for value in list(vars(module).values()):
        options: Any = vars(value).get("_meta") if is_class(value) else None
        model: Any = value if is_model(value) else getattr(options, "model", None)
        if is_model(model):
            yield model


def user_model() -> type | None:
    """Find the model of the project's users; None if it has no users."""
    if "django.contrib.auth.models" not in sys.modules:
        return None
    apps: Any = vars(sys.modules["django.apps"])["apps"]
    settings: Any = vars(sys.modules["django.conf"])["settings"]
    return apps.get_model(settings.AUTH_USER_MODEL) if apps.is_installed("django.contrib.auth") else None


def has_constructor_of_model(kind: Any) -> bool:
    """Check whether a model has the constructor that Django gives all models."""
    return is_model(kind) and kind.__init__ is vars(sys.modules[MODELS])["Model"].__init__


def keywords_of_model(kind: type) -> dict[str, bool]:
    """Collect the keywords of a model's constructor, one a field, each with whether a row requires it."""
    return {field.name: _is_required(field) for field in _fields(kind)}


def types_of_fields(kind: type) -> dict[str, Any]:
    """Collect the types of the fields' values, by field; `Any` where the type is not declared."""
    return {field.name: _type_of(field) for field in _fields(kind)}


def manager_of(kind: type) -> str:
    """Return the name of a model's manager, mostly `objects`; empty if it has no public one."""
    manager: Any = getattr(kind, "_default_manager", None)
    return "" if manager is None or manager.name.startswith("_") else str(manager.name)


def models_queried_by(kind: type) -> list[type]:
    """List the models whose rows are found by queries of a class of the project."""
    if MODELS not in sys.modules or not issubclass(kind, vars(sys.modules[MODELS])["QuerySet"]):
        return []
    models: list[type] = sys.modules["django.apps"].apps.get_models()
    managers = {model: getattr(model, "_default_manager", None) for model in models}
    return [model for model in models if getattr(managers[model], "_queryset_class", None) is kind]


def _fields(kind: type) -> Iterator[Any]:
    """Yield the fields of a model except for those that Django sets: row numbers and times of changes."""
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
    """Yield callables that store rows of a model or query them, based on the class's constructor."""
    made = {**constructor, "kind": "function", "owner": None}
    if has_constructor_of_model(kind) and (manager := manager_of(kind)):
        yield {**made, "id": f"{class_id(kind)}.{manager}.create", "writes": [class_id(kind)]}
    for model in models_queried_by(kind):
        if manager := manager_of(model):
            path = class_id(model)
            yield {**made, "id": f"{path}.{manager}.all", "parameters": [], "reads": [path]}


def links_of(kind: type) -> Iterator[tuple[str, type, list[str]]]:
    """Yield the models whose rows link those of a model to others, of which Django makes one for each field.

    Each has a path that leads to it, and the models that it links.
    """
    fields = vars(kind)["_meta"].local_many_to_many if has_constructor_of_model(kind) else ()
    for field in fields:
        through = field.remote_field.through
        if vars(through)["_meta"].auto_created and not field.name.startswith("_"):
            yield (
                f"{class_id(kind)}.{field.name}.through",
                through,
                [class_id(kind), class_id(field.related_model)],
            )


def storing_links(constructor: dict[str, Any], path: str, linked: list[str]) -> dict[str, Any]:
    """Describe what stores a row that links others, based on the constructor of its model."""
    made = {**constructor, "kind": "function", "owner": None, "in_subject": False}
    return {**made, "id": f"{path}.objects.create", "writes": linked}


def without_details(constructor: dict[str, Any], mentioned: Container[str]) -> dict[str, Any]:
    """Drop the parameters of a foreign model's constructor that are details.

    Parameters that a row requires, that decide what a user is or may do, or that code mentions by name stay.
    """
    return {
        **constructor,
        "parameters": [each for each in constructor["parameters"] if _matters(each, mentioned)],
    }


def _matters(parameter: dict[str, Any], mentioned: Container[str]) -> bool:
    is_needed = not parameter["has_default"] or parameter["name"] in mentioned
    return is_needed or parameter["type"]["name"] == "bool"
