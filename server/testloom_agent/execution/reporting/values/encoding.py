"""Values as plain data, without calling their `__repr__` and without parts that differ between runs."""

from __future__ import annotations

import sys
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from io import TextIOWrapper
from itertools import islice
from json import dumps
from types import (
    BuiltinFunctionType,
    FunctionType,
    ModuleType,
)
from typing import Any

from testloom_agent.doubles import DOUBLES, asked_of, calls_of
from testloom_agent.execution.performing.definitions import defined_path, is_of_test
from testloom_agent.execution.project import Project
from testloom_agent.execution.reporting.frameworks.databases import (
    column_names,
    is_session,
    stored_in,
    transaction_kept,
)
from testloom_agent.execution.reporting.frameworks.django_rows import found_by, is_same_row
from testloom_agent.execution.reporting.frameworks.django_validation import found_in_data
from testloom_agent.execution.reporting.frameworks.responses import told_of
from testloom_agent.execution.reporting.type_paths import type_path
from testloom_agent.execution.reporting.values.arrays import (
    compared_of,
    is_of_library,
    plain_of,
    shape_of,
    single_of,
)
from testloom_agent.execution.reporting.values.attributes import readers_of
from testloom_agent.execution.reporting.values.inspecting import Inspectors
from testloom_agent.execution.reporting.values.records import record_of
from testloom_agent.execution.reporting.values.shapes import Answer, CollectionKind, Encoded, Object, Opaque
from testloom_agent.execution.reporting.values.standard import Held, Made, made_of, said_by
from testloom_agent.guard import Guard
from testloom_agent.kinds import dictionary_of, is_a, is_class
from testloom_agent.reflection.identities import class_id

CALL = "unittest.mock:call"
LONGEST = 1_000
DEEPEST = 4
MOST_NODES = 3_000
LARGEST_INTEGER_BITS = 10_000

SCALARS = (type(None), bool, int, float, str, bytes, complex)
IMMUTABLE = (*SCALARS, type, Enum, FunctionType, BuiltinFunctionType, staticmethod, ModuleType, range)
COLLECTIONS: tuple[tuple[CollectionKind, Any], ...] = (
    ("list", list),
    ("tuple", tuple),
    ("set", set),
    ("frozenset", frozenset),
    ("dict", dict),
)
PLAIN: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (str, str.__str__),
    (int, int.__int__),
    (float, float.__float__),
)
EQUAL_AS_BASE = (OrderedDict, Counter)
OF_THE_RUN = {
    "logging:LogRecord": frozenset(
        (
            *("created", "msecs", "relativeCreated", "process", "processName", "thread", "threadName"),
            *("taskName", "pathname", "filename", "module", "lineno", "funcName", "stack_info"),
        )
    )
}
"""Attributes of standard library objects that depend on when and where the objects were made."""
SPECIAL: dict[str, Callable[[Any], Any]] = {
    "__iter__": lambda value: list(islice(value, LONGEST + 1)),
    "__str__": str,
    "__repr__": repr,
    "__len__": len,
}
"""How the results of an object's special methods are read."""
INFORMATIVE = ("scalar", "enum", *(name for name, _ in COLLECTIONS))
"""The kinds of results of special methods and inspectors that are reported."""


def is_mutable(value: Any) -> bool:
    """Check whether a call may change the value."""
    return not is_a(value, *IMMUTABLE) and type(value) not in (tuple, frozenset)


