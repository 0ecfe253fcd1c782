"""Values without parts that are encoded: scalars, members of enums, classes, standard library objects."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Any

from testloom_agent.execution.performing.definitions import defined_path, is_of_test
from testloom_agent.execution.reporting.type_paths import type_path
from testloom_agent.execution.reporting.values.shapes import Encoded, Opaque
from testloom_agent.execution.reporting.values.standard import Held, Made
from testloom_agent.kinds import is_a
from testloom_agent.reflection.identities import LARGEST_INTEGER_BITS, class_id

LONGEST = 1_000
LONGEST_START = 200
"""How much of a longer string is reported."""
SCALARS = (type(None), bool, int, float, str, bytes, complex)


def encode_scalar(value: Any) -> Encoded:
    """Encode a value of one of the types in `SCALARS`."""
    kind = type(value)
    if kind is str and len(value) > LONGEST:
        return {"kind": "long", "type": type_path(kind), "length": len(value), "start": value[:LONGEST_START]}
    if kind is bytes and len(value) > LONGEST:
        return {"kind": "long", "type": type_path(kind), "length": len(value)}
    if kind is int and value.bit_length() > LARGEST_INTEGER_BITS:
        return {"kind": "long", "type": type_path(kind), "length": value.bit_length()}
    if kind is bytes:
        value = {"bytes": value.decode("latin-1")}
    elif kind is complex:
        value = {"complex": [value.real, value.imag]}
    return {"kind": "scalar", "type": kind.__name__, "value": value}


def encode_enum(value: Enum) -> Encoded:
    """Encode a member of an enum, by its path; an unnamed combination of flags is opaque."""
    kind = type(value)
    name = value._name_
    if name is None or kind.__members__.get(name) is not value:
        return opaque(value)
    return {"kind": "enum", "path": f"{type_path(kind)}.{name}"}


def encode_made(made: Made) -> Encoded:
    """Encode the result of calling a class of the standard library."""
    return {
        "kind": "made",
        "type": made.path,
        "args": [_argument(value) for value in made.args],
        "kwargs": {name: _argument(value) for name, value in made.kwargs.items()},
    }


def _argument(value: Any) -> Encoded:
    if isinstance(value, Made):
        return encode_made(value)
    return {"kind": "enum", "path": value.path} if isinstance(value, Held) else encode_scalar(value)


def encode_class(value: Any) -> Encoded:
    """Encode a class or function that its module holds under its name, or that the test defines."""
    if is_a(value, type) and is_of_test(value):
        return {"kind": "class", "path": defined_path(value)}
    module, qualname = getattr(value, "__module__", None), getattr(value, "__qualname__", "")
    found = sys.modules.get(module) if isinstance(module, str) else None
    for name in qualname.split("."):
        found = getattr(found, name, None)
    if found is not value or found is None:
        return opaque(value)
    return {"kind": "class", "path": class_id(value)}


def opaque(value: Any) -> Opaque:
    """Encode a value of which only the type can be told."""
    return {"kind": "opaque", "type": type_path(type(value))}
