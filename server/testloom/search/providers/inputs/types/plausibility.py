"""Plausible types of an unannotated parameter, from its uses in the body and from its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from time import strftime, strptime

from testloom.model.subject import Parameter, Result, Subject
from testloom.model.texts.names import is_name
from testloom.model.texts.trees import literal_of
from testloom.model.types import ANY, Scalar, TypeRef, any_of
from testloom.search.providers.inputs.texts.grammars import text_for
from testloom.search.providers.inputs.types.addresses import with_address
from testloom.search.providers.inputs.types.library import LIBRARY_MEMBERS, OPEN_FILES
from testloom.search.providers.inputs.types.records import (
    OPTIONAL,
    RECORD,
    ROW,
    TESTED,
    is_attribute,
    is_unpacked,
    record_of,
    selected,
)
from testloom.search.providers.inputs.types.vocabulary import suggested_type

AWAITED = "await()"
"""The use of a parameter that is called and whose result is awaited."""
FARTHEST = 3
"""The longest chain of functions, each the result of the one before, that is inferred."""
DATACLASS = "<dataclass>"
"""The use of a parameter in functions of `dataclasses`."""
OF_DATA = TypeRef("dataclass")
"""The type of an instance of any dataclass."""
TRUTH = "<truth>"
"""The use of a parameter that code tests for its truth, where it does nothing else with it."""
UNPACKED = "for:"
"""The prefix of a use that gives the number of names into which a parameter's items are unpacked."""
COMPARED = "==:"
"""The prefix of a use that gives a constant with which a parameter is compared."""
OFTEN = 3
"""The weight of the constants that code compares an entry with, relative to other values."""
OFFERING = "offering"
"""The name of the type of an entry or item that has to offer the attributes in its `values`, as no known
type does."""
FIRST_WORD = "<words>[0]"
"""The beginning of a use of the first piece of a string that code splits."""
COMMANDS = "commands"
"""The name of the type of strings that begin with one of the words in its `values`.

Each word is followed by a number of further words.
"""
MOST_CONSTANTS = 60
BUILTINS: Mapping[str, type] = {
    "str": str,
    "int": int,
    "list": list,
    "dict": dict,
    "bool": bool,
    "float": float,
    "tuple": tuple,
    "bytes": bytes,
    "set": set,
}
_BUILTIN_MEMBERS = {name: frozenset(dir(kind)) for name, kind in BUILTINS.items()}
"""What instances offer: their classes offer more, such as `__name__`."""
_OPEN = frozenset({"type", "callable", "awaitable", "dataclass", "builtins:Exception"})
"""Types of which it is not known what their values offer besides what code needs them for."""
_DEFINITIONS = ("type", "callable")
OF_DEFINITIONS = frozenset({"__name__", "__qualname__", "__module__"})
"""Attributes that classes and functions have."""
_ITERATING = ("enumerate", "iter", "list", "max", "min", "set", "sorted", "sum", "tuple")
_OPERATORS: Mapping[str, str] = {
    "[]": "__getitem__",
    "[]=": "__setitem__",
    "len": "__len__",
    "for": "__iter__",
    "next": "__next__",
    "in": "__contains__",
    **dict.fromkeys(_ITERATING, "__iter__"),
    "with": "__enter__",
    "+": "__add__",
    "-": "__sub__",
    "*": "__mul__",
    "/": "__truediv__",
    "//": "__floordiv__",
    "%": "__mod__",
    "<": "__lt__",
    ">": "__gt__",
    "<=": "__le__",
    ">=": "__ge__",
    "max": "__gt__",
    "min": "__lt__",
    "<text>": "encode",
}
READ: Mapping[str, TypeRef] = {
    "int": TypeRef("int"),
    "float": TypeRef("float"),
    "boolean()": TypeRef("literal", values=("yes", "no")),
    "Decimal()": TypeRef("format", values=("decimal",)),
    "Fraction()": TypeRef("format", values=("decimal",)),
    "UUID()": TypeRef("format", values=("uuid",)),
    "fromisoformat()": TypeRef("format", values=("date",)),
    "ip_address()": TypeRef("format", values=("ip",)),
    "Path()": TypeRef("format", values=("path",)),
}
"""Functions to which an entry of a dictionary is passed to be read, with the types that they read."""
STRPTIME = re.compile(r"strptime\((.*)\)", re.DOTALL)
MOMENT = strptime("2024-01-02 03:04:05", "%Y-%m-%d %H:%M:%S")
EXCEPTION = "builtins:Exception"
_OF_EXCEPTIONS = frozenset({"exception", "exceptions", "exc", "exc_type", "exc_class", "exception_class"})
_RAISED = frozenset({"e", "ex", "exc", "err", "exception", "exc_value", "exc_val"})
_USUAL: Mapping[str, str] = {"bytes": "str", "bool": "int", "complex": "float", "generator": "iterator"}
"""Types with the usual alternative: if both would do and nothing is said, people mean the latter."""
_CLASS_USES = frozenset({"()", "issubclass", "__mro__", "__subclasses__"})
"""Uses that only make sense for classes, for parameters that could also be instances."""
_PROTOCOLS: Mapping[str, tuple[str, ...]] = {
    "with": ("__enter__", "__exit__"),
    "for": ("__iter__",),
    "len": ("__len__",),
    "[]": ("__getitem__",),
    "in": ("__contains__",),
}
_TAGS = frozenset(
    {"type", "kind", "op", "operator", "mode", "status", "state", "action", "event", "category"}
)
"""Keys under which a dictionary names its own kind in one word."""
_USUAL_VALUES: Mapping[str, tuple[str, ...]] = {"encoding": ("utf-8", "ascii"), "delimiter": (",", ";")}
"""Names of parameters that are only passed on, with the few values that are usual for them."""