class Encoder:
    """Encodes values of one test case; `values` are the values of its statements, by id."""

    def __init__(
        self, values: dict[int, Any], project: Project, inspectors: Inspectors, guard: Guard
    ) -> None:
        self._values = values
        self._guard = guard
        self._project = project
        self._inspectors = inspectors
        self._nodes = 0
        self._path: list[int] = []

    def encode_result(self, value: Any) -> Encoded:
        """Encode what a statement produced; if an earlier one produced this very object, only say so."""
        reference = self._reference(value) if is_mutable(value) else None
        if reference is not None:
            return {"kind": "same", "reference": reference}
        return self._answer(value) or self.encode(value)

    def encode_definition(self, kind: type) -> Encoded:
        """Encode a class that the test defines by its data, without what the test itself has put there."""
        given = {id(value) for value in self._values.values()}
        self._nodes = 0
        self._path.clear()
        attributes = {
            name: self._encode(content)
            for name, content in _data_of(kind, self._is_own)
            if id(content) not in given
        }
        return {
            "kind": "object",
            "type": "builtins:type",
            "attributes": attributes,
            "reference": None,
            "own": True,
        }

    def _answer(self, value: Any) -> Answer | None:
        """Encode the requests to a double of the test that led to a value; None if there are none."""
        found = asked_of(value, self._reference)
        return {"kind": "answer", "reference": found[0], "asked": ".".join(found[1])} if found else None

    def encode_state(self, value: Any) -> Encoded:
        """Encode the object that a statement works with, a class of the test by its data, too."""
        is_defined = is_a(value, type) and is_of_test(value)
        return self.encode_definition(value) if is_defined else self.encode(value)

    def encode(self, value: Any) -> Encoded:
        """Encode a value by its content."""
        self._nodes = 0
        self._path.clear()
        encoded = self._encode(value)
        if encoded["kind"] == "tuple" and _has_named_items(value):
            kind = type(value)
            names = list(kind._fields)
            return {"kind": "tuple", "items": encoded["items"], "type": type_path(kind), "names": names}
        return encoded

    def _encode(self, value: Any) -> Encoded:
        self._nodes += 1
        if type(value) not in SCALARS:  # most are
            value = self._plain(plain_of(value))
        if type(value) in SCALARS:
            return encode_scalar(value)
        if self._path and (answer := self._answer(value)):
            return answer if answer["asked"] else {"kind": "same", "reference": answer["reference"]}
        if is_a(value, Enum):
            return _enum(value)
        if value is NotImplemented or value is Ellipsis:
            return {"kind": "class", "path": f"builtins:{value!r}"}
        if is_a(value, type, FunctionType, BuiltinFunctionType, staticmethod):
            return _class(value)
        made = made_of(type_path(type(value)), value)
        single = single_of(value) if made is None else _made(made)
        if single is not None:
            return single
        if self._nodes > MOST_NODES or id(value) in self._path:
            return opaque(value)
        self._path.append(id(value))
        try:
            return self._encode_inside(value)
        finally:
            self._path.pop()

    def _plain(self, value: Any) -> Any:
        """Return the string or number that an object of a derived class equals, as with safe HTML.

        An object of the project's own class that has further data stays as it is.
        """
        base = None if type(value) in SCALARS else _plain_base(value)
        has_more = base is not None and self._is_own(type(value)) and any(self._attributes(value))
        return value if base is None or has_more else base(value)

    def _encode_inside(self, value: Any) -> Encoded:
        if len(self._path) > 1 and (row := self._row(value)) is not None:
            return {"kind": "same", "reference": row}
        if is_of_library(type(value)):
            with self._guard.doubting():
                compared = compared_of(value, self._encode)
            if compared is not None:
                return compared
        for name, base in COLLECTIONS:
            if is_a(value, base) and _equals_as(value, base):
                return self._collection(name, base, value)
        if type(value).__module__ == "builtins" or len(self._path) > DEEPEST:
            return opaque(value)
        return self._object(value)

    def _collection(self, name: CollectionKind, base: Any, value: Any) -> Encoded:
        length = base.__len__(value)
        if length > LONGEST or len(self._path) > DEEPEST:
            return {"kind": "long", "type": type_path(type(value)), "length": length}
        if base is dict:
            items = [self._encode(part) for pair in list(dict.items(value)) for part in pair]
        else:
            items = [self._encode(item) for item in list(base.__iter__(value))]
        if base in (set, frozenset):
            items.sort(key=_order)
        return {"kind": name, "items": items}

    def _object(self, value: Any) -> Encoded:
        kind = type(value)
        reference, is_within = self._reference(value), len(self._path) > 1
        validated = found_in_data(value)
        said = told_of(type_path(kind), value) if validated is None else validated
        if said is None:
            said = said_by(type_path(kind), value) or found_by(value) or stored_in(value, self._values)
        data = said.items() if said is not None else self._attributes(value)
        with transaction_kept(value):
            attributes = {name: self._encode(content) for name, content in data}
        if not is_within:
            attributes.update(self._calls(value))
        record = record_of(value, attributes) if reference is None and self._is_own(kind) else None
        if is_within and record is not None:
            return {"kind": "made", "type": type_path(kind), "args": record.arguments, "kwargs": {}}
        if (base := _plain_base(value)) is not None:
            attributes = {"plain value": encode_scalar(base(value)), **attributes}
        if not is_within and is_a(value, deque) and kind.__iter__ is deque.__iter__:
            attributes["__iter__()"] = self._encode(list(value))
        if not is_within and self._is_own(kind) and validated is None:
            attributes.update(self._answers(value))
        if "args" in attributes and is_a(value, BaseException) and _is_said(value):
            attributes["args"] = _as_message(attributes["args"])
        told: Object = {
            "kind": "object",
            "type": type_path(kind),
            "attributes": attributes,
            "reference": reference,
            "own": self._is_own(kind),
        }
        if callable(value):
            told["callable"] = True
        if record is not None:
            told["made"] = {"args": record.arguments, "fields": record.fields}
        return told

    def _calls(self, double: Any) -> Iterator[tuple[str, Encoded]]:
        """Yield the encoded calls that a double received; none of one that only gets sessions for code."""
        if is_session((dictionary_of(double) or {}).get("_mock_return_value")):
            return
        for name, calls in calls_of(double).items():
            if len(calls) <= LONGEST:
                made = [self._call(call.args, call.kwargs) for call in calls]
                yield name, {"kind": "list", "items": made}

    def _call(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Encoded:
        if not all(map(str.isidentifier, kwargs)):  # as of `send(**headers)`
            return {"kind": "opaque", "type": CALL}
        given = [self._encode(value) for value in args]
        named = {name: self._encode(value) for name, value in kwargs.items()}
        return {"kind": "made", "type": CALL, "args": given, "kwargs": named}

    def _reference(self, value: Any) -> int | None:
        return next((key for key, earlier in self._values.items() if earlier is value), None)

    def _row(self, value: Any) -> int | None:
        """Encode the test's object that stands for the same row of a table."""
        return next((key for key, known in self._values.items() if is_same_row(value, known)), None)

    def _attributes(self, value: Any) -> Iterator[tuple[str, Any]]:
        """Yield the public data of an object: of foreign classes only scalars, of a double nothing."""
        if type(value).__module__ == DOUBLES:
            return
        if is_of_library(type(value)):
            shape = shape_of(value)
            yield from () if shape is None else [("shape", shape)]
            return
        told = list(self._read(value, self._counts)) if self._is_own(type(value)) else []
        yield from told or self._read(value, is_class)

    def _counts(self, owner: type) -> bool:
        """Check whether a class is the project's or Python's: data computed by others say little."""
        return self._is_own(owner) or owner.__module__.partition(".")[0] in sys.stdlib_module_names

    def _read(self, value: Any, counts: Callable[[type], bool]) -> Iterator[tuple[str, Any]]:
        """Yield the readable data of an object that are stored, or computed by a class that `counts`.

        What every number computes, such as its numerator, is left out.
        """
        is_own, columns = self._is_own(type(value)), column_names(type(value))
        for name, read in readers_of(value, lambda owner: owner not in SCALARS and counts(owner)).items():
            if name.startswith("_") or (columns is not None and name not in columns):
                continue
            try:
                with self._guard.doubting() as was_refused:
                    content = read()
                    if was_refused():  # the test itself has not requested this
                        continue
            except MemoryError:
                raise
            except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit):
                continue
            if (is_own or type(content) in SCALARS) and not _is_of_run(value, name, content):
                yield name, content

    def _answers(self, value: Any) -> Iterator[tuple[str, Encoded]]:
        """Yield the results of an object's inspectors, as far as they are plain data."""
        for name in self._inspectors.of(type(value)):
            try:
                with self._guard.doubting() as was_refused:
                    answer = SPECIAL[name](value) if name in SPECIAL else getattr(value, name)()
                    if was_refused():
                        continue
                encoded = self._encode(answer)
            except MemoryError:
                raise
            except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit):
                continue
            if encoded["kind"] in INFORMATIVE:
                yield f"{name}()", encoded

    def _is_own(self, kind: type) -> bool:
        if is_of_test(kind):
            return True
        module = sys.modules.get(kind.__module__)
        file = getattr(module, "__file__", None)
        return isinstance(file, str) and self._project.owns(file)


