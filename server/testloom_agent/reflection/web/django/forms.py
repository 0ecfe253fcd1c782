"""Forms of Django and serializers of its REST framework: tests fill them with data and check if it is valid.

Their own methods, such as `clean_title` and `validate`, are called by the framework, with the data that it
has read.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from types import FunctionType
from typing import Any

from testloom_agent.kinds import is_class
from testloom_agent.reflection.databases.django import is_model
from testloom_agent.reflection.foreign import foreign_callable
from testloom_agent.reflection.members.hints.annotations import Reducer, Type, make
from testloom_agent.reflection.web.lookups import UPLOAD

FORMS, SERIALIZERS = "django.forms.forms", "rest_framework.serializers"
HOMES = ("django.forms.", "rest_framework.")
"""The prefixes of the modules whose classes define the parameters that every form or serializer has."""
OPTIONS = "Meta"
VALIDATES, SAVES = "is_valid", "save"
OF_FORMS = ("clean", "_clean", "clean_")
OF_SERIALIZERS = ("validate", "create", "update", "to_representation", "to_internal_value", "validate_")
"""Methods that the frameworks call themselves; the last entry is the prefix of methods for single fields."""
REQUEST = "django.core.handlers.wsgi:WSGIRequest"
REST, DATA = ("args", "kwargs"), (("data", "either"), ("data", "keyword"))
SMALL = (1, 2, 3)
"""The keys of the first rows, and numbers that most forms accept."""
UPLOADED = "FileField"
"""Fields that take a file, and the class of files that tests upload."""
FORMATS = {"EmailField": "email", "UUIDField": "uuid", "DateField": "date"}
KINDS: Mapping[str, str] = {"BooleanField": "bool", "FloatField": "float", "IntegerField": "int"}
LIMITS = ("min_length", "max_length")
KEYED, SEVERAL = frozenset({"PrimaryKeyRelatedField", "ModelChoiceField"}), "ModelMultipleChoiceField"
"""Fields that take the key of one row, and the field that takes several."""
ROWS, EACH = "queryset", "child_relation"
"""The attribute of fields whose choices are rows, and that of fields that take a list of such choices."""


def is_form(kind: Any) -> bool:
    """Check whether a class is a form of Django, without accessing any other class."""
    return _derives(kind, FORMS, "BaseForm") and "base_fields" in vars(kind)


def is_serializer(kind: Any) -> bool:
    """Check whether a class is a serializer with fields."""
    return _derives(kind, SERIALIZERS, "Serializer")


def is_filled(kind: Any) -> bool:
    """Check whether tests fill objects of a class with data."""
    return is_form(kind) or is_serializer(kind)


def steps_of(kind: type) -> set[str]:
    """Find the members of a form, serializer or model that only the framework calls or reads."""
    if not is_filled(kind):
        return {OPTIONS} if is_model(kind) else set()
    *names, beginning = OF_FORMS if is_form(kind) else OF_SERIALIZERS
    own = [name for name, entry in vars(kind).items() if type(entry) is FunctionType]
    computed = {
        field.method_name or f"get_{name}"
        for name, field in (fields_of_form(kind) if is_serializer(kind) else {}).items()
        if type(field).__name__ == "SerializerMethodField"
    }
    known = {name for name in own if name in (*names, *computed) or name.startswith(beginning)}
    return {OPTIONS, *known}


def fields_of_form(kind: Any) -> Mapping[str, Any]:
    """Return the fields of a form or serializer by name; empty if they are not known."""
    if is_form(kind):
        fields: Mapping[str, Any] = vars(kind)["base_fields"]
        return fields
    if not is_serializer(kind):
        return {}
    with suppress(Exception):  # a serializer may need more than its class to list its fields
        return dict(kind().fields)
    return dict(getattr(kind, "_declared_fields", {}))


def filled(described: dict[str, Any], kind: type, reducer: Reducer) -> dict[str, Any]:
    """Adapt the constructor of a form or serializer: it takes data, and the objects that it works on.

    Other parameters of its own `__init__`, such as the user whose password a form sets, stay as they are.
    """
    if not is_filled(kind) or not _takes_data(described):
        return described
    usual = _usual_parameters(kind)
    own = [one for one in described["parameters"] if one["kind"] not in REST and one["name"] not in usual]
    fields = {n: field for n, field in fields_of_form(kind).items() if not getattr(field, "read_only", False)}
    record = make("record", [kind_of_field(field) for field in fields.values()], list(fields))
    if is_form(kind):
        return {**described, "parameters": [*own, _keyword("data", record)]}
    model = getattr(getattr(kind, "Meta", None), "model", None)
    parameters = [_keyword("instance", reducer.reduce(model), True)] if is_class(model) else []
    parameters.append(_keyword("data", record, True))
    if _asks_context(kind):
        parameters.append(_keyword("context", make("record", [make(REQUEST)], ["request"])))
    return {**described, "parameters": [*own, *parameters]}


def asked(kind: type, identity: str, line: int, reducer: Reducer) -> Iterator[dict[str, Any]]:
    """Yield the methods that a form or serializer inherits from the framework, as tests call them."""
    if not is_filled(kind):
        return
    told = {"in_subject": True, "line": line}
    yield {**foreign_callable(f"{identity}.{VALIDATES}", make("bool"), (), identity), **told}
    model = getattr(getattr(kind, "Meta", None), "model", None)
    if is_class(model) and hasattr(kind, SAVES) and SAVES not in vars(kind):
        yield {**foreign_callable(f"{identity}.{SAVES}", reducer.reduce(model), (), identity), **told}
    if is_serializer(kind):
        data = foreign_callable(f"{identity}.data", make("any"), (), identity)
        yield {**data, **told, "kind": "property"}


def kind_of_field(field: Any) -> Type:
    """Build the type of the values that a field accepts."""
    if hasattr(field, EACH):
        return make("list", [kind_of_field(getattr(field, EACH))])
    if hasattr(field, ROWS):
        return _kind_of_related({base.__name__ for base in type(field).__mro__})
    values = [value for value in _chosen(getattr(field, "choices", ())) if value != ""]
    if values:
        return make("literal", values=values)
    name = type(field).__name__
    if name == UPLOADED:
        return make(UPLOAD)
    if name in FORMATS:
        return make("format", values=[FORMATS[name]])
    kind = KINDS.get(name, "str")
    if kind in ("int", "float"):
        return make("union", [_small(), _small(), make(kind), make("str")])
    limits = {limit: getattr(field, limit, None) for limit in LIMITS}
    limits = {limit: length for limit, length in limits.items() if length is not None}
    return {**make("str"), "limits": limits} if kind == "str" and limits else make(kind)


def _kind_of_related(names: set[str]) -> Type:
    """Build the type of the value of a field for rows, given the names of the field's classes."""
    key = key_of_row(make("str")) if names & KEYED else make("str")
    return make("list", [key]) if SEVERAL in names else key


