"""The fields of forms of WTForms that a handler fills from a request, with what their validators allow.

WTForms and Flask-WTF are looked at only if the project has imported them.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from testloom_agent.kinds import dictionary_of, is_a, is_class
from testloom_agent.reflection.members.hints.annotations import Type, make
from testloom_agent.reflection.web.held import CONFIGURATION
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
EMAIL, LENGTH = "Email", "Length"


def fields_of_forms(functions: Iterable[Any], source: SourceOf) -> Iterator[Field]:
    """Yield the fields of the forms that functions make, and the setting for tokens if the forms have one."""
    for kind in _made_by(functions, source) if FORMS in sys.modules else ():
        flask_form = getattr(sys.modules.get(OF_FLASK), "FlaskForm", None)
        if flask_form is not None and issubclass(kind, flask_form):
            off = make("literal", values=[False])
            yield Field(name_for(CHECKS_TOKEN), CONFIGURATION, off, CHECKS_TOKEN, is_optional=True)
        names = (name for name in dir(kind) if not name.startswith("_"))
        declared = ((name, inspect.getattr_static(kind, name, None)) for name in names)
        fields = [(name, entry) for name, entry in declared if COUNTER in (dictionary_of(entry) or ())]
        for name, field in sorted(fields, key=lambda pair: pair[1].creation_counter):
            if (told := _type_of(field)) is not None:
                yield Field(name_for(name), "data", told, name, is_optional=True)


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
    known = (base.__name__ for base in field.field_class.__mro__ if base.__name__ in KINDS)
    kind = KINDS[name] if (name := next(known, "")) else make("str")
    if kind is None or kind["name"] != "str":
        return kind
    given = field.kwargs.get("validators") or next(iter(field.args[1:]), ())
    validators = {type(one).__name__: one for one in given} if is_a(given, list, tuple) else {}
    if EMAIL in validators:
        return make("format", values=["email"])
    if (length := validators.get(LENGTH)) is None:
        return kind
    bounds = {"min_length": length.min, "max_length": length.max}
    limits = {name: bound for name, bound in bounds.items() if is_a(bound, int) and bound > 0}
    return {**kind, "limits": limits} if limits else kind