def _is_of_run(value: Any, name: str, content: Any) -> bool:
    """Check whether an attribute depends on the machine or the time, even if only its spelling does.

    The encoding of a stream, `utf-8`, may be `UTF-8` elsewhere.
    """
    if is_a(value, TextIOWrapper):
        return name == "encoding" and str(content).lower() == "utf-8"
    return name in OF_THE_RUN.get(type_path(type(value)), ())


def _as_message(arguments: Encoded) -> Encoded:
    """Mark the arguments of an exception of which the only one is its message."""
    if arguments["kind"] != "list" and arguments["kind"] != "tuple":
        return arguments
    return {"kind": arguments["kind"], "items": arguments["items"], "message": True}


def _is_said(error: BaseException) -> bool:
    """Check whether the only argument of an exception is its message."""
    try:
        return len(error.args) == 1 and type(error.args[0]) is str and str(error) == error.args[0]
    except Exception:
        return False


def _data_of(kind: type, is_own: Callable[[type], bool]) -> Iterator[tuple[str, Any]]:
    """Yield the public data of a class; of its own bases only containers, which it may have filled.

    An enum has none: its data are its members.
    """
    owners = [] if issubclass(kind, Enum) else [owner for owner in kind.__mro__ if is_own(owner)]
    names = {name for owner in owners for name in list(vars(owner)) if not name.startswith("_")}
    for name in sorted(names):
        content = getattr(kind, name, None)
        is_data = not (callable(content) or hasattr(type(content), "__get__"))
        is_new = name in vars(kind) or is_a(content, list, dict, set)
        if is_data and is_new and content is not None:
            yield name, content