def plausible_types(parameter: Parameter, subject: Subject, within: Sequence[str] = ()) -> list[TypeRef]:
    """Types that offer what the body does with the parameter, those that its name suggests first.

    Builtin types come before classes of the subject, and these before the standard library's, that offer no
    more. `within` are the names of the functions, one called by the other's answer, whose answer it is.

    The subject keeps the answers: minimisation asks for the same few thousands of times.
    """
    known, key = subject.inferred.plausible, (parameter, tuple(within))
    if key not in known:
        known[key] = tuple(_plausible_types(parameter, subject, within))
    return list(known[key])


def _plausible_types(parameter: Parameter, subject: Subject, within: Sequence[str]) -> list[TypeRef]:
    if DATACLASS in parameter.uses:
        return _dataclasses(parameter)
    if AWAITED in parameter.uses or "()" in parameter.uses:
        return [_function(parameter, subject, within)]
    if not OF_DEFINITIONS.isdisjoint(parameter.uses) and OF_DEFINITIONS.issuperset(names_asked(parameter)):
        return list(map(TypeRef, _DEFINITIONS))
    record = record_for(parameter, subject, within)
    if record is not None and (record.name != ROW or is_unpacked(parameter.uses)):
        return [record]
    sizes = [int(use[len(UNPACKED) :]) for use in parameter.uses if use.startswith(UNPACKED)]
    if sizes:
        return [TypeRef("list", (TypeRef("tuple", (ANY,) * sizes[0]),))]
    if usual := _usual(parameter):
        return usual
    known = [record] if record is not None else []
    known += commands_for(parameter.uses) or texts_for(parameter.uses)
    known += [TypeRef(kind) for kind in tested_builtins(parameter.uses)]
    if constants := compared_with(parameter.uses):
        known.append(TypeRef("literal", values=constants))
    suggested = suggested_type(parameter.name, parameter.beside)
    if tuple(parameter.uses) == (TRUTH,):
        suggested = suggested or "bool"
    fitting = _comparable(_fitting(parameter, subject), constants)
    if suggested and (not fitting or suggested in fitting):
        return [TypeRef(suggested), *known]
    if read := read_from(parameter.uses) if not fitting else []:
        known += [*read, TypeRef("str")]
    return [*known, *(TypeRef(name) for name in fitting if _USUAL.get(name) not in fitting)]


def _function(parameter: Parameter, subject: Subject, within: Sequence[str]) -> TypeRef:
    """The type of a parameter that is called, with the type that it has to answer with if that is known."""
    result = answer_to(parameter.name, subject, within)
    if AWAITED in parameter.uses:
        result = TypeRef("awaitable", (result,))
    return TypeRef("callable", (result,) if result != ANY else ())


def _usual(parameter: Parameter) -> list[TypeRef]:
    """What parameters of this name are in most code, whatever it does with them: exceptions, known values."""
    name = parameter.name.strip("_").lower()
    classes = [TypeRef("type", (TypeRef(EXCEPTION),))] if name in _OF_EXCEPTIONS else []
    raised = [TypeRef(EXCEPTION)] if name in _RAISED else []
    if classes or raised or parameter.uses or name not in _USUAL_VALUES:
        return [*classes, *raised]
    return [TypeRef("literal", values=_USUAL_VALUES[name])]