def _chosen(choices: Any) -> Iterator[str | int]:
    """Yield the values of choices, even of grouped ones, which are lists of pairs with a label."""
    for value, label in choices.items() if isinstance(choices, Mapping) else choices:
        if isinstance(label, list | tuple | Mapping):
            yield from _chosen(label)
        elif isinstance(value, str | int):
            yield value


def key_of_row(otherwise: Type) -> Type:
    """Build the type of the key of a row, which is mostly one of the first."""
    first = make("literal", values=[1])
    return make("union", [first, first, _small(), otherwise])


def _small() -> Type:
    return make("literal", values=list(SMALL))


def _derives(kind: Any, module: str, name: str) -> bool:
    base = getattr(sys.modules.get(module), name, None)
    return base is not None and is_class(kind) and issubclass(kind, base) and kind is not base


def _takes_data(described: dict[str, Any]) -> bool:
    """Check whether a constructor takes data as a named parameter."""
    taken = described["parameters"]
    return any(one["kind"] == "kwargs" or (one["name"], one["kind"]) in DATA for one in taken)


def _usual_parameters(kind: type) -> set[str]:
    """List the parameters of the framework's own class that a form or serializer is derived from."""
    bases = [base for base in kind.__mro__ if base.__module__.startswith(HOMES) and "__init__" in vars(base)]
    return {name for base in bases for name in inspect.signature(vars(base)["__init__"]).parameters}


def _keyword(name: str, kind: Type, is_optional: bool = False) -> dict[str, Any]:
    return {
        "name": name,
        "kind": "keyword",
        "type": kind,
        "has_default": is_optional,
        "default": None,
        "uses": [],
    }


def _asks_context(kind: type) -> bool:
    """Check whether a method of a serializer reads the serializer's context."""
    functions = (entry for entry in vars(kind).values() if type(entry) is FunctionType)
    return any("context" in function.__code__.co_names for function in functions)
