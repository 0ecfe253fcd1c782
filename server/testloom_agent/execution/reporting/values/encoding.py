"""Values as plain data, without calling their `__repr__` and without parts that differ between runs."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import islice
from json import dumps
from types import (
    BuiltinFunctionType,
    FunctionType,
    ModuleType,
)
from typing import Any

from testloom_agent.doubles import asked_of, calls_of
from testloom_agent.execution.performing.definitions import is_of_test
from testloom_agent.execution.project import Project
from testloom_agent.execution.reporting.frameworks.databases import (
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
    single_of,
)
from testloom_agent.execution.reporting.values.atoms import (
    LONGEST,
    SCALARS,
    encode_class,
    encode_enum,
    encode_made,
    encode_scalar,
    opaque,
)
from testloom_agent.execution.reporting.values.contents import Contents
from testloom_agent.execution.reporting.values.inspecting import Inspectors
from testloom_agent.execution.reporting.values.records import record_of
from testloom_agent.execution.reporting.values.shapes import CollectionKind, DefaultAnswer, Encoded, Object
from testloom_agent.execution.reporting.values.standard import made_of, said_by
from testloom_agent.guard import Guard
from testloom_agent.kinds import dictionary_of, is_a, is_one_of

CALL = "unittest.mock:call"
DEEPEST = 4
MOST_NODES = 3_000

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
    return not is_a(value, *IMMUTABLE) and not is_one_of(value, (tuple, frozenset))


class Encoder:
    """Encodes values of one test case; `values` are the values of its statements, by id."""

    def __init__(
        self, values: dict[int, Any], project: Project, inspectors: Inspectors, guard: Guard
    ) -> None:
        self._values = values
        self._guard = guard
        self._contents = Contents(project, guard)
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
            for name, content in self._contents.of_class(kind)
            if id(content) not in given
        }
        return {
            "kind": "object",
            "type": "builtins:type",
            "attributes": attributes,
            "reference": None,
            "own": True,
        }

    def _answer(self, value: Any) -> DefaultAnswer | None:
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
        if not is_one_of(value, SCALARS):  # most are
            value = self._plain(plain_of(value))
        if is_one_of(value, SCALARS):
            return encode_scalar(value)
        if self._path and (answer := self._answer(value)):
            return answer if answer["asked"] else {"kind": "same", "reference": answer["reference"]}
        if is_a(value, Enum):
            return encode_enum(value)
        if value is NotImplemented or value is Ellipsis:
            return {"kind": "class", "path": f"builtins:{value!r}"}
        if is_a(value, type, FunctionType, BuiltinFunctionType, staticmethod):
            return encode_class(value)
        made = made_of(type_path(type(value)), value)
        single = single_of(value) if made is None else encode_made(made)
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
        base = None if is_one_of(value, SCALARS) else _plain_base(value)
        has_more = (
            base is not None and self._contents.is_own(type(value)) and any(self._contents.of_object(value))
        )
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
        data = said.items() if said is not None else self._contents.of_object(value)
        with transaction_kept(value):
            attributes = {name: self._encode(content) for name, content in data}
        if not is_within:
            attributes.update(self._calls(value))
        record = record_of(value, attributes) if reference is None and self._contents.is_own(kind) else None
        if is_within and record is not None:
            return {"kind": "made", "type": type_path(kind), "args": record.arguments, "kwargs": {}}
        if (base := _plain_base(value)) is not None:
            attributes = {"plain value": encode_scalar(base(value)), **attributes}
        if not is_within and is_a(value, deque) and kind.__iter__ is deque.__iter__:
            attributes["__iter__()"] = self._encode(list(value))
        if not is_within and self._contents.is_own(kind) and validated is None:
            attributes.update(self._answers(value))
        if "args" in attributes and is_a(value, BaseException) and _is_said(value):
            attributes["args"] = _as_message(attributes["args"])
        told: Object = {
            "kind": "object",
            "type": type_path(kind),
            "attributes": attributes,
            "reference": reference,
            "own": self._contents.is_own(kind),
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
    alike = (base, *(known for known in EQUAL_AS_BASE if issubclass(known, base)))
    return kind is base or any(
        kind.__eq__ is known.__eq__ and getattr(kind, "__len__", None) is getattr(known, "__len__", None)
        for known in alike
    )


def _order(item: Encoded) -> str:
    return repr(item["value"]) if item["kind"] == "scalar" else dumps(item)