def answer_to(name: str, subject: Subject, within: Sequence[str] = ()) -> TypeRef:
    """Infer the type that a function has to return, from how code uses its results.

    A result may be assigned to the function's own name (`val = val()`): its type is any.
    """
    bare = name.removeprefix("_")
    if bare in within or len(within) == FARTHEST:
        return ANY
    ways = subject.results.get(name) or subject.results.get(f"_{name}", ())
    kinds = tuple(dict.fromkeys(_taken(way, subject, (*within, bare)) for way in ways))
    return any_of(kinds)


def _taken(way: Result, subject: Subject, within: Sequence[str]) -> TypeRef:
    """The type of a result that is taken in one way."""
    parts = tuple(any_of(plausible_types(part, subject, within)) for part in way.parts)
    if way.taking == "value":
        return parts[0]
    if way.taking == "items":
        return TypeRef("list", parts)
    return (
        TypeRef("tuple", parts) if way.taking == "unpacked" else TypeRef("list", (TypeRef("tuple", parts),))
    )


def items_for(parameter: Parameter, subject: Subject) -> TypeRef:
    """Infer the type of the items that code takes from a parameter one after the other."""
    record = record_for(parameter, subject)
    if record is not None and record.name == "list":
        return record.args[0]
    sizes = [int(use[len(UNPACKED) :]) for use in parameter.uses if use.startswith(UNPACKED)]
    return TypeRef("tuple", (ANY,) * sizes[0]) if sizes else ANY


def commands_for(uses: Iterable[str]) -> list[TypeRef]:
    """Return the type of strings whose first word selects a command, if code divides a string for that."""
    first = (use.removeprefix(FIRST_WORD) for use in uses if use.startswith(FIRST_WORD))
    words = tuple(f"{word}:{number}" for word, number in selected(first))
    return [TypeRef(COMMANDS, values=words)] if words else []


def texts_for(uses: Iterable[str]) -> list[TypeRef]:
    """List the types of strings that code takes apart in this way, if it does."""
    kind = text_for(uses, _pieces)
    return [] if kind is None else [kind] * OFTEN


def _pieces(uses: tuple[str, ...]) -> list[TypeRef]:
    """The types of a piece of a text by what code does with it, besides those of texts that it divides."""
    constants = tuple(value for value in compared_with(uses) if isinstance(value, str) and value)
    literals = [TypeRef("literal", values=constants)] * OFTEN if constants else []
    read = read_from(uses)
    return [*literals, *read, *([TypeRef("str")] if literals or not read else [])]


def tested_builtins(uses: Iterable[str]) -> list[str]:
    """List the builtin types that code tests a value for, or asserts."""
    named = (use.removeprefix(TESTED) for use in uses if use.startswith(TESTED))
    return list(dict.fromkeys(name for name in named if name in BUILTINS))


def compared_with(uses: Iterable[str]) -> tuple[Scalar, ...]:
    """List the constants with which code compares a value."""
    compared = (use.removeprefix(COMPARED) for use in uses if use.startswith(COMPARED))
    found = (constant for text in compared for constant in _literals(text))
    return tuple(dict.fromkeys(found))[:MOST_CONSTANTS]


@lru_cache(maxsize=4_096)  # each new call asks for the same few
def _literals(text: str) -> tuple[Scalar, ...]:
    """The value of a text, alone in a tuple, if it is a literal: that of infinity is none."""
    try:
        return (literal_of(text),)
    except (SyntaxError, ValueError):
        return ()


def _dataclasses(parameter: Parameter) -> list[TypeRef]:
    """Dataclasses where the name says that a class is wanted, else their instances first."""
    kind = TypeRef("type", (OF_DATA,))
    is_annotated, is_asked = parameter.type.name == "type", not _CLASS_USES.isdisjoint(parameter.uses)
    is_class = is_annotated or is_asked or suggested_type(parameter.name) == "type"
    return [kind] if is_class else [OF_DATA, kind]


def record_for(parameter: Parameter, subject: Subject, within: Sequence[str] = ()) -> TypeRef | None:
    """Infer the dictionary, or list of such, in which a body looks up keys.

    None if it uses anything else of the parameter.
    """

    def kinds_of(key: str, uses: tuple[str, ...]) -> list[TypeRef]:
        if read := read_from(uses):
            return read
        entry = Parameter("name" if key in _TAGS else key, uses=uses)
        kinds = plausible_types(entry, subject, within)
        if is_beyond(entry, kinds, subject) and _OPEN.isdisjoint(kind.name for kind in kinds):
            return [TypeRef(OFFERING, values=names_asked(entry))]
        compared = (OFTEN - 1) * [kind for kind in kinds if kind.name == "literal"]
        return with_address(key, [*kinds, *compared])

    record = record_of(parameter.uses, kinds_of)
    kind = "dict" if record is None or record.name == RECORD else record.name
    asked = attributes_asked(parameter.uses)
    if kind == ROW and "[]=" in parameter.uses:
        return None
    return record if all(offers(kind, name, subject) for name in asked) else None


