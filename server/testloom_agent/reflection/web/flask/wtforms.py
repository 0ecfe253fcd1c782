"""The fields of forms of WTForms that a handler fills from a request, with what their validators allow.

WTForms and Flask-WTF are looked at only if the project has imported them.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from testloom_agent.kinds import dictionary_of, is_a, is_class
from testloom_agent.reflection.members.hints.annotations import Type, make
from testloom_agent.reflection.web.flask.held import CONFIGURATION
from testloom_agent.reflection.web.lookups import SourceOf
from testloom_agent.reflection.web.route import Field, name_for
from testloom_agent.trees import nodes_of
from testloom_agent.wrapped import unwrapped

FORMS, OF_FLASK = "wtforms.form", "flask_wtf.form"
CHECKS_TOKEN = "WTF_CSRF_ENABLED"
"""The setting by which Flask-WTF wants each form to come with a token, which tests switch off."""
COUNTER = "creation_counter"
"""The attribute by which fields in a class keep their order."""
KINDS = {
    "SubmitField": None,
    "FileField": None,
    "FormField": None,
    "FieldList": None,
    "BooleanField": make("bool"),
    "IntegerField": make("int"),
    "DateField": make("format", values=["date"]),
    "EmailField": make("format", values=["email"]),
}
"""The types of values by the class of a field, None for fields that a test leaves out; others are texts."""
EMAIL, LENGTH, NUMBERS, EQUAL, OPTIONAL = "Email", "Length", "NumberRange", "EqualTo", "Optional"


def fields_of_forms(functions: Iterable[Any], source: SourceOf) -> Iterator[Field]:
    """Yield the fields of the forms that functions make, and the setting for tokens if the forms have one."""
    for kind in _made_by(functions, source) if FORMS in sys.modules else ():
        flask_form = getattr(sys.modules.get(OF_FLASK), "FlaskForm", None)
        if flask_form is not None and issubclass(kind, flask_form):
            off = make("literal", values=[False])
            yield Field(name_for(CHECKS_TOKEN), CONFIGURATION, off, CHECKS_TOKEN)
        names = (name for name in dir(kind) if not name.startswith("_"))
        declared = ((name, inspect.getattr_static(kind, name, None)) for name in names)
        fields = [(name, entry) for name, entry in declared if COUNTER in (dictionary_of(entry) or ())]
        yield from _fields(dict(sorted(fields, key=lambda pair: pair[1].creation_counter)))


def _fields(declared: Mapping[str, Any]) -> Iterator[Field]:
    """Yield the fields of a form that a test fills, each with those that have to equal it."""
    told = {name: kind for name, field in declared.items() if (kind := _type_of(field)) is not None}
    equal = {name: getattr(_validators(declared[name]).get(EQUAL), "fieldname", "") for name in told}
    for name, kind in told.items():
        if (other := equal[name]) in told and not equal[other]:
            continue
        repeated = [further for further, known in equal.items() if known == name and not equal[name]]
        is_optional = _may_be_empty(declared[name]) and kind["name"] != "literal"
        yield Field(name_for(name), "data", kind, name, is_optional=is_optional, repeated=repeated)


def _made_by(functions: Iterable[Any], source: SourceOf) -> Iterator[type]:
    """Yield the classes of forms whose objects functions make by a name of their module."""
    form = vars(sys.modules[FORMS])["Form"]
    for function in functions:
        node, namespace = source(function), getattr(unwrapped(function), "__globals__", {})
        for part in nodes_of(node) if node is not None else ():
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
                kind = namespace.get(part.func.id)
                if is_class(kind) and issubclass(kind, form):
                    yield kind


def _type_of(field: Any) -> Type | None:
    """Return the type of what a field takes; None if a test leaves it out."""
    if choices := list(_choices(field.kwargs.get("choices"))):
        return make("literal", values=choices)
    known = (base.__name__ for base in field.field_class.__mro__ if base.__name__ in KINDS)
    kind = KINDS[name] if (name := next(known, "")) else make("str")
    validators = _validators(field)
    if kind is not None and kind["name"] == "int" and NUMBERS in validators:
        return _within(kind, "ge", "le", validators[NUMBERS])
    if kind is None or kind["name"] != "str":
        return kind
    if EMAIL in validators:
        return make("format", values=["email"])
    return _within(kind, "min_length", "max_length", validators.get(LENGTH))


def _may_be_empty(field: Any) -> bool:
    """Check whether a form may come without a field: no validator refuses that."""
    validators = _validators(field).keys() - {EQUAL}
    return not validators or OPTIONAL in validators


def _validators(field: Any) -> dict[str, Any]:
    """The validators of a field by the names of their classes."""
    given = field.kwargs.get("validators") or next(iter(field.args[1:]), ())
    return {type(one).__name__: one for one in given} if is_a(given, list, tuple) else {}


def _within(kind: Type, lowest: str, highest: str, validator: Any) -> Type:
    """Add the limits of a validator to a type, by the names that the search has for them."""
    bounds = {lowest: getattr(validator, "min", None), highest: getattr(validator, "max", None)}
    is_count = kind["name"] == "str"
    limits = {
        name: bound for name, bound in bounds.items() if is_a(bound, int) and (bound > 0 or not is_count)
    }
    return {**kind, "limits": limits} if limits else kind


def _choices(given: Any) -> Iterator[Any]:
    """Yield the values among which a field has the user choose: plain ones, with labels, or in groups."""
    groups = given.values() if is_a(given, dict) else [given]
    for choices in groups:
        for choice in choices if is_a(choices, list, tuple) else ():
            value = choice[0] if is_a(choice, list, tuple) and choice else choice
            if type(value) in (str, int):
                yield value
