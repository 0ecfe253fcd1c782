"""Databases of peewee that modules create without a location, and the models that they store."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from testloom_agent.environment.databases.peewee import class_of_peewee
from testloom_agent.kinds import is_a, is_class
from testloom_agent.reflection.identities import class_id

META = "_meta"
"""The attribute in which peewee keeps its information about a model."""
STORING = frozenset(
    {"bulk_create", "create", "get_or_create", "insert", "insert_many", "replace", "replace_many"}
)
"""The methods of models that store rows."""


def deferred_in(modules: Sequence[ModuleType]) -> list[dict[str, Any]]:
    """List the databases that modules define or import, each with the classes that it stores."""
    kind = class_of_peewee("SqliteDatabase")
    if kind is None:
        return []
    held = [(module, name, value) for module in modules for name, value in list(vars(module).items())]
    models = dict.fromkeys(value for _, _, value in held if is_class(value) and META in vars(value))
    found: dict[int, dict[str, Any]] = {}
    for module, name, value in held:
        if is_a(value, kind) and value.deferred and id(value) not in found:
            classes = [class_id(model) for model in models if _is_stored(model, value)]
            found[id(value)] = {"path": f"{module.__name__}:{name}", "classes": classes}
    return [described for described in found.values() if described["classes"]]


def is_table(kind: Any) -> bool:
    """Check whether a value is a model of peewee."""
    model = class_of_peewee("Model")
    return model is not None and is_class(kind) and issubclass(kind, model)


def _is_stored(model: Any, database: Any) -> bool:
    """Check whether a class stores its objects in a database, and is not just a base class that names it."""
    meta = getattr(model, META)
    return getattr(meta, "database", None) is database and any(name != "id" for name in meta.fields)