def read_from(uses: Iterable[str]) -> list[TypeRef]:
    """Return the type that reading functions need for an entry passed to them; empty if there is none."""
    known = [READ[use] for use in uses if use in READ]
    forms = [found[1] for use in uses if (found := STRPTIME.fullmatch(use))]
    return [*known, *(TypeRef("literal", values=(strftime(form, MOMENT),)) for form in forms)][:1]


def keywords_of(record: TypeRef | None) -> dict[str, TypeRef]:
    """Map the keywords that a body looks up in its `**` parameter to their types."""
    if record is None or record.name != RECORD:
        return {}
    kinds = zip(map(str, record.values), record.args, strict=True)
    return {name: kind.args[0] if kind.name == OPTIONAL else kind for name, kind in kinds if is_name(name)}


def offers(name: str, attribute: str, subject: Subject) -> bool:
    """Check whether values of a type have an attribute: a builtin type, a library or a subject class."""
    name = "dict" if name == RECORD else name
    if name in _DEFINITIONS:
        return attribute in OF_DEFINITIONS
    if name in BUILTINS:
        return attribute in _BUILTIN_MEMBERS[name]
    if name in LIBRARY_MEMBERS:
        return attribute in LIBRARY_MEMBERS[name]
    if name in OPEN_FILES:
        return attribute in OPEN_FILES[name]
    known = subject.classes.get(name)
    return known is not None and (attribute in known.attributes or f"{name}.{attribute}" in subject.callables)


def attributes_asked(uses: Iterable[str]) -> list[str]:
    """Filter uses to attributes."""
    return [use for use in uses if is_attribute(use)]


def names_asked(parameter: Parameter) -> tuple[str, ...]:
    """List the attributes that a body uses of a parameter; if there are any, the special ones, too."""
    plain = attributes_asked(parameter.uses)
    special = [name for use in parameter.uses for name in _PROTOCOLS.get(use, ())]
    return tuple(dict.fromkeys([*plain, *special])) if plain else ()


def is_beyond(parameter: Parameter, kinds: Iterable[TypeRef], subject: Subject) -> bool:
    """Check whether a body uses more attributes of a parameter than any of the types offers."""
    names = names_asked(parameter)
    return bool(names) and _offering(names, subject).isdisjoint(kind.name for kind in kinds)


def _offering(names: tuple[str, ...], subject: Subject) -> frozenset[str]:
    """The names of the types whose values have all of some attributes."""
    known = subject.inferred.offering
    if names not in known:
        types = chain(_DEFINITIONS, BUILTINS, LIBRARY_MEMBERS, OPEN_FILES, subject.classes, (RECORD,))
        known[names] = frozenset(kind for kind in types if all(offers(kind, name, subject) for name in names))
    return known[names]


def types_with(attribute: str, subject: Subject) -> list[TypeRef]:
    """List the types whose values have an attribute: those of the subject, and builtin ones or others."""
    own, builtin, library, files = (
        [name for name in names if offers(name, attribute, subject)]
        for names in (subject.classes, BUILTINS, LIBRARY_MEMBERS, OPEN_FILES)
    )
    library = [name for name in library if _USUAL.get(name) not in library]
    return [TypeRef(name) for name in [*own, *(builtin or library or files)]]


def _fitting(parameter: Parameter, subject: Subject) -> list[str]:
    """The types that have most of the attributes and operations that the body uses; `int(it)` is none.

    Those of the subject come before the library's, of which the parameter's name does not speak.
    """
    wanted = {_OPERATORS.get(use, use) for use in parameter.uses if use not in READ}
    words = parameter.name.lower().split("_")
    named = [name for name in LIBRARY_MEMBERS if name.rpartition(":")[2].lower() in words]
    kinds = [BUILTINS, named, subject.classes, LIBRARY_MEMBERS, OPEN_FILES]
    scored = [{name: sum(offers(name, use, subject) for use in wanted) for name in names} for names in kinds]
    best = max((score for scores in scored for score in scores.values()), default=0)
    fitting = [[name for name, score in scores.items() if score == best] for scores in scored]
    return next((names for names in fitting if names), []) if best > 0 else []


def _comparable(kinds: list[str], constants: Sequence[Scalar]) -> list[str]:
    """The types, or of these the ones whose values can be those that code compares them with."""
    own = {type(constant).__name__ for constant in constants}
    own |= {"int"} if "float" in own else set()
    return [kind for kind in kinds if kind in own] or kinds