def encode_scalar(value: Any) -> Encoded:
    """Encode a value of one of the types in `SCALARS`."""
    kind = type(value)
    if kind in (str, bytes) and len(value) > LONGEST:
        return {"kind": "long", "type": type_path(kind), "length": len(value)}
    if kind is int and value.bit_length() > LARGEST_INTEGER_BITS:
        return {"kind": "long", "type": type_path(kind), "length": value.bit_length()}
    if kind is bytes:
        value = {"bytes": value.decode("latin-1")}
    elif kind is complex:
        value = {"complex": [value.real, value.imag]}
    return {"kind": "scalar", "type": kind.__name__, "value": value}


def _enum(value: Enum) -> Encoded:
    kind = type(value)
    name = value._name_
    if name is None or kind.__members__.get(name) is not value:
        return opaque(value)
    return {"kind": "enum", "path": f"{type_path(kind)}.{name}"}


def _made(made: Made) -> Encoded:
    """Encode the result of calling a class of the standard library."""
    return {
        "kind": "made",
        "type": made.path,
        "args": [_argument(value) for value in made.args],
        "kwargs": {name: _argument(value) for name, value in made.kwargs.items()},
    }


def _argument(value: Any) -> Encoded:
    if isinstance(value, Made):
        return _made(value)
    return {"kind": "enum", "path": value.path} if isinstance(value, Held) else encode_scalar(value)


def _class(value: Any) -> Encoded:
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


def _has_named_items(value: Any) -> bool:
    """Whether the value is a named tuple."""
    names = getattr(type(value), "_fields", None) if is_a(value, tuple) else None
    return (
        isinstance(names, tuple)
        and all(isinstance(name, str) for name in names)
        and len(names) == tuple.__len__(value)
    )


def _plain_base(value: Any) -> Callable[[Any], Any] | None:
    """Find the function that converts an object to the string or number that it equals, by its base type."""
    if is_a(value, Enum):
        return None
    return next((plain for base, plain in PLAIN if is_a(value, base) and _equals_as(value, base)), None)


def _equals_as(value: Any, base: Any) -> bool:
    """Check whether a value equals one of `base` with the same items; some classes keep items elsewhere."""
    kind = type(value)
    is_alike = kind.__eq__ is base.__eq__ and getattr(kind, "__len__", None) is getattr(base, "__len__", None)
    return kind is base or kind in EQUAL_AS_BASE or is_alike


def _order(item: Encoded) -> str:
    return repr(item["value"]) if item["kind"] == "scalar" else dumps(item)
